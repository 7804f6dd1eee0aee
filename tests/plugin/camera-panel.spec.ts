import { headless } from "../headless";
import { openStudio, StudioUser } from "./open-studio";
import { holderOf, keptTake } from "./takes-in-panel";

/** Records a flight whose frames are exactly those of its first to its last instant. */
function record(user: StudioUser, seconds: number): void {
	user.session.userInput.press(user.find("RecordButton", "TextButton"));
	user.fly(seconds + 1 / 60);
	user.session.userInput.press(user.find("RecordButton", "TextButton"));
	user.session.advance(0.5);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("records two takes, trims one, saves, and replays them from the reopened place", () => {
		const user = openStudio();
		user.type("Map", "Harbour");
		record(user, 3);
		record(user, 2);
		expect(user.errors()).to.equal("");
		expect(user.kept("Takes")).to.equal("Harbour 1, Harbour 2");

		user.press("Harbour 1");
		expect(user.text("TakesTitle")).to.equal("Takes (2)");
		// 181 frames, the last at 3 seconds: keep 0.75 to 2.25.
		user.drag("Ruler", [0, 0.25]);
		user.press("TrimStart");
		user.drag("Ruler", [0.25, 0.75]);
		user.press("TrimEnd");
		expect(user.text("TrimRange")).to.equal("keeps 0:00.8 – 0:02.3");
		user.press("Trim");
		user.press("Apply");
		user.session.advance(0.5);
		expect(user.errors()).to.equal("");
		expect(user.text("Time")).to.equal("0:00.0 / 0:01.5");

		const again = openStudio({ place: user.session.save() });
		expect(again.kept("Takes")).to.equal("Harbour 1, Harbour 2");
		const taken = keptTake(again, "Harbour 1");
		expect(taken.rate).to.equal(60);
		expect(taken.map).to.equal("Harbour");
		// Frames 45 to 135.
		expect(taken.count).to.equal(91);
		again.press("Harbour 1");
		again.press("Play");
		expect(again.camera().CameraType).to.equal(Enum.CameraType.Scriptable);
		// 0.1 seconds are 6 rendered frames, of which the first shows the start: the frame that was recorded at 0.75.
		expect(math.abs(again.angle() - (0.75 + 5 / 60)) < 0.02).to.equal(true);
		again.session.advance(2);
		expect(again.camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		expect(again.text("Play")).to.equal("Play");
		expect(again.errors()).to.equal("");
	});

	test("pauses and discards", () => {
		const user = openStudio();
		user.press("RecordButton");
		user.fly(1);
		user.press("Pause");
		user.session.advance(5);
		expect(user.text("Pause")).to.equal("Resume");
		user.press("Pause");
		user.fly(0.5);
		expect(user.text("Clock")).to.equal("● REC  0:01.7");
		user.press("Discard");
		expect(user.kept("Takes")).to.equal("");
		expect(user.text("Message")).to.equal("The recording was thrown away.");
		expect(user.errors()).to.equal("");
	});

	test("renames, duplicates and deletes, and each is one step back with undo", () => {
		const user = openStudio();
		const history = user.session.game.GetService("ChangeHistoryService");
		record(user, 1);
		expect(user.kept("Takes")).to.equal("Take 1");
		user.type("Name", "Opening");
		expect(user.kept("Takes")).to.equal("Opening");
		user.press("Duplicate");
		expect(user.kept("Takes")).to.equal("Opening, Opening 2");
		user.press("Delete");
		expect(user.kept("Takes")).to.equal("Opening");
		const undo = () => {
			history.Undo();
			user.session.advance(0.1);
		};
		undo();
		expect(user.kept("Takes")).to.equal("Opening, Opening 2");
		undo();
		expect(user.kept("Takes")).to.equal("Opening");
		undo();
		expect(user.kept("Takes")).to.equal("Take 1");
		expect(user.text("TakesTitle")).to.equal("Takes (1)");
		undo();
		expect(user.kept("Takes")).to.equal("");
		expect(user.text("TakesTitle")).to.equal("Takes (0)");
		history.Redo();
		user.session.advance(0.1);
		expect(user.text("TakesTitle")).to.equal("Takes (1)");
		expect(user.errors()).to.equal("");
	});

	test("draws the chosen take's path, a handle at each second, and seeks to the one that is pressed", () => {
		const user = openStudio();
		record(user, 3);
		const coreGui = user.session.game.GetService("CoreGui");
		const handle = coreGui.FindFirstChild("Second2", true) as SphereHandleAdornment;
		expect(handle).to.be.ok();
		expect(coreGui.FindFirstChild("Second4", true)).never.to.be.ok();
		expect(user.session.press(handle)).to.equal(true);
		user.session.advance(0.05);
		expect(user.text("Time").sub(1, 6)).to.equal("0:02.0");
		expect(math.abs(user.angle() - 2) < 0.02).to.equal(true);
		user.press("ShowPath");
		expect(coreGui.FindFirstChild("DollyPath")).never.to.be.ok();
	});

	test("splits a long take into texts that a StringValue holds", () => {
		const user = openStudio();
		user.type("Rate", "240");
		record(user, 240);
		const holder = holderOf(user, "Take 1");
		const parts = holder.GetChildren() as Array<StringValue>;
		expect(parts.size() > 0).to.equal(true);
		expect(holder.GetAttribute("Parts")).to.equal(parts.size() + 1);
		// 135,000 bytes as Base64, and whatever is left in the last one.
		expect(holder.Value.size()).to.equal(180_000);
		parts.forEach((part, index) => expect(part.Name).to.equal(`Part${index + 2}`));
		// One more than 240 seconds of 240 frames.
		expect(keptTake(user, "Take 1").count).to.equal(57_601);
		expect(user.errors()).to.equal("");
	});

	test("remembers its settings, follows the theme, obeys actions, and cleans up when it is unloaded", () => {
		const user = openStudio();
		const shared = user.session.shared;
		user.type("Map", "Cave");
		user.type("Rate", "30");
		user.type("Rate", "fast");
		expect(user.text("Rate")).to.equal("30");
		record(user, 1);
		user.press("Faster");
		const panel = user.widget().FindFirstChild("Camera") as ScrollingFrame;
		expect(panel.BackgroundColor3.ToHex()).to.equal("2E2E2E");
		user.session.studio.setTheme("Light");
		expect(panel.BackgroundColor3.ToHex()).to.equal("FFFFFF");
		user.plugin.trigger("DollyPlay");
		user.session.advance(0.1);
		expect(user.camera().CameraType).to.equal(Enum.CameraType.Scriptable);
		user.plugin.trigger("DollyRecord");
		user.session.advance(0.1);
		expect(user.camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		expect(user.text("RecordButton")).to.equal("■ Stop");
		expect(user.plugin.isActive("DollyCamera")).to.equal(true);
		user.plugin.trigger("DollyCameraPanel");
		expect(user.plugin.isActive("DollyCamera")).to.equal(false);
		user.plugin.trigger("DollyCameraPanel");
		user.plugin.unload();
		user.session.advance(2);
		expect(user.session.game.GetService("CoreGui").GetChildren().size()).to.equal(0);
		expect(user.session.countRenderSteps()).to.equal(0);
		// Vide's own scheduler is all that is left connected.
		expect(user.session.countConnections()).to.equal(1);
		expect(user.errors()).to.equal("");

		const later = openStudio({ shared });
		expect(later.text("Map")).to.equal("Cave");
		expect(later.text("Rate")).to.equal("30");
	});
};
