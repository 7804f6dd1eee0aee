import { isRecording } from "../../src";
import { findGui } from "./find-gui";
import { headless } from "../headless";
import { openStudio, StudioUser } from "./open-studio";
import { keptRecording, keptShot } from "./sequencer/open-sequencer";

/** Somebody at work in the Sequencer, whose gestures are counted: a press, a drag, a key, a choice in a menu, something typed. */
class Walker {
	public gestures = 0;

	constructor(public readonly user: StudioUser) {}

	public press(name: string): void {
		this.gestures += 1;
		this.user.press(name);
		this.user.session.advance(0.3);
	}

	public key(name: Enum.KeyCode["Name"]): void {
		this.gestures += 1;
		this.user.session.userInput.hover(this.user.find("LaneSurface", "Frame"));
		this.user.session.pressKey(name);
		this.user.session.advance(0.3);
	}

	public type(name: string, text: string): void {
		this.gestures += 1;
		this.user.type(name, text);
		this.user.session.advance(0.3);
	}

	/** A right click on the lanes, and a choice in the menu that it opens. */
	public menu(x: number, y: number, text: string): void {
		this.gestures += 2;
		this.user.session.userInput.pointer(this.user.find("LaneSurface", "Frame")).at(x, y).rightClick();
		this.user.session.advance(0.1);
		this.user.session.menu.choose(text);
		this.user.session.advance(0.4);
	}

	public look(at: Vector3, fieldOfView = 70): void {
		this.user.camera().CFrame = CFrame.lookAt(at, new Vector3(0, 8, 0));
		this.user.camera().FieldOfView = fieldOfView;
		this.user.session.advance(0.1);
	}
}

function walker(): Walker {
	return new Walker(openStudio({ panel: "DollySequencer" }));
}

/** Flies for some seconds while it records, without a countdown. */
function film(walk: Walker, seconds: number): void {
	const { user } = walk;
	const library = user.plugin.state.widgets.get("DollyLibrary")!;
	library.Enabled = true;
	user.session.advance(0.2);
	user.session.userInput.press(findGui(library, "Countdown", "GuiButton"));
	user.session.advance(0.1);
	user.session.menu.choose("Record at once");
	walk.press("RecordButton");
	user.fly(seconds);
	walk.press("RecordButton");
	user.session.advance(0.5);
}

const CLIP_LANE = 24 + 12;
const CAMERA_LANE = 24 + 24 + 16;

export = () => {
	const test = headless ? it : itSKIP;

	test("a flight is recorded and smoothed in six gestures", () => {
		const walk = walker();
		film(walk, 3);
		walk.menu(300, CLIP_LANE, "Smooth…");
		expect(walk.user.message().match("^Smoothing moves the camera by up to")[0] !== undefined).to.equal(true);
		walk.press("ApplyPreview");
		expect(walk.user.message()).to.equal("Smoothed take. Ctrl+Z takes it back.");
		expect(walk.gestures <= 6).to.equal(true);
		expect(walk.user.errors()).to.equal("");
	});

	test("three keys with easing and a zoom are made in eight gestures", () => {
		const walk = walker();
		walk.look(new Vector3(60, 20, 0));
		walk.key("I");
		walk.user.session.userInput.hover(walk.user.find("LaneSurface", "Frame"));
		walk.type("Time", "0:02");
		walk.look(new Vector3(40, 16, 30));
		walk.key("I");
		walk.type("Time", "0:04");
		walk.look(new Vector3(20, 10, 10), 40);
		walk.key("I");
		// Between the first two keys of four seconds in view.
		walk.key("F");
		walk.menu(200, CAMERA_LANE, "Ease in");
		const { keys } = keptShot(walk.user, "Shot 1");
		expect(keys.map(({ seconds }) => seconds).join()).to.equal("0, 2, 4");
		expect(keys[2].fieldOfView).to.equal(40);
		expect(keys.some(({ easing }) => easing === "inSine")).to.equal(true);
		expect(walk.gestures <= 8).to.equal(true);
		expect(walk.user.errors()).to.equal("");
	});

	test("a flight is fitted and one of its keys dragged in six gestures", () => {
		const walk = walker();
		film(walk, 3);
		walk.press("FitKeys");
		walk.press("ApplyPreview");
		const recording = keptRecording(walk.user, "Take 1");
		expect(isRecording(recording, "shot")).to.equal(true);
		const before = keptShot(walk.user, "Take 1").keys[1].seconds;
		const key = walk.user.find("Key2", "Frame");
		const lanes = walk.user.find("LaneSurface", "Frame");
		const x = key.AbsolutePosition.X + key.AbsoluteSize.X / 2 - lanes.AbsolutePosition.X;
		walk.gestures += 1;
		walk.user.session.userInput
			.pointer(lanes)
			.at(x, CAMERA_LANE)
			.down()
			.move(x + 10, CAMERA_LANE)
			.move(x + 20, CAMERA_LANE)
			.up();
		walk.user.session.advance(0.4);
		expect(keptShot(walk.user, "Take 1").keys[1].seconds > before).to.equal(true);
		expect(walk.gestures <= 6).to.equal(true);
		expect(walk.user.errors()).to.equal("");
	});
};
