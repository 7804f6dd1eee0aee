import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptEncoder } from "meshoptimizer/encoder";
import { makeInputs } from "../../bench/meshopt-inputs.mjs";

/** What the benches of meshopt encode, for the encoder under test; its streams are weighed by `tests/after`. */
export async function generate(folder) {
	await MeshoptEncoder.ready;
	const inputs = makeInputs().filter(({ level }) => level === 2);
	const lines = inputs.map(({ mode, filter, stride, count, version, bits, source }, index) => {
		writeFileSync(join(folder, `meshopt-inputs-${index}.bin`), source);
		return [mode, filter, stride, count, version, bits].join("\t");
	});
	writeFileSync(join(folder, "meshopt-inputs.txt"), lines.join("\n"));
}
