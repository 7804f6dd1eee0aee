import { matchTriangles, trianglesOf } from "./built-triangles";
import {
	BYTE,
	COORDINATE,
	DIRECTION,
	expectColors,
	expectNormals,
	expectUVs,
	GEOMETRY_CHECKS,
	matched,
	STUDS,
} from "./geometry-checks";
import { numbersOf, OpenedModel, Shown, suiteModel, vectorsOf } from "./suite-model";

/** What gltfpack keeps unless it is told otherwise: 14 bits of a position, 12 of a coordinate, 8 of a normal and a colour. */
const POSITION_STEP = 1 / 16383;
const COORDINATE_STEP = 1 / 4095;
const NORMAL_STEP = 1 / 127;
const COLOR_STEP = 1 / 255;

export = () => {
	const model = new OpenedModel("meshopt");
	afterAll(() => model.close());

	for (const [sentence, check] of GEOMETRY_CHECKS) it(sentence, () => check(model));

	const hills = () => model.parts().find(({ expected }) => expected.colors !== undefined)!;

	/** A part, and its faces beside the triangles that the file had before gltfpack. */
	function before({ part, expected }: Shown) {
		const original = suiteModel("meshopt").original!.find(
			({ triangleCount }) => triangleCount === expected.triangleCount,
		)!;
		const largest = math.max(part.Size.X, part.Size.Y, part.Size.Z);
		const tolerance = STUDS + largest * POSITION_STEP;
		const triangles = matchTriangles(part.Name, trianglesOf(part), vectorsOf(original.positions), tolerance);
		return { original, triangles, part };
	}

	it("has the normals that the packed file has", () => {
		for (const shown of model.parts()) {
			expectNormals(shown.part, matched(shown), numbersOf(shown.expected.normals, 3));
		}
	});

	it("has the colours and alphas that the packed file has", () => {
		const shown = hills();
		expectColors(shown.part, matched(shown), numbersOf(shown.expected.colors!, 4));
	});

	it("has its triangles where they were before they were packed, the same way round", () => {
		for (const shown of model.parts()) expect(before(shown).triangles.size()).to.equal(shown.expected.triangleCount);
	});

	it("has the normals that there were before", () => {
		for (const shown of model.parts()) {
			const { original, triangles, part } = before(shown);
			expectNormals(part, triangles, numbersOf(original.normals, 3), DIRECTION + 2 * NORMAL_STEP);
		}
	});

	it("has the texture coordinates that there were before", () => {
		const { original, triangles, part } = before(hills());
		expectUVs(part, triangles, numbersOf(original.uvs!, 2), COORDINATE + COORDINATE_STEP);
	});

	it("has the colours and alphas that there were before", () => {
		const { original, triangles, part } = before(hills());
		// Dark colours come farther apart on screens than the linear ones of files: by up to 12.92.
		expectColors(part, triangles, numbersOf(original.colors!, 4), BYTE + 12.92 * COLOR_STEP);
	});

	it("keeps the names of nodes", () => {
		const root = model.get().model;
		expect(root.FindFirstChild("Hills")).to.be.ok();
		expect(root.FindFirstChild("Moon")).to.be.ok();
	});

	it("reports nothing but where it was built", () => {
		for (const line of model.get().report) expect(line.sub(1, 17)).to.equal("built on a server");
	});
};
