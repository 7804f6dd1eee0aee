import { Job } from "../../../src/roblox/job";
import { readMdx } from "../../../src/formats/mdx/read-mdx";
import { CAMERA_SAMPLE_SIZE } from "../../../src/motion/camera-path";
import { compareWorlds } from "./compare-worlds";
import { fortyBones, fortyBonesFile } from "./forty-bones";

export = () => {
	const model = fortyBones();
	const mdx = readMdx(fortyBonesFile(model));
	const { scene } = mdx;
	const [skeleton] = scene.skeletons;

	it("agrees with matrices multiplied the long way at 50 instants of each sequence", () => {
		for (const sequence of [0, 1]) {
			const { instants, worst, travel } = compareWorlds(mdx, model, sequence, 50);
			expect(instants).to.equal(50);
			expect(worst).to.be.near(0, 1e-4);
			expect(travel > 0.5).to.equal(true);
		}
	});

	it("puts parents before children, whatever order the file has", () => {
		expect(skeleton.joints.size()).to.equal(40);
		skeleton.joints.forEach(({ parent }, index) => expect(parent < index).to.equal(true));
	});

	it("makes a clip for each sequence, looping by its flag, then one for each global sequence", () => {
		expect(scene.clips.map(({ name }) => name).join(", ")).to.equal(
			"Stand, Death, Global sequence 0, Global sequence 1",
		);
		expect(scene.clips.map(({ duration }) => duration).join(", ")).to.equal("2, 1.5, 0.7, 0");
		expect(scene.clips.map(({ loop }) => tostring(loop)).join(", ")).to.equal("true, false, true, true");
		expect(scene.clips[2].tracks.size()).to.equal(4);
	});

	it("reports bezier rotations, which the client cannot play", () => {
		const job = new Job();
		readMdx(fortyBonesFile(model), { job });
		const found = job.report.filter((line) => line.match("^bezier")[0] !== undefined);
		expect(found.join()).to.equal(
			'bezier tracks of rotations are read as hermite: BONE "Bone 38": KGRT, BONE "Bone 34": KGRT, BONE "Bone 30": KGRT and 7 more',
		);
		expect(scene.report.join("\n")).to.equal(job.report.join("\n"));
	});

	it("skins the geoset by its groups, with equal shares", () => {
		const mesh = scene.meshes[0];
		expect(mesh.vertexCount).to.equal(40);
		expect(mesh.triangleCount).to.equal(38);
		expect(mesh.material!.name).to.equal("Creature\\Forty\\Skin.blp");
		const nameOf = (vertex: number, slot: number) =>
			skeleton.joints[buffer.readu16(mesh.joints!, vertex * 8 + slot * 2)].name;
		expect(nameOf(6, 0)).to.equal("Bone 6");
		expect(buffer.readf32(mesh.weights!, 6 * 16)).to.equal(1);
		expect(nameOf(7, 0)).to.equal("Bone 7");
		expect(nameOf(7, 1)).to.equal("Bone 8");
		expect(buffer.readf32(mesh.weights!, 7 * 16)).to.equal(0.5);
		expect(buffer.readf32(mesh.weights!, 7 * 16 + 4)).to.equal(0.5);
		expect(buffer.readf32(mesh.weights!, 7 * 16 + 8)).to.equal(0);
	});

	it("flies the camera while it looks at its target", () => {
		expect(scene.cameras.size()).to.equal(1);
		const path = scene.cameras[0];
		expect(path.name).to.equal("Portrait: Stand");
		expect(path.duration).to.equal(2);
		const sample = buffer.create(CAMERA_SAMPLE_SIZE);
		path.sample(1, sample);
		// (4, 1, 1) with Z up, halfway.
		expect(buffer.readf64(sample, 0)).to.equal(4);
		expect(buffer.readf64(sample, 8)).to.equal(1);
		expect(buffer.readf64(sample, 16)).to.equal(-1);
		// 1 radian across the diagonal of 4:3 is 0.6 upright.
		expect(buffer.readf64(sample, 56)).to.be.near(34.377467, 1e-5);
	});
};
