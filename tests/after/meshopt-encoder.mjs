import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import { MeshoptEncoder } from "meshoptimizer/encoder";
import { encodeInput, filterInput } from "../../bench/meshopt-inputs.mjs";
import { root } from "../../scripts/run.mjs";

const MODES = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
const FILTERS = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];
/** What npm meshoptimizer calls those who share an exponent. */
const EXPONENTS = ["SharedVector", "SharedComponent", "Separate"];
const HEAD = 20;

/** The level at which npm meshoptimizer encodes unless told otherwise, and how much larger a stream may be. */
const LEVEL = 2;
const MOST = 1.03;

/** The spec that writes the files. */
export const spec = "meshopt/encoder-oracle";

/** The cases of a file that the spec wrote. */
async function readCases(name) {
	await MeshoptDecoder.ready;
	await MeshoptEncoder.ready;
	const file = readFileSync(join(root, "generated", `${name}.bin`));
	const cases = [];
	for (let at = 0; at < file.length;) {
		const size = file.readUInt32LE(at + 12);
		const sourceSize = file.readUInt32LE(at + 16);
		const streamAt = at + HEAD;
		cases.push({
			mode: MODES[file[at]],
			filter: FILTERS[file[at + 1]],
			version: file[at + 2],
			bits: file[at + 3],
			exponents: EXPONENTS[file.readUInt16LE(at + 4)],
			stride: file.readUInt16LE(at + 6),
			count: file.readUInt32LE(at + 8),
			stream: new Uint8Array(file.subarray(streamAt, streamAt + size)),
			source: Uint8Array.from(file.subarray(streamAt + size, streamAt + size + sourceSize)),
		});
		at = streamAt + size + sourceSize;
	}
	return cases;
}

function decode({ mode, stride, count, stream }, filter) {
	const target = new Uint8Array(count * stride);
	MeshoptDecoder.decodeGltfBuffer(target, count, stride, stream, mode, filter);
	return target;
}

/** Triangles with their lowest index first, which is as far as a stream may turn them. */
function turned(bytes, stride) {
	const indices = stride === 4 ? new Uint32Array(bytes.slice().buffer) : new Uint16Array(bytes.slice().buffer);
	for (let at = 0; at < indices.length; at += 3) {
		const triangle = [...indices.subarray(at, at + 3)];
		const turns = [0, 1, 2].map((turn) => triangle.map((_, place) => triangle[(place + turn) % 3]));
		turns.sort((left, right) => left[0] - right[0] || left[1] - right[1] || left[2] - right[2]);
		indices.set(turns[0], at);
	}
	return Buffer.from(indices.buffer);
}

function same(ours, source, { mode, stride }) {
	if (mode === "TRIANGLES") return turned(ours, stride).equals(turned(source, stride));
	return Buffer.compare(ours, source) === 0;
}

function labelOf({ mode, filter, version, bits, stride, count }, index) {
	return `case ${index}: ${mode} v${version} ${filter} ${bits} bits ${count} × ${stride}`;
}

const WIDE = { OCTAHEDRAL: Int16Array, QUATERNION: Int16Array, COLOR: Uint16Array };
const NARROW = { OCTAHEDRAL: Int8Array, COLOR: Uint8Array };

/** The numbers that decoded elements stand for: normalised integers, or f32. */
function valuesOf(decoded, { filter, stride }) {
	if (filter === "EXPONENTIAL") return new Float32Array(decoded.slice().buffer);
	const kind = stride === 8 ? WIDE[filter] : NARROW[filter];
	const one = 2 ** (8 * kind.BYTES_PER_ELEMENT - (kind.name.startsWith("U") ? 0 : 1)) - 1;
	return Float64Array.from(new kind(decoded.slice().buffer), (value) => value / one);
}

const dot = (left, right) => left.reduce((sum, value, place) => sum + value * right[place], 0);

/** The angle between two vectors, exact where it is small too. */
function angleBetween(left, right) {
	const [a, b] = [Math.hypot(...left), Math.hypot(...right)];
	const distance = Math.hypot(...left.map((value, place) => value / a - right[place] / b));
	return 2 * Math.asin(Math.min(distance / 2, 1));
}

/**
 * How far each element of decoded values is off, over what its format and bits allow.
 *
 * OCTAHEDRAL: half a unit in u and v, so a whole one in z, on a point at least 1/√3 from the middle. QUATERNION: half a unit of
 * 1/√2 in three components moves the fourth, at least 1/2, by √3 of that; the angle is twice the distance. Both then
 * round every component once more. EXPONENTIAL: half a unit of the largest value's exponent. COLOR: a unit, one and a
 * half in alpha, and rounding.
 */
