import { isRecording, sampleCFrame, decodeCFrame, createFilm, takeFromPath } from "../../../src";
import { headless } from "../../headless";
import { contrastOf, contrasts } from "../contrast";
import type { StudioUser } from "../open-studio";
import { harbourTake } from "./harbour-take";
import { keptRecording, keptShot, openSequencer, straightFlight, threeKeys } from "./open-sequencer";

/** The number that a text begins with. */
function numberIn(text: string): number {
	return tonumber(text.match("[%d%.]+")[0])!;
}

/** Moves a slider to a share of its width. */
function slide(user: StudioUser, name: string, share: number): void {
	const track = user.find(name, "Frame");
	user.session.userInput
		.pointer(track)
		.at(track.AbsoluteSize.X * share)
		.click();
	user.session.advance(0.2);
}

function undo(user: StudioUser): void {
	user.session.game.GetService("ChangeHistoryService").Undo();
	user.session.advance(0.2);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("shows keys that stay within the tolerance, and keeps them only by Apply", () => {
		const take = harbourTake();
		const user = openSequencer([take]);
		user.press("FitKeys");
		user.session.advance(0.3);
		expect(user.message()).to.equal("Preview. Nothing is changed until you press Apply.");
		expect(user.text("FitKeysCount").match(", for 725 frames$")[0] !== undefined).to.equal(true);
		const count = numberIn(user.text("FitKeysCount"));
		expect(numberIn(user.text("FitFarthest")) <= 0.25).to.equal(true);
		expect(numberIn(user.text("FitTurned")) <= 0.51).to.equal(true);
		expect(isRecording(keptRecording(user, take.name), "take")).to.equal(true);
		expect(
			user.find(`Key${count}`, "Frame").BackgroundColor3 === user.find("LaneArea", "Frame").BackgroundColor3,
		).to.equal(true);

		user.press("ApplyPreview");
		user.session.advance(0.3);
		const shot = keptShot(user, take.name);
		expect(shot.keys.size()).to.equal(count);
		expect(user.message()).to.equal(`Fitted ${count} keys. Ctrl+Z brings the take back.`);
		expect(user.isShown("FitPanel")).to.equal(false);
		// What the panel said was measured at every frame.
		let farthest = 0;
		const flight = takeFromPath(shot, { rate: 60 });
		for (const frame of $range(0, take.count - 1)) {
			const [a, b] = [decodeCFrame(take.frames, frame * 18), sampleCFrame(flight, frame / 60)];
			farthest = math.max(farthest, a.Position.sub(b.Position).Magnitude);
		}
		expect(farthest <= 0.25).to.equal(true);
		undo(user);
		expect(isRecording(keptRecording(user, take.name), "take")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("follows its sliders: fewer keys for more studs, and what was measured with them", () => {
		const user = openSequencer([harbourTake()]);
		user.press("FitKeys");
		user.session.advance(0.3);
		slide(user, "FitStudsSlider", 0.2);
		const many = numberIn(user.text("FitKeysCount"));
		const near = numberIn(user.text("FitFarthest"));
		expect(user.find("FitStuds", "TextBox").Text).to.equal("0.03 studs");
		slide(user, "FitStudsSlider", 0.95);
		slide(user, "FitDegreesSlider", 0.95);
		const few = numberIn(user.text("FitKeysCount"));
		expect(few < many).to.equal(true);
		expect(numberIn(user.text("FitFarthest")) > near).to.equal(true);
		expect(user.text("FarthestWords").match("^[%d%.]+ at 0:%d%d%.%d%d$")[0] !== undefined).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("takes amounts that are typed, and says what it expects of others", () => {
		const user = openSequencer([harbourTake()]);
		user.press("FitKeys");
		user.session.advance(0.3);
		user.type("FitStuds", "five");
		expect(user.message()).to.equal(`Position is "five"; expected 0.01 to 2 studs.`);
		expect(user.find("FitStuds", "TextBox").Text).to.equal("0.25 studs");
		user.type("FitStuds", "0.5");
		user.session.advance(0.2);
		expect(user.message()).to.equal("Preview. Nothing is changed until you press Apply.");
		expect(user.find("FitStuds", "TextBox").Text).to.equal("0.50 studs");
		expect(user.text("ToleranceWords")).to.equal("tolerance 0.50");
		expect(user.errors()).to.equal("");
	});

	test("needs fewer keys for a take that is smoothed first", () => {
		const user = openSequencer([harbourTake()]);
		user.press("FitKeys");
		slide(user, "FitStudsSlider", 0.2);
		const before = numberIn(user.text("FitKeysCount"));
		user.press("SmoothFirst");
		user.session.menu.choose("Smooth over 1 s");
		user.session.advance(0.3);
		expect(user.find("SmoothFirst", "TextButton").Size.X.Offset).to.equal(64);
		expect(numberIn(user.text("FitKeysCount")) < before).to.equal(true);
		// It is the take itself that keys are compared with.
		expect(numberIn(user.text("FitFarthest")) > 0.03).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("goes back to the take by Cancel, by its cross, and when something else is opened", () => {
		const user = openSequencer([threeKeys(), harbourTake()]);
		for (const button of ["CancelPreview", "CloseSide"]) {
			user.press("FitKeys");
			user.session.advance(0.3);
			expect(user.isShown("Key1")).to.equal(true);
			user.press(button);
			user.session.advance(0.2);
			expect(user.isShown("FitPanel")).to.equal(false);
			expect(user.isShown("Key1")).to.equal(false);
			expect(user.message()).to.equal("Harbour reveal is open.");
		}
		user.press("FitKeys");
		user.session.advance(0.3);
		user.press("Opened");
		user.session.menu.choose("Three (shot)");
		user.session.advance(0.3);
		expect(user.isShown("FitPanel")).to.equal(false);
		expect(isRecording(keptRecording(user, "Harbour reveal"), "take")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("turns only the chosen clip of a film into a shot", () => {
		const film = createFilm([straightFlight(61), harbourTake("Harbour")], { name: "Both" });
		const user = openSequencer([film]);
		const clip = user.find("Clip2", "Frame");
		user.session.userInput.pointer(user.find("LaneSurface", "Frame")).at(600, 36).click();
		user.session.advance(0.5);
		expect(clip.AbsoluteSize.X > 100).to.equal(true);
		user.press("FitKeys");
		user.session.advance(0.3);
		expect(user.text("FitKeysCount").match(", for 725 frames$")[0] !== undefined).to.equal(true);
		user.press("ApplyPreview");
		user.session.advance(0.3);
		const kept = keptRecording(user, "Both");
		if (!isRecording(kept, "film")) error("no film");
		expect(isRecording(kept.items[0].recording, "take")).to.equal(true);
		expect(isRecording(kept.items[1].recording, "shot")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("changes nothing else while it is open", () => {
		const user = openSequencer([harbourTake()]);
		user.press("FitKeys");
		user.session.advance(0.3);
		user.session.userInput.hover(user.find("LaneSurface", "Frame"));
		user.session.pressKey("M");
		user.session.advance(0.2);
		expect(user.message()).to.equal("Apply or cancel the preview first.");
		expect(keptRecording(user, "Harbour reveal").markers.size()).to.equal(3);
		expect(user.errors()).to.equal("");
	});

	test("can be read in both themes, tolerance, curve and keys too", () => {
		const user = openSequencer([harbourTake()]);
		user.press("FitKeys");
		user.session.advance(0.3);
		for (const theme of ["Dark", "Light"] as const) {
			user.session.studio.setTheme(theme);
			user.session.advance(0.2);
			for (const { name, ratio } of contrasts(user.session.userInput.layout(user.widget()))) {
				if (name.match("FitPanel")[0] === undefined && name.match("Words$")[0] === undefined) continue;
				assert(ratio >= 4.5, `${theme}: ${name} has ${ratio}`);
			}
			const ground = user.find("LaneArea", "Frame").BackgroundColor3;
			const [path] = user.find("DifferenceCurve", "Frame").GetChildren() as Array<Path2D>;
			const outline = user.find("Key1", "Frame").FindFirstChildOfClass("UIStroke")!;
			for (const color of [path.Color3, outline.Color, user.find("Tolerance", "Frame").BackgroundColor3]) {
				expect(contrastOf(color, ground) >= 3).to.equal(true);
			}
		}
	});
};
