import { Budget } from "../../src/bytes/budget";
import { Mesh } from "../../src/scene/mesh";
import { usedJoints } from "../../src/scene/used-joints";
import { floats } from "../buffers";

export = () => {
	it("are those that a vertex follows with any weight", () => {
		const joints = buffer.create(3 * 8);
		[7, 2, 0, 0, 7, 3, 0, 0, 9, 9, 9, 4].forEach((joint, index) => buffer.writeu16(joints, index * 2, joint));
		const weights = floats(0.5, 0.5, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1);
		const mesh = { name: "skin", vertexCount: 3, joints, weights } as unknown as Mesh;
		const found = [...usedJoints(mesh, new Budget(), "spec")].sort();
		expect(found.join(" ")).to.equal("2 4 7");
	});

	it("are none of a mesh that is not skinned", () => {
		const mesh = { name: "rigid", vertexCount: 3 } as unknown as Mesh;
		expect(usedJoints(mesh, new Budget(), "spec").isEmpty()).to.equal(true);
	});
};
