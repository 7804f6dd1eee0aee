import { importModel, readModel, Job } from "../../../src";
import { EditableImages } from "../../../src/roblox/mesh/editable-images";
import { meshParts } from "../../built-vertices";
import { geos, geoset, layer, material, mdxFile, modl, mtls, texs, vers } from "../../builders/mdx/chunks";
import { expectNear } from "../../expect-near";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { fromBase64 } from "../../oracle-data";
import {
	imageDifference,
	mapsDifference,
	mapsOf,
	SurfaceCase,
	surfaceCase,
	surfaceData,
	textureOf,
} from "./surface-cases";

/** Metres in a stud. */
const STUD = 0.28;

function filesOf({ files }: SurfaceCase): Map<string, buffer> {
	const found = new Map<string, buffer>();
	for (const [name, text] of pairs(files)) found.set(name as string, fromBase64(text));
	return found;
}

const imported = (name: string, job?: Job) => {
	const found = surfaceCase(name);
	return importModel(fromBase64(found.glb), { files: filesOf(found), job });
};

function meshOf(part: MeshPart): EditableMesh {
	return (part.MeshContent as unknown as { Object: EditableMesh }).Object;
}

/** What a report says, but for where the model lives. */
function linesOf(report: Array<string>): string {
	return report.filter((line) => line.sub(1, 17) !== "built on a server").join("\n");
}

/** The texture coordinates of the vertices nearest to places of the file, in metres. */
function coordinatesAt(part: MeshPart, places: Array<Array<number>>): Array<Array<number>> {
	const mesh = meshOf(part);
	const vertices = mesh.GetVertices() as Array<number>;
	return places.map(([x, y, z]) => {
		const wanted = new Vector3(x, y, z).div(STUD);
		let nearest = vertices[0];
		let least = math.huge;
		for (const vertex of vertices) {
			const distance = part.CFrame.mul(mesh.GetPosition(vertex)).sub(wanted).Magnitude;
			if (distance < least) [nearest, least] = [vertex, distance];
		}
		assert(least < 0.01, `no vertex is at ${wanted}`);
		const [id] = mesh.GetVertexUVs(nearest) as Array<number>;
		const uv = mesh.GetUV(id)!;
		return [uv.X, uv.Y];
	});
}

/** Half a step of twelve bits, in which gltfpack keeps coordinates, and the rounding of floats. */
const QUANTISED = 0.5 / 4095 + 1e-6;

