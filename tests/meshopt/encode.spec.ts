import { Job } from "../../src/roblox/job";
import { decodeMeshopt } from "../../src/meshopt/decode";
import { encodeMeshopt, EncodeMeshoptOptions } from "../../src/meshopt/encode";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

/** Two indices, 1 and 2, after three bytes of something else. */
const SOURCE = bytes(9, 9, 9, 1, 0, 2, 0, 9);

function options(changes: Partial<EncodeMeshoptOptions> = {}): EncodeMeshoptOptions {
	return { byteOffset: 3, byteStride: 2, count: 2, mode: "INDICES", ...changes };
}

function refusal(changes: Partial<EncodeMeshoptOptions>): string {
	return failureOf(() => encodeMeshopt(SOURCE, options(changes)));
}

export = () => {
	it("encodes elements inside a buffer to a stream of its own size", () => {
		expect(hex(encodeMeshopt(SOURCE, options()))).to.equal("D1 04 04 00 00 00 00");
	});

	it("starts at the first byte and writes version 1 unless told otherwise", () => {
		const stream = encodeMeshopt(bytes(1, 2, 3, 4), { byteStride: 4, count: 1, mode: "ATTRIBUTES" });
		expect(hex(stream, 0, 2)).to.equal("A1 AA");
		expect(buffer.len(stream)).to.equal(26);
	});

	it("is undone by decodeMeshopt with the same layout", () => {
		const source = bytes(1, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5);
		for (const layout of [
			{ byteStride: 4, count: 3, mode: "ATTRIBUTES" },
			{ byteStride: 2, count: 6, mode: "INDICES" },
			{ byteStride: 4, count: 3, mode: "INDICES" },
			{ byteStride: 4, count: 3, mode: "TRIANGLES" },
			{ byteStride: 2, count: 6, mode: "TRIANGLES" },
		] as const) {
			const stream = encodeMeshopt(source, layout);
			const view = { ...layout, source: stream, byteOffset: 0, byteLength: buffer.len(stream) };
			expect(hex(decodeMeshopt(view))).to.equal(hex(source));
		}
	});

	it("refuses what no view has", () => {
		expect(refusal({ mode: "LINES" as never })).to.equal("[dolly] encodeMeshopt: mode LINES does not exist");
		expect(refusal({ filter: "BLUR" as never })).to.equal("[dolly] encodeMeshopt: filter BLUR does not exist");
		expect(refusal({ count: 0 })).to.equal("[dolly] encodeMeshopt: count 0 is not a whole number of elements");
		expect(refusal({ count: 1.5 })).to.equal("[dolly] encodeMeshopt: count 1.5 is not a whole number of elements");
		expect(refusal({ byteStride: 3 })).to.equal("[dolly] encodeMeshopt: INDICES has byteStride 3, not 2 or 4");
		expect(refusal({ mode: "TRIANGLES" })).to.equal(
			"[dolly] encodeMeshopt: TRIANGLES has 2 indices, not a multiple of 3",
		);
		expect(refusal({ mode: "ATTRIBUTES" })).to.equal(
			"[dolly] encodeMeshopt: ATTRIBUTES has byteStride 2, not a multiple of 4 from 4 to 256",
		);
		expect(refusal({ filter: "COLOR", bits: 8 })).to.equal("[dolly] encodeMeshopt: INDICES cannot have filter COLOR");
	});

	it("refuses elements that the source does not have", () => {
		expect(refusal({ count: 3 })).to.equal(
			"[dolly] encodeMeshopt: 3 elements have 6 bytes but source has 5 from byte 3 on",
		);
		expect(refusal({ byteOffset: 9 })).to.equal(
			"[dolly] encodeMeshopt: 2 elements have 4 bytes but source has 0 from byte 9 on",
		);
		expect(refusal({ byteOffset: -1 })).to.equal("[dolly] encodeMeshopt: byteOffset -1 is not a whole number of bytes");
		const colors = { mode: "ATTRIBUTES", byteStride: 4, count: 1, filter: "COLOR", bits: 8, byteOffset: 0 } as const;
		expect(refusal(colors)).to.equal("[dolly] encodeMeshopt: 1 elements have 16 bytes but source has 8 from byte 0 on");
	});

	it("refuses a filter without bits, or with more or fewer than it has", () => {
		const colors = { mode: "ATTRIBUTES", byteStride: 4, filter: "COLOR" } as const;
		expect(refusal(colors)).to.equal(
			"[dolly] encodeMeshopt: bits is nil; expected a whole number from 2 to 8 for filter COLOR",
		);
		expect(refusal({ ...colors, bits: 9 })).to.equal(
			"[dolly] encodeMeshopt: bits is 9; expected a whole number from 2 to 8 for filter COLOR",
		);
		expect(refusal({ ...colors, byteStride: 8, bits: 17 })).to.equal(
			"[dolly] encodeMeshopt: bits is 17; expected a whole number from 2 to 16 for filter COLOR",
		);
		expect(refusal({ ...colors, filter: "QUATERNION", byteStride: 8, bits: 3 })).to.equal(
			"[dolly] encodeMeshopt: bits is 3; expected a whole number from 4 to 16 for filter QUATERNION",
		);
		expect(refusal({ ...colors, filter: "EXPONENTIAL", bits: 25 })).to.equal(
			"[dolly] encodeMeshopt: bits is 25; expected a whole number from 1 to 24 for filter EXPONENTIAL",
		);
		expect(refusal({ ...colors, filter: "OCTAHEDRAL", bits: 7.5 })).to.equal(
			"[dolly] encodeMeshopt: bits is 7.5; expected a whole number from 2 to 8 for filter OCTAHEDRAL",
		);
	});

	it("refuses options of the wrong kind", () => {
		expect(failureOf(() => encodeMeshopt("bytes" as never, options()))).to.equal(
			'[dolly] encodeMeshopt: source is "bytes"; expected a buffer. Convert it with buffer.fromstring',
		);
		expect(failureOf(() => encodeMeshopt(SOURCE, undefined as never))).to.equal(
			"[dolly] encodeMeshopt: options is missing; expected a table",
		);
		expect(refusal({ version: 2 as never })).to.equal("[dolly] encodeMeshopt: version is 2; expected 0 or 1");
		expect(refusal({ exponents: "ALL" as never })).to.equal("[dolly] encodeMeshopt: exponents ALL does not exist");
		expect(refusal({ job: {} as never })).to.equal("[dolly] encodeMeshopt: job is a table; expected a Job");
	});

	it("keeps to the budget of its Job before it allocates", () => {
		// Two indices of 2 bytes take at most three bytes each, with header and tail.
		expect(refusal({ job: new Job({ maxBytes: 10 }) })).to.equal(
			"[dolly] encodeMeshopt: maxBytes (10) reached: 0 bytes used, 11 more needed",
		);
		expect(refusal({ job: new Job({ maxSteps: 1 }) })).to.equal(
			"[dolly] encodeMeshopt: maxSteps (1) reached: 0 steps used, 2 more needed",
		);
		const source = buffer.create(16);
		const colors = { mode: "ATTRIBUTES", byteStride: 8, count: 1, filter: "COLOR", bits: 8, version: 0 } as const;
		const job = new Job({ maxBytes: 80 });
		expect(failureOf(() => encodeMeshopt(source, { ...colors, job }))).to.equal(
			"[dolly] encodeMeshopt: maxBytes (80) reached: 0 bytes used, 169 more needed",
		);
	});

	it("gives the same stream where it pauses, and lets other calls run meanwhile", () => {
		const source = buffer.create(3 * 4 * 9000);
		for (const at of $range(0, buffer.len(source) - 4, 4))
			buffer.writeu32(source, at, ((at * 7919) % 65536) + (at >>> 6));
		const layouts: Array<EncodeMeshoptOptions> = [
			{ byteStride: 12, count: 9000, mode: "ATTRIBUTES" },
			{ byteStride: 12, count: 9000, mode: "ATTRIBUTES", version: 0 },
			{ byteStride: 4, count: 27000, mode: "TRIANGLES" },
			{ byteStride: 4, count: 27000, mode: "INDICES" },
			{ byteStride: 8, count: 6000, mode: "ATTRIBUTES", filter: "COLOR", bits: 9 },
		];
		const few = bytes(...new Array<number>(48, 1));
		for (const layout of layouts) {
			const expected = hex(encodeMeshopt(source, layout));
			let pauses = 0;
			const job = new Job({
				pause: () => {
					pauses += 1;
					for (const other of layouts) encodeMeshopt(few, { ...other, count: 3 });
				},
			});
			expect(hex(encodeMeshopt(source, { ...layout, job }))).to.equal(expected);
			expect(pauses >= 6).to.equal(true);
		}
	});

	it("ends where its Job is cancelled", () => {
		const job: Job = new Job({ pause: () => job.cancel() });
		const source = buffer.create(4 * 20000);
		expect(failureOf(() => encodeMeshopt(source, { byteStride: 4, count: 20000, mode: "INDICES", job }))).to.equal(
			"[dolly] cancelled",
		);
	});
};
