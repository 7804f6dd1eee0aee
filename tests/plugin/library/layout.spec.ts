import { headless } from "../../headless";
import { contrasts } from "../contrast";
import { findGui, isGuiShown } from "../find-gui";
import { ALL_DOCKS, drawLibrary, LibraryScenes } from "../library-scenes";
import { openStudio, StudioUser } from "../open-studio";
import type { Scene } from "../panel-scenes";
import { beginRecording, flight, importTake } from "./in-library";

/** Whether all of something is within the panel, and within what scrolls it. */
function isInSight({ entries, width, height }: Scene, object: Instance): boolean {
	const entry = entries.find(({ instance }) => instance === object)!;
	const { x, y, clip } = entry;
	const [right, bottom] = [math.min(clip.x + clip.width, width), math.min(clip.y + clip.height, height)];
	return x >= clip.x && y >= clip.y && x + entry.width <= right + 0.01 && y + entry.height <= bottom + 0.01;
}

function expectInSight(scene: Scene, user: StudioUser, name: string): void {
	assert(isInSight(scene, findGui(user.widget(), name, "GuiObject")), `${name} is out of sight in ${scene.name}`);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("has Record, the transport and the status in sight, and texts that can be read, in every state and dock", () => {
		let count = 0;
		drawLibrary(
			new LibraryScenes(ALL_DOCKS, (scene, user) => {
				count += 1;
				for (const name of ["RecordButton", "StatusLine", "Message"]) expectInSight(scene, user, name);
				if (isGuiShown(user.widget(), "TimelineSlot")) expectInSight(scene, user, "Transport");
				if (isGuiShown(user.widget(), "Tabs")) expectInSight(scene, user, "Tabs");
				const ground = user.find("Library", "Frame").BackgroundColor3;
				for (const { name, text, ratio } of contrasts(scene.entries, ground)) {
					const instance = scene.entries.find((entry) => entry.instance.GetFullName() === name)!.instance;
					const button = instance.IsA("TextButton") ? instance : instance.FindFirstAncestorWhichIsA("TextButton");
					// What is dimmed says so by being dim.
					if (button && !button.Active) continue;
					assert(ratio >= 4.5, `${scene.name}: ${text} has ${ratio} (${name})`);
				}
			}),
		);
		expect(count).to.equal(65);
	});

	test("gives way from below when it gets lower", () => {
		const user = openStudio();
		importTake(user, flight(5));
		const shown = (height: number) => {
			user.plugin.resize("DollyLibrary", 340, height);
			user.session.advance(0.1);
			const parts = ["SmallLanes", "ChosenBar", "SearchRow", "Transport"];
			return parts.filter((name) => isGuiShown(user.widget(), name) && user.find(name, "GuiObject").AbsoluteSize.Y > 0);
		};
		expect(user.find("TimelineSlot", "Frame").AbsoluteSize.Y).to.equal(188);
		shown(500);
		expect(user.find("TimelineSlot", "Frame").AbsoluteSize.Y).to.equal(40);
		expect(shown(500).includes("ChosenBar")).to.equal(true);
		expect(shown(340).includes("ChosenBar")).to.equal(false);
		expect(shown(340).includes("SearchRow")).to.equal(true);
		expect(shown(200).includes("SearchRow")).to.equal(false);
		expect(shown(200).includes("Transport")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("scrolls nothing but the list, and makes only the rows in sight", () => {
		const user = openStudio();
		for (const number of $range(1, 60)) importTake(user, flight(3, { name: `Take ${number}` }));
		user.session.advance(0.5);
		const list = user.find("Recordings", "ScrollingFrame");
		expect(list.CanvasSize.Y.Offset).to.equal(60 * 44 - 4);
		const rows = () => list.GetChildren().filter((child) => child.IsA("TextButton"));
		expect(rows().size() < 40).to.equal(true);
		list.CanvasPosition = new Vector2(0, 55 * 44);
		user.session.advance(0.2);
		user.press("Take 58");
		expect(user.text("Name")).to.equal("Take 58");
		beginRecording(user);
		user.session.advance(0.2);
		expect(user.isShown("RunningRow")).to.equal(true);
		expect(user.errors()).to.equal("");
	});
};
