import { createTake, encodeCFrame, Take } from "../../src";
import { headless } from "../headless";
import { openStudio, PLAY } from "./open-studio";
import { harbour, openInViewport, ViewportUser } from "./viewport/viewport-user";

/** Three keys along X, two seconds apart, in front of the person. */
const KEYS = [
	{ seconds: 0, at: new Vector3(-20, 0, 0) },
	{ seconds: 2, at: new Vector3(0, 0, 0) },
	{ seconds: 4, at: new Vector3(20, 0, 0) },
];

/** Four seconds at ten frames a second along X, with a jump. */
function take(): Take {
	const frames = buffer.create(41 * 18);
	let x = 0;
	for (const index of $range(0, 40)) {
		x += index === 30 ? 500 : 0.5;
		encodeCFrame(new CFrame(x, 0, 0), frames, index * 18);
	}
	return createTake({ name: "Harbour", rate: 10, frames, markers: [{ name: "钟", seconds: 1 }], cuts: [30] });
}

function pathsOf(person: ViewportUser, name: string) {
	return person.session.studio.pathsOf(person.find(name, "WireframeHandleAdornment")!);
}

export = () => {
	const test = headless ? it : itSKIP;

	describe("what is drawn", () => {
		test("draws the path of a take, broken at its cut, with dots, its markers and the camera at the playhead", () => {
			const person = openInViewport(take());
			const paths = pathsOf(person, "Path");
			expect(paths.size()).to.equal(2);
			for (const { points } of paths) {
				for (const index of $range(1, points.size() - 1)) {
					expect(points[index].sub(points[index - 1]).Magnitude < 3).to.equal(true);
				}
			}
			expect(paths[0].points[paths[0].points.size() - 1].X).to.be.near(15, 0.01);
			expect(person.shownBalls("Dot").size()).to.equal(3);
			expect(person.shownBalls("Dot")[0].CFrame.Position.X).to.be.near(5.5, 0.01);
			expect(person.texts().includes("钟")).to.equal(true);
			expect(person.texts().includes("Playhead 0:00.00")).to.equal(true);
			expect(person.find("Playhead", "WireframeHandleAdornment")!.CFrame.Position.X).to.be.near(0.5, 0.01);
			expect(person.shownBalls("Key").size()).to.equal(0);
			expect(person.texts().some((text) => text.find("Drag a key", 1, true)[0] !== undefined)).to.equal(false);
			expect(person.user.errors()).to.equal("");
		});

		test("numbers the keys, as large from near as from far, and says what is chosen", () => {
			const person = openInViewport(harbour(KEYS));
			expect(person.shownBalls("Key").size()).to.equal(3);
			for (const text of ["1", "2", "3", "Harbour"]) expect(person.texts().includes(text)).to.equal(true);
			// 8.5 pixels of a tenth of a stud.
			expect(person.ball("Key1").Radius).to.be.near(0.85, 1e-4);
			person.user.camera().CFrame = new CFrame(0, 0, 144);
			person.session.step(1 / 60);
			expect(person.ball("Key1").Radius).to.be.near(1.7, 1e-4);
			person.click("Key2");
			expect(person.chosen()).to.equal("2");
			expect(person.texts().includes("Key 2   0:02.00   60°")).to.equal(true);
			expect(person.find("ChosenLook", "WireframeHandleAdornment")!.CFrame.Position.X).to.be.near(0, 1e-4);
			expect(person.user.errors()).to.equal("");
		});

		test("keeps nothing in the place, and removes everything when the plugin ends", () => {
			const person = openInViewport(harbour(KEYS));
			person.click("Key2");
			for (const instance of person.ground().GetDescendants()) {
				if (instance.IsA("GuiObject") || instance.IsA("UIComponent") || instance.IsA("Path2D")) continue;
				expect(instance.Archivable).to.equal(false);
				if (!instance.IsA("HandleAdornment")) continue;
				expect(instance.AdornCullingMode).to.equal(Enum.AdornCullingMode.Never);
				expect(instance.AlwaysOnTop).to.equal(true);
			}
			const isLeft = () =>
				person.session.game
					.GetService("Workspace")
					.GetDescendants()
					.some(({ Name }) => Name.match("^Key")[0] !== undefined);
			expect(isLeft()).to.equal(false);
			person.user.plugin.unload();
			person.session.advance(0.1);
			expect(person.ground().GetChildren().size()).to.equal(0);
			expect(person.session.countRenderSteps()).to.equal(0);
			expect(person.user.errors()).to.equal("");
		});

		test("goes to the time of a dot that is pressed", () => {
			const person = openInViewport(take());
			expect(person.session.press(person.ball("Dot2"))).to.equal(true);
			person.session.step(1 / 60);
			expect(person.texts().includes("Playhead 0:02.00")).to.equal(true);
		});
	});

	describe("how much is drawn", () => {
		test("draws a long shot with many keys coarser, and the keys around the playhead", () => {
			const keys = [];
			for (const index of $range(0, 309)) {
				keys.push({ seconds: index * 11.5, at: new Vector3(index % 20, math.floor(index / 20), 0) });
			}
			const person = openInViewport(harbour(keys));
			let points = 0;
			for (const path of pathsOf(person, "Path")) points += path.points.size();
			expect(points <= 1001).to.equal(true);
			expect(person.shownBalls("Dot").size() <= 60).to.equal(true);
			expect(person.shownBalls("Key").size()).to.equal(150);
			person.session.press(person.shownBalls("Dot")[30]);
			person.session.step(1 / 60);
			expect(person.shownBalls("Key").size()).to.equal(300);
			const middle = person.shownBalls("Key")[150].CFrame.Position;
			// The 31st dot is at 31 minutes.
			expect(math.abs(middle.Y * 20 + middle.X - (31 * 60) / 11.5) < 80).to.equal(true);
			expect(person.user.errors()).to.equal("");
		});

		test("draws nothing again while nothing changes", () => {
			const person = openInViewport(harbour(KEYS));
			const before = pathsOf(person, "Path");
			const radius = person.ball("Key1").Radius;
			person.session.advance(0.5);
			person.user.camera().CFrame = new CFrame(0, 0, 144);
			person.session.advance(0.5);
			// The line is where it was: only sizes follow the view.
			expect(pathsOf(person, "Path")[0]).to.equal(before[0]);
			expect(person.ball("Key1").Radius).to.be.near(radius * 2, 1e-4);
		});

		test("has the picture of the recording's own aspect", () => {
			const person = openInViewport(harbour(KEYS, { metadata: { aspect: 2.39 } }));
			person.user.press("LookThrough");
			expect(person.texts().includes("0:00.00   frame 0   60.0°   2.39:1")).to.equal(true);
			const picture = person.find("Picture", "Frame")!;
			expect(picture.AbsoluteSize.X / picture.AbsoluteSize.Y).to.be.near(2.39, 1e-3);
			person.session.viewport.resize(400, 900);
			person.session.advance(0.1);
			expect(picture.AbsoluteSize.X / picture.AbsoluteSize.Y).to.be.near(2.39, 1e-3);
			expect(person.user.errors()).to.equal("");
		});
	});

	describe("the aspect of the picture", () => {
		const choose = (person: ViewportUser, text: string) => {
			const { userInput, menu } = person.session;
			userInput.pointer(person.user.find("SafeFrame", "GuiButton")).rightClick();
			person.session.advance(0.1);
			const offered = menu.items()!.map((item) => item.text);
			menu.choose(text);
			person.session.advance(0.3);
			return offered.join();
		};

		test("is chosen by a right click on the safe frame, as one step, and checked in the menu", () => {
			const person = openInViewport(harbour(KEYS));
			expect(choose(person, "4:3")).to.equal("✓ Any, 16:9, 2.39:1, 4:3, 1:1, 9:16");
			expect(person.shot().metadata?.aspect).to.be.near(4 / 3, 1e-9);
			expect(person.message()).to.equal("Set aspect. Ctrl+Z undoes it.");
			person.user.press("LookThrough");
			const picture = person.find("Picture", "Frame")!;
			expect(picture.AbsoluteSize.X / picture.AbsoluteSize.Y).to.be.near(4 / 3, 1e-3);
			expect(choose(person, "9:16")).to.equal("Any, 16:9, 2.39:1, ✓ 4:3, 1:1, 9:16");
			expect(picture.AbsoluteSize.X / picture.AbsoluteSize.Y).to.be.near(9 / 16, 1e-3);
			choose(person, "Any");
			expect(person.shot().metadata?.aspect).to.equal(undefined);
			person.undo();
			expect(person.shot().metadata?.aspect).to.be.near(9 / 16, 1e-9);
			// What is so already is no step.
			choose(person, "✓ 9:16");
			person.undo();
			expect(person.shot().metadata?.aspect).to.be.near(4 / 3, 1e-9);
			expect(person.user.errors()).to.equal("");
		});

		test("needs a recording to be kept with", () => {
			const user = openStudio({ panel: "DollySequencer" });
			user.session.userInput.pointer(user.find("SafeFrame", "GuiButton")).rightClick();
			user.session.advance(0.1);
			expect(user.message()).to.equal("Open a recording first: the aspect is kept with it.");
		});
	});

	describe("choosing", () => {
		test("chooses by a click, to here with Shift, and one more or less with Ctrl", () => {
			const person = openInViewport(harbour(KEYS));
			const { userInput } = person.session;
			person.click("Key1");
			expect(person.chosen()).to.equal("1");
			userInput.holding({ shift: true }, () => person.click("Key3"));
			expect(person.chosen()).to.equal("1 2 3");
			userInput.holding({ ctrl: true }, () => person.click("Key2"));
			expect(person.chosen()).to.equal("1 3");
			userInput.holding({ ctrl: true }, () => person.click("Key2"));
			expect(person.chosen()).to.equal("1 2 3");
			person.session.advance(1);
			person.click("Key3");
			expect(person.chosen()).to.equal("3");
			expect(person.undoable()).to.equal(undefined);
			expect(person.user.errors()).to.equal("");
		});

		test("looks through at a key that is double-clicked, and Esc gives the view back", () => {
			const person = openInViewport(harbour(KEYS));
			const before = person.user.camera().CFrame;
			person.click("Key3");
			person.click("Key3");
			person.session.advance(0.1);
			expect(person.user.camera().CFrame.Position.X).to.be.near(20, 1e-3);
			expect(person.texts().includes("Looking through Harbour")).to.equal(true);
			expect(person.texts().includes("0:04.00   frame 240   60.0°   1.78:1")).to.equal(true);
			expect(person.shownBalls("Key").size()).to.equal(0);
			expect(person.texts().some((text) => text === "action 90 %")).to.equal(false);
			person.user.press("SafeFrame");
			expect(person.texts().some((text) => text === "action 90 %")).to.equal(true);
			person.session.pressKey("Escape");
			person.session.advance(0.1);
			expect(person.user.camera().CFrame.Position).to.equal(before.Position);
			expect(person.shownBalls("Key").size()).to.equal(3);
			expect(person.user.errors()).to.equal("");
		});
	});

	describe("dragging", () => {
		test("moves a key in the plane of the view, as one step of history", () => {
			const person = openInViewport(harbour(KEYS));
			person.drag("Key2", 50, -30);
			expect(person.positions()).to.equal("-20,0,0 5,3,0 20,0,0");
			expect(person.undoable()).to.equal("Dolly: Move 1 key");
			expect(person.message()).to.equal("Moved 1 key. Ctrl+Z puts it back.");
			person.undo();
			expect(person.positions()).to.equal("-20,0,0 0,0,0 20,0,0");
			expect(person.undoable()).to.equal(undefined);
			expect(person.ball("Key2").CFrame.Position.X).to.be.near(0, 1e-4);
			expect(person.user.errors()).to.equal("");
		});

		test("moves all chosen keys, straight up and down with Shift", () => {
			const person = openInViewport(harbour(KEYS));
			person.click("Key1");
			person.session.userInput.holding({ shift: true }, () => person.click("Key2"));
			person.session.userInput.holding({ shift: true }, () => person.drag("Key1", 80, -40));
			expect(person.positions()).to.equal("-20,4,0 0,4,0 20,0,0");
			expect(person.chosen()).to.equal("1 2");
			expect(person.undoable()).to.equal("Dolly: Move 2 keys");
			person.undo();
			expect(person.positions()).to.equal("-20,0,0 0,0,0 20,0,0");
			expect(person.user.errors()).to.equal("");
		});

		test("begins after four pixels, shows once a frame, and has the mouse to itself meanwhile", () => {
			const person = openInViewport(harbour(KEYS));
			const { plugin } = person.user.plugin;
			const at = person.down("Key2");
			expect(plugin.IsActivatedWithExclusiveMouse()).to.equal(true);
			person.move(at.X + 2, at.Y);
			expect(person.ball("Key2").CFrame.Position.X).to.be.near(0, 1e-4);
			person.session.viewport.move(at.X + 10, at.Y);
			person.session.viewport.move(at.X + 20, at.Y);
			expect(person.ball("Key2").CFrame.Position.X).to.be.near(0, 1e-4);
			person.session.step(1 / 60);
			expect(person.ball("Key2").CFrame.Position.X).to.be.near(2, 1e-4);
			// Nothing is kept before it is let go.
			expect(person.positions()).to.equal("-20,0,0 0,0,0 20,0,0");
			person.up();
			expect(person.positions()).to.equal("-20,0,0 2,0,0 20,0,0");
			expect(plugin.IsActivated()).to.equal(false);
			expect(plugin.GetSelectedRibbonTool()).to.equal(Enum.RibbonTool.Select);
			expect(person.user.errors()).to.equal("");
		});

		test("cancels a drag by Esc, and leaves no step", () => {
			const person = openInViewport(harbour(KEYS));
			const at = person.down("Key2");
			person.move(at.X + 60, at.Y);
			person.session.pressKey("Escape");
			person.session.step(1 / 60);
			expect(person.ball("Key2").CFrame.Position.X).to.be.near(0, 1e-4);
			person.move(at.X + 90, at.Y);
			person.up();
			expect(person.positions()).to.equal("-20,0,0 0,0,0 20,0,0");
			expect(person.undoable()).to.equal(undefined);
			expect(person.chosen()).to.equal("2");
			person.drag("Key2", 10, 0);
			expect(person.positions()).to.equal("-20,0,0 1,0,0 20,0,0");
			expect(person.user.errors()).to.equal("");
		});

		test("copies keys with Alt, half a second later or halfway to the next", () => {
			const person = openInViewport(harbour([...KEYS, { seconds: 4.5, at: new Vector3(25, 0, 0) }]));
			person.session.userInput.holding({ alt: true }, () => person.drag("Key2", 0, -50));
			expect(
				person
					.shot()
					.keys.map(({ seconds }) => seconds)
					.join(" "),
			).to.equal("0 2 2.5 4 4.5");
			expect(person.positions()).to.equal("-20,0,0 0,0,0 0,5,0 20,0,0 25,0,0");
			expect(person.chosen()).to.equal("3");
			expect(person.undoable()).to.equal("Dolly: Copy 1 key");
			person.session.userInput.holding({ alt: true }, () => person.drag("Key4", 0, -50));
			expect(person.shot().keys[4].seconds).to.be.near(4.25, 1e-6);
			person.undo();
			person.undo();
			expect(person.positions()).to.equal("-20,0,0 0,0,0 20,0,0 25,0,0");
			expect(person.user.errors()).to.equal("");
		});

		test("says that there is no room for a copy", () => {
			const near = [...KEYS, { seconds: 4 + 1 / 60, at: new Vector3(25, 0, 0) }];
			const person = openInViewport(harbour(near));
			person.session.userInput.holding({ alt: true }, () => person.drag("Key3", 0, -50));
			expect(person.shot().keys.size()).to.equal(4);
			expect(person.message().find("There is no room for a copy", 1, true)[0]).to.equal(1);
		});

		test("moves chosen keys along an axis by its arrow", () => {
			const person = openInViewport(harbour(KEYS));
			person.click("Key1");
			person.session.userInput.holding({ ctrl: true }, () => person.click("Key3"));
			person.session.viewport.dragHandle(person.find("MoveY", "Handles")!, "Top", [1, 4, 7], () => {
				person.session.step(1 / 60);
				expect(person.ball("Key1").CFrame.Position.Y).to.be.near(7, 1e-4);
			});
			expect(person.positions()).to.equal("-20,7,0 0,0,0 20,7,0");
			expect(person.undoable()).to.equal("Dolly: Move 2 keys");
			person.session.viewport.dragHandle(person.find("MoveX", "Handles")!, "Right", [-2]);
			person.session.viewport.dragHandle(person.find("MoveZ", "Handles")!, "Back", [3]);
			expect(person.positions()).to.equal("-22,7,3 0,0,0 18,7,3");
			for (const _ of $range(1, 3)) person.undo();
			expect(person.positions()).to.equal("-20,0,0 0,0,0 20,0,0");
			expect(person.user.errors()).to.equal("");
		});

		test("turns the look of a key by a ring, and Esc cancels that", () => {
			const person = openInViewport(harbour(KEYS));
			person.click("Key2");
			const rings = person.find("Turn", "ArcHandles")!;
			person.session.viewport.dragHandle(rings, "Y", [0.2, math.pi / 2]);
			const [x, y, z, w] = person.shot().keys[1].rotation;
			const look = new CFrame(0, 0, 0, x, y, z, w).LookVector;
			expect(look.X).to.be.near(-1, 1e-3);
			expect(person.undoable()).to.equal("Dolly: Turn 1 key");
			person.undo();
			person.session.viewport.dragHandle(rings, "X", [0.5], () => person.session.pressKey("Escape"));
			expect(person.shot().keys[1].rotation[3]).to.be.near(1, 1e-6);
			expect(person.undoable()).to.equal(undefined);
			expect(person.user.errors()).to.equal("");
		});

		test("drags the velocity of a key by its tangent handles, and a double click sets it to Auto", () => {
			const person = openInViewport(harbour(KEYS));
			person.click("Key2");
			// 10 studs per second, a third of it.
			expect(person.ball("Tangent1").CFrame.Position.X).to.be.near(10 / 3, 1e-3);
			expect(person.ball("Tangent2").CFrame.Position.X).to.be.near(-10 / 3, 1e-3);
			person.drag("Tangent1", 0, -20);
			const [vx, vy] = person.shot().keys[1].velocity!;
			expect(vx).to.be.near(10, 1e-3);
			expect(vy).to.be.near(6, 1e-3);
			expect(person.undoable()).to.equal("Dolly: Bend path at key");
			person.drag("Tangent2", 0, -20);
			expect(person.shot().keys[1].velocity![1]).to.be.near(0, 1e-3);
			person.session.advance(1);
			person.click("Tangent1");
			person.click("Tangent1");
			expect(person.shot().keys[1].velocity).never.to.be.ok();
			for (const _ of $range(1, 3)) person.undo();
			expect(person.shot().keys[1].velocity).never.to.be.ok();
			expect(person.undoable()).to.equal(undefined);
			expect(person.user.errors()).to.equal("");
		});

		test("bends a fitted flight around a key that moves, and cancels to what was chosen", () => {
			const fitted = [];
			for (const index of $range(0, 10)) {
				fitted.push({ seconds: index * 0.4, at: new Vector3(index * 4 - 20, 0, 0), velocity: new Vector3(10, 0, 0) });
			}
			const person = openInViewport(harbour(fitted));
			person.drag("Key6", 0, -100);
			const { keys } = person.shot();
			const moved = keys.find(({ seconds }) => math.abs(seconds - 2) < 1e-6)!;
			expect(moved.position[1]).to.be.near(10, 1e-3);
			for (const { seconds, position } of keys) {
				const share = math.max(0, math.cos((math.clamp(seconds - 2, -1, 1) * math.pi) / 2) ** 2);
				expect(position[1]).to.be.near(10 * share, 1e-3);
			}
			expect(person.chosen()).to.equal(tostring(keys.indexOf(moved) + 1));
			person.undo();
			expect(person.shot().keys.size()).to.equal(11);
			expect(person.user.errors()).to.equal("");
		});
	});

	describe("refusals", () => {
		test("says that another change of the place is under way, and moves nothing", () => {
			const person = openInViewport(harbour(KEYS));
			const history = person.session.game.GetService("ChangeHistoryService");
			person.session.runAsPlugin(() => history.TryBeginRecording("Other", "Other"));
			person.drag("Key2", 50, 0);
			expect(person.positions()).to.equal("-20,0,0 0,0,0 20,0,0");
			expect(person.message().find("another change of the place", 1, true)[0] !== undefined).to.equal(true);
			person.click("Key3");
			expect(person.chosen()).to.equal("3");
			person.session.viewport.dragHandle(person.find("MoveY", "Handles")!, "Top", [3, 5]);
			expect(person.positions()).to.equal("-20,0,0 0,0,0 20,0,0");
			expect(person.user.errors()).to.equal("");
		});

		test("says in play mode how long a change lasts", () => {
			const person = openInViewport(harbour(KEYS), { context: PLAY });
			person.drag("Key2", 50, 0);
			expect(person.positions()).to.equal("-20,0,0 5,0,0 20,0,0");
			expect(person.message()).to.equal("This change lasts until play mode ends.");
			expect(person.user.errors()).to.equal("");
		});

		test("gives a drag up if another plugin takes the mouse", () => {
			const person = openInViewport(harbour(KEYS));
			const at = person.down("Key2");
			person.move(at.X + 60, at.Y);
			const other = person.session.newPlugin().plugin;
			person.session.runAsPlugin(() => other.Activate(true));
			person.session.step(1 / 60);
			expect(person.ball("Key2").CFrame.Position.X).to.be.near(0, 1e-4);
			expect(person.undoable()).to.equal(undefined);
			expect(other.IsActivated()).to.equal(true);
		});
	});
};