/** A square whose one layer shows `Creature\Fox\FoxSkin.blp`. */
function foxFile(blend: number, flags: number): buffer {
	return mdxFile(
		vers(),
		modl({ name: "Fox", objectCount: 0 }),
		mtls(0, material(0, layer({ textureId: 0, blend, flags, alpha: 0.5 }))),
		texs({ path: "Creature\\Fox\\FoxSkin.blp" }),
		geos(
			geoset({
				positions: [0, 0, 0, 1, 0, 0, 1, 1, 0],
				normals: [0, 0, 1, 0, 0, 1, 0, 0, 1],
				uvs: [[0, 0, 1, 0, 1, 1]],
				indices: [0, 1, 2],
				groups: [],
				groupSizes: [],
				matrices: [],
				materialId: 0,
			}),
		),
	);
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	/** Imports a case, and compares what arrived with what the oracle says. */
	function check(name: string, tolerance = 1e-6): void {
		const found = surfaceCase(name);
		const { expected } = found;
		const result = imported(name);
		const [part] = meshParts(result.model);
		const surface = part.FindFirstChildOfClass("SurfaceAppearance");
		if (expected.second) {
			const second = meshParts(result.model)[1].FindFirstChildOfClass("SurfaceAppearance");
			expect(mapsDifference(second, expected.second)).to.equal("");
		}
		expectNear([part.Color.R, part.Color.G, part.Color.B], expected.color, 1e-6);
		expectNear([part.Transparency], [expected.transparency], 1e-6);
		expect(part.DoubleSided).to.equal(expected.doubleSided);
		if (!expected.coordinates || expected.maps || expected.texture) {
			expect(imageDifference(textureOf(part), expected.texture)).to.equal("");
			expect(mapsDifference(surface, expected.maps)).to.equal("");
		}
		if (expected.surface && surface) {
			const { alphaMode, color, emissiveTint, emissiveStrength } = expected.surface;
			expect(surface.AlphaMode.Name).to.equal(alphaMode);
			expectNear([surface.Color.R, surface.Color.G, surface.Color.B], color, 1e-6);
			const { EmissiveTint: tint, EmissiveStrength: strength } = surface;
			if (emissiveTint) expectNear([tint.R, tint.G, tint.B], emissiveTint, 1e-6);
			if (emissiveStrength !== undefined) expectNear([strength], [emissiveStrength], 1e-6);
		}
		if (expected.coordinates) {
			const uvs = coordinatesAt(part, expected.coordinates.places);
			uvs.forEach((uv, index) => expectNear(uv, expected.coordinates!.uvs[index], tolerance));
		}
		if (expected.vertexAlphas) {
			const mesh = meshOf(part);
			const alphas = (mesh.GetVertices() as Array<number>).map((vertex) => {
				const [id] = mesh.GetVertexColors(vertex) as Array<number>;
				return mesh.GetColorAlpha(id)!;
			});
			expectNear(alphas, expected.vertexAlphas, 1e-6);
		}
		if (expected.report !== undefined) {
			const line = result.report.find((text) => text.sub(1, expected.report!.size()) === expected.report);
			assert(line !== undefined, `no "${expected.report}" in\n${result.report.join("\n")}`);
		}
		if (expected.quiet) expect(linesOf(result.report)).to.equal("");
		result.destroy();
	}

	describe("the colour of a surface", () => {
		itHeadless("is a part's colour where there is no texture, opaque whatever its alpha is", () => check("a factor"));
		itHeadless("is a part's texture, byte by byte", () => check("a texture"));
		itHeadless("has no alpha where the material is opaque", () => check("an opaque texture with alpha"));
		itHeadless("is the texture times the factor", () => check("a factor times a texture"));
		itHeadless("is the factor, once, where the texture cannot be read", () => check("an image that cannot be read"));
		itHeadless("is the diffuse colour of a material that has only that", () => check("a diffuse colour"));
		itHeadless("has the alpha of vertices where they blend, and only there", () => {
			check("vertex alpha on an opaque surface");
			check("vertex alpha on a blend");
		});
	});

	describe("metal and roughness", () => {
		itHeadless("are maps of one pixel where there are factors alone", () => check("factors of metal and roughness"));
		itHeadless("are split out of the blue and the green of one image, times their factors", () =>
			check("metal and roughness in one image"),
		);
	});

	itHeadless("shows a normal map as it is, and reports that there are no tangents", () => check("a normal map"));

	itHeadless("reports a map of occlusion", () => check("a map of occlusion"));

	describe("a glow", () => {
		itHeadless("is a mask, a tint and a strength that make up for the colour they are multiplied by", () =>
			check("a glow"),
		);
		itHeadless("shows its own colour on black", () => check("a glow on black"));
		itHeadless("is reported if the colour that it is multiplied by is a texture", () => check("a glow on a texture"));
		itHeadless("has its map as light, raised from the dark, and the strength of its extension", () => {
			check("a map of glow");
			check("a map of glow on a dark factor");
		});
		itHeadless("is none where its factor is black", () => check("a map of glow without a factor"));
	});

	describe("alpha", () => {
		itHeadless("of a mask is all or nothing in the pixels, after the factor", () => check("a mask"));
		itHeadless("of a mask without alpha in its pixels shows the part or hides it", () => {
			check("a mask without alpha that shows");
			check("a mask without alpha that does not");
			check("a mask without a texture");
		});
		itHeadless("that blends makes the part at least as transparent as the engine asks for", () => {
			check("a blend");
			check("a blend with a factor");
		});
		itHeadless("that blends leaves what is opaque opaque", () => {
			check("a blend of what is opaque");
			check("a blend without a texture");
		});
	});

	itHeadless("is clear where light goes through, with a rest of its colour", () => {
		check("glass");
		check("half clear glass that blends");
	});

	itHeadless("glows by itself if no light changes it", () => {
		check("an unlit texture");
		check("an unlit factor");
	});

	itHeadless("is metal if it mirrors colours, by factors or by maps", () => {
		check("a mirroring metal without metalness");
		check("maps of what is scattered and mirrored");
	});

	itHeadless("has the alpha of its own mode if another surface glows alike", () =>
		check("one glow on an opaque and on a masked surface"),
	);

	itHeadless("shows small drawings with soft edges rather than not at all if memory is short", () => {
		const job = new Job({ maxBytes: 512 * 512 * 4 });
		const images = new EditableImages(job.budget, "spec");
		const bytes = fromBase64(surfaceData().blp.file);
		const image = images.find({ name: "drawing", bytes }, false, true)!;
		expect(image.width).to.equal(surfaceData().blp.image.width);
		expect(job.report.join()).to.equal(
			"small images have soft edges, because memory for larger ones is short: drawing",
		);
		const roomy = new EditableImages(new Job({ maxBytes: 1e8 }).budget, "spec");
		expect(roomy.find({ name: "drawing", bytes }, false, true)!.width > image.width).to.equal(true);
	});

	itHeadless("keeps the hard edges of small drawings", () => check("a small texture with hard edges"));

	itHeadless("clamps and mirrors textures by their coordinates, or says that it cannot", () => {
		check("a texture that clamps");
		check("a texture that mirrors");
		check("a texture that clamps across a triangle");
	});

	itHeadless("shows both sides where the material does", () => check("both sides"));

	describe("texture coordinates", () => {
		const slots = [
			"baseColorTexture",
			"metallicRoughnessTexture",
			"normalTexture",
			"emissiveTexture",
			"occlusionTexture",
		];
		for (const slot of slots) {
			itHeadless(`are transformed as a ${slot} alone says`, () => check(`${slot} transformed`));
			itHeadless(`are those of the set that a ${slot} alone uses`, () => check(`${slot} on another set`));
			itHeadless(`that gltfpack quantised are what they were, with a ${slot} alone`, () => {
				for (const options of ["-c", "-cc", "-c -vtf", ""]) check(`${slot} by gltfpack ${options}`, QUANTISED);
			});
		}

		itHeadless("are the base colour's where textures are on two sets, and the other is reported", () =>
			check("textures on two sets"),
		);

		it("of every set are transformed in the scene", () => {
			const { glb, expected } = surfaceCase("textures on two sets");
			const [mesh] = readModel(fromBase64(glb)).meshes;
			expected.sceneCoordinates!.forEach((uvs, set) => {
				uvs.forEach(([u, v], vertex) => {
					const at = vertex * 8;
					expectNear([buffer.readf32(mesh.uvs[set], at), buffer.readf32(mesh.uvs[set], at + 4)], [u, v], 1e-6);
				});
			});
		});
	});

	describe("images", () => {
		itHeadless("above 1024 pixels are halved as light, or as numbers where they are data, and reported", () =>
			check("images above what the engine takes"),
		);

		itHeadless("are made once, however many materials show them, and are all on the screen a frame each later", () => {
			headless!.editableMemory.collect();
			const before = headless!.editableImages.count();
			const result = imported("five materials of two images");
			const look = () => {
				const images = new Set<EditableImage>();
				for (const part of meshParts(result.model)) {
					const texture = textureOf(part);
					if (texture) images.add(texture);
					const surface = part.FindFirstChildOfClass("SurfaceAppearance");
					if (surface) for (const [, image] of mapsOf(surface)) images.add(image);
				}
				// The colours; black and white pixels for the second; metal; roughness, whole and by half.
				expect(images.size()).to.equal(6);
				expect(headless!.editableImages.count() - before).to.equal(6);
				for (const _ of $range(1, 6)) headless!.step(1 / 60);
				let shown = 0;
				for (const image of images) if (headless!.editableImages.isShown(image)) shown += 1;
				expect(shown).to.equal(6);
			};
			look();
			result.destroy();
			headless!.editableMemory.collect();
			expect(headless!.editableImages.count()).to.equal(before);
		});

		itHeadless("are left out and reported where the memory for them is spent", () => {
			const { used, setBudget } = headless!.editableMemory;
			// Room for its mesh, and for no image of 1024 × 3 pixels.
			setBudget(used() + 6000);
			const result = imported("images above what the engine takes");
			setBudget();
			expect(textureOf(meshParts(result.model)[0])).to.equal(undefined);
			expect(result.report[1]).to.equal(
				"images are left out, because the memory for editable images is spent (3 times)",
			);
			result.destroy();
		});

		itHeadless("are left out and reported where the engine refuses them, as are surfaces", () => {
			const { setMeshApis } = headless!.assets;
			headless!.editableMemory.collect();
			const [images, memory] = [headless!.editableImages.count(), headless!.editableMemory.used()];
			setMeshApis(false, ["CreateEditableImage"]);
			const result = imported("a texture");
			setMeshApis();
			expect(textureOf(meshParts(result.model)[0])).to.equal(undefined);
			expect(linesOf(result.report)).to.equal(
				"images are left out, because the engine refuses editable images (CreateEditableImage: the Mesh / Image APIs are " +
					"not enabled for this experience): in a published experience its owner, verified by age and ID, must turn on " +
					"Enable Mesh / Image APIs in the Creator Dashboard (create.roblox.com/dashboard/creations)",
			);
			result.destroy();
			setMeshApis(false, ["CreateSurfaceAppearanceAsync"]);
			const bare = imported("five materials of two images");
			setMeshApis();
			expect(bare.model.FindFirstChildWhichIsA("SurfaceAppearance", true)).to.equal(undefined);
			const [line] = bare.report.filter((each) => each.find("surfaces are left out", 1, true)[0] !== undefined);
			expect(line.sub(1, 71)).to.equal("surfaces are left out, because the engine refuses them (CreateSurfaceAp");
			bare.destroy();
			headless!.editableMemory.collect();
			expect(headless!.editableImages.count()).to.equal(images);
			expect(headless!.editableMemory.used()).to.equal(memory);
		});

		itHeadless("are left out and reported where they would exceed maxBytes, and cost nothing then", () => {
			// A pixel that is written, and one that the engine keeps.
			const job = new Job({ maxBytes: 8 });
			const images = new EditableImages(job.budget, "spec");
			expect(images.flat(1, 0, 0)).to.be.ok();
			expect(images.budget.bytes).to.equal(4);
			expect(images.flat(0, 1, 0)).to.equal(undefined);
			expect(images.flat(1, 0, 0)).to.be.ok();
			const image = { name: "large", bytes: fromBase64(surfaceData().blp.file) };
			expect(images.find(image, false)).to.equal(undefined);
			expect(images.budget.bytes).to.equal(4);
			expect(job.report.join("\n")).to.equal(
				"images are left out, because their pixels cost more than a file of this size may; pass a Job with maxSteps and maxBytes to allow more: large (2 times)",
			);
			images.destroy();
		});

		itHeadless("are decoded again where another use of them comes later, and let go at the end", () => {
			const job = new Job();
			const images = new EditableImages(job.budget, "spec");
			const copy = (pixels: buffer, target: buffer, start: number, finish: number) =>
				buffer.copy(target, start, pixels, start, finish - start);
			const bytes = () => fromBase64(surfaceData().blp.file);
			const [first, second] = ["a", "b"].map((name) => images.find({ name, bytes: bytes() }, false)!);
			expect(first.name === second.name).to.equal(false);
			const content = images.content(first, "copy", copy) as unknown as { Object: EditableImage };
			expect(imageDifference(content.Object, surfaceData().blp.image)).to.equal("");
			expect(images.content(first, "copy", copy)).to.equal(content);
			images.finish();
			expect(images.budget.bytes).to.equal(6 * 4 * 4);
			images.destroy();
		});

		itHeadless("are decoded once, whatever names they have and however many surfaces split them", () => {
			const job = new Job();
			const decoded = new Array<string>();
			const images = new EditableImages(job.budget, "spec", ({ name }, alpha) => alpha === 1 && decoded.push(name));
			const bytes = fromBase64(surfaceData().blp.file);
			const other = { name: "other", bytes: fromBase64(surfaceData().blp.file) };
			for (const use of $range(1, 20)) {
				const found = images.find({ name: `image ${use}`, bytes }, true)!;
				const fill = (pixels: buffer, target: buffer, start: number, finish: number) =>
					buffer.copy(target, start, pixels, start, finish - start);
				expect(images.content(found, `use ${use}`, fill)).to.be.ok();
				expect(images.content(images.find(other, true)!, `use ${use}`, fill)).to.be.ok();
			}
			expect(decoded.join(" ")).to.equal("image 1 other");
			images.destroy();
		});

		itHeadless("that take long let frames pass, and end when the job is cancelled", () => {
			let pauses = 0;
			const counting = new Job({ pause: () => (pauses += 1) });
			imported("images above what the engine takes", counting).destroy();
			headless!.editableMemory.collect();
			const before = headless!.editableImages.count();
			for (const at of $range(1, pauses)) {
				let count = 0;
				const job: Job = new Job({
					pause: () => {
						count += 1;
						if (count === at) job.cancel();
					},
				});
				const message = failureOf(() => imported("images above what the engine takes", job));
				expect(message).to.equal("[dolly] cancelled");
				expect(headless!.editableImages.count()).to.equal(before);
			}
			const ending = new Job({ pause: () => error("enough", 0) });
			expect(failureOf(() => imported("a texture", ending))).to.equal("enough");
		});

		itHeadless("in files beside the model are found by their decoded names", () => {
			check("an image in a file beside it");
			check("an image that was not handed over");
		});

		itHeadless("come in buffers of decoded names, and no fallback that nobody reads is asked for", () =>
			check("a fallback that nobody reads", QUANTISED),
		);
	});

	describe("an MDX model", () => {
		const skin = () => surfaceData().blp.image;
		const skinFiles = () => new Map([["foxskin.BLP", fromBase64(surfaceData().blp.file)]]);

		itHeadless("has the texture of its path among the files, and both sides where its layer says so", () => {
			const opaque = importModel(foxFile(0, 0x10), { files: skinFiles() });
			const [part] = meshParts(opaque.model);
			const pixels = fromBase64(skin().pixels);
			for (const at of $range(3, buffer.len(pixels) - 1, 4)) buffer.writeu8(pixels, at, 255);
			const shown = textureOf(part)!;
			const [width, height] = [shown.Size.X, shown.Size.Y];
			expect(`${width} × ${height}`).to.equal("6 × 4");
			expect(buffer.tostring(shown.ReadPixelsBuffer(Vector2.zero, shown.Size))).to.equal(buffer.tostring(pixels));
			expect(part.DoubleSided).to.equal(true);
			expect(part.Transparency).to.equal(0);
			opaque.destroy();
		});

		itHeadless("has masks and blends, and reports layers that add light", () => {
			const blended = importModel(foxFile(2, 0), { files: skinFiles() });
			const [part] = meshParts(blended.model);
			const surface = part.FindFirstChildOfClass("SurfaceAppearance")!;
			expect(imageDifference(mapsOf(surface).get("ColorMap"), skin())).to.equal("");
			expect(part.DoubleSided).to.equal(false);
			expectNear([part.Transparency], [0.5], 1e-6);
			expect(linesOf(blended.report)).to.equal("");
			blended.destroy();
			// Half of any alpha is below the three quarters that a mask of this format asks for.
			const masked = importModel(foxFile(1, 0), { files: skinFiles() });
			const map = mapsOf(meshParts(masked.model)[0].FindFirstChildOfClass("SurfaceAppearance")!).get("ColorMap")!;
			const pixels = map.ReadPixelsBuffer(Vector2.zero, map.Size);
			for (const at of $range(3, buffer.len(pixels) - 1, 4)) expect(buffer.readu8(pixels, at)).to.equal(0);
			masked.destroy();
			const added = importModel(foxFile(3, 0), { files: skinFiles() });
			expect(linesOf(added.report)).to.equal(
				"layers that add or multiply light are blended by their alpha: Material 0",
			);
			added.destroy();
		});
	});
};
