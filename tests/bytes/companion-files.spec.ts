import { Companions } from "../../src/bytes/companion-files";
import { bytes, hex } from "../buffers";
import { headless } from "../headless";

function find(names: Array<string>, path: string): string {
	const files = new Map<string, buffer>();
	names.forEach((name, index) => files.set(name, bytes(index)));
	const found = new Companions(files).find(path);
	return found === undefined ? "none" : hex(found);
}

export = () => {
	it("finds the file of exactly that name before any other", () => {
		expect(find(["a/Skin.png", "Skin.png", "skin.png"], "Skin.png")).to.equal("01");
		expect(find(["Skin.png", "a/Skin.png"], "a/Skin.png")).to.equal("01");
	});

	it("finds a file that is the same but for folders, with either kind of slash, and for capitals", () => {
		expect(find(["skin.blp"], "World\\Art\\Skin.BLP")).to.equal("00");
		expect(find(["C:\\art\\skin.blp"], "World/Skin.blp")).to.equal("00");
		expect(find(["textures/skin.png"], "skin.png")).to.equal("00");
	});

	it("finds the first by name of several that fit, each time", () => {
		expect(find(["c/skin.png", "a/skin.png", "b/skin.png"], "skin.png")).to.equal("01");
	});

	it("finds nothing where only a part of the name fits", () => {
		expect(find(["myskin.png", "skin.png.bak", "skin.jpg"], "skin.png")).to.equal("none");
		expect(find([], "skin.png")).to.equal("none");
	});

	it("finds the last part of a path after the last slash of either kind", () => {
		expect(find(["skin.png"], "a/b\\skin.png")).to.equal("00");
		expect(find(["skin.png"], "a\\b/skin.png")).to.equal("00");
		expect(find(["skin.png"], "skin.png/")).to.equal("none");
	});

	(headless ? it : itSKIP)("takes no longer for a long path, or for many files, than their letters", () => {
		const clock = headless!.processorClock;
		let started = clock();
		expect(find(["skin.png"], `${string.rep("a", 100_000)}/`)).to.equal("none");
		expect(clock() - started < 1).to.equal(true);
		const files = new Map<string, buffer>();
		for (const index of $range(1, 3000)) files.set(`a/${index}.png`, bytes(1));
		started = clock();
		const companions = new Companions(files);
		for (const index of $range(1, 3000)) expect(companions.find(`b/${index}.png`)).to.be.ok();
		expect(clock() - started < 1).to.equal(true);
	});
};
