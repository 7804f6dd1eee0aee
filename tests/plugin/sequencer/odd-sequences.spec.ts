import { encodeRecording, isRecording } from "../../../src";
import { numberFrom } from "../../../plugin/sequencer/read-number";
import { headless } from "../../headless";
import { openStudio, PLAY, StudioUser } from "../open-studio";
import { harbourFilm, keptRecording, keptShot, openSequencer, straightFlight, threeKeys } from "./open-sequencer";
import { undo } from "./side-user";

/** Where keys and clips of one shot are, from the top of the lanes. */
const CAMERA_LANE = 24 + 24 + 16;
const CLIP_LANE = 24 + 12;
const MARKER_LANE = 12;
const FILM_SPAN = 12.08;

function lanes(user: StudioUser) {
	return user.session.userInput.pointer(user.find("LaneSurface", "Frame"));
}

function xOf(user: StudioUser, seconds: number, span = 2): number {
	const width = user.find("LaneSurface", "Frame").AbsoluteSize.X;
	return 12 + (seconds / span) * (width - 52);
}

function key(user: StudioUser, name: Enum.KeyCode["Name"]): void {
	user.session.pressKey(name);
	user.session.advance(0.3);
}

function times(user: StudioUser): string {
	return keptShot(user, "Three")
		.keys.map(({ seconds }) => tostring(math.round(seconds * 100) / 100))
		.join();
}

/** Presses what is at a time and drags it to others, without letting go. */
function hold(user: StudioUser, y: number, from: number, to: number, span = 2) {
	return lanes(user)
		.at(xOf(user, from, span), y)
		.down()
		.move(xOf(user, (from + to) / 2, span), y)
		.move(xOf(user, to, span), y);
}

function drag(user: StudioUser, y: number, from: number, to: number, span = 2): void {
	hold(user, y, from, to, span).up();
	user.session.advance(0.3);
}

function holderOf(user: StudioUser, name: string): Instance {
	const storage = user.session.game.GetService("ReplicatedStorage");
	return storage.FindFirstChild("Recordings", true)!.FindFirstChild(name)!;
}

function film(user: StudioUser) {
	const found = keptRecording(user, "Harbour reveal");
	if (!isRecording(found, "film")) error("no film");
	return found;
}

/** The step that Ctrl+Z takes back. */
function lastStep(user: StudioUser): string {
	const history = user.session.game.GetService("ChangeHistoryService") as unknown as {
		GetCanUndo(): LuaTuple<[can: boolean, name: string]>;
	};
	const [, name] = history.GetCanUndo();
	return name;
}

/** The markers of the film, and those of each of its clips. */
function markers(user: StudioUser): string {
	const { markers: own, items } = film(user);
	return [own, ...items.map(({ recording }) => recording.markers)]
		.map((list) => list.map(({ name, seconds }) => `${name} ${math.round(seconds * 100) / 100}`).join(", "))
		.join("; ");
}

