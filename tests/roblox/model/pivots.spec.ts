import { HttpService, Workspace } from "@rbxts/services";
import { importModel, ImportedModel, readModel } from "../../../src";
import { buildGlb } from "../../builders/glb";
import { meshParts } from "../../built-vertices";
import { headless } from "../../headless";
import { FIGURE_DATA, figureNodes, figureParts, moving } from "../../formats/gltf/figure";
import { Parts } from "../../formats/gltf/documents";
import { showClip } from "../rig/show-clip";

const HALF = math.sqrt(0.5);

/** A quarter turn about Y. */
const TURN = [0, HALF, 0, HALF];
const TURNED = new CFrame(0, 0, 0, 0, HALF, 0, HALF);

/** Imports the figure's file with these parts changed, in its own units. Mesh 1 is rigid. */
function imported(changes: Parts): ImportedModel {
	const json = HttpService.JSONEncode({ asset: { version: "2.0" }, scene: 0, ...figureParts(changes) });
	return importModel(buildGlb(json, FIGURE_DATA[0]), { scale: 1, parent: Workspace });
}

/** The file of nodes that stand still. */
function standing(nodes: Array<Parts>, tops: Array<number>, more: Parts = {}): ImportedModel {
	return imported({ nodes, skins: [], scenes: [{ nodes: tops }], ...more });
}

function expectPivot(found: PVInstance, expected: CFrame): void {
	const pivot = found.GetPivot();
	const place = `the pivot of ${found.Name} is ${pivot}, not ${expected}`;
	assert(pivot.Position.sub(expected.Position).Magnitude < 1e-5, place);
	for (const axis of ["RightVector", "UpVector", "LookVector"] as const) {
		assert(pivot[axis].sub(expected[axis]).Magnitude < 1e-5, place);
	}
}

