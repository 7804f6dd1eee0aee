import { headless } from "../headless";
import type { LayoutEntry } from "../headless/session";
import { visitPanels } from "./panel-scenes";

/** Pixels by which texts and frames may miss each other: positions are not rounded. */
const TOLERANCE = 0.01;

function isText(entry: LayoutEntry): boolean {
	return entry.textWidth !== undefined && entry.textWidth > 0;
}

/** What of a text is cut off: by its own frame, by the frames around it, or by the panel's edge. */
function cutOff(entry: LayoutEntry, width: number): string | undefined {
	const { instance, padding } = entry;
	const room = entry.width - padding.left - padding.right;
	const truncates = (instance as TextLabel).TextTruncate !== Enum.TextTruncate.None;
	if (!truncates && entry.textWidth! > room + TOLERANCE) return `${instance.Name} is wider than its frame`;
	if (!truncates && entry.textHeight! > entry.height + TOLERANCE) return `${instance.Name} is higher than its frame`;
	if (entry.x < -TOLERANCE || entry.x + entry.width > width + TOLERANCE) return `${instance.Name} is beyond the edge`;
	let above = entry.parent;
	while (above) {
		const right = above.x + above.width;
		if (entry.x < above.x - TOLERANCE || entry.x + entry.width > right + TOLERANCE) {
			return `${instance.Name} sticks out of ${above.instance.Name}`;
		}
		above = above.parent;
	}
	return undefined;
}

/** The part of an object that shows. */
function shownOf({ x, y, width, height, clip }: LayoutEntry) {
	const [left, top] = [math.max(x, clip.x), math.max(y, clip.y)];
	const right = math.min(x + width, clip.x + clip.width);
	const bottom = math.min(y + height, clip.y + clip.height);
	return { x: left, y: top, width: math.max(right - left, 0), height: math.max(bottom - top, 0) };
}

function overlaps(one: LayoutEntry, other: LayoutEntry): boolean {
	const [a, b] = [shownOf(one), shownOf(other)];
	if (a.width * a.height === 0 || b.width * b.height === 0) return false;
	return (
		a.x + a.width > b.x + TOLERANCE &&
		b.x + b.width > a.x + TOLERANCE &&
		a.y + a.height > b.y + TOLERANCE &&
		b.y + b.height > a.y + TOLERANCE
	);
}

function isInside(entry: LayoutEntry, other: LayoutEntry): boolean {
	let above = entry.parent;
	while (above) {
		if (above === other) return true;
		above = above.parent;
	}
	return false;
}

/** Whether an object is something to read or press; layers of a slider may lie over one another, and the playhead over everything. */
function isContent(entry: LayoutEntry): boolean {
	if (entry.instance.Name === "PlayheadTime") return false;
	return (
		isText(entry) || entry.instance.IsA("GuiButton") || entry.instance.IsA("TextBox") || entry.instance.Name === "Lanes"
	);
}

/** Whether a person can scroll sideways to the rest of it. */
function scrollsSideways(entry: LayoutEntry): boolean {
	const above = entry.parent?.instance;
	return above?.IsA("ScrollingFrame") === true && above.AutomaticCanvasSize === Enum.AutomaticSize.XY;
}

export = () => {
	(headless ? it : itSKIP)("cuts nothing off and lays nothing over anything else, at each size in both themes", () => {
		let scenes = 0;
		visitPanels((scene) => {
			scenes += 1;
			const content = scene.entries.filter(isContent);
			expect(content.size() > 10).to.equal(true);
			for (const entry of content) {
				const problem = isText(entry) && !scrollsSideways(entry) ? cutOff(entry, scene.width) : undefined;
				assert(problem === undefined, `${scene.name}: ${problem}`);
				for (const other of content) {
					if (scrollsSideways(entry) || scrollsSideways(other)) continue;
					if (entry === other || isInside(entry, other) || isInside(other, entry)) continue;
					assert(
						!overlaps(entry, other),
						`${scene.name}: ${entry.instance.GetFullName()} lies over ${other.instance.GetFullName()}`,
					);
				}
			}
		});
		expect(scenes).to.equal(48);
	});
};