export = () => {
	const test = headless ? it : itSKIP;

	test("cancels a drag under which undo changes the recording, and keeps one recording", () => {
		const user = openSequencer([threeKeys()]);
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.3);
		const held = hold(user, CAMERA_LANE, 1, 1.5);
		undo(user);
		expect(user.message()).to.equal("The recording was changed elsewhere, so the drag was cancelled.");
		held.move(xOf(user, 1.6), CAMERA_LANE).up();
		user.session.advance(0.3);
		expect(user.kept("Recordings")).to.equal("Three");
		expect(times(user)).to.equal("0, 1, 2");
		expect(user.errors()).to.equal("");
	});

	test("lets go of a recording that is deleted in the Explorer during a drag, and does not bring it back", () => {
		for (const ends of ["up", "Escape"] as const) {
			const user = openSequencer([threeKeys()]);
			const held = hold(user, CAMERA_LANE, 1, 1.5);
			holderOf(user, "Three").Destroy();
			user.session.advance(0.3);
			expect(user.isShown("Clip1")).to.equal(false);
			if (ends === "Escape") key(user, "Escape");
			held.up();
			user.session.advance(0.3);
			expect(user.kept("Recordings")).to.equal("");
			expect(user.errors()).to.equal("");
		}
	});

	test("deletes no other key after undo has brought keys back to where they were", () => {
		const user = openSequencer([threeKeys()]);
		// Over the last key: it has the last one's number now.
		drag(user, CAMERA_LANE, 1, 2.03);
		expect(times(user)).to.equal("0, 2, 2.03");
		undo(user);
		expect(times(user)).to.equal("0, 1, 2");
		key(user, "Delete");
		expect(times(user)).to.equal("0, 1, 2");
		expect(user.errors()).to.equal("");
	});

	test("keeps what is chosen over an undo that leaves it where it is", () => {
		const user = openSequencer([threeKeys()]);
		lanes(user).at(xOf(user, 2), CAMERA_LANE).click();
		user.session.advance(0.5);
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.3);
		undo(user);
		key(user, "Delete");
		expect(times(user)).to.equal("0, 1");
	});

	test("chooses again what was chosen when Esc cancels a drag, wherever the pointer goes then", () => {
		const user = openSequencer([threeKeys()]);
		const held = hold(user, CAMERA_LANE, 1, 2.03);
		key(user, "Escape");
		held.move(xOf(user, 2.02), CAMERA_LANE).up();
		user.session.advance(0.3);
		expect(times(user)).to.equal("0, 1, 2");
		key(user, "Delete");
		expect(times(user)).to.equal("0, 2");
		expect(user.errors()).to.equal("");
	});

	test("says nothing more of a change that undo took back", () => {
		const user = openSequencer([threeKeys()]);
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.3);
		expect(user.message()).to.equal("Added marker. Ctrl+Z undoes it.");
		undo(user);
		expect(user.message()).to.equal("Three is open.");
	});

	test("keeps what was dragged when the panel changes its layout meanwhile", () => {
		const user = openSequencer([threeKeys()]);
		const held = hold(user, CAMERA_LANE, 1, 1.5);
		user.plugin.resize("DollySequencer", 500, 320);
		user.session.advance(0.3);
		expect(user.errors()).to.equal("");
		expect(user.message()).to.equal("Moved 1 key to 0:01.50. Ctrl+Z puts it back.");
		expect(times(user)).to.equal("0, 1.5, 2");
		expect(held).to.be.ok();
	});

	test("holds no step of history open when the panel is closed during a drag", () => {
		const user = openSequencer([threeKeys()]);
		hold(user, CAMERA_LANE, 1, 1.5);
		user.plugin.close("DollySequencer");
		user.session.advance(0.3);
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.3);
		expect(times(user)).to.equal("0, 1, 2");
		expect(keptShot(user, "Three").markers.size()).to.equal(1);
		expect(user.errors()).to.equal("");
	});

	test("copies a marker and a clip that are dragged with Alt", () => {
		const user = openSequencer([harbourFilm()]);
		user.session.userInput.holding({ alt: true }, () => drag(user, MARKER_LANE, 1.2, 3, FILM_SPAN));
		expect(markers(user)).to.equal("Cut to the quay 5.08; Gulls 1.2, Gulls 3; Bell 4.05");
		expect(user.message()).to.equal("Copied 1 marker to 0:03.00. Ctrl+Z puts it back.");
		undo(user);
		user.session.userInput.holding({ alt: true }, () => drag(user, CLIP_LANE, 9, 1, FILM_SPAN));
		expect(
			film(user)
				.items.map(({ recording }) => recording.name)
				.join(),
		).to.equal("Quay 2, Harbour 1, Quay 2");
		expect(user.message()).to.equal("Copied Quay 2. Ctrl+Z removes the copy.");
		expect(user.errors()).to.equal("");
	});

	test("drags a marker no farther than its clip goes, and says where it is", () => {
		const user = openSequencer([harbourFilm()]);
		drag(user, MARKER_LANE, 1.2, 9.5, FILM_SPAN);
		expect(markers(user)).to.equal("Cut to the quay 5.08; Gulls 5.05; Bell 4.05");
		expect(user.message()).to.equal("Moved 1 marker to 0:05.05. Ctrl+Z puts it back.");
	});

	test("drags several markers as far as the first can go, and keeps what lies between them", () => {
		const user = openSequencer([harbourFilm()]);
		lanes(user)
			.at(xOf(user, 1.2, FILM_SPAN), MARKER_LANE)
			.click();
		user.session.advance(0.5);
		user.session.userInput.holding({ ctrl: true }, () =>
			lanes(user)
				.at(xOf(user, 9.1, FILM_SPAN), MARKER_LANE)
				.click(),
		);
		user.session.advance(0.5);
		drag(user, MARKER_LANE, 9.1, 6, FILM_SPAN);
		expect(markers(user)).to.equal("Cut to the quay 5.08; Gulls 0; Bell 2.85");
	});

	test("retimes a clip by its start as far as it is dragged", () => {
		const user = openSequencer([threeKeys()]);
		user.session.userInput.holding({ ctrl: true }, () => drag(user, CLIP_LANE, 0, 0.5));
		expect(times(user)).to.equal("0, 0.75, 1.5");
	});

	test("drags nothing that Ctrl has let go of, and leaves no step", () => {
		const user = openSequencer([threeKeys()]);
		lanes(user).at(xOf(user, 1), CAMERA_LANE).click();
		user.session.advance(0.5);
		user.session.userInput.holding({ ctrl: true }, () => drag(user, CAMERA_LANE, 1, 1.5));
		expect(times(user)).to.equal("0, 1, 2");
		expect(lastStep(user)).to.equal("Dolly: Import recording");
	});

	test("leaves no step behind what was dragged back to where it was", () => {
		const user = openSequencer([threeKeys()]);
		const before = holderOf(user, "Three");
		hold(user, CAMERA_LANE, 1, 1.5).move(xOf(user, 1), CAMERA_LANE).up();
		user.session.advance(0.3);
		expect(holderOf(user, "Three")).to.equal(before);
		expect(lastStep(user)).to.equal("Dolly: Import recording");
		drag(user, CAMERA_LANE, 1, 1.5);
		expect(times(user)).to.equal("0, 1.5, 2");
		expect(lastStep(user)).to.equal("Dolly: Move 1 key");
	});

	test("drags the cut of a shot with the key that it jumps to", () => {
		const user = openSequencer([threeKeys()]);
		user.type("Time", "0:00.50");
		user.plugin.trigger("DollyCut");
		user.session.advance(0.3);
		drag(user, CLIP_LANE, 0.5, 0.75);
		expect(times(user)).to.equal("0, 0.48, 0.75, 1, 2");
		expect(keptShot(user, "Three").keys[1].easing).to.equal("hold");
	});

	test("deletes a cut of a shot together with a key before it", () => {
		const user = openSequencer([threeKeys()]);
		user.type("Time", "0:01.50");
		user.plugin.trigger("DollyCut");
		user.session.advance(0.3);
		lanes(user).at(xOf(user, 1.5), CLIP_LANE).click();
		user.session.advance(0.5);
		user.session.userInput.holding({ ctrl: true }, () => lanes(user).at(xOf(user, 1), CAMERA_LANE).click());
		user.session.advance(0.5);
		key(user, "Delete");
		expect(times(user)).to.equal("0, 1.48, 1.5, 2");
		expect(keptShot(user, "Three").keys.every(({ easing }) => easing !== "hold")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("keeps a dragged key under the pointer when the wheel zooms meanwhile", () => {
		const user = openSequencer([threeKeys()]);
		const x = xOf(user, 1.2);
		const held = hold(user, CAMERA_LANE, 1, 1.2).wheel(1, 4);
		user.session.advance(0.1);
		// What is under the pointer stays there.
		held.move(x + 1, CAMERA_LANE).up();
		user.session.advance(0.3);
		expect(times(user)).to.equal("0, 1.2, 2");
	});

	test("chooses what was chosen before when Esc cancels a box, wherever the pointer goes then", () => {
		const user = openSequencer([threeKeys()]);
		lanes(user).at(xOf(user, 2), CAMERA_LANE).click();
		user.session.advance(0.5);
		const held = hold(user, CAMERA_LANE, 0.5, 1.5);
		key(user, "Escape");
		expect(user.isShown("ChoiceBox")).to.equal(false);
		held.move(xOf(user, 1.6), CAMERA_LANE).up();
		user.session.advance(0.3);
		key(user, "Delete");
		expect(times(user)).to.equal("0, 1");
	});

	test("ends a drag of the playhead and a box when the panel is closed during them", () => {
		const boxing = openSequencer([threeKeys()]);
		hold(boxing, CAMERA_LANE, 0.5, 1.5);
		expect(boxing.isShown("ChoiceBox")).to.equal(true);
		boxing.plugin.close("DollySequencer");
		boxing.session.advance(0.3);
		boxing.plugin.click("DollySequencer");
		boxing.session.advance(0.3);
		expect(boxing.isShown("ChoiceBox")).to.equal(false);
		const user = openSequencer([threeKeys()]);
		user.press("LookThrough");
		user.session.userInput.pointer(user.find("RulerSurface", "Frame")).at(300, 8).down().move(400, 8);
		user.plugin.close("DollySequencer");
		user.session.advance(0.3);
		user.camera().CFrame = new CFrame(100, 100, 100);
		user.session.advance(0.2);
		// Who flies while it is paused looks through it no more.
		expect(user.camera().CFrame.Position).to.equal(new Vector3(100, 100, 100));
	});

	test("holds no step of history open when the Library is closed during a drag in it", () => {
		const user = openSequencer([threeKeys()]);
		const library = new StudioUser(user.session, user.plugin, "DollyLibrary");
		user.plugin.click("DollyLibrary");
		user.plugin.close("DollySequencer");
		user.session.advance(0.3);
		const [found, ground] = [library.find("Key2", "Frame"), library.find("LaneSurface", "Frame")];
		const at = found.AbsolutePosition.add(found.AbsoluteSize.div(2)).sub(ground.AbsolutePosition);
		user.session.userInput
			.pointer(ground)
			.at(at.X, at.Y)
			.down()
			.move(at.X + 20, at.Y)
			.move(at.X + 40, at.Y);
		user.plugin.close("DollyLibrary");
		user.session.advance(0.3);
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.3);
		expect(times(user)).to.equal("0, 1, 2");
		expect(keptShot(user, "Three").markers.size()).to.equal(1);
	});

	test("plays back from behind the end, and goes to the end of a shot of two hours", () => {
		const user = openSequencer([threeKeys()]);
		user.type("Time", "0:10");
		user.plugin.trigger("DollyPlayBack");
		user.session.advance(0.5);
		expect(user.find("Time", "TextBox").Text).to.equal("0:01.50");
		user.plugin.trigger("DollyPause");
		key(user, "F");
		lanes(user).at(xOf(user, 2), CAMERA_LANE).doubleClick();
		user.session.advance(0.4);
		user.type("KeyTime", "2:00:00");
		user.plugin.trigger("DollyEnd");
		user.session.advance(0.1);
		expect(user.find("Time", "TextBox").Text).to.equal("120:00.00");
	});

	test("puts a marker at the end of its clip if a later time is typed", () => {
		const user = openSequencer([harbourFilm()]);
		lanes(user)
			.at(xOf(user, 1.2, FILM_SPAN), MARKER_LANE)
			.doubleClick();
		user.session.advance(0.4);
		user.type("MarkerTime", "0:09");
		user.session.advance(0.3);
		expect(user.message()).to.equal("Moved marker. Ctrl+Z undoes it.");
		expect(markers(user)).to.equal("Cut to the quay 5.08; Gulls 5.05; Bell 4.05");
	});

	test("takes no endless time for a time, and says nothing more of it after a valid one", () => {
		const user = openSequencer([threeKeys()]);
		for (const text of [string.rep("9", 400), `${string.rep("9", 400)}f`]) {
			user.type("Time", text);
			expect(user.message()).to.equal("Type a time such as 0:06.67, or a frame such as 400f.");
			user.type("Time", "0:01");
			expect(user.message()).to.equal("Three is open.");
		}
	});

	test("keeps what is chosen, and opens nothing, if a change is refused", () => {
		const user = openSequencer([harbourFilm()]);
		lanes(user)
			.at(xOf(user, 1.8, FILM_SPAN), CAMERA_LANE)
			.click();
		user.session.advance(0.5);
		const history = user.session.game.GetService("ChangeHistoryService");
		let other: string | undefined;
		user.session.runAsPlugin(() => (other = history.TryBeginRecording("Another plugin", "Another plugin")));
		key(user, "Delete");
		user.press("AddLane");
		user.session.menu.choose("Music");
		user.session.advance(0.3);
		expect(user.isShown("LayerPanel")).to.equal(false);
		user.session.runAsPlugin(() => history.FinishRecording(other!, Enum.FinishRecordingOperation.Commit));
		key(user, "Delete");
		expect(user.message()).to.equal("Deleted 1 key. Ctrl+Z brings it back.");
	});

	test("does nothing of a menu whose recording is another by now, and says so", () => {
		const user = openSequencer([threeKeys()]);
		lanes(user).at(xOf(user, 1), CAMERA_LANE).rightClick();
		user.session.advance(0.1);
		holderOf(user, "Three").Destroy();
		user.session.advance(0.3);
		user.session.menu.choose("Set from view");
		user.session.advance(0.3);
		expect(user.message()).to.equal("The recording was changed or removed meanwhile. Open the menu again.");
		expect(user.kept("Recordings")).to.equal("");
	});

	test("frames a chosen clip", () => {
		const user = openSequencer([harbourFilm()]);
		lanes(user)
			.at(xOf(user, 9, FILM_SPAN), CLIP_LANE)
			.click();
		user.session.advance(0.5);
		key(user, "F");
		const [clip, ground] = [user.find("Clip2", "Frame"), user.find("LaneSurface", "Frame")];
		expect(clip.AbsoluteSize.X > ground.AbsoluteSize.X * 0.7).to.equal(true);
	});

	test("cancels a drag when another recording is opened, and leaves that one alone", () => {
		const user = openStudio({ panel: "DollySequencer", context: PLAY });
		user.plugin.resize("DollySequencer", 1200, 320);
		for (const time of ["0:00", "0:02"]) {
			user.type("Time", time);
			user.plugin.trigger("DollyKey");
			user.session.advance(0.3);
		}
		user.plugin.trigger("DollyFrame");
		user.session.advance(0.3);
		const held = hold(user, CAMERA_LANE, 2, 1.5);
		user.session.studio.files = [{ name: "a.take", contents: buffer.tostring(encodeRecording(straightFlight(20))) }];
		user.plugin.trigger("DollyImportRecordings");
		user.session.advance(1);
		held.move(xOf(user, 1.2), CAMERA_LANE).up();
		user.session.advance(0.3);
		expect(isRecording(keptRecording(user, "Flight"), "take")).to.equal(true);
		expect(
			keptShot(user, "Shot 1")
				.keys.map(({ seconds }) => seconds)
				.join(),
		).to.equal("0, 2");
	});

	test("changes nothing for who looks into a field and leaves it", () => {
		const user = openSequencer([harbourFilm()]);
		lanes(user)
			.at(xOf(user, 9.1, FILM_SPAN), MARKER_LANE)
			.doubleClick();
		user.session.advance(0.4);
		const before = holderOf(user, "Harbour reveal");
		user.type("MarkerTime", user.find("MarkerTime", "TextBox").Text);
		user.session.advance(0.3);
		expect(holderOf(user, "Harbour reveal")).to.equal(before);
	});

	test("reads a number with its unit, and none out of what only holds digits", () => {
		expect(numberFrom("−1,5°")).to.equal(-1.5);
		expect(numberFrom(" 12 studs")).to.equal(12);
		for (const text of ["1e3", "1e309", "12ab34", "0x10", "nan", "inf", "  ", string.rep("9", 400)]) {
			expect(numberFrom(text)).to.equal(undefined);
		}
	});
};
