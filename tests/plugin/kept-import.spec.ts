import {
	clipsOf,
	createKeptImport,
	ImportOptions,
	isWaiting,
	readKeptImport,
	setWaiting,
} from "../../plugin/import/kept-import";
import { encodeBase64 } from "../../src/codecs";
import type { LongWork } from "../../plugin/long-work";
import { failureOf } from "../expect-failure";

const OPTIONS: ImportOptions = { scale: 2.5, axes: "zUp", chosen: ["mesh 1", "clip 2"] };
const LONG_NAME = `${"wolf ".rep(30)}.gltf`;

function fileOf(name: string, text: string) {
	return { name, bytes: buffer.fromstring(text) };
}

function keep(clips: Array<string> = ["Walk", "Run"], options = OPTIONS): Folder {
	const files = [fileOf(LONG_NAME, "main"), fileOf("a.bin", "first"), fileOf("z.bin", "last")];
	return createKeptImport("Wolf", "id-1", files, options, clips, () => {});
}

export = () => {
	/** What reading tells of its progress. */
	let told = new Array<string>();
	const work = {
		progress(alpha: number, what: string) {
			told.push(string.format("%.2f %s", alpha, what));
		},
	} as unknown as LongWork;
	beforeEach(() => (told = []));

	const read = (kept: Folder) => readKeptImport(kept, work);
	const lost = '"Wolf" has lost its import options.';

	it("gives back files, the main one first under its whole name, and options", () => {
		const kept = keep();
		const { files, options } = read(kept);
		expect(files.map(({ name }) => name).join("|")).to.equal(`${LONG_NAME}|a.bin|z.bin`);
		expect(files.map(({ bytes }) => buffer.tostring(bytes)).join(" ")).to.equal("main first last");
		expect(options.scale).to.equal(2.5);
		expect(options.axes).to.equal("zUp");
		expect(options.chosen.join("|")).to.equal("mesh|1|clip|2");
		expect(told.size()).to.equal(3);
		expect(told[1]).to.equal("0.33 Reading a.bin");
		kept.Destroy();
	});

	it("puts the main file first wherever it stands", () => {
		const kept = keep();
		kept.SetAttribute("Main", "z.bin");
		expect(read(kept).files[0].name).to.equal("z.bin");
		kept.Destroy();
	});

	it("knows a file without its whole name by its instance's", () => {
		const kept = keep();
		const [, holder] = kept.FindFirstChild("Files")!.GetChildren();
		holder.SetAttribute("FileName", undefined);
		expect(read(kept).files.some(({ name }) => name === holder.Name)).to.equal(true);
		kept.Destroy();
	});

	for (const [name, value] of [
		["Scale", 0],
		["Scale", -1],
		["Scale", math.huge],
		["Scale", 0 / 0],
		["Scale", "2"],
		["Scale", undefined],
		["Axes", "xUp"],
		["Axes", undefined],
	] as Array<[string, AttributeValue | undefined]>) {
		it(`refuses a folder whose ${name} is ${value}`, () => {
			const kept = keep();
			kept.SetAttribute(name, value);
			expect(failureOf(() => read(kept))).to.equal(lost);
			kept.Destroy();
		});
	}

	it("takes both axes and any scale above 0", () => {
		const kept = keep([], { ...OPTIONS, axes: "yUp", scale: 1e-6 });
		const { options } = read(kept);
		expect(options.axes).to.equal("yUp");
		expect(options.scale).to.be.near(1e-6, 1e-12);
		kept.Destroy();
	});

	it("refuses a folder without what was chosen, and one without files", () => {
		const kept = keep();
		kept.FindFirstChild("Chosen")!.Destroy();
		expect(failureOf(() => read(kept))).to.equal(lost);
		kept.Destroy();
		const empty = keep();
		for (const child of empty.FindFirstChild("Files")!.GetChildren()) child.Destroy();
		new Instance("Folder").Parent = empty.FindFirstChild("Files");
		expect(failureOf(() => read(empty))).to.equal('"Wolf" has lost its files.');
		empty.FindFirstChild("Files")!.Destroy();
		expect(failureOf(() => read(empty))).to.equal('"Wolf" has lost its files.');
		empty.Destroy();
	});

	it("names clips, and none where the list is damaged", () => {
		const kept = keep();
		expect(clipsOf(kept).join(" ")).to.equal("Walk Run");
		const list = kept.FindFirstChild("Clips") as StringValue;
		for (const [damaged, expected] of [
			['["Walk",7,"Run"]', "Walk Run"],
			["[", ""],
			['"Walk"', ""],
			["7", ""],
		]) {
			list.Value = encodeBase64(buffer.fromstring(damaged));
			expect(clipsOf(kept).join(" ")).to.equal(expected);
		}
		list.Destroy();
		expect(clipsOf(kept).size()).to.equal(0);
		kept.Destroy();
	});

	it("waits until it is told otherwise", () => {
		const kept = keep();
		expect(isWaiting(kept)).to.equal(false);
		setWaiting(kept, true);
		expect(isWaiting(kept)).to.equal(true);
		setWaiting(kept, false);
		expect(kept.GetAttribute("DollyWaiting")).to.equal(undefined);
		kept.Destroy();
	});
};
