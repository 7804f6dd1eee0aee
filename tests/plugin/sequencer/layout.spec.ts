import { layoutOf, stackLanes } from "../../../plugin/sequencer/layout";
import { headless } from "../../headless";
import { contrastOf, contrasts } from "../contrast";
import type { StudioUser } from "../open-studio";
import { harbourFilm, openSequencer } from "./open-sequencer";

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
			const names = ["Play", "FrameBack", "FrameOn", "ToStart", "ToEnd", "Ruler", "PlayheadTime", "Message"];
			expect(outOfSight(user, names)).to.equal("");
			expect(user.errors()).to.equal("");
		});
	}

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
