import { Budget } from "../../src/bytes/budget";
import { checkFinite } from "../../src/scene/check-finite";
import { failureOf } from "../expect-failure";
import { gridMesh } from "./grid-mesh";

export = () => {
	it("names the first number that is not finite, in every attribute", () => {
		const cases: Array<[held: buffer, index: number, expected: string]> = [];
		const mesh = gridMesh(3, 2);
		checkFinite([mesh], "spec", new Budget());
		cases.push([mesh.normals!, 17, "item 18 of normals"]);
		cases.push([mesh.uvs[1], 3, "item 4 of set 2 of uvs"]);
		cases.push([mesh.colors!, 0, "item 1 of colors"]);
		cases.push([mesh.weights!, 23, "item 24 of weights"]);
		for (const [held, index, expected] of cases) {
			const kept = buffer.readf32(held, index * 4);
			buffer.writef32(held, index * 4, math.huge);
			expect(failureOf(() => checkFinite([mesh], "spec", new Budget()))).to.equal(
				`[dolly] spec: "grid": ${expected} is inf; expected a finite number`,
			);
			buffer.writef32(held, index * 4, kept);
		}
	});

	it("looks at what meshes share once, as far as any of them reaches", () => {
		const mesh = gridMesh(3, 2);
		const [once, twice] = [new Budget(), new Budget()];
		checkFinite([mesh], "spec", once);
		checkFinite([mesh, { ...mesh }], "spec", twice);
		expect(twice.steps).to.equal(once.steps);
		buffer.writef32(mesh.colors!, 80, 0 / 0);
		const message = failureOf(() => checkFinite([{ ...mesh, vertexCount: 2 }, mesh], "spec", new Budget()));
		expect(message.find("item 21 of colors", 1, true)[0]).to.be.ok();
	});
};
