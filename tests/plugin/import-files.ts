import { HttpService } from "@rbxts/services";
import { buildGlb } from "../builders/glb";
import { everyChunkFile } from "../formats/mdx/every-chunk";
import { exampleNetwork, WALK } from "../formats/morpheme/example-network";
import { StudioUser } from "./open-studio";

/** A file as a person chooses it. */
export interface ChosenFile {
	name: string;
	contents: string;
}

/** Bytes of the crate's buffer: three vertices, then two key times, then two key positions. */
function crateBinary(): buffer {
	const numbers = [0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 7, 0];
	const binary = buffer.create(numbers.size() * 4);
	numbers.forEach((value, index) => buffer.writef32(binary, index * 4, value));
	return binary;
}

/** A triangle of 2 by 4 metres, and a second one and a camera that rise 7 metres in a second. */
function crateJson(uri?: string): string {
	return HttpService.JSONEncode({
		asset: { version: "2.0" },
		buffers: [uri === undefined ? { byteLength: 68 } : { byteLength: 68, uri }],
		bufferViews: [
			{ buffer: 0, byteOffset: 0, byteLength: 36 },
			{ buffer: 0, byteOffset: 36, byteLength: 8 },
			{ buffer: 0, byteOffset: 44, byteLength: 24 },
		],
		accessors: [
			{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [2, 4, 0] },
			{ bufferView: 1, componentType: 5126, count: 2, type: "SCALAR", min: [0], max: [1] },
			{ bufferView: 2, componentType: 5126, count: 2, type: "VEC3" },
		],
		meshes: [{ name: "Side", primitives: [{ attributes: { POSITION: 0 } }] }],
		cameras: [{ type: "perspective", perspective: { yfov: 1, znear: 0.1 } }],
		nodes: [
			{ name: "Crate", mesh: 0 },
			{ name: "Flight", camera: 0 },
			{ name: "Lid", mesh: 0 },
		],
		scenes: [{ nodes: [0, 1, 2] }],
		scene: 0,
		animations: [
			{
				name: "Rise",
				samplers: [{ input: 1, output: 2 }],
				channels: [
					{ sampler: 0, target: { node: 1, path: "translation" } },
					{ sampler: 0, target: { node: 2, path: "translation" } },
				],
			},
		],
	});
}

function archive(): string {
	// One recording of map "Pier" with two frames of zeros but for the rotation, whose largest component is w.
	const bytes = buffer.create(1 + 4 + 2 + 36);
	buffer.writeu8(bytes, 0, 4);
	buffer.writestring(bytes, 1, "Pier");
	buffer.writeu16(bytes, 5, 2);
	return buffer.tostring(bytes);
}

/** A whole file of each format, under the name of what it shows. */
export const WHOLE_FILES: { [format: string]: Array<ChosenFile> } = {
	glb: [{ name: "crate.glb", contents: buffer.tostring(buildGlb(crateJson(), crateBinary())) }],
	gltf: [
		{ name: "crate.bin", contents: buffer.tostring(crateBinary()) },
		{ name: "crate.gltf", contents: crateJson("crate.bin") },
	],
	mdx: [{ name: "everything.mdx", contents: buffer.tostring(everyChunkFile()) }],
	mrn: [{ name: "network.mrn", contents: buffer.tostring(exampleNetwork()) }],
	nsa: [{ name: "walk.nsa", contents: buffer.tostring(WALK) }],
	archive: [{ name: "pier.archive", contents: archive() }],
};

/** The last of the files without its second half. */
export function damaged(files: Array<ChosenFile>): Array<ChosenFile> {
	return files.map((file, index) =>
		index === files.size() - 1 ? { ...file, contents: file.contents.sub(1, file.contents.size().idiv(2)) } : file,
	);
}

/** Chooses files in the import panel, which then shows what is in them. */
export function choose(user: StudioUser, files: Array<ChosenFile>): void {
	user.session.studio.files = files;
	user.press("Choose");
	user.session.advance(2);
}

/** Chooses files and imports them. */
export function importFiles(user: StudioUser, files: Array<ChosenFile>): void {
	choose(user, files);
	user.press("ImportButton");
	user.session.advance(3);
}
