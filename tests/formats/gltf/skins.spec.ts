import { failureOfParts, floats, joined, Parts, readParts, toNumbers } from "./documents";
import { FIGURE_DATA, figureParts } from "./figure";

/** Three matrices, column by column: element k of matrix i is 100 i + k, but for their last rows. */
function matrices(): Array<number> {
	const values = new Array<number>();
	for (const index of $range(0, 2)) {
		for (const element of $range(0, 15)) {
			values.push(element % 4 < 3 ? index * 100 + element : element === 15 ? 1 : 0);
		}
	}
	return values;
}

/** The figure with `values` as inverse bind matrices. */
function withMatrices(values: Array<number>, accessor: Parts = {}): [Parts, Array<buffer>] {
	const data = [...FIGURE_DATA, joined(floats(...values))];
	const parts = figureParts();
	(parts.buffers as Array<Parts>).push({ byteLength: values.size() * 4 });
	(parts.bufferViews as Array<Parts>).push({ buffer: 1, byteLength: values.size() * 4 });
	(parts.accessors as Array<Parts>).push({
		bufferView: 5,
		componentType: 5126,
		count: values.size() / 16,
		type: "MAT4",
		...accessor,
	});
	return [{ ...parts, skins: [{ joints: [0, 3, 1], inverseBindMatrices: 5 }] }, data];
}

export = () => {
	it("gives joints in the file's order, and the upper three rows of each matrix", () => {
		const [parts, data] = withMatrices(matrices());
		const [skin] = readParts(parts, data).skins;
		expect(skin.name).to.equal("skin 0");
		expect(skin.joints.join(" ")).to.equal("0 3 1");
		expect(buffer.len(skin.inverseBind)).to.equal(3 * 48);
		expect(toNumbers(skin.inverseBind, 48, 12).join(" ")).to.equal("100 104 108 112 101 105 109 113 102 106 110 114");
	});

	it("takes the identity where the file has no matrices", () => {
		const [skin] = readParts(figureParts(), FIGURE_DATA).skins;
		expect(skin.name).to.equal("Rig");
		for (const joint of $range(0, 2)) {
			expect(toNumbers(skin.inverseBind, joint * 48, 12).join(" ")).to.equal("1 0 0 0 0 1 0 0 0 0 1 0");
		}
	});

	it("takes more matrices than joints, and refuses fewer", () => {
		const more = withMatrices([...matrices(), ...matrices()]);
		expect(buffer.len(readParts(...more).skins[0].inverseBind)).to.equal(3 * 48);
		expect(failureOfParts(...withMatrices(matrices(), { count: 2 }))).to.equal(
			"2 matrices are too few for 3 joints at accessors[5].count",
		);
	});

	it("refuses matrices that are not affine, and accessors that hold none", () => {
		const bent = matrices();
		bent[16 + 7] = 0.5;
		expect(failureOfParts(...withMatrices(bent))).to.equal("inverse bind matrix 1 is not affine at accessors[5]");
		for (const [index, at] of [
			[0, 3],
			[1, 7],
			[2, 11],
			[2, 15],
		]) {
			for (const side of [-1, 1]) {
				const rounded = matrices();
				const wanted = rounded[16 * index + at];
				rounded[16 * index + at] = wanted + side * 0.0009;
				expect(readParts(...withMatrices(rounded)).skins.size()).to.equal(1);
				rounded[16 * index + at] = wanted + side * 0.0011;
				expect(failureOfParts(...withMatrices(rounded))).to.equal(
					`inverse bind matrix ${index} is not affine at accessors[5]`,
				);
			}
		}
		expect(failureOfParts(...withMatrices(matrices(), { type: "VEC4" }))).to.equal(
			"inverseBindMatrices is of type VEC4, not MAT4 at accessors[5].type",
		);
	});

	it("refuses a skin without joints, and joints that are no nodes or come twice", () => {
		const failure = (skin: Parts) => failureOfParts(figureParts({ skins: [skin] }), FIGURE_DATA);
		expect(failure({ joints: [] })).to.equal("a skin needs joints at skins[0].joints");
		expect(failure({})).to.equal("a skin needs joints at skins[0].joints");
		expect(failure({ joints: [8] })).to.equal("expected an integer from 0 to 7, but it is 8 at skins[0].joints[0]");
		expect(failure({ joints: [3, 3] })).to.equal("3 is in the array twice at skins[0].joints[1]");
		expect(failure({ joints: [3], skeleton: 9 })).to.equal(
			"expected an integer from 0 to 7, but it is 9 at skins[0].skeleton",
		);
	});
};
