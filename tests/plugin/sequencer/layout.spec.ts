import { layoutOf, stackLanes } from "../../../plugin/sequencer/layout";
import { headless } from "../../headless";
import { contrastOf, contrasts } from "../contrast";
import type { StudioUser } from "../open-studio";
import { harbourTake } from "./harbour-take";
import { harbourFilm, openSequencer } from "./open-sequencer";
import { smoothFilm } from "./side-user";

const DOCKS: ReadonlyArray<[width: number, height: number]> = [
	[300, 200],
	[340, 640],
	[800, 320],
	[1000, 320],
	[1200, 320],
	[1200, 420],
	[1600, 260],
];

/** What of a list of objects cannot be seen whole, by their names. */
function outOfSight(user: StudioUser, names: ReadonlyArray<string>): string {
	const entries = user.session.userInput.layout(user.widget());
	const hidden = names.filter((name) => {
		const object = user.find(name, "GuiObject");
		const entry = entries.find(({ instance }) => instance === object);
		if (!entry) return true;
		const { x, y, width, height, clip } = entry;
		const isWide = x >= clip.x - 0.01 && x + width <= clip.x + clip.width + 0.01;
		return !isWide || y < clip.y - 0.01 || y + height > clip.y + clip.height + 0.01;
	});
	return hidden.join(", ");
}

