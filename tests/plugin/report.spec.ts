import { plainLine, readingProblem } from "../../plugin/import/plain-words";
import { lineOf, reportLines } from "../../plugin/import/report";

function partsCalled(...names: Array<string>): Array<Instance> {
	return names.map((name) => {
		const part = new Instance("Folder");
		part.Name = name;
		return part;
	});
}

/** The names of what a line is about. */
function namedBy(line: string, ...names: Array<string>): string {
	const [{ targets }] = reportLines([line], undefined, partsCalled(...names));
	return targets.map(({ Name }) => Name).join("; ");
}

export = () => {
	describe("reportLines", () => {
		it("keeps the lines, in their order", () => {
			const lines = ["lights are left out: Lamp", "the file ends with 3 stray bytes"];
			const texts = reportLines(lines, undefined, []).map(({ text }) => text);
			expect(texts.join("\n")).to.equal(lines.join("\n"));
		});

		it("finds what a line names, whatever it counts", () => {
			expect(namedBy("lights are left out: Lamp", "Lamp", "Crate")).to.equal("Lamp");
			expect(namedBy("lights are left out: Lamp, Sun, Moon and 4 more", "Moon", "Lamp", "more")).to.equal("Moon; Lamp");
			expect(namedBy("lights are left out: Lamp and 2 more (12 times)", "Lamp", "Lamp 2")).to.equal("Lamp; Lamp 2");
			expect(namedBy("normals point up: Lamp (3 times)", "Lamp")).to.equal("Lamp");
		});

		it("finds what is of something else", () => {
			expect(namedBy("joints are not shown: Hips of Walk, Knee of Run", "Hips", "Knee", "Walk")).to.equal("Hips; Knee");
			expect(namedBy("lights are left out: Lamp of Oil", "Lamp of Oil", "Oil")).to.equal("Lamp of Oil");
		});

		it("finds places behind a message with a colon, and those that have one", () => {
			expect(namedBy("a part is unchanged: it has no skin: Arm, Leg", "Arm", "Leg")).to.equal("Arm; Leg");
			expect(namedBy("lights are left out: Kit: Lamp", "Kit: Lamp")).to.equal("Kit: Lamp");
		});

		it("finds what a message quotes", () => {
			const line = 'the model is scaled by 2, because "Crate" would be 3000 studs long';
			expect(namedBy(line, "Crate", "Lid")).to.equal("Crate");
		});

		it("finds nothing for a line without places", () => {
			expect(namedBy("the file ends with 3 stray bytes (2 times)", "bytes", "")).to.equal("");
		});
	});

	describe("plainLine", () => {
		const plain = (line: string) => {
			const { title, places } = plainLine(line, "hiker.gltf");
			return `${title} | ${places}`;
		};

		it("has a title and the places behind the last colon", () => {
			expect(plain("lights are left out: Sun, Lantern (2 times)")).to.equal("Lights are left out | Sun, Lantern");
			expect(plain("parts have one set: others are left out: Hat")).to.equal(
				"Parts have one set: others are left out | Hat",
			);
			expect(plain("the file ends with 3 stray bytes at byte 80")).to.equal("The file ends with 3 stray bytes | ");
		});

		it("says which file to choose with the model", () => {
			expect(plain("images are in files that were not handed over: jacket.png")).to.equal(
				"jacket.png is missing | Choose it together with hiker.gltf.",
			);
			expect(plain("images that were not handed over are not shown: a.png, b.png")).to.equal(
				"a.png, b.png are missing | Choose them together with hiker.gltf.",
			);
		});
	});

	describe("readingProblem", () => {
		it("says what is wrong and what to do, without places in the file", () => {
			expect(
				readingProblem("a.gltf", '[dolly] gltf: the file "b.bin" is needed; pass it in files at buffers[0].uri'),
			).to.equal("b.bin is missing. Choose it together with a.gltf.");
			expect(readingProblem("a.glb", "[dolly] gltf: the chunk ends too early at byte 12")).to.equal(
				'"a.glb" cannot be read: the chunk ends too early. Export it again, or choose another file.',
			);
		});
	});

	describe("lineOf", () => {
		it("names three places and counts the others", () => {
			expect(lineOf("left out", ["a"])).to.equal("left out: a");
			expect(lineOf("left out", ["a", "b", "c"])).to.equal("left out: a, b, c");
			expect(lineOf("left out", ["a", "b", "c", "d", "e"])).to.equal("left out: a, b, c and 2 more");
		});
	});
};
