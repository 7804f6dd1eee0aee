import { HttpService } from "@rbxts/services";
import { fail } from "../../src/bytes/fail";
import { readGlb, readGltf } from "../../src/roblox/gltf";
import type { Gltf } from "../../src/formats/gltf/gltf";
import { placeMeshes } from "../../src/formats/gltf/place-meshes";
import { readMdx } from "../../src/formats/mdx/read-mdx";
import { readMrn } from "../../src/formats/morpheme/mrn";
import { readNsa } from "../../src/formats/morpheme/nsa";
import { decodeArchive } from "../../src/take/archive";
import { DEFAULT_RATE } from "../../src/take/rate";
import type { Take } from "../../src/take/take";
import { STUD } from "../../src/scene/axes";
import type { CameraPath } from "../../src/motion/camera-path";
import type { Clip } from "../../src/scene/clip";
import type { Mesh } from "../../src/scene/mesh";
import { POSE_STRIDE } from "../../src/scene/pose";
import type { Skeleton } from "../../src/scene/skeleton";
import type { Report } from "../work";
import { extensionOf, SourceFile, titleOf } from "./source-file";

/** What is inside the chosen files, in the common model. */
export interface Contents {
	/** What the import is called: the main file's name. */
	title: string;
	format: string;
	/** What lengths have to be multiplied by to be studs, where the format says what they are. */
	scale: number;
	meshes: Array<{ mesh: Mesh; skeleton?: Skeleton }>;
	skeletons: Array<Skeleton>;
	clips: Array<{ clip: Clip; skeleton: Skeleton }>;
	cameras: Array<CameraPath>;
	/** Takes of a camera archive. Their rate is not in the file: whoever imports them sets it. */
	takes: Array<Take>;
	warnings: Array<string>;
}

function empty(file: SourceFile, format: string): Contents {
	return {
		title: titleOf(file.name),
		format,
		scale: 1,
		meshes: [],
		skeletons: [],
		clips: [],
		cameras: [],
		takes: [],
		warnings: [],
	};
}

function fromGltf(file: SourceFile, gltf: Gltf, report: Report): Contents {
	report(0.6, "Placing meshes");
	// Placed meshes stand where they are when the skeleton rests, so that rest is what they are bound in.
	const skeletons = gltf.skeletons.map((skeleton): Skeleton => ({ ...skeleton, inverseBind: undefined }));
	return {
		...empty(file, "glTF"),
		scale: 1 / STUD,
		meshes: placeMeshes(gltf).map((mesh) => ({
			mesh,
			skeleton: mesh.skeleton === undefined ? undefined : skeletons[mesh.skeleton],
		})),
		skeletons,
		clips: gltf.clips.map((clip) => ({ clip, skeleton: skeletons[clip.skeleton] })),
		cameras: gltf.cameras,
		warnings: gltf.warnings,
	};
}

/** The contents of a document's buffers among the files that were chosen with it, by the names that it gives them. */
function buffersOf(json: string, files: Array<SourceFile>): Array<buffer | undefined> {
	const [ok, document] = pcall(() => HttpService.JSONDecode(json) as { buffers?: unknown });
	const declared = ok && typeIs(document, "table") ? document.buffers : undefined;
	// Anything wrong with the document is the reader's to say.
	if (!typeIs(declared, "table")) return [];
	return (declared as Array<{ uri?: unknown }>).map((entry) => {
		const uri = typeIs(entry, "table") ? entry.uri : undefined;
		if (!typeIs(uri, "string") || uri.sub(1, 5) === "data:") return undefined;
		const [name] = uri.match("([^/\\]*)$");
		const file = files.find((candidate) => candidate.name === name);
		if (!file) fail("import", `the document needs "${uri}": choose it together with the .gltf`);
		return file.bytes;
	});
}

function readMdxFile(file: SourceFile): Contents {
	const mdx = readMdx(file.bytes);
	return {
		...empty(file, "MDX"),
		meshes: mdx.meshes.map((mesh) => ({ mesh, skeleton: mdx.skeleton })),
		skeletons: mdx.skeleton.joints.isEmpty() ? [] : [mdx.skeleton],
		clips: mdx.clips.map((clip) => ({ clip, skeleton: mdx.skeleton })),
		cameras: mdx.cameras,
		warnings: mdx.warnings,
	};
}

function readMrnFile(file: SourceFile): Contents {
	const mrn = readMrn(file.bytes);
	const contents = { ...empty(file, "Morpheme network"), skeletons: mrn.skeletons, warnings: mrn.warnings };
	for (const { clip, skeleton } of mrn.animations) {
		// What fits no skeleton is among the warnings.
		if (skeleton) contents.clips.push({ clip, skeleton });
	}
	return contents;
}

/** A skeleton for an animation that came without one: bones side by side, as the animation numbers them. */
function bareSkeleton(clip: Clip): Skeleton {
	const joints = new Array<Skeleton["joints"][0]>();
	for (const index of $range(1, buffer.len(clip.rest).idiv(POSE_STRIDE))) {
		joints.push({ name: `Bone ${index}`, parent: -1 });
	}
	return { name: clip.name, joints, rest: clip.rest };
}

function readNsaFiles(file: SourceFile, files: Array<SourceFile>): Contents {
	const network = files.find(({ name }) => extensionOf(name) === "mrn");
	const skeleton = network && readMrn(network.bytes).skeletons[0];
	const nsa = readNsa(file.bytes, { name: titleOf(file.name), skeleton });
	const used = skeleton ?? bareSkeleton(nsa.clip);
	const warnings = [...nsa.warnings];
	if (!skeleton) warnings.push("bones have no names and no parents: choose the .mrn with the skeleton too");
	return {
		...empty(file, "Morpheme animation"),
		skeletons: [used],
		clips: [{ clip: nsa.clip, skeleton: used }],
		warnings,
	};
}

function readArchive(file: SourceFile): Contents {
	return { ...empty(file, "Camera archive"), takes: decodeArchive(file.bytes, DEFAULT_RATE) };
}

/** The order in which a file counts as the one that others belong to. */
const MAIN_FIRST = ["glb", "gltf", "mdx", "nsa", "mrn", "archive", "bin"];

/** Reads the chosen files: one main file, and those that it needs. Fails with a message where they cannot be read. */
export function readContents(files: Array<SourceFile>, report: Report): Contents {
	const rankOf = (file: SourceFile) => MAIN_FIRST.indexOf(extensionOf(file.name));
	const [main] = [...files].sort((a, b) => rankOf(a) < rankOf(b));
	if (!main) fail("import", "no file was chosen");
	report(0.1, `Reading ${main.name}`);
	const extension = extensionOf(main.name);
	if (extension === "glb") return fromGltf(main, readGlb(main.bytes), report);
	if (extension === "gltf") {
		const json = buffer.tostring(main.bytes);
		return fromGltf(main, readGltf(json, buffersOf(json, files)), report);
	}
	if (extension === "mdx") return readMdxFile(main);
	if (extension === "mrn") return readMrnFile(main);
	if (extension === "nsa") return readNsaFiles(main, files);
	if (extension === "archive" || extension === "bin") return readArchive(main);
	return fail("import", `"${main.name}" is of no kind that can be imported`);
}
