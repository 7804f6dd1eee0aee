import { failureOfParts, readParts } from "./documents";

const EXT = "EXT_meshopt_compression";
const KHR = "KHR_meshopt_compression";
const DRAFT = "MESHOPT_compression";

/** A document with one view of `length` bytes, compressed as `fields` say. */
function partsOf(extension: string, fields: object, length: number, view: object) {
	const mode = extension === DRAFT ? 0 : "ATTRIBUTES";
	const compressed = { buffer: 0, byteLength: 40, byteStride: 4, count: 12, mode, ...fields };
	return {
		extensionsRequired: [extension],
		buffers: [{ byteLength: 40 }, { byteLength: 4096, extensions: { [extension]: { fallback: true } } }],
		bufferViews: [{ buffer: 1, byteLength: length, ...view, extensions: { [extension]: compressed } }],
	};
}

function failureOfView(extension: string, fields: object, length = 48, view: object = {}): string {
	return failureOfParts(partsOf(extension, fields, length, view), [buffer.create(40)]);
}

function isRead(extension: string, fields: object, length = 48, view: object = {}): boolean {
	return readParts(partsOf(extension, fields, length, view), [buffer.create(40)]).scene.report.isEmpty();
}

const AT = `bufferViews[0].extensions.${EXT}`;

export = () => {
	it("keeps a view within its buffer, and its stride within what strides are", () => {
		const failure = (view: object) =>
			failureOfParts({ buffers: [{ byteLength: 40 }], bufferViews: [{ buffer: 0, ...view }] }, [buffer.create(40)]);
		expect(failure({ byteLength: 41 })).to.equal("the view ends at 41, but its buffer at 40 at bufferViews[0]");
		expect(failure({ byteOffset: 39, byteLength: 2 })).to.equal(
			"the view ends at 41, but its buffer at 40 at bufferViews[0]",
		);
		expect(failure({ byteLength: 0 })).to.equal(
			"expected an integer of 1 or more, but it is 0 at bufferViews[0].byteLength",
		);
		expect(failure({ byteLength: 4, byteStride: 6 })).to.equal(
			"the stride is 6, not a multiple of 4 at bufferViews[0].byteStride",
		);
		expect(failure({ byteLength: 4, byteStride: 256 })).to.equal(
			"expected an integer from 4 to 252, but it is 256 at bufferViews[0].byteStride",
		);
		expect(failure({ byteLength: 4, byteOffset: -4 })).to.equal(
			"expected an integer of 0 or more, but it is -4 at bufferViews[0].byteOffset",
		);
		expect(failure({ buffer: 1, byteLength: 4 })).to.equal(
			"expected an integer from 0 to 0, but it is 1 at bufferViews[0].buffer",
		);
	});

	it("takes each spelling with its own names or numbers", () => {
		expect(isRead(EXT, { mode: "ATTRIBUTES", filter: "NONE" })).to.equal(true);
		expect(isRead(KHR, { mode: "ATTRIBUTES", filter: "COLOR" })).to.equal(true);
		expect(isRead(DRAFT, { mode: 0, filter: 1 })).to.equal(true);
		expect(isRead(DRAFT, { mode: 1, byteStride: 2 }, 24)).to.equal(true);
		expect(isRead(DRAFT, { mode: 2, byteStride: 2, count: 7 }, 14)).to.equal(true);
		expect(failureOfView(EXT, { mode: 0 })).to.equal(`${EXT} does not have 0 at ${AT}.mode`);
		expect(failureOfView(EXT, { filter: "COLOR" })).to.equal(`${EXT} does not have COLOR at ${AT}.filter`);
		expect(failureOfView(DRAFT, { mode: "ATTRIBUTES" })).to.equal(
			`${DRAFT} does not have ATTRIBUTES at bufferViews[0].extensions.${DRAFT}.mode`,
		);
		expect(failureOfView(DRAFT, { filter: 4 })).to.equal(
			`${DRAFT} does not have 4 at bufferViews[0].extensions.${DRAFT}.filter`,
		);
		expect(failureOfView(KHR, { mode: true })).to.equal(
			`${KHR} does not have boolean at bufferViews[0].extensions.${KHR}.mode`,
		);
	});

	it("refuses a view with two spellings", () => {
		const compressed = { buffer: 0, byteLength: 40, byteStride: 4, count: 12, mode: "ATTRIBUTES" };
		const parts = {
			buffers: [{ byteLength: 48 }],
			bufferViews: [{ buffer: 0, byteLength: 48, extensions: { [EXT]: compressed, [KHR]: compressed } }],
		};
		expect(failureOfParts(parts, [buffer.create(48)])).to.equal(
			`the view carries both ${EXT} and ${KHR} at bufferViews[0].extensions`,
		);
	});

	it("needs the view to be as long as what is compressed", () => {
		expect(failureOfView(EXT, {}, 47)).to.equal(
			"12 × 4 bytes are compressed, but the view has 47 at bufferViews[0].byteLength",
		);
		expect(failureOfView(EXT, { byteOffset: 1 })).to.equal(
			`the compressed bytes end at 41, but the buffer at 40 at ${AT}`,
		);
	});

	it("needs the view's stride to be the extension's, but not for KHR, which dropped the rule", () => {
		expect(failureOfView(EXT, {}, 48, { byteStride: 8 })).to.equal(
			"the view's stride is 8, the extension's 4 at bufferViews[0].byteStride",
		);
		expect(failureOfView(DRAFT, {}, 48, { byteStride: 8 })).to.equal(
			"the view's stride is 8, the extension's 4 at bufferViews[0].byteStride",
		);
		expect(isRead(KHR, {}, 48, { byteStride: 8 })).to.equal(true);
	});

	it("binds modes, filters, strides and counts together as the extension does", () => {
		expect(failureOfView(EXT, { byteStride: 6 }, 72)).to.equal(
			`ATTRIBUTES need a stride divisible by 4, not 6 at ${AT}.byteStride`,
		);
		expect(failureOfView(EXT, { byteStride: 260 }, 3120)).to.equal(
			`expected an integer from 2 to 256, but it is 260 at ${AT}.byteStride`,
		);
		expect(failureOfView(EXT, { count: 0 }, 1)).to.equal(
			`expected an integer of 1 or more, but it is 0 at ${AT}.count`,
		);
		expect(failureOfView(EXT, { mode: "TRIANGLES", byteStride: 8 }, 96)).to.equal(
			`TRIANGLES need a stride of 2 or 4, not 8 at ${AT}.byteStride`,
		);
		expect(failureOfView(EXT, { mode: "TRIANGLES", count: 11 }, 44)).to.equal(
			`TRIANGLES need a count divisible by 3, not 11 at ${AT}.count`,
		);
		expect(failureOfView(EXT, { mode: "INDICES", filter: "OCTAHEDRAL" })).to.equal(
			`INDICES take no filter, but it is OCTAHEDRAL at ${AT}.filter`,
		);
		expect(failureOfView(EXT, { filter: "OCTAHEDRAL", byteStride: 12 }, 144)).to.equal(
			`OCTAHEDRAL needs a stride of 4 or 8, not 12 at ${AT}.byteStride`,
		);
		expect(failureOfView(EXT, { filter: "QUATERNION" })).to.equal(
			`QUATERNION needs a stride of 8, not 4 at ${AT}.byteStride`,
		);
	});
};