function find<T extends Instance>(model: Instance, name: string): T {
	return model.FindFirstChild(name, true) as T;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("are where nodes have their origins, turned as they are, at any scale", () => {
		const shown = standing(
			[
				{ name: "Chair", mesh: 1, translation: [3, 0, 2], rotation: TURN, scale: [2, 2, 2] },
				{ name: "Hall", translation: [10, 0, 0], rotation: TURN, scale: [1, 2, 1], children: [2] },
				{ name: "Door", mesh: 1, translation: [1, 1, 0], scale: [3, 1, 1] },
			],
			[0, 1],
		);
		const { model } = shown;
		const [chair, door] = [find<MeshPart>(model, "Chair"), find<MeshPart>(model, "Door")];
		expectPivot(chair, TURNED.add(new Vector3(3, 0, 2)));
		// The triangle of (0 0 0), (1 0 0), (0 1 0) does not stand around its node's origin.
		expect(chair.Position.sub(new Vector3(3, 1, 1)).Magnitude < 1e-5).to.equal(true);
		expectPivot(door, TURNED.add(new Vector3(10, 2, -1)));
		// A clone stands on its feet where it is put, and a door turns about its hinge.
		const clone = chair.Clone();
		clone.PivotTo(new CFrame(0, 7, 0));
		expect(clone.Position.sub(new Vector3(1, 8, 0)).Magnitude < 1e-5).to.equal(true);
		door.PivotTo(door.GetPivot().mul(CFrame.Angles(0, math.pi, 0)));
		expect(door.GetPivot().Position.sub(new Vector3(10, 2, -1)).Magnitude < 1e-5).to.equal(true);
		shown.destroy();
	});

	itHeadless("of nodes that are models are their nodes' origins, and those of all their parts too", () => {
		const primitive = { attributes: { POSITION: 0 } };
		const shown = standing(
			[
				{ name: "Street", translation: [0, 0, 5], children: [1] },
				{ name: "Gate", mesh: 0, translation: [4, 0, 0], rotation: TURN, scale: [2, 1, 1] },
			],
			[0],
			{ meshes: [{ primitives: [primitive, primitive] }] },
		);
		const { model } = shown;
		expectPivot(find<Model>(model, "Street"), new CFrame(0, 0, 5));
		const gate = find<Model>(model, "Gate");
		expect(gate.ClassName).to.equal("Model");
		expectPivot(gate, TURNED.add(new Vector3(4, 0, 5)));
		for (const part of meshParts(gate)) expectPivot(part, gate.GetPivot());
		expect(meshParts(gate).size()).to.equal(2);
		// The whole has its own at the file's origin, looking the way that the model looks.
		expectPivot(model, CFrame.lookAt(Vector3.zero, Vector3.zAxis));
		expect(model.PrimaryPart).to.equal(undefined);
		shown.destroy();
	});

	itHeadless("of mirrored nodes are turned as the nodes are, in the mirrors above them", () => {
		const shown = standing(
			[
				{ name: "Left", mesh: 1, translation: [3, 0, 0], rotation: TURN, scale: [1, -2, 1] },
				{ name: "Mirror", scale: [-1, 1, 1], children: [2] },
				{ name: "Hinge", translation: [5, 1, 0], rotation: TURN, children: [3] },
				{ name: "Right", mesh: 1, translation: [0, 0, 1] },
			],
			[0, 1],
		);
		const { model } = shown;
		expectPivot(find(model, "Left"), TURNED.add(new Vector3(3, 0, 0)));
		// Seen in the mirror it is turned the other way.
		expectPivot(find(model, "Right"), TURNED.Inverse().add(new Vector3(-6, 1, 0)));
		expectPivot(find(model, "Hinge"), TURNED.Inverse().add(new Vector3(-5, 1, 0)));
		shown.destroy();
	});

	itHeadless("of parts that motors move go with them", () => {
		const shown = imported({
			nodes: [{ name: "Slide", mesh: 1, translation: [9, 2, 0], rotation: TURN, scale: [2, 2, 2] }],
			skins: [],
			scenes: [{ nodes: [0] }],
			animations: [moving("Open", 0)],
		});
		const part = find<MeshPart>(shown.model, "Slide");
		expectPivot(part, TURNED.add(new Vector3(9, 2, 0)));
		showClip(shown, "Open", 1);
		headless!.step(1 / 60);
		expectPivot(part, TURNED.add(new Vector3(2, 0, 0)));
		expectPivot(shown.model, CFrame.lookAt(Vector3.zero, Vector3.zAxis));
		shown.destroy();
	});

	itHeadless("of models that motors move go with them, too", () => {
		const primitive = { attributes: { POSITION: 0 } };
		const shown = imported({
			nodes: [{ name: "Slide", mesh: 0, translation: [9, 2, 0], rotation: TURN }],
			skins: [],
			meshes: [{ primitives: [primitive, primitive] }],
			scenes: [{ nodes: [0] }],
			animations: [moving("Open", 0)],
		});
		const slide = shown.model.FindFirstChildWhichIsA("Model")!;
		expect(slide.Name).to.equal("Slide");
		showClip(shown, "Open", 1);
		headless!.step(1 / 60);
		expectPivot(slide, TURNED.add(new Vector3(2, 0, 0)));
		shown.destroy();
	});

	itHeadless("of skinned parts are the model's, and of what a bone carries its node's", () => {
		const shown = imported({
			nodes: figureNodes(new Map([[0, { children: [8] }]]), {
				name: "Hat",
				mesh: 1,
				translation: [0, 0.5, 0],
				rotation: TURN,
			}),
			scenes: [{ nodes: [5, 7] }],
		});
		const { model } = shown;
		const origin = CFrame.lookAt(Vector3.zero, Vector3.zAxis);
		expectPivot(model, origin);
		expectPivot(find(model, "Body"), origin);
		expect(model.PrimaryPart!.Name).to.equal("Body");
		// Below Armature (twice as large), Hips (3), Chest (2), Head (1).
		expectPivot(find(model, "Hat"), TURNED.add(new Vector3(0, 13, 0)));
		shown.destroy();
	});

	itHeadless("of instances are where each of them is", () => {
		const binary = buffer.create(164 + 24);
		buffer.copy(binary, 0, FIGURE_DATA[0]);
		[5, 0, 0, 0, 0, 8].forEach((value, index) => buffer.writef32(binary, 164 + index * 4, value));
		const parts = figureParts({ skins: [], scenes: [{ nodes: [0] }] });
		const json = HttpService.JSONEncode({
			asset: { version: "2.0" },
			scene: 0,
			...parts,
			buffers: [{ byteLength: 188 }],
			bufferViews: [...(parts.bufferViews as Array<Parts>), { buffer: 0, byteOffset: 164, byteLength: 24 }],
			accessors: [...(parts.accessors as Array<Parts>), { bufferView: 5, componentType: 5126, count: 2, type: "VEC3" }],
			nodes: [
				{
					name: "Row",
					mesh: 1,
					translation: [0, 1, 0],
					rotation: TURN,
					extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 5 } } },
				},
			],
		});
		const shown = importModel(buildGlb(json, binary), { scale: 1 });
		const { model } = shown;
		const [first, second] = meshParts(model).sort((a, b) => a.Position.Z < b.Position.Z);
		expectPivot(first, TURNED.add(new Vector3(0, 1, -5)));
		expectPivot(second, TURNED.add(new Vector3(8, 1, 0)));
		expectPivot(find(model, "Row"), TURNED.add(new Vector3(0, 1, 0)));
		shown.destroy();
	});

	it("turn and grow with a scene that is converted", () => {
		const json = HttpService.JSONEncode({
			asset: { version: "2.0" },
			scene: 0,
			...figureParts({
				skins: [],
				scenes: [{ nodes: [0] }],
				nodes: [{ name: "A", mesh: 1, translation: [1, 2, 3], scale: [4, -5, 6] }],
			}),
		});
		const [mesh] = readModel(buildGlb(json, FIGURE_DATA[0]), { scale: 2, axes: "zUp" }).meshes;
		expect(mesh.scale!.map((value) => string.format("%.4g", value)).join(" ")).to.equal("4 6 5");
		expect(mesh.pivot!.position.join(" ")).to.equal("2 6 -4");
		expect(mesh.place.position.join(" ")).to.equal("2 6 -4");
	});
};
