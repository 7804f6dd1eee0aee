import { Workspace } from "@rbxts/services";
import { ImportedModel, importModel } from "../../../src";
import { readMdx } from "../../../src/formats/mdx/read-mdx";
import { createPose } from "../../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../../src/scene/pose-to-world";
import { samplePose } from "../../../src/scene/sample-pose";
import { builtVertices, meshParts } from "../../built-vertices";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { bindModel } from "../../../src/roblox/model/bind-model";
import { destroyMixers } from "../../../src/roblox/model/imported-model";
import { mixersOf } from "../../../src/roblox/rig/clip-mixer";
import { showClip } from "../../roblox/rig/show-clip";
import { worldTheClientsWay } from "./client-way";
import { evaluate, Matrix } from "./long-way";
import { GROUPS, WholeModel, wholeModel, wholeModelFile } from "./whole-model";

const INSTANTS = 100;

/** Places are compared in studs, of a model about five studs large; tracks are packed in 21 bits a component. */
const TOLERANCE = 2e-4;

const xyz = ({ X, Y, Z }: Vector3) => [X, Y, Z];

/** A point through a matrix for row vectors. */
function through(m: Matrix, x: number, y: number, z: number): Array<number> {
	return [0, 1, 2].map((column) => x * m[column] + y * m[4 + column] + z * m[8 + column] + m[12 + column]);
}

/** Where the objects go that are joints, against what the client does: their places and where their axes point. */
function compareJoints(model: WholeModel, imported: ImportedModel, worlds: Array<Matrix>): void {
	for (const { name, kind, objectId, translation } of model.bones) {
		if (kind === "attachment" && !translation) continue;
		const bone = imported.model.FindFirstChild(name, true) as Bone;
		const { Position, XVector, YVector, ZVector } = bone.TransformedWorldCFrame;
		const m = worlds[objectId];
		const off = Position.sub(new Vector3(m[12], m[13], m[14])).Magnitude;
		if (off > TOLERANCE) error(`${name} is ${off} studs off`, 0);
		for (const [row, vector] of [XVector, YVector, ZVector].map((vector, row) => [row, vector] as const)) {
			const turned = vector.sub(new Vector3(m[row * 4], m[row * 4 + 1], m[row * 4 + 2]).Unit).Magnitude;
			if (turned > TOLERANCE) error(`axis ${row} of ${name} is ${turned} off`, 0);
		}
	}
}

/** Where vertices go whose bones do not change their size: equal shares of all bones of their group. */
function compareVertices(model: WholeModel, rest: Array<number>, part: MeshPart, worlds: Array<Matrix>): void {
	const found = builtVertices(part);
	GROUPS.forEach((names, group) => {
		// Five that move apart cannot be shown.
		if (group === GROUPS.size() - 1) return;
		for (const vertex of $range(group * 3, group * 3 + 2)) {
			const place = [0, 0, 0];
			for (const name of names) {
				const { objectId, pivot } = model.bones.find((each) => each.name === name)!;
				const [px, py, pz] = [pivot[0], pivot[2], -pivot[1]];
				const at = vertex * 3;
				const moved = through(worlds[objectId], rest[at] - px, rest[at + 1] - py, rest[at + 2] - pz);
				moved.forEach((value, axis) => (place[axis] += value / names.size()));
			}
			expectNear([found[vertex * 3], found[vertex * 3 + 1], found[vertex * 3 + 2]], place, TOLERANCE);
		}
	});
}

