import { isRecording } from "../../../src";
import { headless } from "../../headless";
import type { StudioUser } from "../open-studio";
import { harbourFilm, keptRecording, keptShot, openSequencer, straightFlight, threeKeys } from "./open-sequencer";

function lanes(user: StudioUser) {
	return user.session.userInput.pointer(user.find("LaneSurface", "Frame"));
}

function ruler(user: StudioUser) {
	return user.session.userInput.pointer(user.find("RulerSurface", "Frame"));
}

/** Where a time is on the lanes of a view that begins at 0, in pixels. */
function xOf(user: StudioUser, seconds: number, span: number): number {
	const width = user.find("LaneSurface", "Frame").AbsoluteSize.X;
	return 12 + (seconds / span) * (width - 52);
}

function over(user: StudioUser): void {
	user.session.userInput.hover(user.find("LaneSurface", "Frame"));
}

function key(user: StudioUser, name: Enum.KeyCode["Name"], held: { ctrl?: boolean; shift?: boolean } = {}): void {
	over(user);
	user.session.pressKey(name, held);
	user.session.advance(0.2);
}

function secondsOf(user: StudioUser, name = "Three"): string {
	return keptShot(user, name)
		.keys.map(({ seconds }) => tostring(math.round(seconds * 100) / 100))
		.join();
}

const CAMERA_LANE = 24 + 24 + 16;
const CLIP_LANE = 24 + 12;

