const MODES = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
const FILTERS = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"];
const MESHOPT = /_meshopt_compression$/;

/** The JSON and the binary chunk of a GLB file. */
export function splitGlb(glb) {
	const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
	const jsonLength = view.getUint32(12, true);
	const json = JSON.parse(Buffer.from(glb.subarray(20, 20 + jsonLength)).toString());
	const at = 20 + jsonLength;
	const binary = at < glb.byteLength ? glb.subarray(at + 8, at + 8 + view.getUint32(at, true)) : new Uint8Array(0);
	return { json, binary };
}

/** A GLB file of a document and a binary chunk. */
export function joinGlb(json, binary) {
	const text = Buffer.from(JSON.stringify(json));
	const jsonLength = Math.ceil(text.length / 4) * 4;
	const binaryLength = Math.ceil(binary.length / 4) * 4;
	const glb = new Uint8Array(12 + 8 + jsonLength + 8 + binaryLength);
	const view = new DataView(glb.buffer);
	const words = [0x46546c67, 2, glb.length, jsonLength, 0x4e4f534a];
	words.forEach((word, index) => view.setUint32(index * 4, word, true));
	glb.fill(0x20, 20, 20 + jsonLength).set(text, 20);
	view.setUint32(20 + jsonLength, binaryLength, true);
	view.setUint32(24 + jsonLength, 0x004e4942, true);
	glb.set(binary, 28 + jsonLength);
	return glb;
}

/** The document without compression: every view decoded by `decoder` into one plain buffer. */
export function decodeViews(json, binary, decoder) {
	const plain = JSON.parse(JSON.stringify(json));
	const parts = [];
	let size = 0;
	plain.bufferViews = json.bufferViews.map((view) => {
		const extension = Object.entries(view.extensions ?? {}).find(([name]) => MESHOPT.test(name))?.[1];
		const bytes = new Uint8Array(view.byteLength);
		if (extension) {
			const from = extension.byteOffset ?? 0;
			const source = binary.subarray(from, from + extension.byteLength);
			decoder.decodeGltfBuffer(bytes, extension.count, extension.byteStride, source, extension.mode, extension.filter);
		} else {
			bytes.set(binary.subarray(view.byteOffset ?? 0, (view.byteOffset ?? 0) + view.byteLength));
		}
		const { byteStride, byteLength, target } = view;
		const result = { buffer: 0, byteOffset: size, byteLength, byteStride, target };
		parts.push([size, bytes]);
		size = Math.ceil((size + byteLength) / 16) * 16;
		return result;
	});
	const whole = new Uint8Array(size);
	for (const [at, bytes] of parts) whole.set(bytes, at);
	plain.buffers = [{ byteLength: size }];
	for (const key of ["extensionsUsed", "extensionsRequired"]) {
		if (plain[key]) plain[key] = plain[key].filter((name) => !MESHOPT.test(name));
	}
	return [plain, whole];
}

/** The same file in the spelling of the draft of 2020: MESHOPT_compression, with numbers for modes and filters. */
export function toDraft(glb) {
	const { json, binary } = splitGlb(glb);
	const rename = (name) => (MESHOPT.test(name) ? "MESHOPT_compression" : name);
	for (const key of ["extensionsUsed", "extensionsRequired"]) json[key] = json[key]?.map(rename);
	for (const thing of [...json.bufferViews, ...json.buffers]) {
		for (const [name, extension] of Object.entries(thing.extensions ?? {})) {
			if (!MESHOPT.test(name)) continue;
			delete thing.extensions[name];
			thing.extensions.MESHOPT_compression = extension;
			if (extension.mode !== undefined) extension.mode = MODES.indexOf(extension.mode);
			if (extension.filter !== undefined) extension.filter = FILTERS.indexOf(extension.filter);
		}
	}
	return joinGlb(json, binary);
}
