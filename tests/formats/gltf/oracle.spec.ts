import { readGltf } from "../../../src/roblox/read-gltf";
import { fromBase64, oracleData } from "../../oracle-data";
import { compareGltf, OracleGltf } from "./compare";
import { compareScene } from "./compare-scene";

interface Fixture {
	name: string;
	glb: string;
	expected: OracleGltf;
}

export = () => {
	const { fixtures } = oracleData<{ fixtures: Array<Fixture> }>("gltf");

	for (const { name, glb, expected } of fixtures) {
		it(`reads what gltf-transform reads: ${name}`, () => {
			const gltf = readGltf(fromBase64(glb));
			expect(compareGltf(gltf, expected) > 500).to.equal(true);
			// The smallest have 64 vertices.
			expect(compareScene(gltf, expected) >= 64 * 3).to.equal(true);
		});
	}
};