export = () => {
	const test = headless ? it : itSKIP;

	test("scrubs along the ruler, snaps to keys within 6 pixels, and not with Shift", () => {
		const user = openSequencer([threeKeys()]);
		const near = xOf(user, 1, 2) + 4;
		ruler(user).at(near, 8).down().move(near, 8).up();
		user.session.advance(0.1);
		expect(user.text("PlayheadTime")).to.equal("0:01.00");
		user.session.userInput.holding({ shift: true }, () => ruler(user).at(near, 8).down().move(near, 8).up());
		user.session.advance(0.1);
		expect(user.text("PlayheadTime")).to.equal("0:01.02");
		expect(user.errors()).to.equal("");
	});

	test("zooms at the pointer, pans with Shift and the middle button, and fits by F", () => {
		const user = openSequencer([threeKeys()]);
		// The middle of the clip is at its second key.
		const at = () => {
			const clip = user.find("Clip1", "Frame");
			return clip.AbsolutePosition.X + clip.AbsoluteSize.X / 2;
		};
		const before = at();
		const x = xOf(user, 1, 2);
		lanes(user).at(x, 200).wheel(1, 3);
		user.session.advance(0.1);
		expect(at()).to.be.near(before, 0.5);
		expect(user.find("Clip1", "Frame").AbsolutePosition.X < 200).to.equal(true);
		user.session.userInput.holding({ shift: true }, () => lanes(user).at(x, 200).wheel(-1));
		user.session.advance(0.1);
		expect(at() < before - 20).to.equal(true);
		const middle = at();
		lanes(user)
			.at(x, 200)
			.down("MouseButton3")
			.move(x + 60, 200)
			.up("MouseButton3");
		user.session.advance(0.1);
		expect(at()).to.be.near(middle + 60, 1);
		key(user, "F");
		expect(at()).to.be.near(before, 0.5);
		expect(user.errors()).to.equal("");
	});

	test("chooses by a box, and Shift adds", () => {
		const user = openSequencer([threeKeys()]);
		const chosen = () => [1, 2, 3].filter((number) => user.find(`Key${number}`, "Frame").AbsoluteSize.X > 10).join();
		const [a, b] = [xOf(user, 0.5, 2), xOf(user, 1.5, 2)];
		lanes(user)
			.at(a, CAMERA_LANE - 12)
			.down()
			.move(a + 20, CAMERA_LANE)
			.move(b, CAMERA_LANE + 10)
			.up();
		user.session.advance(0.1);
		expect(chosen()).to.equal("2");
		user.session.userInput.holding({ shift: true }, () => {
			const c = xOf(user, 1.9, 2);
			lanes(user)
				.at(b, CAMERA_LANE - 12)
				.down()
				.move(c, CAMERA_LANE)
				.move(xOf(user, 2.02, 2), CAMERA_LANE + 8)
				.up();
		});
		user.session.advance(0.1);
		expect(chosen()).to.equal("2, 3");
		expect(user.errors()).to.equal("");
	});

	test("copies, pastes, duplicates and deletes keys, each one step", () => {
		const user = openSequencer([threeKeys()]);
		lanes(user)
			.at(xOf(user, 1, 2), CAMERA_LANE)
			.click();
		user.session.advance(0.5);
		key(user, "C", { ctrl: true });
		expect(user.message()).to.equal("Copied 1 key. Ctrl+V puts it at the playhead.");
		user.type("Time", "0:01.50");
		key(user, "V", { ctrl: true });
		expect(secondsOf(user)).to.equal("0, 1, 1.5, 2");
		user.type("Time", "0:01.25");
		key(user, "D", { ctrl: true });
		expect(secondsOf(user)).to.equal("0, 1, 1.25, 1.5, 2");
		key(user, "Delete");
		expect(secondsOf(user)).to.equal("0, 1, 1.5, 2");
		expect(user.message()).to.equal("Deleted 1 key. Ctrl+Z brings it back.");
		expect(user.errors()).to.equal("");
	});

	test("says that a key was replaced by one that landed on it", () => {
		const user = openSequencer([threeKeys()]);
		const y = CAMERA_LANE;
		lanes(user)
			.at(xOf(user, 1, 2), y)
			.down()
			.move(xOf(user, 1.5, 2), y)
			.move(xOf(user, 2, 2), y)
			.up();
		user.session.advance(0.3);
		expect(secondsOf(user)).to.equal("0, 2");
		expect(user.message()).to.equal("A key was here. It was replaced.");
	});

	test("adds a key on the curve by a double click, and the motion stays as it is", () => {
		const user = openSequencer([threeKeys()]);
		lanes(user)
			.at(xOf(user, 0.5, 2), CAMERA_LANE)
			.doubleClick();
		user.session.advance(0.3);
		expect(secondsOf(user)).to.equal("0, 0.5, 1, 2");
		expect(keptShot(user, "Three").keys[1].position[0]).to.be.near(5, 1e-3);
		expect(user.errors()).to.equal("");
	});

	test("opens the fields of a marker and of music by a right click, and deletes a layer", () => {
		const user = openSequencer([harbourFilm()]);
		const rightClick = (x: number, y: number) => lanes(user).at(x, y).rightClick();
		rightClick(xOf(user, 1.2, 12.08), 12);
		user.session.menu.choose("Edit…");
		user.session.advance(0.2);
		expect(user.isShown("MarkerPanel")).to.equal(true);
		rightClick(300, 188);
		user.session.menu.choose("Edit…");
		user.session.advance(0.2);
		expect(user.isShown("LayerPanel")).to.equal(true);
		rightClick(300, 188);
		user.session.menu.choose("Delete");
		user.session.advance(0.3);
		const film = keptRecording(user, "Harbour reveal");
		expect(isRecording(film, "film") && film.layers!.map(({ kind }) => kind).join()).to.equal("rig");
		expect(user.errors()).to.equal("");
	});

	test("changes the easing to the next key by a right click", () => {
		const user = openSequencer([threeKeys()]);
		lanes(user)
			.at(xOf(user, 0, 2), CAMERA_LANE)
			.rightClick();
		user.session.advance(0.1);
		user.session.menu.choose("Constant");
		user.session.advance(0.3);
		expect(keptShot(user, "Three").keys[0].easing).to.equal("hold");
		lanes(user)
			.at(xOf(user, 1.5, 2), CAMERA_LANE)
			.rightClick();
		user.session.advance(0.1);
		user.session.menu.choose("Sine in and out");
		user.session.advance(0.3);
		expect(keptShot(user, "Three").keys[2].easing).to.equal("inOutSine");
		expect(user.errors()).to.equal("");
	});

	test("trims a clip by its end and by the brackets, and retimes it with Ctrl", () => {
		const user = openSequencer([threeKeys()]);
		lanes(user)
			.at(xOf(user, 2, 2), CLIP_LANE)
			.down()
			.move(xOf(user, 1.8, 2), CLIP_LANE)
			.move(xOf(user, 1.5, 2), CLIP_LANE)
			.up();
		user.session.advance(0.3);
		expect(secondsOf(user)).to.equal("0, 1, 1.5");
		user.type("Time", "0:00.50");
		key(user, "LeftBracket");
		expect(secondsOf(user)).to.equal("0, 0.5, 1");
		key(user, "Escape");
		key(user, "F");
		user.session.userInput.holding({ ctrl: true }, () => {
			lanes(user)
				.at(xOf(user, 1, 1), CLIP_LANE)
				.down()
				.move(xOf(user, 0.8, 1), CLIP_LANE)
				.move(xOf(user, 0.5, 1), CLIP_LANE)
				.up();
		});
		user.session.advance(0.3);
		expect(secondsOf(user)).to.equal("0, 0.25, 0.5");
		expect(user.errors()).to.equal("");
	});

	test("adds markers and cuts at the playhead, and takes a cut away again", () => {
		const user = openSequencer([straightFlight(61)]);
		const take = () => {
			const found = keptRecording(user, "Flight");
			if (!isRecording(found, "take")) error("no take");
			return found;
		};
		user.type("Time", "30f");
		key(user, "M");
		expect(
			take()
				.markers.map(({ name, seconds }) => `${name} ${seconds}`)
				.join(),
		).to.equal("Marker 1 3");
		key(user, "C");
		expect(take().cuts.join()).to.equal("30");
		key(user, "C");
		expect(take().cuts.join()).to.equal("");
		expect(user.errors()).to.equal("");
	});

	test("names, moves and deletes a marker in its fields, each one step", () => {
		const user = openSequencer([harbourFilm()]);
		const names = () => {
			const film = keptRecording(user, "Harbour reveal");
			if (!isRecording(film, "film")) error("no film");
			const { markers } = film.items[1].recording;
			return markers.map(({ name, seconds }) => `${name} ${math.round(seconds * 100) / 100}`).join();
		};
		// Bell is four seconds into the second shot.
		lanes(user)
			.at(xOf(user, 5.05 + 4.05, 12.08), 12)
			.doubleClick();
		user.session.advance(0.4);
		user.type("MarkerField", "Glocke");
		user.session.advance(0.3);
		expect(names()).to.equal("Glocke 4.05");
		user.type("MarkerTime", "0:07.05");
		user.session.advance(0.3);
		expect(names()).to.equal("Glocke 2");
		user.type("MarkerField", " ");
		expect(user.message()).to.equal("Type a name: your game finds the marker by it.");
		user.press("DeleteMarker");
		user.session.advance(0.3);
		expect(names()).to.equal("");
		expect(user.errors()).to.equal("");
	});

	test("goes by frames, by keys and to the ends", () => {
		const user = openSequencer([threeKeys()]);
		const at = () => user.text("PlayheadTime");
		key(user, "Right");
		expect(at()).to.equal("0:00.02");
		key(user, "Right", { shift: true });
		expect(at()).to.equal("0:00.18");
		key(user, "Down");
		expect(at()).to.equal("0:01.00");
		key(user, "Up");
		expect(at()).to.equal("0:00.00");
		key(user, "End");
		expect(at()).to.equal("0:02.00");
		key(user, "Home");
		expect(at()).to.equal("0:00.00");
		expect(user.errors()).to.equal("");
	});

	test("plays on, back and twice as fast with L, J and K", () => {
		const user = openSequencer([threeKeys()]);
		over(user);
		user.session.pressKey("L");
		user.session.pressKey("L");
		user.session.advance(0.5);
		user.session.pressKey("K");
		user.session.advance(0.1);
		const [, seconds] = user.text("PlayheadTime").match("^(%d):(.+)$");
		expect(tonumber(seconds)!).to.be.near(1, 0.06);
		user.session.pressKey("J");
		user.session.advance(0.5);
		user.session.pressKey("K");
		user.session.advance(0.1);
		const [, back] = user.text("PlayheadTime").match("^(%d):(.+)$");
		expect(tonumber(back)!).to.be.near(0.5, 0.06);
		expect(user.errors()).to.equal("");
	});

	test("leaves the view alone while it plays, shows the shot to who looks through, and gives the view back", () => {
		const user = openSequencer([threeKeys()]);
		const own = new CFrame(-50, 9, 9);
		user.camera().CFrame = own;
		key(user, "Space");
		user.session.advance(0.5);
		expect(user.camera().CFrame.Position.X).to.be.near(-50, 1e-3);
		key(user, "Space");
		user.press("LookThrough");
		user.type("Time", "0:01");
		expect(user.camera().CFrame.Position.X).to.be.near(10, 1e-3);
		expect(user.camera().FieldOfView).to.be.near(60, 1e-3);
		user.press("LookThrough");
		expect(user.camera().CFrame.Position.X).to.be.near(-50, 1e-3);
		expect(user.camera().FieldOfView).to.be.near(70, 1e-3);
		user.press("LookThrough");
		// Who flies while it is paused looks through no more, and stays where they flew to.
		user.camera().CFrame = new CFrame(1, 2, 3);
		user.session.advance(0.2);
		user.type("Time", "0:02");
		expect(user.camera().CFrame.Position.Z).to.be.near(3, 1e-3);
		expect(user.errors()).to.equal("");
	});

	test("moves a clip of a film before another", () => {
		const user = openSequencer([harbourFilm()]);
		const span = 12.08;
		const from = xOf(user, 9, span);
		lanes(user)
			.at(from, CLIP_LANE)
			.down()
			.move(from - 50, CLIP_LANE)
			.move(xOf(user, 1, span), CLIP_LANE)
			.up();
		user.session.advance(0.3);
		const film = keptRecording(user, "Harbour reveal");
		if (!isRecording(film, "film")) error("no film");
		expect(film.items.map(({ recording }) => recording.name).join()).to.equal("Quay 2, Harbour 1");
		expect(user.errors()).to.equal("");
	});

	test("adds another recording behind the one that is open", () => {
		const user = openSequencer([threeKeys(), straightFlight(61)]);
		user.press("AddLane");
		user.session.menu.choose("Three (shot)");
		user.session.advance(0.4);
		const film = keptRecording(user, "Flight");
		if (!isRecording(film, "film")) error("no film");
		expect(film.items.map(({ recording }) => recording.name).join()).to.equal("Flight, Three");
		expect(user.errors()).to.equal("");
	});

	test("moves, edits and deletes music beside the camera", () => {
		const user = openSequencer([harbourFilm()]);
		const film = () => {
			const found = keptRecording(user, "Harbour reveal");
			if (!isRecording(found, "film")) error("no film");
			return found.layers ?? [];
		};
		const music = user.find("GoesOn", "TextLabel").Parent as Frame;
		const y = music.AbsolutePosition.Y - user.find("LaneSurface", "Frame").AbsolutePosition.Y + 12;
		const span = 12.08;
		expect(user.text("GoesOn")).to.equal("goes on to 0:48.00");
		const [from, to] = [xOf(user, 3, span), xOf(user, 4, span)];
		lanes(user)
			.at(from, y)
			.down()
			.move(from + 20, y)
			.move(to, y)
			.up();
		user.session.advance(0.3);
		expect(film()[1].start).to.be.near(1, 0.02);
		lanes(user).at(to, y).doubleClick();
		user.session.advance(0.3);
		user.type("Volume", "0.2");
		const [, layer] = film();
		expect(layer.kind === "music" && layer.volume).to.equal(0.2);
		user.type("Volume", "loud");
		expect(user.message()).to.equal("Type a number from 0 to 10.");
		key(user, "Delete");
		expect(film().size()).to.equal(1);
		user.session.game.GetService("Selection").Set([]);
		user.press("AddLane");
		user.session.menu.choose("Clip of the selected rig");
		user.session.advance(0.2);
		expect(user.message()).to.equal("Select the rig in the viewport first, then add its clip.");
		user.press("AddLane");
		user.session.menu.choose("Music");
		user.session.advance(0.3);
		expect(film().size()).to.equal(2);
		expect(user.errors()).to.equal("");
	});

	test("changes nothing while another change is under way, and says why", () => {
		const user = openSequencer([threeKeys()]);
		const history = user.session.game.GetService("ChangeHistoryService");
		user.session.runAsPlugin(() => history.TryBeginRecording("Other", "Other"));
		const y = CAMERA_LANE;
		lanes(user)
			.at(xOf(user, 1, 2), y)
			.down()
			.move(xOf(user, 1.5, 2), y)
			.up();
		user.session.advance(0.3);
		expect(secondsOf(user)).to.equal("0, 1, 2");
		expect(user.message()).to.equal(
			"A playtest or another change of the place is under way. Try again when it is over.",
		);
		expect(user.errors()).to.equal("");
	});
};
