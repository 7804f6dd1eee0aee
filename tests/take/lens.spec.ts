import { checkLenses, copyLenses, isLens, shortLens } from "../../src/take/lens";
import { floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";

export = () => {
	it("is from none to anything below half a turn", () => {
		for (const degrees of [0, 0.5, 70, 179.99]) expect(isLens(degrees)).to.equal(true);
		for (const degrees of [-0.01, 180, 181, math.huge, 0 / 0]) expect(isLens(degrees)).to.equal(false);
	});

	it("is looked at in every frame, and the first that is none is named with its byte", () => {
		const lenses = floats(999, 50, 60, 180, 999);
		checkLenses(lenses, 4, 2, "spec", "the lens");
		expect(failureOf(() => checkLenses(lenses, 4, 3, "spec", "the lens"))).to.equal(
			"[dolly] spec: the lens is 180 degrees in frame 2; expected 0 or more, below 180 at byte 12",
		);
		expect(failureOf(() => checkLenses(lenses, 0, 1, "spec", "the lens", 7))).to.equal(
			"[dolly] spec: the lens is 999 degrees in frame 0; expected 0 or more, below 180 at byte 7",
		);
	});

	it("is one number where all frames have it, and nothing where none has one", () => {
		expect(shortLens(floats(50, 50, 50), 3)).to.equal(50);
		expect(shortLens(floats(50), 1)).to.equal(50);
		expect(shortLens(floats(0, 0), 2)).to.equal(undefined);
		expect(shortLens(buffer.create(0), 0)).to.equal(undefined);
		for (const different of [floats(50, 60), floats(0, 60), floats(60, 0)]) {
			expect(shortLens(different, 2)).to.equal(different);
		}
		const last = floats(50, 50, 51);
		expect(shortLens(last, 3)).to.equal(last);
		expect(shortLens(last, 2)).to.equal(50);
	});

	it("is copied a number a frame, from where and to where it is told", () => {
		const target = floats(9, 9, 9, 9, 9);
		copyLenses(floats(1, 2, 3, 4), 1, 2, target, 2);
		expect(readFloats(target, 0, 5).join(" ")).to.equal("9 9 2 3 9");
		copyLenses(7, 0, 2, target, 1);
		expect(readFloats(target, 0, 5).join(" ")).to.equal("9 7 7 3 9");
		copyLenses(undefined, 0, 1, target, 4);
		expect(readFloats(target, 0, 5).join(" ")).to.equal("9 7 7 3 0");
	});
};
