import { EDIT } from "../plugin/open-studio";
import { failureOf } from "../expect-failure";
import { headless } from ".";
import type { PluginControl, Session } from "./session";

interface Studio {
	session: Session;
	control: PluginControl;
	widget: DockWidgetPluginGui;
	/** What was heard, in order. */
	heard: Array<string>;
}

/** A dock widget of 200 by 100 pixels. */
function addWidget(session: Session, control: PluginControl, id: string): DockWidgetPluginGui {
	let widget: DockWidgetPluginGui;
	session.run(() => {
		const info = new DockWidgetPluginGuiInfo(Enum.InitialDockState.Bottom, true, true, 200, 100, 50, 50);
		widget = control.plugin.CreateDockWidgetPluginGuiAsync(id, info);
	});
	return widget!;
}

function openWidget(): Studio {
	const session = headless!.open({ context: EDIT });
	const control = session.newPlugin();
	return { session, control, widget: addWidget(session, control, "Panel"), heard: [] };
}

function add<K extends "Frame" | "TextButton" | "ScrollingFrame">(
	{ session }: Studio,
	className: K,
	parent: Instance,
	name: string,
	[x, y, width, height]: [number, number, number, number],
): CreatableInstances[K] {
	const object = session.create(className) as GuiObject;
	object.Name = name;
	object.Position = UDim2.fromOffset(x, y);
	object.Size = UDim2.fromOffset(width, height);
	object.Parent = parent;
	return object as CreatableInstances[K];
}

/** Writes down what an object hears: the event, the kind of input, and where. */
function listen({ heard }: Studio, object: GuiObject): void {
	const write = (event: string) => (input: InputObject) => {
		const { X, Y, Z } = input.Position;
		heard.push(`${object.Name} ${event} ${input.UserInputType.Name} ${X} ${Y} ${Z}`);
	};
	object.InputBegan.Connect(write("began"));
	object.InputChanged.Connect(write("changed"));
	object.InputEnded.Connect(write("ended"));
}

function take({ heard }: Studio): string {
	const text = heard.join(", ");
	heard.clear();
	return text;
}

