import { contrastOf } from "../../ui/contrast";
import { headless } from "../headless";
import type { LayoutEntry } from "../headless/session";
import { choose, importFiles, WHOLE_FILES } from "./import-files";
import { openStudio, StudioUser } from "./open-studio";

const SIZES: ReadonlyArray<[width: number, height: number]> = [
	[300, 200],
	[340, 640],
	[600, 800],
];

function resize(user: StudioUser, [width, height]: [number, number]): void {
	user.plugin.resize("DollyImport", width, height);
	user.session.advance(0.1);
}

function entryOf(user: StudioUser, name: string): LayoutEntry {
	const object = user.find(name, "GuiObject");
	return user.session.userInput.layout(user.widget()).find(({ instance }) => instance === object)!;
}

/** Whether all of something shows without scrolling. */
function isInSight(user: StudioUser, name: string): boolean {
	const { x, y, width, height, clip } = entryOf(user, name);
	const [right, bottom] = [clip.x + clip.width, clip.y + clip.height];
	return x >= clip.x && y >= clip.y && x + width <= right + 0.01 && y + height <= bottom + 0.01;
}

/** The ground that an object stands on: its own, or the next one below it. */
function groundOf(entry: LayoutEntry): Color3 | undefined {
	let at: LayoutEntry | undefined = entry;
	while (at && at.instance.BackgroundTransparency > 0.2) at = at.parent;
	return at?.instance.BackgroundColor3;
}

/** The texts of the panel that cannot be read, but those of what is disabled. */
function unreadable(user: StudioUser): string {
	const found = new Set<string>();
	for (const entry of user.session.userInput.layout(user.widget())) {
		const label = entry.instance as TextLabel;
		const ground = groundOf(entry);
		const isDisabled = label.IsA("GuiButton") && !label.Active;
		if (entry.textWidth === undefined || entry.textWidth === 0 || isDisabled || !ground) continue;
		const contrast = contrastOf(label.TextColor3, ground);
		if (contrast < 4.5) found.add(`${label.Name} ${string.format("%.2f", contrast)}`);
	}
	return [...found].sort((a, b) => a < b).join(", ");
}

export = () => {
	const test = headless ? it : itSKIP;

	for (const size of SIZES) {
		const title = `${size[0]} by ${size[1]}`;

		test(`keeps the way on in sight at ${title}, whatever it is about`, () => {
			const user = openStudio({ panel: "DollyImport", clockCost: 0.005 });
			user.session.assets.setAnimationUploads("works");
			resize(user, [...size]);
			for (const name of ["Summary", "Choose", "Hint"]) expect(isInSight(user, name)).to.equal(true);
			choose(user, WHOLE_FILES.glb);
			user.session.advance(2);
			for (const name of ["Summary", "Choose", "ImportButton", "Hint"]) expect(isInSight(user, name)).to.equal(true);
			user.session.userInput.press(user.find("ImportButton", "GuiButton"));
			for (const _ of $range(1, 3)) user.session.step(1 / 60);
			for (const name of ["Summary", "Step", "Percent", "Progress", "Cancel"]) {
				expect(isInSight(user, name)).to.equal(true);
			}
			user.session.advance(5);
			for (const name of ["Summary", "PublishDone", "SelectDone", "Again", "Message"]) {
				expect(isInSight(user, name)).to.equal(true);
			}
			user.press("PublishDone");
			user.press("Upload");
			user.session.advance(8);
			for (const name of ["SelectDone", "CodeDone", "Message"]) expect(isInSight(user, name)).to.equal(true);
			// What is in the middle can be reached.
			user.press("Select1");
			user.press("Again");
			user.press("clip1");
			expect(user.errors()).to.equal("");
		});
	}

	for (const theme of ["Dark", "Light"] as const) {
		test(`has texts that can be read and boxes that can be seen in the ${theme.lower()} theme`, () => {
			const user = openStudio({ panel: "DollyImport" });
			user.session.studio.setTheme(theme);
			user.plugin.resize("DollyImport", 340, 3000);
			expect(unreadable(user)).to.equal("");
			importFiles(user, WHOLE_FILES.mdx);
			expect(unreadable(user)).to.equal("");
			user.press("Publish1");
			expect(unreadable(user)).to.equal("");
			user.press("Upload");
			user.session.advance(6);
			user.press("Code1");
			expect(unreadable(user)).to.equal("");
			user.press("Again");
			user.type("Scale", "0");
			user.press("clip1");
			expect(unreadable(user)).to.equal("");
			for (const entry of user.session.userInput.layout(user.widget())) {
				if (entry.instance.Name !== "Box") continue;
				const stroke = entry.instance.FindFirstChildOfClass("UIStroke")!;
				expect(contrastOf(stroke.Color, groundOf(entry.parent!)!) >= 3).to.equal(true);
			}
		});
	}

	test("moves the bar and its percentage at each pause, up to the end", () => {
		const user = openStudio({ panel: "DollyImport", clockCost: 0.02 });
		choose(user, [{ name: "hiker.glb", contents: buffer.tostring(headless!.readFile("generated/figure.glb")) }]);
		user.session.advance(3);
		user.session.userInput.press(user.find("ImportButton", "GuiButton"));
		const percents = new Array<string>();
		const steps = new Set<string>();
		for (const _ of $range(1, 300)) {
			if (!user.isShown("Percent")) break;
			const percent = user.text("Percent");
			const width = user.find("Fill", "Frame").Size.X.Scale;
			expect(`${math.floor(width * 100)}%`).to.equal(percent);
			if (percents[percents.size() - 1] !== percent) percents.push(percent);
			steps.add(user.text("Step"));
			user.session.step(1 / 60);
		}
		// It is on with each mesh and each clip, and never goes back.
		const shown = percents.join(" ");
		assert(percents.size() >= 5, shown);
		for (const index of $range(1, percents.size() - 1)) {
			const [before, after] = [percents[index - 1], percents[index]].map((percent) => tonumber(percent.sub(1, -2))!);
			assert(after > before && after - before <= 40, shown);
		}
		assert(steps.size() >= 3, [...steps].join(", "));
	});

	test("takes a message back when its cause is gone", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		const expectGone = (act: () => void) => {
			user.type("Scale", "0");
			expect(user.text("Message")).to.equal('Scale is "0"; expected a number above 0, in studs per unit of the file.');
			act();
			expect(user.isShown("Message")).to.equal(false);
		};
		expectGone(() => user.type("Scale", "2"));
		expectGone(() => user.press("Studs"));
		expectGone(() => user.press("UpZ"));
		expectGone(() => user.press("clip1"));
		expectGone(() => choose(user, WHOLE_FILES.glb));
		user.press("ImportButton");
		user.session.advance(3);
		expect(user.text("Message")).to.equal('"crate" is in the place. Ctrl+Z undoes it.');
		user.session.game.GetService("ChangeHistoryService").Undo();
		user.session.advance(0.5);
		expect(user.isShown("Message")).to.equal(false);
		// And what was imported can be imported again.
		user.press("ImportButton");
		user.session.advance(3);
		expect(user.text("Status1").sub(1, 5)).to.equal("Shown");
		expect(user.errors()).to.equal("");
	});
};