function errorsOf(decoded, { filter, source, stride, count, bits, exponents }) {
	const values = valuesOf(decoded, { filter, stride });
	const floats = new Float32Array(source.buffer);
	const width = filter === "EXPONENTIAL" ? stride / 4 : 4;
	const one = 2 ** (bits - 1) - 1;
	const rounding = 0.5 / (stride === 8 ? (filter === "COLOR" ? 65535 : 32767) : filter === "COLOR" ? 255 : 127);
	const largest = Array.from({ length: width }, (_, place) =>
		floats.reduce((most, value, at) => (at % width === place ? Math.max(most, Math.abs(value)) : most), 0),
	);
	const errors = [];
	for (let element = 0; element < count; element++) {
		const wanted = [...floats.subarray(element * width, (element + 1) * width)];
		const got = [...values.subarray(element * width, (element + 1) * width)];
		if (filter === "OCTAHEDRAL") {
			const allowed = (Math.sqrt(1.5) * Math.sqrt(3)) / one + 2 * Math.sqrt(3) * rounding;
			errors.push(angleBetween(got.slice(0, 3), wanted.slice(0, 3)) / allowed);
			errors.push(Math.abs(got[3] - wanted[3]) / (rounding * (1 + 1e-6)));
		} else if (filter === "QUATERNION") {
			const flipped = dot(got, wanted) < 0 ? wanted.map((value) => -value) : wanted;
			const allowed = (4 * Math.sqrt(3) * 0.5) / (Math.SQRT2 * one) + 4 * 2 * rounding;
			errors.push((2 * angleBetween(got, flipped)) / allowed);
		} else if (filter === "COLOR") {
			const unit = 1 / (2 ** bits - 1);
			got.forEach((value, place) => {
				const allowed = (place === 3 ? 1.5 : 1) * unit + rounding;
				errors.push(Math.abs(value - wanted[place]) / (allowed * (1 + 1e-6)));
			});
		} else {
			const vector = Math.max(...wanted.map(Math.abs));
			got.forEach((value, place) => {
				const shared = { SharedVector: vector, SharedComponent: largest[place], Separate: Math.abs(wanted[place]) };
				const most = shared[exponents];
				const allowed = Math.max(2 ** (Math.floor(Math.log2(most || 2 ** -140)) + 1 - bits), 2 ** -101);
				errors.push(Math.abs(value - wanted[place]) / allowed);
			});
		}
	}
	return errors;
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

export const checks = {
	"the oracle decodes every stream to what was encoded": async () => {
		const cases = await readCases("meshopt-encoded");
		assert.equal(cases.length, 2400);
		cases.forEach((one, index) => {
			assert.ok(same(decode(one, "NONE"), one.source, one), labelOf(one, index));
		});
	},

	"streams of noise and steps are no larger than the oracle's": async () => {
		const cases = await readCases("meshopt-encoded");
		for (const mode of MODES) {
			const sizes = cases
				.filter((one) => one.mode === mode)
				.map((one) => [one.stream.length, encodeInput({ ...one, elements: one.source, level: LEVEL }).length])
				// The oracle gives up on indices next to 2^32.
				.filter(([, theirs]) => theirs > 0);
			const ours = sum(sizes.map(([size]) => size));
			const theirs = sum(sizes.map(([, size]) => size));
			assert.ok(sizes.length > 400 && ours <= theirs, `${mode}: ${ours} bytes against ${theirs}`);
		}
	},

	"the bench's inputs decode, and are within 3 % of the oracle's size": async () => {
		const cases = await readCases("meshopt-encoded-inputs");
		assert.equal(cases.length, 17);
		cases.forEach((one, index) => {
			if (one.filter === "NONE") assert.ok(same(decode(one, "NONE"), one.source, one), labelOf(one, index));
			const elements = filterInput(one, one.exponents);
			const theirs = encodeInput({ ...one, elements, level: LEVEL }).length;
			const ours = one.stream.length;
			assert.ok(ours <= MOST * theirs, `${labelOf(one, index)}: ${ours} bytes against ${theirs}`);
		});
	},

	"filtered values are as near as their bits allow, and on average as near as the oracle's": async () => {
		const cases = await readCases("meshopt-encoded-filters");
		assert.equal(cases.length, 1200);
		for (const filter of FILTERS.slice(1)) {
			const totals = [0, 0];
			cases.forEach((one, index) => {
				if (one.filter !== filter) return;
				const errors = errorsOf(decode(one, filter), one);
				const worst = Math.max(...errors);
				assert.ok(worst <= 1, `${labelOf(one, index)}: ${worst} of what is allowed`);
				const elements = filterInput(one, one.exponents);
				const stream = MeshoptEncoder.encodeVertexBufferLevel(elements, one.count, one.stride, LEVEL, 0);
				totals[0] += sum(errors);
				totals[1] += sum(errorsOf(decode({ ...one, stream }, filter), one));
			});
			assert.ok(totals[0] <= 1.001 * totals[1], `${filter}: ${totals[0]} against ${totals[1]}`);
		}
	},

	"OCTAHEDRAL, QUATERNION and EXPONENTIAL store what the oracle stores": async () => {
		const cases = await readCases("meshopt-encoded-filters");
		const counts = {};
		cases.forEach((one, index) => {
			if (one.filter === "COLOR") return;
			const [ours, theirs] = [decode(one, "NONE"), filterInput(one, one.exponents)];
			const kind = one.filter === "EXPONENTIAL" ? Int32Array : one.stride === 8 ? Int16Array : Int8Array;
			const [left, right] = [new kind(ours.buffer), new kind(theirs.slice().buffer)];
			const count = (counts[one.filter] ??= { all: 0, off: 0 });
			left.forEach((value, place) => {
				// Any exponent will do for zero, and ours stay within those that every decoder takes.
				const isFree = one.filter === "EXPONENTIAL" && ((right[place] & 0xffffff) === 0 || right[place] >> 24 < -100);
				if (isFree) return;
				count.all += 1;
				if (value !== right[place]) count.off += 1;
				// f32 arithmetic rounds the other way now and then.
				assert.ok(
					Math.abs(value - right[place]) <= 1,
					`${labelOf(one, index)}: ${value} for ${right[place]} at ${place}`,
				);
			});
		});
		for (const [filter, { all, off }] of Object.entries(counts)) {
			assert.ok(off <= (filter === "EXPONENTIAL" ? 0 : 0.001 * all), `${filter}: ${off} of ${all} differ`);
		}
	},
};