export = () => {
	const test = headless ? it : itSKIP;

	describe("pointer", () => {
		test("reaches what is under it, down to the first object that sinks input", () => {
			const studio = openWidget();
			const lane = add(studio, "Frame", studio.widget, "Lane", [10, 10, 100, 50]);
			const key = add(studio, "Frame", lane, "Key", [20, 20, 10, 10]);
			[lane, key].forEach((object) => listen(studio, object));
			const pointer = studio.session.userInput.pointer(key).at(5, 5);
			expect(take(studio)).to.equal(
				"Key began MouseMovement 35 35 0, Lane began MouseMovement 35 35 0, " +
					"Key changed MouseMovement 35 35 0, Lane changed MouseMovement 35 35 0",
			);
			pointer.down("MouseButton3").move(25);
			expect(take(studio)).to.equal(
				"Key began MouseButton3 35 35 0, Lane began MouseButton3 35 35 0, " +
					"Key ended MouseMovement 55 35 0, Lane changed MouseMovement 55 35 0",
			);
			pointer.up("MouseButton3");
			expect(take(studio)).to.equal("Lane ended MouseButton3 55 35 0");
			key.Active = true;
			studio.session.userInput.pointer(key).wheel(-1);
			expect(take(studio)).to.equal(
				"Lane ended MouseMovement 35 35 0, Key began MouseMovement 35 35 0, " +
					"Key changed MouseMovement 35 35 0, Key changed MouseWheel 35 35 -1",
			);
		});

		test("clicks buttons, twice and on the right, and not those it leaves", () => {
			const studio = openWidget();
			const button = add(studio, "TextButton", studio.widget, "Button", [0, 0, 40, 20]);
			button.Activated.Connect(() => studio.heard.push(`activated ${studio.session.now()}`));
			button.MouseButton2Click.Connect(() => studio.heard.push("right"));
			const { userInput } = studio.session;
			userInput.pointer(button).down().move(90).up();
			expect(take(studio)).to.equal("");
			userInput.pointer(button).rightClick();
			expect(take(studio)).to.equal("right");
			const start = studio.session.now();
			userInput.pointer(button).doubleClick();
			expect(studio.heard.size()).to.equal(2);
			expect(studio.session.now() - start).to.be.near(0.1, 1e-6);
			const cover = add(studio, "Frame", studio.widget, "Cover", [0, 0, 40, 20]);
			cover.ZIndex = 2;
			cover.Active = true;
			const failure = failureOf(() => userInput.pointer(button).click());
			expect(failure.find("Button cannot be reached", 1, true)[0]).to.be.ok();
		});

		test("enters and leaves what is below others, too", () => {
			const studio = openWidget();
			const low = add(studio, "Frame", studio.widget, "Low", [0, 0, 50, 50]);
			const high = add(studio, "Frame", studio.widget, "High", [0, 0, 20, 20]);
			high.Active = true;
			low.MouseEnter.Connect(() => studio.heard.push("enter"));
			low.MouseLeave.Connect(() => studio.heard.push("leave"));
			studio.session.userInput.pointer(high).at(5, 5);
			studio.session.userInput.leave();
			expect(take(studio)).to.equal("enter, leave");
		});

		test("hits a turned object only if its rectangle holds the point both ways", () => {
			const studio = openWidget();
			const key = add(studio, "Frame", studio.widget, "Key", [20, 20, 12, 12]);
			key.Rotation = 45;
			const { userInput } = studio.session;
			userInput.pointer(key).at(6, 6);
			// The corner of the square is outside of the diamond, and the diamond's outside of the square.
			failureOf(() => userInput.pointer(key).at(0.5, 0.5));
			failureOf(() => userInput.pointer(key).at(-1, 6));
		});

		test("scrolls with the wheel, and stops at the ends", () => {
			const studio = openWidget();
			const list = add(studio, "ScrollingFrame", studio.widget, "List", [0, 0, 100, 100]);
			list.CanvasSize = UDim2.fromOffset(0, 250);
			studio.session.userInput.pointer(list).wheel(-1);
			expect(list.CanvasPosition.Y).to.equal(100);
			studio.session.userInput.pointer(list).wheel(-1, 5);
			expect(list.CanvasPosition.Y).to.equal(150);
			studio.session.userInput.pointer(list).wheel(1, 2);
			expect(list.CanvasPosition.Y).to.equal(0);
		});
	});

	describe("keys", () => {
		test("tell which modifiers are held, and reach what is under the pointer", () => {
			const studio = openWidget();
			const { userInput, pressKey } = studio.session;
			const lane = add(studio, "Frame", studio.widget, "Lane", [0, 0, 100, 50]);
			const service = studio.session.game.GetService("UserInputService");
			let latest: InputObject;
			lane.InputBegan.Connect((input) => {
				if (input.UserInputType !== Enum.UserInputType.Keyboard) return;
				if (input.KeyCode !== Enum.KeyCode.D) return;
				const held = Enum.ModifierKey.GetEnumItems().filter((modifier) => input.IsModifierKeyDown(modifier));
				const names = held.map((modifier) => modifier.Name).sort((a, b) => a < b);
				studio.heard.push(`${names.join("+")} ${service.IsKeyDown(Enum.KeyCode.LeftControl)}`);
				latest = input;
			});
			pressKey("D");
			expect(take(studio)).to.equal("");
			userInput.pointer(lane).at();
			pressKey("D", { ctrl: true, shift: true });
			expect(take(studio)).to.equal("Ctrl+Shift true");
			expect(service.IsKeyDown(Enum.KeyCode.LeftControl)).to.equal(false);
			failureOf(() => latest.IsModifierKeyDown(Enum.ModifierKey.Ctrl));
			expect(latest!.IsModifierKeyDown(Enum.ModifierKey.Alt)).to.equal(false);
			userInput.leave();
			pressKey("D");
			expect(take(studio)).to.equal("");
			userInput.pointer(lane).click();
			userInput.leave();
			pressKey("D");
			expect(take(studio)).to.equal("");
			userInput.setKeysReachFocus(true);
			pressKey("D");
			userInput.focusMainWindow();
			pressKey("D");
			expect(take(studio)).to.equal(" false");
		});

		test("are held while the mouse works", () => {
			const studio = openWidget();
			const lane = add(studio, "Frame", studio.widget, "Lane", [0, 0, 100, 50]);
			lane.InputBegan.Connect((input) => {
				if (input.UserInputType !== Enum.UserInputType.MouseButton1) return;
				studio.heard.push(`${input.IsModifierKeyDown(Enum.ModifierKey.Alt)}`);
			});
			studio.session.userInput.holding({ alt: true }, () => studio.session.userInput.pointer(lane).click());
			studio.session.userInput.pointer(lane).click();
			expect(take(studio)).to.equal("true, false");
		});
	});

	describe("plugin windows", () => {
		test("gain and lose the focus, before the press that caused it", () => {
			const studio = openWidget();
			const { session, control, widget, heard } = studio;
			const other = addWidget(session, control, "Other");
			const lane = add(studio, "Frame", widget, "Lane", [0, 0, 100, 50]);
			lane.InputBegan.Connect(({ UserInputType }) => {
				if (UserInputType === Enum.UserInputType.MouseButton1) heard.push("press");
			});
			session.runAsPlugin(() => {
				for (const [name, gui] of [["panel", widget] as const, ["other", other] as const]) {
					gui.WindowFocused.Connect(() => heard.push(`${name} on`));
					gui.WindowFocusReleased.Connect(() => heard.push(`${name} off`));
				}
			});
			session.userInput.pointer(lane).click().click();
			session.userInput.pointer(other).click();
			session.userInput.focusMainWindow();
			expect(take(studio)).to.equal("panel on, press, press, panel off, other on, other off");
		});

		test("know where the mouse is while it is over them, or was pressed in them", () => {
			const { session, control, widget } = openWidget();
			const other = addWidget(session, control, "Other");
			const place = () => {
				const { X, Y } = widget.GetRelativeMousePosition();
				return `${X} ${Y}`;
			};
			session.userInput.pointer(widget).at(12, 34);
			session.userInput.pointer(other).at(90, 90);
			expect(place()).to.equal("12 34");
			session.userInput.pointer(widget).at(5, 5).down().move(250, -10).up();
			expect(place()).to.equal("250 -10");
		});

		test("hear of drags that come from others", () => {
			const studio = openWidget();
			const { session, control, widget, heard } = studio;
			const other = addWidget(session, control, "Other");
			const take1 = add(studio, "Frame", widget, "Take", [0, 0, 100, 20]);
			const data = { Sender: "Dolly", MimeType: "text/plain", Data: "Take 1" };
			take1.InputBegan.Connect(({ UserInputType }) => {
				if (UserInputType === Enum.UserInputType.MouseButton1) control.plugin.StartDrag(data);
			});
			take1.InputEnded.Connect(() => heard.push("ended"));
			for (const gui of [widget, other]) {
				const write = (event: string) => (dragged: object) =>
					heard.push(`${gui.Name} ${event} ${(dragged as typeof data).Data}`);
				gui.PluginDragEntered.Connect(write("entered"));
				gui.PluginDragMoved.Connect(write("moved"));
				gui.PluginDragLeft.Connect(write("left"));
				gui.PluginDragDropped.Connect(write("dropped"));
			}
			session.userInput.pointer(take1).down();
			session.userInput.pointer(other).move(10, 10).up();
			expect(take(studio)).to.equal("Other entered Take 1, Other moved Take 1, Other dropped Take 1");
			expect(failureOf(() => control.plugin.StartDrag(data)).find("no mouse button", 1, true)[0]).to.be.ok();
			failureOf(() => control.plugin.StartDrag({ Name: "Take 1" }));
		});
	});
};
