import { decodeMeshopt, MeshoptView } from "../../src/meshopt/decode";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

/** Two indices, 1 and 2, after three bytes of something else. */
const SOURCE = bytes(9, 9, 9, 0xd1, 4, 4, 0, 0, 0, 0, 9);

function view(changes: Partial<MeshoptView> = {}): MeshoptView {
	return {
		...{ source: SOURCE, byteOffset: 3, byteLength: 7, byteStride: 2, count: 2, mode: "INDICES" },
		...changes,
	};
}

function refusal(changes: Partial<MeshoptView>): string {
	return failureOf(() => decodeMeshopt(view(changes)));
}

export = () => {
	it("decodes a stream inside a buffer", () => {
		expect(hex(decodeMeshopt(view()))).to.equal("01 00 02 00");
	});

	it("decodes into a given buffer and leaves its other bytes", () => {
		const target = bytes(7, 7, 7, 7, 7, 7, 7);
		expect(decodeMeshopt(view(), target, 2)).to.equal(target);
		expect(hex(target)).to.equal("07 07 01 00 02 00 07");
	});

	it("leaves the other bytes of the target also where it fails", () => {
		const target = bytes(7, 7, 7, 7, 7, 7, 7);
		const damaged = view({ source: bytes(0xd1, 4, 0x84, 0x84, 0, 0, 0, 0), byteOffset: 0, byteLength: 8 });
		failureOf(() => decodeMeshopt(damaged, target, 2));
		expect(hex(target, 0, 2)).to.equal("07 07");
		expect(hex(target, 6)).to.equal("07");
	});

	it("says where in the whole buffer a stream is wrong", () => {
		expect(refusal({ byteOffset: 4, byteLength: 6 })).to.equal(
			"[dolly] meshopt: INDICES cannot start with 0x04 at byte 4",
		);
	});

	it("refuses the older index streams by name", () => {
		expect(refusal({ source: bytes(0xd0, 4, 4, 0, 0, 0, 0), byteOffset: 0 })).to.equal(
			"[dolly] meshopt: 0xd0 is INDICES version 0, which the extension does not have at byte 0",
		);
		const triangles = bytes(...[0xe0, 0xf0, ...new Array<number>(16, 0)]);
		expect(refusal({ source: triangles, byteOffset: 0, byteLength: 18, count: 3, mode: "TRIANGLES" })).to.equal(
			"[dolly] meshopt: 0xe0 is TRIANGLES version 0, which the extension does not have at byte 0",
		);
	});

	it("refuses strides, counts and filters that do not go with the mode", () => {
		expect(refusal({ mode: "ATTRIBUTES", byteStride: 6 })).to.equal(
			"[dolly] meshopt: ATTRIBUTES has byteStride 6, not a multiple of 4 from 4 to 256 at byte 3",
		);
		expect(refusal({ mode: "ATTRIBUTES", byteStride: 260 })).to.equal(
			"[dolly] meshopt: ATTRIBUTES has byteStride 260, not a multiple of 4 from 4 to 256 at byte 3",
		);
		expect(refusal({ byteStride: 1 })).to.equal("[dolly] meshopt: INDICES has byteStride 1, not 2 or 4 at byte 3");
		expect(refusal({ mode: "TRIANGLES" })).to.equal(
			"[dolly] meshopt: TRIANGLES has 2 indices, not a multiple of 3 at byte 3",
		);
		expect(refusal({ filter: "COLOR" })).to.equal("[dolly] meshopt: INDICES cannot have filter COLOR at byte 3");
		expect(refusal({ mode: "ATTRIBUTES", byteStride: 12, filter: "OCTAHEDRAL" })).to.equal(
			"[dolly] meshopt: filter OCTAHEDRAL has byteStride 12, not 4 or 8 at byte 3",
		);
		expect(refusal({ mode: "ATTRIBUTES", byteStride: 4, filter: "QUATERNION" })).to.equal(
			"[dolly] meshopt: filter QUATERNION has byteStride 4, not 8 at byte 3",
		);
		expect(refusal({ count: 0 })).to.equal("[dolly] meshopt: count 0 is not a whole number of elements at byte 3");
		expect(refusal({ count: 0 / 0 })).to.equal(
			"[dolly] meshopt: count nan is not a whole number of elements at byte 3",
		);
		expect(refusal({ mode: "LINES" as "INDICES" })).to.equal("[dolly] meshopt: mode LINES does not exist at byte 3");
		expect(refusal({ filter: "BLUR" as "NONE" })).to.equal("[dolly] meshopt: filter BLUR does not exist at byte 3");
	});

	it("refuses bytes that the buffer does not have", () => {
		expect(refusal({ byteLength: 9 })).to.equal("[dolly] meshopt: a stream of 9 bytes does not fit in 8 at byte 3");
		expect(refusal({ byteOffset: 20 })).to.equal("[dolly] meshopt: a stream of 7 bytes does not fit in 0 at byte 20");
		expect(refusal({ byteOffset: -1 })).to.equal(
			"[dolly] meshopt: byteOffset -1 is not a whole number of bytes at byte 0",
		);
		expect(refusal({ byteLength: 0 })).to.equal(
			"[dolly] meshopt: byteLength 0 is not a whole number of bytes at byte 3",
		);
	});

	it("refuses counts that the stream cannot hold before allocating for them", () => {
		expect(refusal({ count: 3 })).to.equal(
			"[dolly] meshopt: 3 elements need at least 8 bytes but there are 7 at byte 3",
		);
		expect(refusal({ count: 2 ** 30 })).to.equal(
			"[dolly] meshopt: 1073741824 elements of 2 bytes do not fit in a buffer at byte 3",
		);
		const attributes = bytes(...[0xa1, ...new Array<number>(29, 0)]);
		const claim = { source: attributes, byteOffset: 0, byteLength: 30, byteStride: 256, mode: "ATTRIBUTES" as const };
		// A block of 32 elements needs 64 control bytes; the tail has 256 + 64.
		expect(refusal({ ...claim, count: 4000000 })).to.equal(
			"[dolly] meshopt: 4000000 elements need at least 8000321 bytes but there are 30 at byte 0",
		);
		buffer.writeu8(attributes, 0, 0xa0);
		// A block of 256 elements needs 4 header bytes in each of 4 planes; the tail has 32.
		expect(refusal({ ...claim, byteStride: 4, count: 257 })).to.equal(
			"[dolly] meshopt: 257 elements need at least 53 bytes but there are 30 at byte 0",
		);
		expect(refusal({ source: bytes(0xe1, 0xf0), byteOffset: 0, byteLength: 2, count: 3, mode: "TRIANGLES" })).to.equal(
			"[dolly] meshopt: 3 elements need at least 18 bytes but there are 2 at byte 0",
		);
	});

	it("tells the programmer about a target without room, or over the stream", () => {
		expect(failureOf(() => decodeMeshopt(view(), buffer.create(5), 2))).to.equal(
			"[dolly] decodeMeshopt: target of 5 bytes has no room for 4 at 2",
		);
		expect(failureOf(() => decodeMeshopt(view(), undefined, 2))).to.equal(
			"[dolly] decodeMeshopt: targetOffset is given without target",
		);
		const source = bytes(0xd1, 4, 4, 0, 0, 0, 0);
		expect(failureOf(() => decodeMeshopt(view({ source, byteOffset: 0 }), source, 3))).to.equal(
			"[dolly] decodeMeshopt: target overlaps the stream",
		);
	});
};