export = () => {
	const test = headless ? it : itSKIP;

	it("lays itself out by the size of its dock", () => {
		expect(layoutOf(1200, 320).headers).to.equal(200);
		expect(layoutOf(800, 320).headers).to.equal(144);
		expect(layoutOf(700, 320).headers).to.equal(0);
		expect(layoutOf(1600, 260).hasMarkersInRuler).to.equal(true);
		expect(layoutOf(1600, 260).hasFrameNumber).to.equal(true);
		expect(layoutOf(1279, 320).hasFrameNumber).to.equal(false);
		expect(layoutOf(999, 320).hasWords).to.equal(false);
		// A low dock has messages in the toolbar if that has room.
		expect(layoutOf(1600, 260).status).to.equal(0);
		expect(layoutOf(1200, 260).status).to.equal(24);
	});

	it("shrinks curves to 24 pixels before lanes scroll", () => {
		const lanes = [
			{ kind: "markers" as const, name: "" },
			{ kind: "camera" as const, name: "" },
			{ kind: "lens" as const, name: "" },
			{ kind: "speed" as const, name: "" },
		];
		const heights = (room: number) =>
			stackLanes(lanes, room)
				.map(({ height }) => height)
				.join();
		expect(heights(400)).to.equal("24, 32, 40, 40");
		expect(heights(120)).to.equal("24, 32, 32, 32");
		expect(heights(60)).to.equal("24, 32, 24, 24");
	});

	for (const [width, height] of DOCKS) {
		test(`keeps transport, ruler and message in sight at ${width} by ${height}`, () => {
			const user = openSequencer([harbourFilm()], width, height);
			user.session.advance(0.2);
			const names = ["Play", "FrameBack", "FrameOn", "ToStart", "ToEnd", "Ruler", "Message"];
			// A narrow dock has the time beside the transport instead of over the ruler.
			names.push(width < 760 ? "Time" : "PlayheadTime");
			expect(outOfSight(user, names)).to.equal("");
			expect(user.errors()).to.equal("");
		});
	}

	test("writes no time that the playhead's tag covers in part", () => {
		const user = openSequencer([harbourFilm()]);
		const shownTimes = () => {
			const ticks = user.find("Ruler", "Frame").GetDescendants();
			const texts = ticks.filter((one): one is TextLabel => one.Name === "TickTime" && one.IsA("TextLabel"));
			return texts.map(({ Text }) => Text).filter((text) => text !== "");
		};
		user.type("Time", "0:06.67");
		expect(shownTimes().join(" ")).to.equal("0:00 0:01 0:02 0:03 0:04 0:05 0:07 0:08 0:09 0:10 0:11 0:12");
		user.type("Time", "0:04.00");
		expect(shownTimes().includes("0:04")).to.equal(false);
		expect(shownTimes().includes("0:06")).to.equal(true);
	});

	test("shows keys, markers and a handle in a narrow dock, and the time beside the transport", () => {
		const user = openSequencer([harbourFilm()], 340, 300);
		user.session.advance(0.2);
		const names = ["Key1", "Key8", "MarkerTick1", "MarkerTick3", "PlayheadHandle", "ValueInLane", "Time"];
		expect(outOfSight(user, names)).to.equal("");
		const lanes = user.find("LaneSurface", "Frame");
		// The ends of the film stand 8 pixels from the ends of the lanes.
		const middleOf = (name: string) => {
			const { AbsolutePosition, AbsoluteSize } = user.find(name, "Frame");
			return AbsolutePosition.X + AbsoluteSize.X / 2 - lanes.AbsolutePosition.X;
		};
		expect(middleOf("Key1")).to.be.near(8, 0.01);
		expect(middleOf("Key8")).to.be.near(lanes.AbsoluteSize.X - 8, 1);
		expect(user.errors()).to.equal("");
	});

	test("says that no shot is open, and which one is", () => {
		const user = openSequencer([]);
		expect(user.message()).to.equal("No shot is open.");
		expect(user.find("StartRecord", "TextButton").AbsoluteSize.X).to.equal(128);
		expect(user.find("ChooseTake", "TextButton").AbsoluteSize.X).to.equal(128);
	});

	test("tells of the countdown and of the recording, as the Library does", () => {
		const user = openSequencer([]);
		const label = () => (user.find("RecordButton", "TextButton").FindFirstChild("Text") as TextLabel).Text;
		expect(label()).to.equal("Record");
		user.press("RecordButton");
		expect(user.message()).to.equal("Recording in 3. Press Esc to cancel.");
		expect(label()).to.equal("Cancel");
		user.session.advance(3.2);
		expect(user.message()).to.equal("Recording. Stop keeps it as Take 1.");
		expect(label()).to.equal("Stop");
		user.press("RecordButton");
		expect(user.message().match("^Saved Take 1, %d+ frames")[0] !== undefined).to.equal(true);
		expect(label()).to.equal("Record");
	});

	test("keeps both ends of the toolbar apart at each width", () => {
		const user = openSequencer([harbourFilm()]);
		for (const width of [760, 780, 800, 900, 999, 1000, 1060, 1120, 1128, 1200, 1279, 1280, 1600]) {
			user.plugin.resize("DollySequencer", width, 320);
			user.session.advance(0.1);
			const loop = user.find("Loop", "TextButton");
			const gap = user.find("Right", "Frame").AbsolutePosition.X - (loop.AbsolutePosition.X + loop.AbsoluteSize.X);
			assert(gap >= -4, `${gap} pixels at ${width}`);
		}
	});

	test("keeps what stands in a button off its edges", () => {
		const user = openSequencer([harbourFilm()]);
		const button = user.find("Opened", "TextButton");
		const right = button.AbsolutePosition.X + button.AbsoluteSize.X;
		for (const child of button.GetChildren()) {
			if (!child.IsA("GuiObject")) continue;
			expect(child.AbsolutePosition.X >= button.AbsolutePosition.X + 8).to.equal(true);
			expect(child.AbsolutePosition.X + child.AbsoluteSize.X <= right - 8).to.equal(true);
		}
	});

	test("writes the frames of a take below its line where markers stand above it", () => {
		const user = openSequencer([harbourTake()], 340, 300);
		const [words, tick] = [user.find("FlightWords", "TextLabel"), user.find("MarkerTick1", "Frame")];
		expect(words.AbsolutePosition.Y >= tick.AbsolutePosition.Y + tick.AbsoluteSize.Y).to.equal(true);
		const lane = words.Parent as Frame;
		const bottom = lane.AbsolutePosition.Y + lane.AbsoluteSize.Y;
		expect(words.AbsolutePosition.Y + words.AbsoluteSize.Y <= bottom).to.equal(true);
	});

	test("draws no icon of a field that is scrolled out of sight", () => {
		const user = openSequencer([smoothFilm()], 800, 260);
		const lanes = user.find("LaneSurface", "Frame");
		const x = 12 + (7.2 / 12.08) * (lanes.AbsoluteSize.X - 52);
		user.session.userInput
			.pointer(lanes)
			.at(x, 32 + 16)
			.doubleClick();
		user.session.advance(0.6);
		const body = user.find("SideBody", "ScrollingFrame");
		const icons = () => {
			const [top, bottom] = [body.AbsolutePosition.Y, body.AbsolutePosition.Y + body.AbsoluteSize.Y];
			const all = body.GetDescendants().filter((one): one is Frame => one.Name === "Icon" && one.IsA("Frame"));
			for (const { AbsolutePosition, AbsoluteSize } of all) {
				expect(AbsolutePosition.Y >= top && AbsolutePosition.Y + AbsoluteSize.Y <= bottom).to.equal(true);
			}
			return all.size();
		};
		// The button of the other easings; then the five easings below it, and that.
		expect(icons()).to.equal(1);
		body.CanvasPosition = new Vector2(0, 100);
		user.session.advance(0.1);
		expect(icons()).to.equal(6);
	});

	for (const theme of ["Dark", "Light"] as const) {
		test(`has texts that can be read, and keys that can be seen, in the ${theme.lower()} theme`, () => {
			for (const [width, height] of DOCKS) {
				const user = openSequencer([harbourFilm()], width, height);
				user.session.studio.setTheme(theme);
				user.session.advance(0.2);
				const ground = user.find("LaneSurface", "Frame").Parent as Frame;
				const texts = contrasts(user.session.userInput.layout(user.widget()), ground.BackgroundColor3);
				// What is dimmed says so by being dim.
				const worst = texts.filter(({ text }) => text !== "Fit keys…")[0];
				expect(`${worst.name}: ${worst.ratio >= 4.5 || worst.ratio}`).to.equal(`${worst.name}: true`);
				const key = user.find("Key1", "Frame");
				expect(contrastOf(key.BackgroundColor3, ground.BackgroundColor3) >= 3).to.equal(true);
			}
		});
	}
};
