import { isRecording } from "../../../src";
import { headless } from "../../headless";
import type { StudioUser } from "../open-studio";
import { harbourFilm, keptRecording, keptShot, openSequencer, straightFlight, threeKeys } from "./open-sequencer";

function lanes(user: StudioUser) {
	return user.session.userInput.pointer(user.find("LaneSurface", "Frame"));
}

/** Where a time is on the lanes, in pixels, as the ruler and the keys have it: 12 pixels before the first frame, 40 after the last. */
function xOf(user: StudioUser, seconds: number, span: number): number {
	const width = user.find("LaneSurface", "Frame").AbsoluteSize.X;
	return 12 + (seconds / span) * (width - 52);
}

function undo(user: StudioUser): void {
	user.session.game.GetService("ChangeHistoryService").Undo();
	user.session.advance(0.2);
}

const CAMERA_LANE = 24 + 24 + 16;

export = () => {
	const test = headless ? it : itSKIP;

	test("shows markers, clips, keys and curves of a film where they are", () => {
		const user = openSequencer([harbourFilm()]);
		const area = user.find("LaneSurface", "Frame");
		const middleOf = (name: string) => {
			const item = user.find(name, "Frame");
			return item.AbsolutePosition.X + item.AbsoluteSize.X / 2 - area.AbsolutePosition.X;
		};
		const span = 12.08;
		expect(middleOf("Key1")).to.be.near(12, 0.6);
		expect(middleOf("Key2")).to.be.near(xOf(user, 1.8, span), 0.6);
		expect(middleOf("Key8")).to.be.near(xOf(user, span, span), 0.6);
		const tags = (user.find("Lane-markers", "Frame").GetDescendants() as Array<TextLabel>).filter(
			(tag) => tag.Name === "MarkerName",
		);
		expect(tags.map((tag) => tag.Text).join()).to.equal("Gulls, Cut to the quay, Bell");
		expect(user.text("Duration").sub(1, 11)).to.equal(" of 0:12.08");
		expect(user.errors()).to.equal("");
	});

	test("chooses a key by a click, more with Shift and Ctrl, all with Ctrl+A and none with Escape", () => {
		const user = openSequencer([threeKeys()]);
		const at = (seconds: number) => lanes(user).at(xOf(user, seconds, 2), CAMERA_LANE);
		const chosen = () => {
			const keys = [1, 2, 3].filter((key) => user.find(`Key${key}`, "Frame").AbsoluteSize.X > 10);
			return keys.join();
		};
		at(1).click();
		user.session.advance(0.5);
		expect(chosen()).to.equal("2");
		expect(user.message()).to.equal("1 key chosen.");
		user.session.userInput.holding({ shift: true }, () => at(2).click());
		user.session.advance(0.5);
		expect(chosen()).to.equal("2, 3");
		user.session.userInput.holding({ ctrl: true }, () => at(1).click());
		user.session.advance(0.5);
		expect(chosen()).to.equal("3");
		user.session.userInput.holding({ ctrl: true }, () => user.session.pressKey("A"));
		user.session.advance(0.1);
		expect(chosen()).to.equal("1, 2, 3");
		user.session.pressKey("Escape");
		user.session.advance(0.1);
		expect(chosen()).to.equal("");
		expect(user.errors()).to.equal("");
	});

	test("drags a key onto a frame as one step, and puts it back with one undo", () => {
		const user = openSequencer([threeKeys()]);
		const y = CAMERA_LANE;
		lanes(user)
			.at(xOf(user, 1, 2), y)
			.down()
			.move(xOf(user, 1.2, 2), y)
			.move(xOf(user, 1.5, 2), y)
			.up();
		user.session.advance(0.3);
		expect(keptShot(user, "Three").keys[1].seconds).to.be.near(1.5, 1e-6);
		expect(user.message()).to.equal("Moved 1 key to 0:01.50. Ctrl+Z puts it back.");
		undo(user);
		expect(keptShot(user, "Three").keys[1].seconds).to.equal(1);
		expect(user.errors()).to.equal("");
	});

	test("cancels a drag with Escape, and leaves nothing in the history", () => {
		const user = openSequencer([threeKeys()]);
		const y = CAMERA_LANE;
		lanes(user)
			.at(xOf(user, 1, 2), y)
			.down()
			.move(xOf(user, 1.5, 2), y);
		user.session.pressKey("Escape");
		lanes(user)
			.move(xOf(user, 1.6, 2), y)
			.up();
		user.session.advance(0.3);
		expect(keptShot(user, "Three").keys[1].seconds).to.equal(1);
		undo(user);
		// What is taken back is the import.
		const folder = user.session.game.GetService("ReplicatedStorage").FindFirstChild("Recordings", true);
		expect(folder === undefined || folder.GetChildren().size() === 0).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("copies keys that are dragged with Alt", () => {
		const user = openSequencer([threeKeys()]);
		const y = CAMERA_LANE;
		user.session.userInput.holding({ alt: true }, () => {
			lanes(user)
				.at(xOf(user, 1, 2), y)
				.down()
				.move(xOf(user, 1.3, 2), y)
				.move(xOf(user, 1.5, 2), y)
				.up();
		});
		user.session.advance(0.3);
		const seconds = keptShot(user, "Three").keys.map((key) => math.round(key.seconds * 100));
		expect(seconds.join()).to.equal("0, 100, 150, 200");
		expect(user.errors()).to.equal("");
	});

	test("plays with Space and pauses where it is", () => {
		const user = openSequencer([threeKeys()]);
		user.session.userInput.hover(user.find("LaneSurface", "Frame"));
		user.session.pressKey("Space");
		user.session.advance(0.5);
		user.session.pressKey("Space");
		const at = user.text("PlayheadTime");
		user.session.advance(0.5);
		expect(user.text("PlayheadTime")).to.equal(at);
		expect(at === "0:00.00").to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("does nothing for a key with a modifier that no command has", () => {
		const user = openSequencer([threeKeys()]);
		user.session.userInput.hover(user.find("LaneSurface", "Frame"));
		user.session.userInput.holding({ ctrl: true }, () => user.session.pressKey("R"));
		user.session.userInput.holding({ ctrl: true }, () => user.session.pressKey("M"));
		user.session.userInput.holding({ alt: true }, () => user.session.pressKey("Space"));
		user.session.advance(0.2);
		expect(user.message()).to.equal("Saved Three. Ctrl+Z undoes it.");
		expect(keptShot(user, "Three").markers.size()).to.equal(0);
		expect(user.text("PlayheadTime")).to.equal("0:00.00");
		expect(user.errors()).to.equal("");
	});

	test("starts a shot from nothing with I, and adds keys where the person looks from", () => {
		const user = openSequencer([]);
		user.camera().CFrame = new CFrame(1, 2, 3);
		user.session.userInput.hover(user.find("LaneSurface", "Frame"));
		user.session.pressKey("I");
		user.session.advance(0.3);
		user.type("Time", "0:03");
		user.camera().CFrame = new CFrame(4, 5, 6);
		user.session.userInput.hover(user.find("LaneSurface", "Frame"));
		user.session.pressKey("I");
		user.session.advance(0.3);
		const { keys } = keptShot(user, "Shot 1");
		expect(keys.map((key) => `${key.seconds}: ${key.position.join(" ")}`).join("; ")).to.equal("0: 1 2 3; 3: 4 5 6");
		expect(user.errors()).to.equal("");
	});

	test("makes a film of two recordings when one is added to another", () => {
		const user = openSequencer([harbourFilm()]);
		expect(isRecording(keptRecording(user, "Harbour reveal"), "film")).to.equal(true);
	});

	test("says what to do if a key is put into a take", () => {
		const user = openSequencer([straightFlight(61)]);
		user.session.userInput.hover(user.find("LaneSurface", "Frame"));
		user.session.pressKey("I");
		user.session.advance(0.2);
		expect(user.message()).to.equal("A take has frames instead of keys. Press Fit keys to turn it into keys.");
		expect(user.errors()).to.equal("");
	});
};
