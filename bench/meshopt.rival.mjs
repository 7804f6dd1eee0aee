import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder as wasm } from "meshoptimizer/decoder";
import { MeshoptEncoder } from "meshoptimizer/encoder";
import { MeshoptDecoder as reference } from "../node_modules/meshoptimizer/meshopt_decoder_reference.js";
import { encodeInput, makeInputs } from "./meshopt-inputs.mjs";

/** Inputs that npm meshoptimizer encodes, and its two decoders: the readable JavaScript one in V8, and WebAssembly SIMD. */

/** Sixteen-bit results may differ by one unit, which is what the extension allows. */
function withinOneUnit(ours, theirs) {
	if (ours.length !== theirs.length) return false;
	for (let at = 0; at < ours.length; at += 2) {
		const difference = Math.abs(ours.readUInt16LE(at) - theirs.readUInt16LE(at));
		if (difference > 1 && difference < 65535) return false;
	}
	return true;
}

export async function prepare(folder) {
	await wasm.ready;
	await MeshoptEncoder.ready;
	const rivals = [];
	const directory = [];
	makeInputs().forEach((input, index) => {
		const { name, mode, filter, stride, count } = input;
		const stream = encodeInput(input);
		writeFileSync(join(folder, `meshopt-${index}.bin`), stream);
		directory.push([index, mode, filter, stride, count, name].join("\t"));
		const target = new Uint8Array(count * stride);
		const wide = stride === 8 && filter !== "NONE" && filter !== "EXPONENTIAL";
		for (const [rival, decoder] of [
			["meshoptimizer JavaScript in V8", reference],
			["meshoptimizer WASM", wasm],
		]) {
			const body = () => decoder.decodeGltfBuffer(target, count, stride, stream, mode, filter);
			const result = () => {
				target.fill(0);
				body();
				return target;
			};
			rivals.push({ row: name, name: rival, body, result, agrees: wide ? withinOneUnit : undefined });
		}
	});
	writeFileSync(join(folder, "meshopt.txt"), directory.join("\n"));
	return rivals;
}
