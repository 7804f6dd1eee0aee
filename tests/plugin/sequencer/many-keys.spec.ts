import { createShot, Shot } from "../../../src";
import { headless } from "../../headless";
import type { StudioUser } from "../open-studio";
import { openSequencer } from "./open-sequencer";

const COUNT = 1000;

/** A thousand keys at equal times on a circle, with a marker at each hundredth. */
function manyKeys(seconds: number): Shot {
	const keys = [];
	const markers = [];
	for (const index of $range(0, COUNT - 1)) {
		const at = (index / (COUNT - 1)) * seconds;
		const angle = index / 20;
		const place = new Vector3(math.sin(angle) * 60, 20, math.cos(angle) * 60);
		keys.push({ seconds: at, cframe: CFrame.lookAt(place, Vector3.zero), fieldOfView: 50 + (index % 11) });
		if (index % 100 === 0) markers.push({ name: `At ${index}`, seconds: at });
	}
	return createShot(keys, { name: "Many", map: "Bay", markers });
}

/** How many objects of the lanes have a name that matches. */
function count(user: StudioUser, pattern: string, ground = "LaneSurface"): number {
	const all = user.find(ground, "Frame").GetDescendants();
	return all.filter(({ Name }) => Name.match(pattern)[0] !== undefined).size();
}

export = () => {
	const test = headless ? it : itSKIP;

	test("draws a thousand keys from far as many as fit side by side, chosen or not", () => {
		// Eleven pixels per second, ten keys in each of them.
		const user = openSequencer([manyKeys(100)]);
		const width = user.find("LaneSurface", "Frame").AbsoluteSize.X;
		const most = math.ceil((width + 16) / 8) + 1;
		const keys = count(user, "^Key%d+$");
		expect(keys > most / 2 && keys <= most).to.equal(true);
		expect(count(user, "^LensKey%d+$") <= most).to.equal(true);
		expect(count(user, "^Segment$")).to.equal(1);
		// Two kinds of diamonds, each with its outline, and less than 300 for everything else.
		expect(user.find("LaneSurface", "Frame").GetDescendants().size() < 4 * most + 300).to.equal(true);
		user.session.userInput.hover(user.find("LaneSurface", "Frame"));
		user.session.pressKey("A", { ctrl: true });
		user.session.advance(0.1);
		expect(count(user, "^Key%d+$")).to.equal(keys);
		expect(user.find("Key2", "Frame").AbsoluteSize.X > 10).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("draws from near only what is in view, and ways without easing as one line", () => {
		// Thirty keys per second, over a second of which the view is zoomed.
		const user = openSequencer([manyKeys(100 / 3)]);
		const width = user.find("LaneSurface", "Frame").AbsoluteSize.X;
		expect(count(user, "^Segment$")).to.equal(1);
		expect(count(user, "^Marker%d+$")).to.equal(10);
		const lanes = user.session.userInput.pointer(user.find("LaneSurface", "Frame"));
		lanes.at(width / 2, 100).wheel(1, 16);
		user.session.advance(0.1);
		const keys = count(user, "^Key%d+$");
		expect(keys > 20 && keys < 40).to.equal(true);
		expect(count(user, "^Marker%d+$") <= 2).to.equal(true);
		expect(user.errors()).to.equal("");
	});
};
