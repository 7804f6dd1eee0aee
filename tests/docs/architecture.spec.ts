import { buildModel } from "../../src";
import { Budget } from "../../src/bytes/budget";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { readStl } from "./code/architecture-1";

/** Two triangles that look up, one stud beside the other. */
function writeStl(): buffer {
	const source = buffer.create(84 + 2 * 50);
	buffer.writeu32(source, 80, 2);
	const corners = [0, 0, 0, 0, 0, 1, 1, 0, 0];
	for (const triangle of [0, 1]) {
		const start = 84 + triangle * 50;
		buffer.writef32(source, start + 4, 1);
		corners.forEach((value, index) => {
			buffer.writef32(source, start + 12 + index * 4, index % 3 === 0 ? value + triangle : value);
		});
	}
	return source;
}

export = () => {
	(headless ? it : itSKIP)("the architecture's example reads a format that was not there", () => {
		const scene = readStl(writeStl(), new Budget());
		const [mesh] = scene.meshes;
		expect(mesh.triangleCount).to.equal(2);
		expect(buffer.readf32(mesh.positions, 3 * 12)).to.equal(1);
		expect(buffer.readf32(mesh.normals!, 5 * 12 + 4)).to.equal(1);
		const { model } = buildModel(scene);
		const part = model.GetDescendants().find((instance): instance is MeshPart => instance.IsA("MeshPart"))!;
		expect(part.Size.X).to.equal(2);
		model.Destroy();
	});

	it("the architecture's example fails as all readers do", () => {
		const source = writeStl();
		buffer.writeu32(source, 80, 1e9);
		expect(failureOf(() => readStl(source, new Budget())).sub(1, 13)).to.equal("[dolly] stl: ");
	});
};
