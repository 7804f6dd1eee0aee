import { isRecording, Take } from "../../../src";
import { headless } from "../../headless";
import { StudioUser } from "../open-studio";
import { harbourTake } from "./harbour-take";
import { keptRecording, openSequencer } from "./open-sequencer";
import { undo } from "./side-user";

const CAMERA_LANE = 24 + 24 + 16;

function kept(user: StudioUser): Take {
	const take = keptRecording(user, "Harbour reveal");
	if (!isRecording(take, "take")) error("no take");
	return take;
}

/** Opens an edit from the menu of the clip. */
function open(user: StudioUser, text: string): void {
	user.session.userInput.pointer(user.find("LaneSurface", "Frame")).at(300, 36).rightClick();
	user.session.menu.choose(text);
	user.session.advance(0.3);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("says by how much smoothing moves the camera before it is applied", () => {
		const take = harbourTake();
		const user = openSequencer([take]);
		open(user, "Smooth…");
		expect(user.text("SideTitle")).to.equal("Smooth");
		expect(
			user
				.message()
				.match("^Smoothing moves the camera by up to [%d%.]+ studs and [%d%.]+°%. Apply or cancel%.$")[0] !== undefined,
		).to.equal(true);
		expect(user.isShown("DifferenceCurve")).to.equal(true);
		const little = tonumber(user.text("ToolFarthest").match("[%d%.]+")[0])!;
		user.type("ToolAmount", "1");
		user.session.advance(0.3);
		expect(tonumber(user.text("ToolFarthest").match("[%d%.]+")[0])! > little).to.equal(true);
		expect(buffer.tostring(kept(user).frames)).to.equal(buffer.tostring(take.frames));
		user.press("ApplyPreview");
		user.session.advance(0.3);
		expect(user.message()).to.equal("Smoothed take. Ctrl+Z undoes it.");
		expect(buffer.tostring(kept(user).frames) === buffer.tostring(take.frames)).to.equal(false);
		undo(user);
		expect(buffer.tostring(kept(user).frames)).to.equal(buffer.tostring(take.frames));
		expect(user.errors()).to.equal("");
	});

	test("opens from the camera's lane too, and from the small timeline, which has no other", () => {
		const user = openSequencer([harbourTake()]);
		const rightClick = (y: number) =>
			user.session.userInput.pointer(user.find("LaneSurface", "Frame")).at(100, y).rightClick();
		rightClick(CAMERA_LANE);
		user.session.menu.choose("Smooth…");
		user.session.advance(0.3);
		expect(user.text("SideTitle")).to.equal("Smooth");
		user.press("CancelPreview");
		const library = new StudioUser(user.session, user.plugin, "DollyLibrary");
		if (!library.widget().Enabled) user.plugin.click("DollyLibrary");
		user.plugin.click("DollySequencer");
		user.session.advance(0.3);
		expect(user.widget().Enabled).to.equal(false);
		user.session.userInput.pointer(library.find("LaneSurface", "Frame")).at(100, 16).rightClick();
		user.session.menu.choose("Reverse…");
		user.session.advance(0.3);
		expect(user.widget().Enabled).to.equal(true);
		expect(user.text("SideTitle")).to.equal("Reverse");
		expect(user.errors()).to.equal("");
	});

	test("changes the speed, the direction and the rate", () => {
		const user = openSequencer([harbourTake()]);
		open(user, "Change speed…");
		expect(user.find("ToolAmount", "TextBox").Text).to.equal("2×");
		expect(user.text("ToolLasts")).to.equal("0:06.03");
		expect(user.isShown("DifferenceCurve")).to.equal(false);
		user.press("ApplyPreview");
		expect(kept(user).count).to.equal(725);
		expect(kept(user).rate).to.equal(120);
		undo(user);
		open(user, "Reverse…");
		expect(user.isShown("ToolAmount")).to.equal(false);
		user.press("ApplyPreview");
		expect(kept(user).cuts.join()).to.equal(`${725 - 303}`);
		undo(user);
		open(user, "Change rate…");
		user.type("ToolAmount", "20");
		user.session.advance(0.3);
		expect(user.message().match("^Resampling moves the camera by up to")[0] !== undefined).to.equal(true);
		user.press("ApplyPreview");
		expect(kept(user).rate).to.equal(20);
		expect(user.errors()).to.equal("");
	});

	test("refuses amounts out of bounds, and goes back by Cancel", () => {
		const user = openSequencer([harbourTake()]);
		open(user, "Smooth…");
		user.type("ToolAmount", "9");
		expect(user.message()).to.equal('Over is "9"; expected 0 to 2 s.');
		expect(user.find("ToolAmount", "TextBox").Text).to.equal("0.2 s");
		user.press("CancelPreview");
		expect(user.isShown("ToolPanel")).to.equal(false);
		expect(user.message()).to.equal("Harbour reveal is open.");
		// Fitting after an edit begins with the take as it is.
		user.press("FitKeys");
		user.session.advance(0.3);
		expect(user.isShown("FitPanel")).to.equal(true);
		expect(user.errors()).to.equal("");
	});
};
