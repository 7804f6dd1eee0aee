import { imageDifference, mapsDifference, mapsOf, textureOf } from "../mesh/surface-cases";
import { BYTE, expectNormals, expectUVs, GEOMETRY_CHECKS, matched } from "./geometry-checks";
import { ExpectedSurface, numbersOf, OpenedModel, suiteModel } from "./suite-model";

const TEXTURES = ["Painted", "Tiled"];
const SURFACES = ["Tinted", "Metal", "Leaf", "Glass", "Lamp", "Shiny"];

export = () => {
	const model = new OpenedModel("textured");
	afterAll(() => model.close());

	for (const [sentence, check] of GEOMETRY_CHECKS) it(sentence, () => check(model));

	const expectedOf = (name: string): ExpectedSurface => suiteModel("textured").surfaces![name];
	const surfaceOf = (name: string) => {
		const surface = model.partOf(name).FindFirstChildOfClass("SurfaceAppearance");
		assert(surface, `${name} has no SurfaceAppearance`);
		return surface;
	};

	function expectColor({ R, G, B }: Color3, [red, green, blue]: Array<number>): void {
		expect(R).to.be.near(red, BYTE);
		expect(G).to.be.near(green, BYTE);
		expect(B).to.be.near(blue, BYTE);
	}

	it("has its normals", () => {
		for (const shown of model.parts()) {
			expectNormals(shown.part, matched(shown), numbersOf(shown.expected.normals, 3));
		}
	});

	it("has its texture coordinates", () => {
		for (const shown of model.parts()) {
			if (shown.expected.node === "Tiled") continue;
			expectUVs(shown.part, matched(shown), numbersOf(shown.expected.uvs!, 2));
		}
	});

	it("has texture coordinates that are transformed as the file says", () => {
		const shown = model.parts().find(({ expected }) => expected.node === "Tiled")!;
		expectUVs(shown.part, matched(shown), numbersOf(shown.expected.uvs!, 2));
	});

	it("shows a texture by itself, pixel by pixel", () => {
		for (const name of TEXTURES) {
			expect(imageDifference(textureOf(model.partOf(name)), expectedOf(name).texture)).to.equal("");
			expectColor(model.partOf(name).Color, [1, 1, 1]);
		}
	});

	it("has no surface where a texture says it all", () => {
		for (const name of TEXTURES) {
			expect(model.partOf(name).FindFirstChildOfClass("SurfaceAppearance")).to.equal(undefined);
		}
	});

	it("has images as large as the file's", () => {
		const { X, Y } = textureOf(model.partOf("Painted"))!.Size;
		expect(X).to.equal(7);
		expect(Y).to.equal(5);
	});

	it("reads a piece of an image as the engine does, from its top left", () => {
		const whole = textureOf(model.partOf("Painted"))!;
		const all = whole.ReadPixelsBuffer(Vector2.zero, whole.Size);
		const piece = whole.ReadPixelsBuffer(new Vector2(2, 1), new Vector2(3, 2));
		for (const row of $range(0, 1)) {
			for (const column of $range(0, 2)) {
				const [at, from] = [(row * 3 + column) * 4, ((row + 1) * 7 + column + 2) * 4];
				expect(buffer.readu32(piece, at)).to.equal(buffer.readu32(all, from));
			}
		}
	});

	for (const [name, sentence] of [
		["Tinted", "has the colours of a texture that is tinted as they are in the file"],
		["Metal", "splits metal and roughness out of one image, times their factors"],
		["Leaf", "has pixels that are there or not where the material masks"],
		["Glass", "has the alpha of its pixels where the material blends"],
		["Lamp", "has maps of one pixel for a lamp without textures"],
		["Shiny", "has maps of one pixel for factors of metal and roughness"],
	] as const) {
		it(sentence, () => expect(mapsDifference(surfaceOf(name), expectedOf(name).maps)).to.equal(""));
	}

	it("tints a surface's texture by the material's colour, and no other", () => {
		for (const name of SURFACES) expectColor(surfaceOf(name).Color, expectedOf(name).tint ?? [1, 1, 1]);
	});

	it("looks at the alpha of colour maps only where the material does", () => {
		for (const name of SURFACES) {
			expect(surfaceOf(name).AlphaMode.Name).to.equal(expectedOf(name).alphaMode ?? "Overlay");
		}
	});

	it("makes only what blends as transparent as the engine asks for", () => {
		for (const { expected, part } of model.parts()) {
			expect(part.Transparency).to.be.near(expectedOf(expected.node).transparency ?? 0, 1e-6);
		}
	});

	it("glows in the colour and as strongly as the file says", () => {
		const { tint, strength } = expectedOf("Lamp").glow!;
		expectColor(surfaceOf("Lamp").EmissiveTint, tint);
		expect(surfaceOf("Lamp").EmissiveStrength).to.be.near(strength, 1e-4);
	});

	it("makes an image once for all surfaces that show it", () => {
		const image = textureOf(model.partOf("Painted"));
		expect(textureOf(model.partOf("Tiled"))).to.equal(image);
		expect(mapsOf(surfaceOf("Metal")).get("ColorMap")).to.equal(image);
	});

	it("shows both sides only where the material does", () => {
		for (const { expected, part } of model.parts()) {
			expect(part.DoubleSided).to.equal(expectedOf(expected.node).doubleSided ?? false);
		}
	});

	it("reports that its normal map may not show", () => {
		const lines = model.get().report.filter((line) => line.sub(1, 17) !== "built on a server");
		expect(lines.join("\n")).to.equal("normal maps may not show: editable meshes have no tangents: Metal");
	});
};
