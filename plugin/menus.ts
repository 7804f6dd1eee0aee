import { cleanup } from "@rbxts/vide";

/** A line of a menu. */
export interface MenuItem {
	text: string;
	/** Shown with a check mark. */
	isChecked?: boolean;
	run?: () => void;
	/** The lines of its submenu. */
	items?: ReadonlyArray<MenuItem>;
}

/** A line between two groups of a menu. */
export const SEPARATOR: MenuItem = { text: "" };

/** Studio's own menus, at the pointer. Only one is open at a time. */
export class Menus {
	private count = 0;
	private shown?: PluginMenu;

	constructor(private readonly plugin: Plugin) {
		cleanup(() => this.shown?.Destroy());
	}

	/**
	 * Shows a menu and runs the chosen action, unless `isCurrent` returns false because the menu's subject has changed
	 * meanwhile.
	 */
	public show(items: ReadonlyArray<MenuItem>, isCurrent = () => true): void {
		this.shown?.Destroy();
		const chosen = new Map<PluginAction, () => void>();
		const menus = new Array<PluginMenu>();
		const menu = this.build(items, "Dolly", chosen, menus);
		this.shown = menu;
		task.spawn(() => {
			const action = menu.ShowAsync() as PluginAction | undefined;
			const run = action && chosen.get(action);
			if (this.shown === menu) this.shown = undefined;
			menus.forEach((other) => other.Destroy());
			if (run && isCurrent()) run();
		});
	}

	private build(
		items: ReadonlyArray<MenuItem>,
		title: string,
		chosen: Map<PluginAction, () => void>,
		menus: Array<PluginMenu>,
	): PluginMenu {
		this.count += 1;
		const number = this.count;
		const menu = this.plugin.CreatePluginMenu(`DollyMenu${this.count}`, title);
		menus.push(menu);
		items.forEach((item, index) => {
			if (item === SEPARATOR) {
				menu.AddSeparator();
			} else if (item.items) {
				menu.AddMenu(this.build(item.items, item.text, chosen, menus));
			} else {
				// Studio's actions have neither a check mark nor a dimmed state of their own.
				const text = item.isChecked ? `✓ ${item.text}` : item.text;
				const action = menu.AddNewAction(`DollyMenu${number}-${index}`, text);
				if (item.run) chosen.set(action, item.run);
			}
		});
		return menu;
	}
}
