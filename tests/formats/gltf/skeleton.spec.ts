import { Job } from "../../../src/roblox/job";
import { POSE_STRIDE } from "../../../src/scene/pose";
import { Skeleton } from "../../../src/scene/skeleton";
import { failureOfParts, readParts, toNumbers } from "./documents";
import { FIGURE_DATA, figureNodes, figureParts, jointsOf, moving } from "./figure";

function jointsAndParents({ joints }: Skeleton): string {
	return joints.map((joint) => `${joint.name} ${joint.parent}`).join(", ");
}

export = () => {
	it("has the joints of the skin, parents first, and the nodes above and between them that do something", () => {
		const { skeletons } = readParts(figureParts({ scenes: [{ name: "Stage", nodes: [5] }] }), FIGURE_DATA).scene;
		expect(skeletons.size()).to.equal(1);
		expect(skeletons[0].name).to.equal("Stage");
		// The nameless node and Root do nothing; Armature scales.
		expect(jointsAndParents(skeletons[0])).to.equal("Armature -1, Hips 0, Chest 1, Head 2");
	});

	it("rests as the nodes do, with the armature's scale in the places below it", () => {
		const { rest } = readParts(figureParts(), FIGURE_DATA).scene.skeletons[0];
		expect(toNumbers(rest, 0, 10).join(" ")).to.equal("0 0 0 0 0 0 1 1 1 1");
		expect(toNumbers(rest, 2 * POSE_STRIDE, 10).join(" ")).to.equal("0 4 0 0 0 0 1 1 1 1");
	});

	it("keeps a node above the joints that an animation moves", () => {
		const { skeletons } = readParts(figureParts({ animations: [moving("Walk", 5, 2)] }), FIGURE_DATA).scene;
		expect(jointsAndParents(skeletons[0])).to.equal("Root -1, Armature 0, Hips 1, node 2 2, Chest 3, Head 4");
	});

	it("has vertices refer to its joints, while the file's own refer to the skin's", () => {
		const { meshes, scene } = readParts(figureParts(), FIGURE_DATA);
		expect(scene.meshes[0].skeleton).to.equal(scene.skeletons[0]);
		expect(jointsOf(scene.meshes[0])).to.equal("3 1 2 3 1 3 3 3 2 3 3 3");
		expect(jointsOf(meshes[0])).to.equal("0 1 2 0 1 0 0 0 2 0 0 0");
	});

	it("keeps the joints of a skin that nothing is drawn with, if the scene has them", () => {
		const nodes = figureNodes();
		nodes[6] = { name: "Body", mesh: 0 };
		const { skeletons } = readParts(figureParts({ nodes }), FIGURE_DATA).scene;
		expect(jointsAndParents(skeletons[0])).to.equal("Armature -1, Hips 0, Chest 1, Head 2");
		const elsewhere = figureParts({ nodes, scenes: [{ nodes: [6] }] });
		expect(readParts(elsewhere, FIGURE_DATA).scene.skeletons.size()).to.equal(0);
	});

	it("keeps skins and animated nodes of a file that draws nothing, so that its clips play elsewhere", () => {
		const bones = figureNodes();
		bones[6] = {};
		const { scene } = readParts(
			figureParts({ nodes: bones, meshes: undefined, animations: [moving("Walk", 3), moving("Swing", 7)] }),
			FIGURE_DATA,
		);
		expect(scene.meshes.size()).to.equal(0);
		expect(scene.clips.map(({ name, tracks }) => `${name} ${tracks.size()}`).join()).to.equal("Walk 1, Swing 1");
		expect(scene.report.size()).to.equal(0);
	});

	it("reports an animation that moves nothing of the scene", () => {
		const { scene } = readParts(
			figureParts({ scenes: [{ nodes: [6] }], skins: undefined, animations: [moving("Swing", 7)] }),
			FIGURE_DATA,
		);
		expect(scene.clips.size()).to.equal(0);
		expect(
			scene.report.join().find("an animation makes no clip, because it moves nothing of this scene: Swing")[0],
		).to.be.ok();
	});

	it("takes in joints that the scene does not show, and what those hang on", () => {
		const nodes = figureNodes(new Map([[5, { children: [4] }]]));
		const { scene } = readParts(figureParts({ nodes, scenes: [{ nodes: [6] }] }), FIGURE_DATA);
		expect(jointsAndParents(scene.skeletons[0])).to.equal("Armature -1, Hips 0, Chest 1, Head 2");
		expect(scene.meshes.size()).to.equal(1);
	});

	it("refuses transforms that multiply beyond what numbers hold, in the scene or outside", () => {
		const huge = { scale: [1e30, 1e30, 1e30] };
		const nodes = figureNodes(new Map([[7, { ...huge, children: [8] }]]), huge);
		expect(failureOfParts(figureParts({ nodes }), FIGURE_DATA)).to.equal(
			"the transforms down to here leave the range of numbers at nodes[8]",
		);
		const outside = figureParts({ nodes, skins: [{ joints: [8, 3, 1] }], scenes: [{ nodes: [5] }] });
		expect(failureOfParts(outside, FIGURE_DATA)).to.equal(
			"the transforms down to here leave the range of numbers at nodes[8]",
		);
		const unused = figureParts({ nodes, scenes: [{ nodes: [5] }] });
		expect(readParts(unused, FIGURE_DATA).scene.meshes.size()).to.equal(1);
	});

	it("refuses more joints than vertices can name", () => {
		const nodes = figureNodes();
		const joints = new Array<number>();
		for (const index of $range(0, 65536)) {
			nodes.push({ name: `a joint with a name as long as those of real files, ${index}` });
			joints.push(8 + index);
		}
		expect(failureOfParts(figureParts({ nodes, skins: [{ joints }] }), FIGURE_DATA)).to.equal(
			"65537 joints are more than 65536 at skins",
		);
	});

	it("counts what each joint takes", () => {
		const before = new Job();
		readParts(figureParts({ skins: [{ joints: [0, 3, 1] }] }), FIGURE_DATA, { job: before });
		const nodes = figureNodes(new Map(), {});
		const plain = new Job();
		readParts(figureParts({ nodes }), FIGURE_DATA, { job: plain });
		const more = new Job();
		readParts(figureParts({ nodes, skins: [{ joints: [0, 3, 1, 8] }] }), FIGURE_DATA, { job: more });
		// 512 for the joint, and its matrices: 48 of the file, 98 to bind with.
		expect(more.budget.bytes - plain.budget.bytes).to.equal(512 + 48 + 98);
		// A node that is no joint takes itself, its pose, its matrix and how it is turned.
		expect(plain.budget.bytes - before.budget.bytes).to.equal(768 + 40 + 48 + 256);
	});
};
