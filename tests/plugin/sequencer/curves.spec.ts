import { decodeCFrame } from "../../../src";
import { contrastOf } from "../../../ui/contrast";
import { headless } from "../../headless";
import { harbourFilm, keptShot, openSequencer, straightFlight } from "./open-sequencer";
import { curvedKeys, graph, placeOf, showCurves, undo } from "./side-user";

export = () => {
	const test = headless ? it : itSKIP;

	test("lists channels with their values at the playhead, and shows and hides their curves", () => {
		const user = openSequencer([curvedKeys()]);
		user.type("Time", "0:01");
		showCurves(user);
		const value = (name: string) =>
			(user.find(`Channel-${name}`, "TextButton").FindFirstChild("ChannelValue") as TextLabel).Text;
		expect(["X", "Y", "Z", "Yaw", "Pitch", "Field of view"].map(value).join()).to.equal(
			"10.0, 5.0, 4.0, 30.0°, −11.5°, 60.0°",
		);
		expect(user.isShown("Point-x-key:0:1")).to.equal(true);
		user.press("Channel-X");
		expect(user.isShown("Point-x-key:0:1")).to.equal(false);
		user.press("Channel-Yaw");
		expect(user.isShown("Point-yaw-key:0:1")).to.equal(true);
		user.press("Group-Look");
		expect(user.isShown("Channel-Yaw")).to.equal(false);
		user.session.userInput.hover(user.find("CurveSurface", "Frame"));
		user.session.pressKey("G");
		user.session.advance(0.2);
		expect(user.isShown("CurveSurface")).to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("drags a key up by its value and leaves its time, as one step", () => {
		const user = openSequencer([curvedKeys()]);
		showCurves(user);
		const [x, y] = placeOf(user, "Point-x-key:0:1");
		graph(user)
			.at(x, y)
			.down()
			.move(x + 1, y - 20)
			.move(x + 2, y - 40)
			.up();
		user.session.advance(0.3);
		const { keys } = keptShot(user, "Three");
		expect(keys[1].seconds).to.equal(1);
		expect(keys[1].position[0] > 11).to.equal(true);
		expect(keys[1].position[1]).to.be.near(5, 1e-6);
		expect(user.message().match("^Moved 1 key to %d+%.%d%. Ctrl%+Z puts it back%.$")[0] !== undefined).to.equal(true);
		// The numbers of the key stand beside the graph.
		expect(user.text("SideTitle")).to.equal("Key 2 of 3");
		expect(user.text("PointTip")).to.equal(`X ${user.find("KeyX", "TextBox").Text} at 0:01.00`);
		undo(user);
		expect(keptShot(user, "Three").keys[1].position[0]).to.be.near(10, 1e-6);
		expect(user.errors()).to.equal("");
	});

	test("drags a key to the side by its time, onto frames, and cancels with Escape", () => {
		const user = openSequencer([curvedKeys()]);
		showCurves(user);
		const [x, y] = placeOf(user, "Point-x-key:0:1");
		const width = user.find("CurveSurface", "Frame").AbsoluteSize.X - 80;
		graph(user)
			.at(x, y)
			.down()
			.move(x + 10, y)
			.move(x + width / 4, y);
		user.session.pressKey("Escape");
		graph(user).up();
		user.session.advance(0.3);
		expect(keptShot(user, "Three").keys[1].seconds).to.equal(1);
		const [again, height] = placeOf(user, "Point-x-key:0:1");
		const room = user.find("CurveSurface", "Frame").AbsoluteSize.X - 80;
		graph(user)
			.at(again, height)
			.down()
			.move(again + 10, height)
			.move(again + room / 4, height)
			.up();
		user.session.advance(0.3);
		const { keys } = keptShot(user, "Three");
		expect(keys[1].seconds).to.be.near(1.5, 1 / 60);
		expect((keys[1].seconds * 60) % 1).to.be.near(0, 1e-6);
		expect(keys[1].position[0]).to.be.near(10, 1e-6);
		expect(user.errors()).to.equal("");
	});

	test("drags yaw by degrees and leaves pitch and roll", () => {
		const user = openSequencer([curvedKeys()]);
		showCurves(user);
		for (const name of ["X", "Y", "Z", "Yaw"]) user.press(`Channel-${name}`);
		const [x, y] = placeOf(user, "Point-yaw-key:0:1");
		graph(user)
			.at(x, y)
			.down()
			.move(x, y - 20)
			.move(x, y - 40)
			.up();
		user.session.advance(0.3);
		const [pitch, yaw, roll] = new CFrame(0, 0, 0, ...keptShot(user, "Three").keys[1].rotation).ToOrientation();
		expect(math.deg(yaw) > 35).to.equal(true);
		expect(pitch).to.be.near(-0.2, 1e-4);
		expect(roll).to.be.near(0, 1e-4);
		expect(user.errors()).to.equal("");
	});

	test("bends a curve by a handle, and goes back to Auto by a double click on it", () => {
		const user = openSequencer([curvedKeys()]);
		showCurves(user);
		graph(user)
			.at(...placeOf(user, "Point-x-key:0:1"))
			.click();
		user.session.advance(0.6);
		const before = keptShot(user, "Three").keys[1];
		expect(before.velocity).to.equal(undefined);
		const [keyX, keyY] = placeOf(user, "Point-x-key:0:1");
		const [x, y] = placeOf(user, "Handle2");
		expect(x > keyX && y < keyY).to.equal(true);
		graph(user)
			.at(x, y)
			.down()
			.move(keyX + 50, keyY - 10)
			.move(keyX + 50, keyY)
			.up();
		user.session.advance(0.3);
		const bent = keptShot(user, "Three").keys[1];
		// Along X it passes level; along Z as before.
		expect(bent.velocity![0]).to.be.near(0, 0.3);
		expect(bent.velocity![2]).to.be.near(8, 0.1);
		expect(user.message()).to.equal("Bent the curve at 0:01.00. Ctrl+Z puts it back.");
		graph(user)
			.at(...placeOf(user, "Handle2"))
			.doubleClick();
		user.session.advance(0.3);
		expect(keptShot(user, "Three").keys[1].velocity).to.equal(undefined);
		expect(user.errors()).to.equal("");
	});

	test("turns by a handle of yaw as fast as the curve then goes", () => {
		const user = openSequencer([curvedKeys()]);
		showCurves(user);
		for (const name of ["X", "Y", "Z", "Yaw"]) user.press(`Channel-${name}`);
		graph(user)
			.at(...placeOf(user, "Point-yaw-key:0:1"))
			.click();
		user.session.advance(0.6);
		const [keyX, keyY] = placeOf(user, "Point-yaw-key:0:1");
		const [nextX, nextY] = placeOf(user, "Point-yaw-key:0:2");
		const [x, y] = placeOf(user, "Handle2");
		// Twice as steep as the way to the next key, which is 30° a second.
		const goalX = keyX + (nextX - keyX) / 8;
		const goalY = keyY + (nextY - keyY) / 4;
		graph(user).at(x, y).down().move(goalX, goalY).up();
		user.session.advance(0.3);
		const take = keptShot(user, "Three");
		const { turning, rotation } = take.keys[1];
		// Level, the camera yaws about the world's up, which it sees tilted by its pitch.
		const up = new CFrame(0, 0, 0, ...rotation).VectorToObjectSpace(new Vector3(0, math.rad(60), 0));
		expect(turning![0]).to.be.near(up.X, 0.03);
		expect(turning![1]).to.be.near(up.Y, 0.03);
		expect(turning![2]).to.be.near(up.Z, 0.03);
		expect(user.errors()).to.equal("");
	});

	test("zooms the time with the wheel, the value with Ctrl, and pans with Shift", () => {
		const user = openSequencer([curvedKeys()]);
		showCurves(user);
		const x = () => placeOf(user, "Point-x-key:0:2")[0] - placeOf(user, "Point-x-key:0:1")[0];
		const y = () => placeOf(user, "Point-x-key:0:1")[1] - placeOf(user, "Point-x-key:0:2")[1];
		const [wide, high] = [x(), y()];
		const [keyX, keyY] = placeOf(user, "Point-x-key:0:1");
		user.session.userInput.holding({ ctrl: true }, () => graph(user).at(keyX, keyY).wheel(1));
		user.session.advance(0.1);
		expect(y()).to.be.near(high / 0.8, 2);
		expect(x()).to.be.near(wide, 2);
		expect(placeOf(user, "Point-x-key:0:1")[1]).to.be.near(keyY, 2);
		graph(user).at(keyX, keyY).wheel(-1);
		user.session.advance(0.1);
		expect(x()).to.be.near(wide * 0.8, 2);
		expect(y()).to.be.near(high / 0.8, 2);
		user.press("Fit");
		expect(y()).to.be.near(high, 2);
		expect(user.errors()).to.equal("");
	});

	test("chooses keys by a box and with Shift and Ctrl, adds one by a double click on a curve, and opens menus", () => {
		const user = openSequencer([curvedKeys()]);
		user.plugin.resize("DollySequencer", 900, 320);
		user.session.advance(0.2);
		showCurves(user);
		const [firstX, firstY] = placeOf(user, "Point-x-key:0:0");
		const [nextX, nextY] = placeOf(user, "Point-x-key:0:1");
		graph(user)
			.at(...placeOf(user, "Point-x-key:0:0"))
			.click();
		user.session.advance(0.6);
		user.session.userInput.holding({ ctrl: true }, () => graph(user).at(nextX, nextY).click());
		user.session.advance(0.6);
		expect(user.find("Point-x-key:0:0", "Frame").AbsoluteSize.X > 8).to.equal(true);
		expect(user.find("Point-x-key:0:1", "Frame").AbsoluteSize.X > 8).to.equal(true);
		graph(user)
			.at((firstX + nextX) / 2, (firstY + nextY) / 2)
			.doubleClick();
		user.session.advance(0.4);
		expect(keptShot(user, "Three").keys.size()).to.equal(4);
		graph(user)
			.at(firstX + 60, 6)
			.rightClick();
		expect(
			user.session.menu
				.items()!
				.map(({ text }) => text)
				.join(),
		).to.equal(
			"✓ Position X, ✓ Position Y, ✓ Position Z, Yaw, Pitch, Roll, Field of view, Speed, -, All values in view",
		);
		user.session.menu.choose("Field of view");
		user.session.advance(0.2);
		expect(user.isShown("Point-lens-key:0:0")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("breaks curves at cuts, has no stairs, and shows a take without keys", () => {
		const user = openSequencer([harbourFilm()]);
		showCurves(user);
		const paths = user.find("Curve-X", "Frame").GetChildren() as Array<Path2D>;
		const cut = user.find("Cut1", "Frame").Position.X.Offset;
		const shown = paths.filter((path) => path.Visible);
		expect(shown.size() >= 2).to.equal(true);
		// No piece goes through the cut.
		const corners = new Array<Path2DControlPoint>();
		for (const path of shown) {
			const piece = path.GetControlPoints() as Array<Path2DControlPoint>;
			const xs = piece.map(({ Position }) => Position.X.Offset);
			const isBefore = xs.every((x) => x <= cut + 2);
			expect(isBefore || xs.every((x) => x >= cut - 2)).to.equal(true);
			if (isBefore) for (const corner of piece) corners.push(corner);
		}
		for (const index of $range(1, corners.size() - 1)) {
			const [a, b] = [corners[index - 1].Position, corners[index].Position];
			expect(b.X.Offset >= a.X.Offset).to.equal(true);
			expect(math.abs(b.Y.Offset - a.Y.Offset) < 12).to.equal(true);
		}
		const flight = openSequencer([straightFlight(61)]);
		showCurves(flight);
		expect(decodeCFrame(straightFlight(61).frames, 18).X).to.equal(1);
		expect(flight.isShown("Point-x-key:0:0")).to.equal(false);
		expect(user.errors() + flight.errors()).to.equal("");
	});

	test("draws curves and keys that can be told from the ground in both themes", () => {
		const user = openSequencer([curvedKeys()]);
		showCurves(user);
		for (const name of ["Yaw", "Pitch", "Roll", "Field of view", "Speed"]) user.press(`Channel-${name}`);
		for (const theme of ["Dark", "Light"] as const) {
			user.session.studio.setTheme(theme);
			user.session.advance(0.2);
			const ground = user.find("LaneArea", "Frame").BackgroundColor3;
			for (const name of ["X", "Y", "Z", "Yaw", "Pitch", "Roll", "Field of view", "Speed"]) {
				const [path] = user.find(`Curve-${name}`, "Frame").GetChildren() as Array<Path2D>;
				expect(contrastOf(path.Color3, ground) >= 4.5).to.equal(true);
			}
			expect(contrastOf(user.find("Point-x-key:0:1", "Frame").BackgroundColor3, ground) >= 3).to.equal(true);
		}
		expect(user.errors()).to.equal("");
	});
};