export = () => {
	const itHeadless = headless ? it : itSKIP;
	const model = wholeModel();
	const source = wholeModelFile(model);

	/** Imports it with a camera that looks from above, and runs `work`; the model stands as it is built. */
	function withModel(work: (imported: ImportedModel) => void): void {
		const imported = importModel(source, { parent: Workspace });
		const [ok, problem] = pcall(() => work(imported));
		imported.destroy();
		if (!ok) error(problem, 0);
	}

	itHeadless(`goes where the client has it, at ${INSTANTS} instants of each sequence`, () => {
		["Stand", "Death"].forEach((name, sequence) =>
			withModel((imported) => {
				const camera = new Instance("Camera");
				camera.CFrame = CFrame.lookAt(new Vector3(7, 5, 9), new Vector3(0, 1, 0));
				const back = camera.CFrame.ZVector;
				// (x, z, -y) in Dolly's axes is (x, y, z) in the file's.
				const toCamera: [number, number, number] = [back.X, -back.Z, back.Y];
				const parts = meshParts(imported.model);
				destroyMixers(imported.model);
				const rest = builtVertices(parts[0]);
				headless!.step(0); // so that nothing is left of the frame before
				const bound = bindModel(imported.scene, imported.model);
				mixersOf(imported.model)[0].camera = camera;
				const { duration } = imported.clips.get(name)!;
				// Sequence and global sequences start together, so that they show the same time.
				bound.play(name, { fade: 0, loop: false });
				headless!.step(0);
				{
					const arm = new Array<number>();
					for (const instant of $range(0, INSTANTS - 1)) {
						const seconds = ((instant + 0.37) / INSTANTS) * duration;
						headless!.step(((instant === 0 ? 0.37 : 1) / INSTANTS) * duration);
						headless!.step(0);
						const worlds = worldTheClientsWay(model, sequence, seconds, toCamera);
						compareJoints(model, imported, worlds);
						compareVertices(model, rest, parts[0], worlds);
						arm.push(worlds[2][12]);
						const alpha = evaluate(model, model.alpha, 1, sequence, seconds * 1000, [0.75])[0];
						const [blue, green, red] = evaluate(model, model.color, 3, sequence, seconds * 1000, [1, 1, 1]);
						expect(parts[1].Transparency).to.be.near(1 - alpha, 1e-5);
						const { R, G, B } = parts[1].Color;
						expectNear([R, G, B], [red, green, blue], 1e-5);
					}
					expect(math.max(...arm) - math.min(...arm) > 0.2).to.equal(true);
				}
			}),
		);
	});

	it("has matrices for what does not face the camera, sizes and all", () => {
		const { scene } = readMdx(source);
		const [clip] = scene.clips;
		const { skeleton } = clip;
		const pose = createPose(skeleton.joints.size());
		const world = buffer.create(skeleton.joints.size() * WORLD_STRIDE);
		for (const instant of $range(0, INSTANTS - 1)) {
			const seconds = ((instant + 0.37) / INSTANTS) * clip.duration;
			samplePose(clip, seconds, pose);
			poseToWorld(skeleton, pose, world);
			const worlds = worldTheClientsWay(model, 0, seconds, [1, 0, 0]);
			for (const { name, objectId, parentId, flags = 0 } of model.bones) {
				const joint = skeleton.joints.findIndex((each) => each.name === name);
				if (joint < 0 || flags >= 8 || model.bones[parentId]?.flags === 8) continue;
				for (const row of $range(0, 2)) {
					const found = [0, 4, 8, 12].map((column) => buffer.readf32(world, joint * WORLD_STRIDE + row * 16 + column));
					expectNear(
						found,
						[0, 4, 8, 12].map((at) => worlds[objectId][at + row]),
						TOLERANCE,
					);
				}
			}
		}
	});

	itHeadless("rests as its geosets' animations say, and goes back to that", () => {
		withModel((imported) => {
			const { model: built } = imported;
			const parts = meshParts(built);
			const looks = () => parts.map(({ Transparency }) => Transparency).join(" ");
			expect(looks()).to.equal("0 0.25 0.5");
			const { R, G, B } = parts[2].Color;
			expectNear([R, G, B], [0.6, 0.4, 0.2], 1e-6);
			const track = showClip(imported, "Stand", 1);
			expect(parts[1].Transparency).to.be.near(0.75, 1e-6);
			track.stop(0);
			expect(looks()).to.equal("0 0.25 0.5");
		});
	});

	itHeadless("has its attachments on their bones, those that move on bones of their own", () => {
		withModel(({ model: built }) => {
			const find = (name: string) =>
				built
					.GetDescendants()
					.find((each): each is Attachment => each.ClassName === "Attachment" && each.Name === name)!;
			const pivot = (name: string) => {
				const [x, y, z] = model.bones.find((each) => each.name === name)!.pivot;
				return [x, z, -y];
			};
			expect(find("Hand").Parent!.Name).to.equal("Arm");
			expectNear(
				xyz(find("Hand").Position),
				pivot("Hand").map((value, axis) => value - pivot("Arm")[axis]),
				1e-5,
			);
			expect(find("Orbit").Parent!.ClassName).to.equal("Bone");
			expect(find("Orbit").Parent!.Name).to.equal("Orbit");
			expectNear(xyz(find("Orbit").Position), [0, 0, 0], 1e-6);
			const ground = find("Ground");
			const place = (ground.Parent as BasePart).CFrame.mul(ground.CFrame).Position;
			expectNear(xyz(place), pivot("Ground"), 1e-5);
		});
	});

	itHeadless("tells of its events while it plays", () => {
		withModel((imported) => {
			const told = new Array<string>();
			const track = imported.play("Stand", { loop: false });
			track.marker.Connect((name, seconds) => told.push(`${name} ${seconds}`));
			headless!.advance(2.5, 1 / 30);
			expect(told.join(", ")).to.equal("SND1Step 0.5, SND1Step 1.5");
		});
	});

	itHeadless("fades to a clip as long as its sequence says", () => {
		withModel((imported) => {
			const part = meshParts(imported.model)[1];
			const track = showClip(imported, "Stand", 1);
			expect(part.Transparency).to.be.near(0.75, 1e-6);
			track.stop(0.25);
			imported.play("Death", { speed: 0 });
			headless!.advance(1 / 8 + 1 / 64, 1 / 64);
			// Half of 250 ms; both stand still, at 0.75 and 0.5.
			expect(part.Transparency).to.be.near(0.625, 0.02);
			headless!.advance(1 / 8 + 1 / 32, 1 / 64);
			expect(part.Transparency).to.be.near(0.5, 1e-6);
		});
	});

	itHeadless("says how many vertices follow more bones than a vertex can", () => {
		withModel(({ report }) => {
			const line = report.find((each) => each.find("more than four bones", 1, true)[0] !== undefined)!;
			expect(line).to.equal(
				"vertices follow more than four bones that move apart: four are kept: geoset 0, geoset 1, geoset 2 (9 times)",
			);
		});
	});
};
