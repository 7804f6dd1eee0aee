import { readGlb } from "../../../src/roblox/gltf";
import { fromBase64, oracleData } from "../../oracle-data";
import { compareGltf, OracleGltf } from "./compare";

interface Fixture {
	name: string;
	glb: string;
	expected: OracleGltf;
}

export = () => {
	const { fixtures } = oracleData<{ fixtures: Array<Fixture> }>("gltf");

	for (const { name, glb, expected } of fixtures) {
		it(`reads what gltf-transform reads: ${name}`, () => {
			const compared = compareGltf(readGlb(fromBase64(glb)), expected);
			expect(compared > 500).to.equal(true);
		});
	}
};
