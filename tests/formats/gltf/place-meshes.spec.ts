import { placeMeshes } from "../../../src/formats/gltf/place-meshes";
import { bytes } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { floats, joined, readParts, toIndices, toNumbers } from "./documents";

const HALF = math.sqrt(0.5);

/** A triangle with normals (0 1 0), tangents (1 0 0 1), texture coordinates, and, for a skin, joints and weights. */
const DATA = [
	joined(
		floats(0, 0, 0, 1, 0, 0, 0, 1, 0),
		floats(0, 1, 0, 0, 1, 0, 0, 1, 0),
		floats(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1),
		floats(0, 0, 1, 0, 0, 1),
		bytes(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0),
		floats(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0),
		floats(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1),
		floats(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
	),
];
const view = (byteOffset: number, byteLength: number) => ({ buffer: 0, byteOffset, byteLength });
const accessor = (bufferView: number, kind: string, count = 3, componentType = 5126) => ({
	bufferView,
	componentType,
	count,
	type: kind,
});
const MESH = {
	buffers: [{ byteLength: 340 }],
	bufferViews: [view(0, 36), view(36, 36), view(72, 48), view(120, 24), view(144, 12), view(156, 48), view(204, 128)],
	accessors: [
		accessor(0, "VEC3"),
		accessor(1, "VEC3"),
		accessor(2, "VEC4"),
		accessor(3, "VEC2"),
		accessor(4, "VEC4", 3, 5121),
		accessor(5, "VEC4"),
		accessor(6, "MAT4", 2),
	],
};
const DATA_PADDED = [joined(DATA[0], buffer.create(8))];

export = () => {
	it("moves vertices to where their node stands, and turns normals and tangents with it", () => {
		const gltf = readParts(
			{
				...MESH,
				meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TANGENT: 2 } }] }],
				nodes: [
					{ translation: [0, 0, 5], children: [1] },
					// A quarter turn about X: Y becomes Z. Scaled by 2 along its own Y.
					{ name: "Part", mesh: 0, rotation: [HALF, 0, 0, HALF], scale: [1, 2, 1] },
				],
				scenes: [{ nodes: [0] }],
			},
			DATA_PADDED,
		);
		const [placed] = placeMeshes(gltf);
		expect(placed.name).to.equal("Part");
		expectNear(toNumbers(placed.positions), [0, 0, 5, 1, 0, 5, 0, 0, 7], 1e-6);
		expectNear(toNumbers(placed.normals!, 0, 3), [0, 0, 1], 1e-6);
		expectNear(toNumbers(placed.tangents!, 0, 4), [1, 0, 0, 1], 1e-6);
		expect(toIndices(placed.indices).join(" ")).to.equal("0 1 2");
		// What the file holds stays as it is.
		expectNear(toNumbers(gltf.meshes[0].positions, 24, 3), [0, 1, 0], 0);
	});

	it("shares the data of a mesh that need not move", () => {
		const gltf = readParts(
			{
				...MESH,
				meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
				nodes: [{ mesh: 0 }],
				scenes: [{ nodes: [0] }],
			},
			DATA_PADDED,
		);
		expect(placeMeshes(gltf)[0].positions).to.equal(gltf.meshes[0].positions);
	});

	it("turns triangles over, and tangents round, where a node mirrors", () => {
		const gltf = readParts(
			{
				...MESH,
				meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TANGENT: 2 } }] }],
				nodes: [{ mesh: 0, scale: [-1, 1, 1] }],
				scenes: [{ nodes: [0] }],
			},
			DATA_PADDED,
		);
		const [placed] = placeMeshes(gltf);
		expect(toIndices(placed.indices).join(" ")).to.equal("0 2 1");
		expectNear(toNumbers(placed.normals!, 0, 3), [0, 1, 0], 1e-6);
		expectNear(toNumbers(placed.tangents!, 0, 4), [-1, 0, 0, -1], 1e-6);
	});

	it("puts skinned vertices where they are when the skeleton rests, whatever the node that draws them", () => {
		const gltf = readParts(
			{
				...MESH,
				meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 4, WEIGHTS_0: 5 } }] }],
				skins: [{ joints: [1, 2], inverseBindMatrices: 6 }],
				nodes: [
					{ mesh: 0, skin: 0, translation: [100, 0, 0] },
					{ translation: [0, 10, 0] },
					{ translation: [0, 0, 20] },
				],
				scenes: [{ nodes: [0, 1, 2] }],
			},
			DATA_PADDED,
		);
		// Joint 0 halves and lifts by 10, joint 1 pushes by 20; the third vertex follows both by half.
		expectNear(toNumbers(placeMeshes(gltf)[0].positions), [0, 10, 0, 1, 0, 20, 0, 5.75, 10], 1e-6);
	});

	it("moves texture coordinates as the texture says", () => {
		const gltf = readParts(
			{
				...MESH,
				meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 3 }, material: 0 }] }],
				// The lower left quarter of the image, turned by a quarter.
				materials: [
					{
						pbrMetallicRoughness: {
							baseColorTexture: {
								index: 0,
								extensions: { KHR_texture_transform: { offset: [0, 1], rotation: math.pi / 2, scale: [0.5, 0.5] } },
							},
						},
					},
				],
				textures: [{ source: 0 }],
				images: [{ uri: "wood.png" }],
				nodes: [{ mesh: 0 }],
				scenes: [{ nodes: [0] }],
			},
			DATA_PADDED,
		);
		expect(gltf.materials[0].texture!.image).to.equal("wood.png");
		expectNear(toNumbers(placeMeshes(gltf)[0].uvs[0]), [0, 1, 0, 0.5, 0.5, 1], 1e-6);
		expectNear(toNumbers(gltf.meshes[0].uvs[0]), [0, 0, 1, 0, 0, 1], 0);
	});

	it("refuses morph targets that a node scales beyond what numbers hold", () => {
		const data = [joined(DATA_PADDED[0], floats(1e30, 0, 0, 0, 0, 0, 0, 0, 0))];
		const gltf = readParts(
			{
				buffers: [{ byteLength: 376 }],
				bufferViews: [...MESH.bufferViews, view(340, 36)],
				accessors: [...MESH.accessors, accessor(7, "VEC3")],
				meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 7 }] }] }],
				nodes: [{ mesh: 0, scale: [1e10, 1e10, 1e10] }],
				scenes: [{ nodes: [0] }],
				scene: 0,
			},
			data,
		);
		expect(failureOf(() => placeMeshes(gltf))).to.equal(
			"[dolly] gltf: the placed morph targets leave the range of numbers at nodes[0].mesh",
		);
	});

	it("limits what placing takes: a mesh may be drawn by many nodes", () => {
		const nodes = new Array<object>();
		for (const index of $range(0, 99)) nodes.push({ mesh: 0, translation: [index, 0, 0] });
		const gltf = readParts(
			{ ...MESH, meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }], nodes },
			DATA_PADDED,
		);
		expect(placeMeshes(gltf).size()).to.equal(100);
		expect(failureOf(() => placeMeshes(gltf, { maxBytes: 1000 }))).to.equal(
			"[dolly] gltf: 120 bytes on top of 960 exceed maxBytes (1000) at nodes[9].mesh",
		);
	});
};
