import { Workspace } from "@rbxts/services";
import { importModel } from "../../../src/roblox/model/import-model";
import { ImportedModel } from "../../../src/roblox/model/imported-model";
import { bindModel } from "../../../src/roblox/model/bind-model";
import { readModel } from "../../../src/roblox/model/read-model";
import { buildKeyframeSequence } from "../../../src/roblox/rig/build-keyframe-sequence";
import { builtNormals, builtVertices, farthest, meshParts } from "../../built-vertices";
import { headless } from "../../headless";
import { fromBase64, oracleData } from "../../oracle-data";
import { showClip } from "../rig/show-clip";
import { expectedNormals, expectedVertices } from "./import-fixtures";

/** A GLB whose morph targets move, and where its vertices are at rest and at each time, in metres. */
interface MorphFixture {
	name: string;
	glb: string;
	times: Array<number>;
	parts: Array<{ node: string; points: Array<string>; normals: Array<string> }>;
}

/** Studs: f32 numbers of models a few metres large. */
const POSITION = 2e-4;
const NORMAL = 2e-5;

export = () => {
	const fixtures = oracleData<Array<MorphFixture>>("morphs");
	const fixtureOf = (name: string) => fixtures.find((other) => other.name === name)!;
	const open = (name: string, options = {}) => importModel(fromBase64(fixtureOf(name).glb), options);
	const partOf = ({ model }: ImportedModel, node: string): MeshPart =>
		meshParts(model).find((part) => part.Name === node)!;
	const editableOf = (part: MeshPart) => (part.MeshContent as unknown as { Object: EditableMesh }).Object;

	/** Compares what is built with what the oracle has at rest (0) or at the time with this number. */
	function expectShape(imported: ImportedModel, fixture: MorphFixture, moment: number, scale = 1): void {
		for (const { node, points, normals } of fixture.parts) {
			const part = partOf(imported, node);
			const expected = expectedVertices(points[moment]).map((value) => value * scale);
			const off = farthest(builtVertices(part), expected);
			if (!(off < POSITION)) error(`${fixture.name}: ${node} is ${off} studs off at moment ${moment}`);
			if (normals.isEmpty()) continue;
			const turned = farthest(builtNormals(part), expectedNormals(normals[moment]));
			if (!(turned < NORMAL)) error(`${fixture.name}: ${node}'s normals are ${turned} off at moment ${moment}`);
		}
	}

	for (const fixture of fixtures) {
		it(`move as an independent morpher has them: ${fixture.name}`, () => {
			const imported = open(fixture.name, { parent: Workspace });
			headless?.step(1 / 60);
			expectShape(imported, fixture, 0);
			let travelled = 0;
			fixture.times.forEach((seconds, index) => {
				const track = showClip(imported, "Play", seconds);
				headless?.step(1 / 60);
				expectShape(imported, fixture, index + 1);
				const [rest, now] = [
					expectedVertices(fixture.parts[0].points[0]),
					builtVertices(partOf(imported, fixture.parts[0].node)),
				];
				travelled = math.max(travelled, farthest(rest, now));
				track.stop(0);
			});
			expect(travelled > 0.5).to.equal(true);
			headless?.step(1 / 60);
			expectShape(imported, fixture, 0);
			// Only of the mesh that one more node draws, and nothing moves there.
			const told = imported.report.filter((line) => line.find("morph", 1, true)[0] !== undefined).join("\n");
			const line = "morph targets keep the file's weights and cannot be changed: Blob";
			expect(told).to.equal(fixture.name === "still" ? line : "");
			imported.destroy();
		});
	}

	it("work with the older calls of the engine, too", () => {
		if (!headless) return;
		headless.editableMeshes.setBatches(false);
		const imported = open("still");
		showClip(imported, "Play", 0.75);
		expectShape(imported, fixtureOf("still"), 3);
		imported.destroy();
		headless.editableMeshes.setBatches(true);
	});

	it("grow with the scene, also where it is read, converted and fitted", () => {
		const imported = open("boned", { scale: 2 / 0.28 });
		showClip(imported, "Play", 0.75);
		expectShape(imported, fixtureOf("boned"), 3, 2);
		imported.destroy();
	});

	it("are a clip of their own where no node moves", () => {
		const imported = open("still");
		expect(imported.clips.size()).to.equal(1);
		const clip = imported.clips.get("Play")!;
		expect(clip.tracks.size()).to.equal(0);
		expect(clip.morphs!.size()).to.equal(2);
		expect(imported.scene.skeletons.size()).to.equal(0);
		expect(partOf(imported, "Stretched").Anchored).to.equal(true);
		imported.destroy();
	});

	it("have meshes of their own that can be written, and leave those alone that nothing moves", () => {
		const imported = open("still");
		const [a, b, c] = ["Stretched", "Mirrored", "Alone"].map((node) => editableOf(partOf(imported, node)));
		expect(a === b || b === c || c === a).to.equal(false);
		expect(a.FixedSize).to.equal(false);
		expect(c.FixedSize).to.equal(true);
		expect(imported.scene.meshes[2].morphs).to.equal(undefined);
		imported.destroy();
	});

	/** Where the first vertex of a node is at the third moment and at rest, mixed. */
	function firstVertex(share: number, node = 0): Array<number> {
		const { points } = fixtureOf("still").parts[node];
		const [rest, now] = [expectedVertices(points[0]), expectedVertices(points[3])];
		return [0, 1, 2].map((axis) => rest[axis] + (now[axis] - rest[axis]) * share);
	}

	it("mix by weight and priority, fade in and out, and rest when the last track ends", () => {
		if (!headless) return;
		const imported = open("still");
		const shown = () => builtVertices(partOf(imported, "Stretched")).move(0, 2, 0, []);
		const expectShare = (share: number) => expect(farthest(shown(), firstVertex(share)) < POSITION).to.equal(true);
		const track = imported.play("Play", { fade: 0, weight: 0.25, speed: 0 });
		track.seek(0.75);
		expectShare(0.25);
		const above = imported.play("Play", { fade: 0, weight: 0.5, speed: 0, priority: Enum.AnimationPriority.Action });
		above.seek(0.75);
		expectShare(0.5 + 0.5 * 0.25);
		above.stop(0);
		expectShare(0.25);
		track.stop(0);
		expectShare(0);
		imported.play("Play", { fade: 1, speed: 0 }).seek(0.75);
		expectShare(0);
		headless.advance(0.5);
		expect(farthest(shown(), firstVertex(0.5)) < 0.05).to.equal(true);
		imported.destroy();
	});

	it("play only on the joints that a track plays", () => {
		const imported = open("boned");
		const fixture = fixtureOf("boned");
		const positions = (node: string) => {
			const editable = editableOf(partOf(imported, node));
			return (editable.GetVertices() as Array<number>).map((id) => tostring(editable.GetPosition(id))).join();
		};
		const [sleeve, head] = [positions("Sleeve"), positions("Head")];
		imported.play("Play", { fade: 0, speed: 0, joints: ["High"] }).seek(fixture.times[2]);
		expect(positions("Sleeve")).to.equal(sleeve);
		expect(positions("Head")).never.to.equal(head);
		imported.destroy();
	});

	it("write nothing while weights stay as they are, and only what some target moves", () => {
		const imported = open("still");
		const part = partOf(imported, "Stretched");
		const track = showClip(imported, "Play", 0.75);
		const editable = editableOf(part);
		const [first] = editable.GetVertices() as Array<number>;
		editable.SetPosition(first, new Vector3(9, 9, 9));
		track.seek(0.75);
		expect(editable.GetPosition(first)).to.equal(new Vector3(9, 9, 9));
		track.seek(0.8);
		expect(editable.GetPosition(first)).never.to.equal(new Vector3(9, 9, 9));
		imported.destroy();
	});

	it("leave normals that the file does not have to the engine", () => {
		const imported = open("flat");
		showClip(imported, "Play", 0.75);
		const editable = editableOf(partOf(imported, "Facets"));
		for (const face of editable.GetFaces() as Array<number>) {
			const [a, b, c] = (editable.GetFaceVertices(face) as Array<number>).map((id) => editable.GetPosition(id));
			const normal = b.sub(a).Cross(c.sub(a)).Unit;
			const [id] = editable.GetFaceNormals(face) as Array<number>;
			expect(editable.GetNormal(id)!.sub(normal).Magnitude < 1e-4).to.equal(true);
		}
		imported.destroy();
	});

	it("are told of where they cannot be shown: in a model that is only bound, and in poses of the engine", () => {
		const imported = open("boned");
		const scene = readModel(fromBase64(fixtureOf("boned").glb));
		const copy = imported.model.Clone();
		const bound = bindModel(scene, copy);
		const line = "morph targets move only in the model that was built with them: Play";
		expect(bound.report.includes(line)).to.equal(true);
		bound.play("Play");
		bound.unbind();
		imported.play(scene.clips[0], { fade: 0 });
		expect(imported.report.includes(line)).to.equal(true);
		expect(buildKeyframeSequence(scene.clips[0]).morphs).to.equal(2);
		copy.Destroy();
		imported.destroy();
	});
};
