/** A GLB taken apart: its JSON with the binary chunk as a file of that name. */
export function takenApart(glb: buffer, name: string): [gltf: buffer, bin: buffer] {
	const jsonSize = buffer.readu32(glb, 12);
	const json = buffer.readstring(glb, 20, jsonSize);
	const binSize = buffer.readu32(glb, 20 + jsonSize);
	const bin = buffer.create(binSize);
	buffer.copy(bin, 0, glb, 28 + jsonSize, binSize);
	const [named] = json.gsub('"buffers":%[{', `"buffers":[{"uri":"${name}",`, 1);
	return [buffer.fromstring(named), bin];
}
