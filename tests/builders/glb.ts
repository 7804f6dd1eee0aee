/** A GLB file: a header of 12 bytes, the JSON padded with spaces, and, where there is any, the binary padded with zeros. */
export function buildGlb(json: string, binary?: buffer): buffer {
	const jsonSize = math.ceil(json.size() / 4) * 4;
	const binarySize = binary === undefined ? 0 : math.ceil(buffer.len(binary) / 4) * 4;
	const size = 20 + jsonSize + (binary === undefined ? 0 : 8 + binarySize);
	const glb = buffer.create(size);
	buffer.writestring(glb, 0, "glTF");
	buffer.writeu32(glb, 4, 2);
	buffer.writeu32(glb, 8, size);
	buffer.writeu32(glb, 12, jsonSize);
	buffer.writestring(glb, 16, "JSON");
	buffer.fill(glb, 20, 0x20, jsonSize);
	buffer.writestring(glb, 20, json);
	if (binary !== undefined) {
		buffer.writeu32(glb, 20 + jsonSize, binarySize);
		buffer.writestring(glb, 24 + jsonSize, "BIN\0");
		buffer.copy(glb, 28 + jsonSize, binary);
	}
	return glb;
}
