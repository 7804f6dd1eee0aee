import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import { MeshoptEncoder } from "meshoptimizer/encoder";
import { encodeInput, filterInput, makeInputs } from "./meshopt-inputs.mjs";

/** What the rows encode, and npm meshoptimizer's encoder in WebAssembly, at the level that is its default. */

/** Whether two streams decode to the same: triangles up to their first vertex, filtered elements but for some units. */
function decodesAlike({ mode, filter, stride, count }) {
	const decode = (stream) => {
		const target = new Uint8Array(count * stride);
		MeshoptDecoder.decodeGltfBuffer(target, count, stride, stream, mode, filter === "EXPONENTIAL" ? filter : "NONE");
		return Buffer.from(target.buffer);
	};
	const kind = { OCTAHEDRAL: Int8Array, QUATERNION: Int16Array, COLOR: Uint8Array }[filter];
	return (ours, theirs) => {
		const [left, right] = [decode(ours), decode(theirs)];
		if (mode === "TRIANGLES") {
			const sorted = (bytes) => {
				const indices = stride === 4 ? new Uint32Array(bytes.buffer) : new Uint16Array(bytes.buffer);
				for (let at = 0; at < indices.length; at += 3) indices.subarray(at, at + 3).sort();
				return Buffer.from(indices.buffer);
			};
			return sorted(left).equals(sorted(right));
		}
		if (kind === undefined) return left.equals(right);
		const near = (value, place) => {
			const distance = Math.abs(value - right[place]);
			return distance <= 3 || distance >= 253;
		};
		return left.every(near);
	};
}

export async function prepare(folder) {
	await MeshoptDecoder.ready;
	await MeshoptEncoder.ready;
	const rivals = [];
	const directory = [];
	makeInputs()
		.filter(({ level }) => level === 2)
		.forEach((input, index) => {
			const { name, mode, filter, stride, count, version, bits, source } = input;
			writeFileSync(join(folder, `meshopt-encode-${index}.bin`), source);
			directory.push([index, mode, filter, stride, count, version, filter === "NONE" ? "" : bits, name].join("\t"));
			const body = () => encodeInput({ ...input, elements: filterInput(input) });
			rivals.push({ row: name, name: "meshoptimizer WASM", body, result: body, agrees: decodesAlike(input) });
		});
	writeFileSync(join(folder, "meshopt-encode.txt"), directory.join("\n"));
	return rivals;
}
