import { headless } from "../../headless";
import { contrasts } from "../contrast";
import type { StudioUser } from "../open-studio";
import { keptShot, openSequencer, threeKeys } from "./open-sequencer";
import { curvedKeys, undo } from "./side-user";

function box(user: StudioUser, name: string): string {
	return user.find(name, "TextBox").Text;
}

/** Opens the numbers of a key by a double click on it. */
function open(user: StudioUser, seconds: number): void {
	const lanes = user.find("LaneSurface", "Frame");
	const x = 12 + (seconds / 2) * (lanes.AbsoluteSize.X - 52);
	user.session.userInput.pointer(lanes).at(x, 64).doubleClick();
	user.session.advance(0.5);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("shows the key that is double clicked, and goes there", () => {
		const user = openSequencer([curvedKeys()]);
		open(user, 1);
		expect(user.text("SideTitle")).to.equal("Key 2 of 3");
		expect(user.text("PlayheadTime")).to.equal("0:01.00");
		const shown = ["KeyTime", "KeyFrame", "KeyX", "KeyY", "KeyZ", "KeyYaw", "KeyPitch", "KeyRoll", "KeyLens"];
		expect(shown.map((name) => box(user, name)).join(", ")).to.equal(
			"0:01.00, 60, 10.0, 5.0, 4.0, 30.0°, −11.5°, 0.0°, 60.0°",
		);
		expect(user.text("NextSpan")).to.equal("0:01.00");
		user.press("NextChosen");
		expect(user.text("SideTitle")).to.equal("Key 3 of 3");
		expect(user.text("PlayheadTime")).to.equal("0:02.00");
		user.press("PreviousChosen");
		user.press("PreviousChosen");
		expect(user.text("SideTitle")).to.equal("Key 1 of 3");
		user.press("CloseSide");
		expect(user.isShown("KeyPanel")).to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("takes what is typed as one step", () => {
		const user = openSequencer([curvedKeys()]);
		open(user, 1);
		user.type("KeyX", "-12.5");
		expect(keptShot(user, "Three").keys[1].position[0]).to.be.near(-12.5, 1e-6);
		expect(box(user, "KeyX")).to.equal("−12.5");
		undo(user);
		expect(keptShot(user, "Three").keys[1].position[0]).to.be.near(10, 1e-6);
		user.type("KeyYaw", "45°");
		const [pitch, yaw] = new CFrame(0, 0, 0, ...keptShot(user, "Three").keys[1].rotation).ToOrientation();
		expect(math.deg(yaw)).to.be.near(45, 1e-3);
		expect(pitch).to.be.near(-0.2, 1e-4);
		user.type("KeyLens", "35");
		expect(keptShot(user, "Three").keys[1].fieldOfView).to.equal(35);
		user.type("KeyTime", "0:01.50");
		expect(keptShot(user, "Three").keys[1].seconds).to.be.near(1.5, 1e-6);
		expect(user.text("SideTitle")).to.equal("Key 2 of 3");
		user.type("KeyFrame", "30");
		expect(keptShot(user, "Three").keys[1].seconds).to.be.near(0.5, 1e-6);
		expect(user.errors()).to.equal("");
	});

	test("says what it expects, goes back, and forgets the error at the next valid value", () => {
		const user = openSequencer([curvedKeys()]);
		open(user, 1);
		const cases = [
			["KeyX", "far", 'Position X is "far"; expected a number of studs.'],
			["KeyPitch", "100", 'Pitch is "100"; expected −90 to 90 degrees.'],
			["KeyLens", "0", 'Field of view is "0"; expected 1 to 120 degrees.'],
			["KeyTime", "soon", 'Time is "soon"; expected a time such as 0:07.20, or a frame such as 432.'],
			["KeyFrame", "1.5", 'Time is "1.5"; expected a time such as 0:07.20, or a frame such as 432.'],
		];
		for (const [name, typed, said] of cases) {
			const before = box(user, name);
			user.type(name, typed);
			expect(user.message()).to.equal(said);
			expect(box(user, name)).to.equal(before);
			user.type(name, before);
			expect(user.message()).to.equal("Three is open.");
		}
		expect(user.errors()).to.equal("");
	});

	test("shows what several keys have in common, and gives a number to all of them", () => {
		const user = openSequencer([curvedKeys()]);
		open(user, 1);
		user.session.userInput.hover(user.find("LaneSurface", "Frame"));
		user.session.userInput.holding({ ctrl: true }, () => user.session.pressKey("A"));
		user.session.advance(0.2);
		expect(user.text("SideTitle")).to.equal("3 keys");
		expect([box(user, "KeyTime"), box(user, "KeyX"), box(user, "KeyY"), box(user, "KeyLens")].join()).to.equal(
			"–, –, 5.0, –",
		);
		user.type("KeyY", "8");
		user.type("KeyLens", "50");
		const { keys } = keptShot(user, "Three");
		expect(keys.map(({ position, fieldOfView }) => `${position[1]} ${fieldOfView}`).join()).to.equal(
			"8 50, 8 50, 8 50",
		);
		user.type("KeyTime", "0:01.00");
		expect(user.message()).to.equal("Choose one key to set its time.");
		expect(user.errors()).to.equal("");
	});

	test("has the camera go otherwise to the next key, and pass the key otherwise", () => {
		const user = openSequencer([curvedKeys()]);
		open(user, 1);
		const easing = () =>
			keptShot(user, "Three")
				.keys.map((key) => key.easing)
				.join();
		for (const [button, expected] of [
			["Ease-Linear", "smooth, smooth, linear"],
			["Ease-Constant", "smooth, hold, linear"],
			["Ease-Cubic", "smooth, smooth, smooth"],
			["Ease-Ease in", "smooth, smooth, inSine"],
			["Ease-Ease out", "smooth, smooth, outSine"],
		]) {
			user.press(button);
			expect(easing()).to.equal(expected);
		}
		user.press("MoreEasings");
		user.session.menu.choose("Bounce out");
		user.session.advance(0.2);
		expect(easing()).to.equal("smooth, smooth, outBounce");
		expect(user.text("NextSpan")).to.equal("Bounce out, 0:01.00");
		user.press("Tangents-Flat");
		expect(keptShot(user, "Three").keys[1].easing).to.equal("stop");
		user.press("Tangents-Free");
		expect(keptShot(user, "Three").keys[1].velocity !== undefined).to.equal(true);
		user.press("Tangents-Auto");
		expect(keptShot(user, "Three").keys[1].velocity).to.equal(undefined);
		user.press("NextChosen");
		expect(user.tipOf("Ease-Linear")).to.equal("It is the last key of its shot");
		expect(user.errors()).to.equal("");
	});

	test("sets the key from the view, and takes the view to the key", () => {
		const user = openSequencer([threeKeys()]);
		open(user, 1);
		user.press("GoToView");
		expect(user.camera().CFrame.Position).to.equal(new Vector3(10, 5, 0));
		user.camera().CFrame = new CFrame(1, 2, 3);
		user.press("SetFromView");
		expect(keptShot(user, "Three").keys[1].position.join()).to.equal("1, 2, 3");
		expect(user.errors()).to.equal("");
	});

	test("covers lanes in a narrow dock, and stands beside them in a wide one", () => {
		const user = openSequencer([threeKeys()]);
		open(user, 1);
		expect(user.find("LaneArea", "Frame").AbsoluteSize.X).to.equal(1200 - 200 - 288);
		user.plugin.resize("DollySequencer", 800, 320);
		user.session.advance(0.2);
		expect(user.find("LaneArea", "Frame").AbsoluteSize.X).to.equal(800 - 144);
		expect(user.find("Side", "Frame").AbsolutePosition.X).to.equal(800 - 264);
		expect(user.errors()).to.equal("");
	});

	test("can be read in both themes", () => {
		const user = openSequencer([curvedKeys()]);
		open(user, 1);
		for (const theme of ["Dark", "Light"] as const) {
			user.session.studio.setTheme(theme);
			user.session.advance(0.2);
			const entries = user.session.userInput.layout(user.widget());
			for (const { name, ratio } of contrasts(entries)) {
				if (name.match("KeyPanel")[0] === undefined) continue;
				assert(ratio >= 4.5, `${theme}: ${name} has ${ratio}`);
			}
		}
	});
};
