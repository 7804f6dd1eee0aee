import { mainTexture } from "../../../src/scene/material";
import { bytes, hex } from "../../buffers";
import { failureOfParts, Parts, readParts } from "./documents";

/** A document of one material, over three textures of three images. */
function materialParts(material: Parts): Parts {
	return {
		images: [{ name: "a", uri: "a.png" }, { uri: "b.png" }, { uri: "c.png" }],
		textures: [{ source: 2 }, { source: 0 }, { source: 1 }],
		materials: [material],
	};
}

const FILES = new Map([
	["a.png", bytes(1)],
	["b.png", bytes(2)],
	["c.png", bytes(3)],
]);

function materialOf(material: Parts) {
	return readParts(materialParts(material), [], { files: FILES }).materials[0];
}

export = () => {
	describe("an image", () => {
		it("in a buffer view is copied out, byte by byte", () => {
			const { images, scene } = readParts(
				{
					buffers: [{ byteLength: 8 }],
					bufferViews: [{ buffer: 0, byteOffset: 3, byteLength: 4 }],
					images: [{ bufferView: 0, mimeType: "image/png", name: "Wood" }],
				},
				[bytes(1, 2, 3, 4, 5, 6, 7, 8)],
			);
			expect(images[0].name).to.equal("Wood");
			expect(images[0].mimeType).to.equal("image/png");
			expect(hex(images[0].bytes!)).to.equal("04 05 06 07");
			expect(scene.images[0]).to.equal(images[0]);
		});

		it("in a data URI is decoded from Base64 or from %XX", () => {
			const { images, scene } = readParts({
				images: [{ uri: "data:image/jpeg;base64,AAEC/w==" }, { name: "Dot", uri: "data:,AB%00" }],
			});
			expect(hex(images[0].bytes!)).to.equal("00 01 02 FF");
			expect(images[0].name).to.equal("image 0");
			expect(images[0].mimeType).to.equal("image/jpeg");
			expect(images[1].mimeType).to.equal(undefined);
			expect(hex(images[1].bytes!)).to.equal("41 42 00");
			expect(images[1].name).to.equal("Dot");
			expect(scene.report.size()).to.equal(0);
			const named = { mimeType: "image/png", uri: "data:image/jpeg;base64,AAEC/w==" };
			expect(readParts({ images: [named] }).images[0].mimeType).to.equal("image/png");
		});

		it("in a file beside it is found by its name, %20 and folders read", () => {
			const files = new Map([["old wood.PNG", bytes(7, 8)]]);
			const parts = { images: [{ name: "Wood", uri: "textures/Old%20Wood.png" }] };
			const { images, scene } = readParts(parts, [], { files });
			expect(images[0].name).to.equal("textures/Old Wood.png");
			expect(hex(images[0].bytes!)).to.equal("07 08");
			expect(scene.report.size()).to.equal(0);
		});

		it("in a file that was not handed over has a name and no bytes, and is reported", () => {
			const { images, scene } = readParts({ images: [{ uri: "My%20Wood.png", mimeType: "image/png" }, {}] });
			expect(images[0].name).to.equal("My Wood.png");
			expect(images[0].mimeType).to.equal("image/png");
			expect(images[0].bytes).to.equal(undefined);
			expect(images[1].bytes).to.equal(undefined);
			expect(scene.report.join()).to.equal("images are in files that were not handed over: My Wood.png");
		});

		it("is refused in a view that does not exist, and in a data URI that does not decode", () => {
			expect(failureOfParts({ images: [{ bufferView: 0 }] })).to.equal(
				"expected no value, but it is 0 at images[0].bufferView",
			);
			expect(failureOfParts({ images: [{ uri: "data:;base64,*" }] }).sub(-17)).to.equal(" at images[0].uri");
		});
	});

	describe("a material", () => {
		it("has every factor and texture that the file gives it", () => {
			const material = materialOf({
				name: "Brass",
				pbrMetallicRoughness: {
					baseColorFactor: [0.5, 0.25, 0.125, 0.75],
					baseColorTexture: { index: 0 },
					metallicFactor: 0.375,
					roughnessFactor: 0.625,
					metallicRoughnessTexture: { index: 1, texCoord: 1 },
				},
				normalTexture: { index: 2, scale: 2 },
				emissiveFactor: [1, 0.5, 0.25],
				emissiveTexture: { index: 0, texCoord: 2 },
				doubleSided: true,
				alphaMode: "MASK",
				alphaCutoff: 0.875,
			});
			expect(material.name).to.equal("Brass");
			expect(material.baseColor.join(" ")).to.equal("0.5 0.25 0.125 0.75");
			expect(`${material.metallic} ${material.roughness}`).to.equal("0.375 0.625");
			expect(material.emissive.join(" ")).to.equal("1 0.5 0.25");
			expect(`${material.doubleSided} ${material.alphaMode} ${material.alphaCutoff}`).to.equal("true MASK 0.875");
			const textures = [
				material.baseColorTexture!,
				material.metallicRoughnessTexture!,
				material.normalTexture!,
				material.emissiveTexture!,
			].map(({ image, texCoord }) => `${image.name} ${hex(image.bytes!)} ${texCoord}`);
			expect(textures.join(", ")).to.equal("c.png 03 0, a.png 01 1, b.png 02 0, c.png 03 2");
		});

		it("is white, metallic, rough and opaque where the file says nothing", () => {
			const material = materialOf({});
			expect(material.name).to.equal("material 0");
			expect(material.baseColor.join(" ")).to.equal("1 1 1 1");
			expect(`${material.metallic} ${material.roughness}`).to.equal("1 1");
			expect(material.emissive.join(" ")).to.equal("0 0 0");
			expect(`${material.doubleSided} ${material.alphaMode} ${material.alphaCutoff}`).to.equal("false OPAQUE 0.5");
			expect(material.baseColorTexture).to.equal(undefined);
			expect(material.emissiveTexture).to.equal(undefined);
			expect(mainTexture(material)).to.equal(undefined);
		});

		it("has textures with how they lie, and the set of coordinates that the transform chooses", () => {
			const { baseColorTexture, normalTexture } = materialOf({
				pbrMetallicRoughness: {
					baseColorTexture: {
						index: 0,
						texCoord: 1,
						extensions: { KHR_texture_transform: { offset: [1, 2], rotation: 3, scale: [4, 5], texCoord: 2 } },
					},
				},
				normalTexture: { index: 0, texCoord: 1, extensions: { KHR_texture_transform: {} } },
			});
			const shown = (texture: typeof baseColorTexture) =>
				[texture!.texCoord, ...texture!.offset, texture!.rotation, ...texture!.scale].join(" ");
			expect(shown(baseColorTexture)).to.equal("2 1 2 3 4 5");
			expect(shown(normalTexture)).to.equal("1 0 0 0 1 1");
		});

		it("takes images of the formats that extensions bring where there is no other", () => {
			const of = (texture: Parts) =>
				readParts({
					images: [{ uri: "a.png" }, { uri: "a.webp" }],
					textures: [texture],
					materials: [{ normalTexture: { index: 0 } }],
				}).materials[0].normalTexture!.image.name;
			expect(of({ source: 0, extensions: { EXT_texture_webp: { source: 1 } } })).to.equal("a.png");
			for (const name of ["KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif"]) {
				expect(of({ extensions: { [name]: { source: 1 } } })).to.equal("a.webp");
			}
			expect(of({ name: "Empty" })).to.equal("Empty");
			expect(of({})).to.equal("texture 0");
		});

		it("shows the first of its textures where a mesh has room for one", () => {
			const textures = {
				pbrMetallicRoughness: { metallicRoughnessTexture: { index: 1 } },
				normalTexture: { index: 2 },
				emissiveTexture: { index: 0 },
			};
			expect(mainTexture(materialOf(textures))!.image.name).to.equal("a.png");
			expect(mainTexture(materialOf({ emissiveTexture: { index: 0 } }))!.image.name).to.equal("c.png");
			const base = { pbrMetallicRoughness: { baseColorTexture: { index: 2 } }, normalTexture: { index: 0 } };
			expect(mainTexture(materialOf(base))!.image.name).to.equal("b.png");
		});

		it("is refused with textures that do not exist, and with values of the wrong kind", () => {
			const failure = (material: Parts) => failureOfParts(materialParts(material), [], { files: FILES });
			expect(failure({ normalTexture: { index: 3 } })).to.equal(
				"expected an integer from 0 to 2, but it is 3 at materials[0].normalTexture.index",
			);
			expect(failure({ pbrMetallicRoughness: { baseColorTexture: {} } })).to.equal(
				"expected an integer from 0 to 2, but it is missing at materials[0].pbrMetallicRoughness.baseColorTexture.index",
			);
			expect(failure({ alphaMode: "GLASS" })).to.equal('there is no alpha mode "GLASS" at materials[0].alphaMode');
			expect(failure({ emissiveFactor: [1, 1] })).to.equal(
				"expected 3 numbers, but there are 2 at materials[0].emissiveFactor",
			);
			expect(failure({ normalTexture: { index: 0, texCoord: 256 } })).to.equal(
				"expected an integer from 0 to 255, but it is 256 at materials[0].normalTexture.texCoord",
			);
			const within = { KHR_texture_transform: { scale: [1] } };
			expect(failure({ normalTexture: { index: 0, extensions: within } })).to.equal(
				"expected 2 numbers, but there are 1 at materials[0].normalTexture.extensions.KHR_texture_transform.scale",
			);
			expect(failureOfParts({ textures: [{ source: 0 }] })).to.equal(
				"expected no value, but it is 0 at textures[0].source",
			);
		});
	});
};
