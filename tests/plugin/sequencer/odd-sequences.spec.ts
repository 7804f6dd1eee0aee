import { isRecording } from "../../../src";
import { numberFrom } from "../../../plugin/sequencer/read-number";
import { headless } from "../../headless";
import type { StudioUser } from "../open-studio";
import { harbourFilm, keptRecording, keptShot, openSequencer, threeKeys } from "./open-sequencer";
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
		expect(user.message()).to.equal("Added marker. Ctrl+Z takes it back.");
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
		expect(user.message()).to.equal("Copied Quay 2. Ctrl+Z takes the copy back.");
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
