import { createTake, encodeCFrame, encodeRecording, Take, TakeOptions } from "../../../src";
import { headless } from "../../headless";
import { StudioUser } from "../open-studio";
import { keptTake, openWith } from "../takes-in-panel";

/** Twelve seconds at ten frames a second: 121 frames along X, a stud each, that tremble, and a jump of 500 before frame 60. */
function shot(more: Partial<TakeOptions> = {}): Take {
	const frames = buffer.create(121 * 18);
	const lens = buffer.create(121 * 4);
	for (const index of $range(0, 120)) {
		encodeCFrame(new CFrame(index + (index < 60 ? 0 : 500), (index % 2) * 0.02, 0), frames, index * 18);
		buffer.writef32(lens, index * 4, index < 60 ? 70 : 40);
	}
	const markers = [{ name: "Gulls", seconds: 3 }];
	return createTake({ name: "Shot", map: "Bay", rate: 10, frames, fieldOfView: lens, markers, cuts: [60], ...more });
}

function kept(user: StudioUser, name = "Shot"): Take {
	return keptTake(user, name);
}

function undo(user: StudioUser): void {
	user.session.game.GetService("ChangeHistoryService").Undo();
	user.session.advance(0.2);
}

/** What a tool makes of the shot when it is applied, and that one undo takes it back. */
function apply(user: StudioUser, tool: string): void {
	user.press(tool);
	user.session.advance(0.3);
	user.press("Apply");
	user.session.advance(0.5);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("shows ticks, cuts and markers where they are, wider in a wider panel", () => {
		const user = openWith(shot());
		user.plugin.resize("DollyCamera", 300, 1200);
		const labels = () =>
			user
				.find("Ruler", "Frame")
				.GetDescendants()
				.filter((child): child is TextLabel => child.Name === "TickTime" && (child as TextLabel).Text !== "");
		expect(labels().size()).to.equal(2);
		user.plugin.resize("DollyCamera", 600, 1200);
		expect(labels().size() > 4).to.equal(true);
		const lanes = user.find("Lanes", "Frame");
		const at = (name: string) => {
			const line = user.find(name, "Frame");
			return (line.AbsolutePosition.X + line.AbsoluteSize.X / 2 - lanes.AbsolutePosition.X) / lanes.AbsoluteSize.X;
		};
		expect(at("Cut1")).to.be.near(0.5, 1e-6);
		expect(at("Marker1")).to.be.near(0.25, 1e-6);
		const captions = user
			.widget()
			.GetDescendants()
			.filter((child) => child.Name === "Caption") as Array<TextLabel>;
		const texts = captions.map((caption) => caption.Text);
		expect(texts.includes("Field of view  40° – 70°")).to.equal(true);
		expect(texts.includes("Speed  up to 10 studs/s")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("moves the playhead by dragging, by buttons and by keys, but not by what is typed", () => {
		const user = openWith(shot());
		user.drag("Ruler", [0.1, 0.5]);
		expect(user.text("FrameCount")).to.equal("frame 61 of 121");
		expect(user.camera().CFrame.Position.X).to.be.near(560, 0.01);
		user.press("StepOn");
		expect(user.text("FrameCount")).to.equal("frame 62 of 121");
		user.press("StepBack");
		user.session.pressKey("Left");
		user.session.advance(0.1);
		expect(user.text("FrameCount")).to.equal("frame 60 of 121");
		user.session.pressKey("End");
		user.session.advance(0.1);
		expect(user.text("FrameCount")).to.equal("frame 121 of 121");
		user.press("ToStart");
		user.session.pressKey("Right");
		user.session.advance(0.1);
		expect(user.text("FrameCount")).to.equal("frame 2 of 121");
		user.session.pressKey("Space");
		user.session.advance(0.1);
		expect(user.text("Play")).to.equal("Pause");
		user.plugin.trigger("DollyPlay");
		user.session.userInput.press(user.find("Search", "TextBox"));
		user.session.pressKey("Home");
		user.session.advance(0.1);
		expect(user.text("FrameCount")).never.to.equal("frame 1 of 121");
		user.plugin.trigger("DollyStart");
		user.session.advance(0.1);
		expect(user.text("FrameCount")).to.equal("frame 1 of 121");
		expect(user.errors()).to.equal("");
	});

	test("zooms and pans, and the page turns with the playhead", () => {
		const user = openWith(shot());
		const inView = () => user.find("InView", "Frame");
		user.drag("Ruler", [0.5, 0.5]);
		user.press("ZoomIn");
		user.press("ZoomIn");
		expect(inView().Size.X.Scale).to.be.near(0.25, 1e-9);
		expect(inView().Position.X.Scale).to.be.near(0.375, 1e-9);
		user.drag("Overview", [0.5, 0.6]);
		expect(inView().Position.X.Scale).to.be.near(0.475, 1e-6);
		// By its end it is made as long again.
		user.drag("Overview", [0.724, 0.974]);
		expect(inView().Size.X.Scale).to.be.near(0.5, 0.005);
		user.press("ToStart");
		expect(inView().Position.X.Scale).to.equal(0);
		user.press("Fit");
		expect(inView().Size.X.Scale).to.equal(1);
		// Zoomed in, a drag along the ruler covers less time.
		user.press("ZoomIn");
		user.drag("Ruler", [0, 0.5]);
		expect(user.text("FrameCount")).to.equal("frame 31 of 121");
		expect(user.errors()).to.equal("");
	});

	test("trims between handles that are dragged, as one step", () => {
		const user = openWith(shot());
		user.drag("ClipLane", [0.002, 0.25]);
		user.drag("ClipLane", [0.998, 0.75]);
		expect(user.text("TrimRange")).to.equal("keeps 0:03.0 – 0:09.0");
		user.press("Trim");
		user.session.advance(0.3);
		expect(user.text("Message")).to.equal("Preview: 0:06.0.");
		// Shown, but not kept yet.
		expect(user.text("FrameCount")).to.equal("frame 1 of 61");
		expect(kept(user).count).to.equal(121);
		user.press("Apply");
		user.session.advance(0.5);
		const trimmed = kept(user);
		expect(trimmed.count).to.equal(61);
		expect(trimmed.cuts.join()).to.equal("30");
		expect(trimmed.markers[0].seconds).to.equal(0);
		undo(user);
		expect(kept(user).count).to.equal(121);
		expect(user.errors()).to.equal("");
	});

	test("drags markers and cuts onto frames, names and removes markers, each one step", () => {
		const user = openWith(shot());
		user.drag("MarkerLane", [0.25, 0.3, 0.5]);
		user.session.advance(0.5);
		expect(kept(user).markers[0].seconds).to.equal(6);
		user.type("MarkerField", "Möwen");
		user.session.advance(0.5);
		expect(kept(user).markers[0].name).to.equal("Möwen");
		user.drag("ClipLane", [0.5, 0.4]);
		user.session.advance(0.5);
		expect(kept(user).cuts.join()).to.equal("48");
		user.drag("Ruler", [0.75, 0.75]);
		user.session.pressKey("M");
		user.session.advance(0.5);
		expect(kept(user).markers.size()).to.equal(2);
		// The playhead stayed, and the camera with it.
		expect(user.text("FrameCount")).to.equal("frame 91 of 121");
		expect(user.camera().CameraType).to.equal(Enum.CameraType.Scriptable);
		user.press("ToggleCut");
		user.session.advance(0.5);
		expect(kept(user).cuts.join()).to.equal("48, 90");
		user.press("ToggleCut");
		user.session.advance(0.5);
		expect(kept(user).cuts.join()).to.equal("48");
		user.drag("MarkerLane", [0.75, 0.75]);
		user.press("RemoveMarker");
		user.session.advance(0.5);
		expect(kept(user).markers.size()).to.equal(1);
		for (const _ of $range(1, 7)) undo(user);
		expect(buffer.tostring(encodeRecording(kept(user)))).to.equal(buffer.tostring(encodeRecording(shot())));
		expect(user.errors()).to.equal("");
	});

	test("splits, cuts out, reverses, retimes and smooths as previewed, each one step", () => {
		const user = openWith(shot());
		user.drag("Ruler", [0.25, 0.25]);
		apply(user, "Split");
		expect(user.kept("Takes")).to.equal("Shot, Shot 2");
		expect(kept(user).count).to.equal(30);
		expect(kept(user, "Shot 2").count).to.equal(91);
		undo(user);
		expect(user.kept("Takes")).to.equal("Shot");
		user.press("Shot");

		user.drag("ClipLane", [0.002, 0.25]);
		user.drag("ClipLane", [0.998, 0.75]);
		apply(user, "CutOut");
		// Frames 30 to 90 are gone, with the cut; there is one where they were.
		expect(kept(user).count).to.equal(60);
		expect(kept(user).cuts.join()).to.equal("30");
		undo(user);
		user.press("Shot");

		apply(user, "Reverse");
		expect(kept(user).cuts.join()).to.equal("61");
		expect(kept(user).markers[0].seconds).to.equal(9);
		undo(user);
		user.press("Shot");

		user.press("Retime");
		user.type("Amount", "0.5");
		user.session.advance(0.3);
		expect(user.text("Message")).to.equal("Preview: 0:24.0.");
		user.type("Amount", "0");
		user.session.advance(0.3);
		expect(user.text("Message")).to.equal("Speed is 0; expected a number above 0.");
		expect(user.find("Apply", "TextButton").Active).to.equal(false);
		user.type("Amount", "4");
		user.press("Apply");
		user.session.advance(0.5);
		expect(kept(user).rate).to.equal(40);
		undo(user);
		user.press("Shot");

		user.drag("Ruler", [0.25, 0.25]);
		user.press("TrimStart");
		user.press("Smooth");
		user.session.advance(0.3);
		expect(user.text("Message").find("it moves the camera by up to")[0]).to.be.ok();
		user.press("CancelTool");
		expect(kept(user).count).to.equal(121);
		// The trim and the playhead are where they were.
		expect(user.text("TrimRange")).to.equal("keeps 0:03.0 – 0:12.0");
		expect(user.text("FrameCount")).to.equal("frame 31 of 121");
		apply(user, "Smooth");
		expect(kept(user).cuts.join()).to.equal("60");
		undo(user);
		expect(buffer.tostring(encodeRecording(kept(user)))).to.equal(buffer.tostring(encodeRecording(shot())));
		expect(user.errors()).to.equal("");
	});

	test("joins the take that is stepped to, and says so where there is none", () => {
		const user = openWith(shot());
		user.press("Join");
		user.session.advance(0.3);
		expect(user.text("Message")).to.equal("There is no other take in the place.");
		user.press("CancelTool");
		const both = openWith(shot(), shot({ name: "Other 2", rate: 20 }), shot({ name: "Other 10" }));
		both.press("Shot");
		both.press("Join");
		both.session.advance(0.3);
		expect(both.text("PartnerName")).to.equal("then Other 2");
		both.press("PartnerOn");
		expect(both.text("PartnerName")).to.equal("then Other 10");
		both.press("PartnerBack");
		both.press("PartnerOn");
		both.session.advance(0.3);
		both.press("Apply");
		both.session.advance(0.5);
		expect(kept(both).count).to.equal(242);
		expect(kept(both).cuts.join()).to.equal("60, 121, 181");
		undo(both);
		expect(kept(both).count).to.equal(121);
		expect(user.errors() + both.errors()).to.equal("");
	});

	test("shows takes of one frame, and of none of the lens", () => {
		const frames = buffer.create(18);
		encodeCFrame(new CFrame(1, 2, 3), frames, 0);
		const user = openWith(createTake({ name: "Still", rate: 60, frames }));
		expect(user.text("FrameCount")).to.equal("frame 1 of 1");
		user.drag("Ruler", [0.1, 0.9]);
		user.press("ZoomIn");
		user.press("Split");
		user.session.advance(0.3);
		expect(user.text("Message")).to.equal('"Still" has no frames on both sides of 0 seconds.');
		expect(user.errors()).to.equal("");
	});
};
