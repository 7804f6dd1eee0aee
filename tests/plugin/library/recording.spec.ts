import { isRecording, Replay } from "../../../src";
import { headless } from "../../headless";
import { openStudio, PLAY, StudioUser } from "../open-studio";
import {
	beginRecording,
	choose,
	holderOf,
	kept,
	keptRecording,
	keptTake,
	listed,
	offered,
	openRecordSheet,
	record,
	redo,
	rowMenu,
	setMap,
	undo,
} from "./in-library";

function pressRecord(user: StudioUser): void {
	user.session.userInput.press(user.find("RecordButton", "TextButton"));
}

export = () => {
	const test = headless ? it : itSKIP;

	test("counts down from three, in the panel and in the viewport, and Esc cancels", () => {
		const user = openStudio();
		const { session } = user;
		const banner = () => session.game.GetService("CoreGui").FindFirstChild("DollyBanner") as ScreenGui;
		expect(user.text("Countdown")).to.equal("In 3 s");
		pressRecord(user);
		session.advance(0.5);
		expect(user.message()).to.equal("Recording in 3. Press Esc to cancel.");
		expect(banner().Enabled).to.equal(true);
		session.advance(1);
		expect(user.message()).to.equal("Recording in 2. Press Esc to cancel.");
		session.pressKey("Escape");
		session.advance(3);
		expect(user.message()).to.equal("The recording was cancelled.");
		expect(banner().Enabled).to.equal(false);
		expect(kept(user)).to.equal("");
		pressRecord(user);
		session.advance(1);
		pressRecord(user);
		session.advance(3);
		expect(user.message()).to.equal("The recording was cancelled.");
		pressRecord(user);
		user.fly(4);
		expect(user.message()).to.equal("Recording. Stop keeps it as Take 1.");
		pressRecord(user);
		session.advance(0.3);
		const { count } = keptTake(user, "Take 1");
		expect(count > 55 && count < 65).to.equal(true);
		expect(user.message()).to.equal(`Saved Take 1, ${count} frames. Ctrl+Z undoes it.`);
		expect(user.errors()).to.equal("");
	});

	test("records two takes, and they are in the reopened place", () => {
		const user = openStudio();
		setMap(user, "Harbour");
		record(user, 3 + 1 / 60);
		record(user, 2);
		expect(kept(user)).to.equal("Harbour 1, Harbour 2");
		const again = openStudio({ place: user.session.save() });
		expect(listed(again)).to.equal("Harbour 1, Harbour 2");
		const taken = keptTake(again, "Harbour 1");
		expect(taken.rate).to.equal(60);
		expect(taken.map).to.equal("Harbour");
		// 181 frames, the last at 3 seconds.
		expect(taken.count).to.equal(181);
		again.press("Harbour 1");
		expect(again.text("Name")).to.equal("Harbour 1");
		expect(user.errors() + again.errors()).to.equal("");
	});

	test("pauses, shows the clock and the frames, renames meanwhile, and discards", () => {
		const user = openStudio();
		beginRecording(user);
		user.fly(1);
		user.press("Pause");
		user.session.advance(5);
		expect(user.text("Clock")).to.equal("0:01.0");
		expect(user.message()).to.equal("Paused. Resume goes on, and stop keeps it as Take 1.");
		user.press("Pause");
		user.fly(0.5);
		expect(user.text("Clock")).to.equal("0:01.6");
		expect(user.isShown("RunningRow")).to.equal(true);
		expect(user.tipOf("OpenSequencer")).to.equal("Stop the recording first");
		user.press("Discard");
		expect(kept(user)).to.equal("");
		expect(user.message()).to.equal("Take 1 was discarded.");
		beginRecording(user);
		user.fly(0.5);
		user.type("Name", "Opening");
		expect(user.message()).to.equal("Recording. Stop keeps it as Opening.");
		pressRecord(user);
		user.session.advance(0.3);
		expect(kept(user)).to.equal("Opening");
		expect(user.errors()).to.equal("");
	});

	test("renames, duplicates and deletes, and each is one step back with undo", () => {
		const user = openStudio();
		record(user);
		user.type("Name", "Opening");
		expect(kept(user)).to.equal("Opening");
		expect(user.message()).to.equal("Renamed to Opening. Ctrl+Z undoes it.");
		rowMenu(user, "Opening", "Duplicate");
		expect(kept(user)).to.equal("Opening, Opening 2");
		expect(user.message()).to.equal("Duplicated Opening as Opening 2. Ctrl+Z undoes it.");
		rowMenu(user, "Opening 2", "Delete");
		expect(kept(user)).to.equal("Opening");
		expect(user.message()).to.equal("Deleted Opening 2. Ctrl+Z brings it back.");
		expect(user.isShown("Name")).to.equal(false);
		undo(user);
		expect(kept(user)).to.equal("Opening, Opening 2");
		// What comes back is open again, and again after redo and undo.
		expect(user.text("Name")).to.equal("Opening 2");
		expect(user.message()).to.equal("Opening 2 is back.");
		redo(user);
		expect(kept(user)).to.equal("Opening");
		expect(user.isShown("Name")).to.equal(false);
		undo(user);
		expect(user.text("Name")).to.equal("Opening 2");
		undo(user);
		expect(kept(user)).to.equal("Opening");
		undo(user);
		expect(kept(user)).to.equal("Take 1");
		expect(user.text("TakesTab")).to.equal("Takes  1");
		undo(user);
		expect(kept(user)).to.equal("");
		expect(user.text("TakesTab")).to.equal("Takes");
		redo(user);
		expect(user.text("TakesTab")).to.equal("Takes  1");
		expect(user.errors()).to.equal("");
	});

	test("records the selected characters and cars as a replay", () => {
		const user = openStudio();
		const { session } = user;
		const workspace = session.game.GetService("Workspace");
		const kart = session.create("Model") as Model;
		kart.Name = "Kart";
		const body = session.create("Part") as Part;
		body.Name = "Body";
		body.Parent = kart;
		kart.PrimaryPart = body;
		kart.Parent = workspace;
		const crate = session.create("Part") as Part;
		crate.Name = "Crate";
		crate.Parent = workspace;
		user.press("RecordMore");
		expect(offered(user)).to.equal(
			"Record the selection too (select characters or cars first), Fly with W A S D, at a set speed, -, Map, rate and speed…",
		);
		session.menu.dismiss();
		// A part of what is selected is recorded with it.
		session.runAsPlugin(() => session.game.GetService("Selection").Set([kart, body, crate]));
		session.advance(0.1);
		choose(user, "RecordMore", "Record the selection too (2 models)");
		beginRecording(user);
		for (const index of $range(1, 60)) {
			body.CFrame = new CFrame(index, 0, 0);
			session.step(1 / 60);
		}
		expect(user.isShown("RunningRow")).to.equal(true);
		pressRecord(user);
		session.advance(0.5);
		expect(kept(user)).to.equal("Replay 1");
		const replay = keptRecording(user, "Replay 1");
		assert(isRecording(replay, "replay"), "no replay");
		const { subjects, rate } = replay as Replay;
		expect(
			subjects
				.map(({ name }) => name)
				.sort()
				.join(", "),
		).to.equal("Camera, Crate, Kart");
		expect(rate).to.equal(60);
		expect(user.text("ReplaysTab")).to.equal("Replays  1");
		expect(listed(user)).to.equal("Replay 1");
		expect(user.errors()).to.equal("");
	});

	test("flies with the keys and the mouse, at the wheel's speed, and gives the view back", () => {
		for (const context of [undefined, PLAY]) {
			const user = openStudio({ context });
			const { session } = user;
			choose(user, "RecordMore", "Fly with W A S D, at a set speed");
			const camera = user.camera();
			const before = new CFrame(0, 10, 0);
			camera.CFrame = before;
			const typeBefore = camera.CameraType;
			beginRecording(user);
			expect(user.message()).to.equal("Recording at 32 studs per second. Stop keeps it as Take 1.");
			session.holdKey("W");
			session.advance(1);
			session.releaseKey("W");
			expect(camera.CFrame.Position.Z).to.be.near(-32, 1);
			session.holdKey("E");
			session.advance(0.5);
			session.releaseKey("E");
			expect(camera.CFrame.Position.Y).to.be.near(26, 1);
			if (context === PLAY) expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
			else expect(camera.CameraType).to.equal(typeBefore);
			pressRecord(user);
			session.advance(0.3);
			expect(camera.CFrame).to.equal(before);
			expect(camera.CameraType).to.equal(typeBefore);
			expect(session.countRenderSteps()).to.equal(0);
			expect(user.errors()).to.equal("");
		}
	});

	test("splits a long take into texts that a StringValue holds", () => {
		const user = openStudio();
		openRecordSheet(user);
		user.type("RateField", "240");
		user.press("SheetClose");
		record(user, 240);
		const holder = holderOf(user, "Take 1");
		const parts = holder.GetChildren() as Array<StringValue>;
		expect(parts.size() > 0).to.equal(true);
		expect(holder.GetAttribute("Parts")).to.equal(parts.size() + 1);
		// 135,000 bytes as Base64, and whatever is left in the last one.
		expect(holder.Value.size()).to.equal(180_000);
		parts.forEach((part, index) => expect(part.Name).to.equal(`Part${index + 2}`));
		expect(keptTake(user, "Take 1").count).to.be.near(57_600, 10);
		expect(user.errors()).to.equal("");
	});

	test("forgets an old complaint after a valid value, and remembers settings", () => {
		const user = openStudio();
		const { shared } = user.session;
		openRecordSheet(user);
		user.type("Map", "Cave");
		user.type("RateField", "fast");
		expect(user.message()).to.equal("The rate is fast. Type frames per second, from 1 to 240.");
		expect(user.text("RateField")).to.equal("60");
		user.type("RateField", "30");
		expect(user.message()).to.equal("Nothing recorded in this place.");
		user.type("FlySpeed", "0");
		expect(user.message()).to.equal("The speed is 0. Type studs per second, from 1 to 1000.");
		user.type("FlySpeed", "64");
		expect(user.message()).to.equal("Nothing recorded in this place.");
		user.press("SheetClose");
		choose(user, "Countdown", "Record in 10 seconds");
		const later = openStudio({ shared });
		expect(later.text("Rate")).to.equal("30 fps");
		expect(later.text("Countdown")).to.equal("In 10 s");
		openRecordSheet(later);
		expect(later.text("Map")).to.equal("Cave");
		expect(later.text("FlySpeed")).to.equal("64");
		expect(user.errors() + later.errors()).to.equal("");
	});

	test("follows the theme, obeys actions, and cleans up when it is unloaded", () => {
		const user = openStudio();
		choose(user, "Countdown", "Record at once");
		const panel = user.widget().FindFirstChild("Library") as Frame;
		expect(panel.BackgroundColor3.ToHex()).to.equal("2E2E2E");
		user.session.studio.setTheme("Light");
		expect(panel.BackgroundColor3.ToHex()).to.equal("FFFFFF");
		user.plugin.trigger("DollyRecord");
		user.session.advance(0.5);
		user.plugin.trigger("DollyPauseRecording");
		expect(user.isShown("RunningRow")).to.equal(true);
		expect(user.plugin.isActive("DollyLibrary")).to.equal(true);
		user.plugin.trigger("DollyLibraryPanel");
		expect(user.plugin.isActive("DollyLibrary")).to.equal(false);
		user.plugin.trigger("DollyLibraryPanel");
		user.plugin.unload();
		user.session.advance(2);
		expect(user.session.game.GetService("CoreGui").GetChildren().size()).to.equal(0);
		expect(user.session.countRenderSteps()).to.equal(0);
		// Vide's own scheduler is all that is left connected.
		expect(user.session.countConnections()).to.equal(1);
		expect(user.errors()).to.equal("");
	});
};
