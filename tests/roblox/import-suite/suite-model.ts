import { importModel, ImportedModel, ImportModelOptions } from "../../../src";
import { meshParts } from "../../built-vertices";
import { skipWithoutEditables } from "../../editables";
import { fromBase64, oracleData } from "../../oracle-data";
import { ExpectedImage } from "../mesh/surface-cases";
import { middleOf } from "./built-triangles";

/** What `tests/oracle/import-suite.mjs` says of a primitive, in studs; numbers are f32, Base64, those of a corner together. */
export interface ExpectedPrimitive {
	/** The node that draws it. */
	node: string;
	triangleCount: number;
	positions: string;
	normals: string;
	uvs?: string;
	/** Red, green, blue as screens show them, and alpha. */
	colors?: string;
	/** The names of its joints, and for each corner four of their numbers and four shares. */
	joints?: Array<string>;
	shares?: string;
	/** The box around it in the axes of its node; not there if the node is mirrored or the primitive is skinned. */
	box?: { size: Array<number>; cframe: Array<number> };
	/** Where its corners are at each time of each clip, clip by clip. */
	poses: Array<string>;
	material?: { color: Array<number>; transparency: number; doubleSided: boolean };
}

/** Where nodes are: at rest, then at each time of the clip, as the twelve numbers of a CFrame. */
export interface ExpectedNodes {
	[name: string]: { parent?: string; frames: Array<Array<number>> };
}

export interface ExpectedClip {
	name: string;
	times: Array<number>;
	/** The names of the nodes that it moves. */
	moved: Array<string>;
	nodes: ExpectedNodes;
}

/** The look of a material. */
export interface ExpectedSurface {
	texture?: ExpectedImage;
	maps?: { [map: string]: ExpectedImage };
	tint?: Array<number>;
	alphaMode?: string;
	transparency?: number;
	doubleSided?: boolean;
	glow?: { tint: Array<number>; strength: number };
}

/** A model of the suite, and what the engine must hold of it. */
export interface SuiteModel {
	glb: string;
	primitives: Array<ExpectedPrimitive>;
	nodes: ExpectedNodes;
	clips: Array<ExpectedClip>;
	/** The primitives before gltfpack. */
	original?: Array<ExpectedPrimitive>;
	/** Where joints were when they were bound. */
	binds?: { [name: string]: Array<number> };
	/** How joints turn about an axis of their own: the angle at rest, and radians a second. */
	turns?: { [name: string]: { axis: Array<number>; rest: number; speed: number } };
	surfaces?: { [material: string]: ExpectedSurface };
}

export type SuiteName = "plain" | "meshopt" | "skinned" | "textured" | "animated";

export const suiteModel = (name: SuiteName) => oracleData<{ [name in SuiteName]: SuiteModel }>("import-suite")[name];

/** The numbers of a Base64 text, `width` together. */
export function numbersOf(text: string, width: number): Array<Array<number>> {
	const bytes = fromBase64(text);
	const result = new Array<Array<number>>();
	for (const from of $range(0, buffer.len(bytes) - 1, width * 4)) {
		const numbers = new Array<number>();
		for (const at of $range(from, from + width * 4 - 4, 4)) numbers.push(buffer.readf32(bytes, at));
		result.push(numbers);
	}
	return result;
}

export const vectorsOf = (text: string) => numbersOf(text, 3).map(([x, y, z]) => new Vector3(x, y, z));

/** The CFrame of twelve numbers. */
export function cframeOf(numbers: Array<number>): CFrame {
	const [x, y, z, a, b, c, d, e, f, g, h, i] = numbers;
	return new CFrame(x, y, z, a, b, c, d, e, f, g, h, i);
}

/** Imports a model of the suite, or skips the spec if this place may not use editable meshes and images. */
export function importSuite(name: SuiteName, options?: ImportModelOptions): ImportedModel {
	skipWithoutEditables();
	return importModel(fromBase64(suiteModel(name).glb), options);
}

/** A primitive, and the part that shows it. */
export interface Shown {
	expected: ExpectedPrimitive;
	part: MeshPart;
}

/** The parts that show the primitives: the nearest with as many faces each. */
function findShown(primitives: Array<ExpectedPrimitive>, model: Model): Array<Shown> {
	const left = meshParts(model);
	return primitives.map((expected) => {
		const corners = vectorsOf(expected.positions);
		const middle = corners.reduce((sum, corner) => sum.add(corner), Vector3.zero).div(corners.size());
		let best: { index: number; distance: number } | undefined;
		left.forEach((part, index) => {
			const distance = middleOf(part, expected.triangleCount).sub(middle).Magnitude;
			if (!best || distance < best.distance) best = { index, distance };
		});
		assert(best, `no part is left for ${expected.node}`);
		return { expected, part: left.remove(best.index)! };
	});
}

/** A model of the suite that stands nowhere, for all specs of a file. */
export class OpenedModel {
	private imported?: ImportedModel;
	private shown?: Array<Shown>;

	constructor(private readonly name: SuiteName) {}

	/** The model; imported for the first spec that asks. */
	public get(): ImportedModel {
		this.imported ??= importSuite(this.name);
		return this.imported;
	}

	/** Its parts by the primitives that they show. */
	public parts(): Array<Shown> {
		const { model } = this.get();
		this.shown ??= findShown(suiteModel(this.name).primitives, model);
		return this.shown;
	}

	/** The part that a node of one primitive became. */
	public partOf(node: string): MeshPart {
		const found = this.parts().find(({ expected }) => expected.node === node);
		assert(found, `nothing shows ${node}`);
		return found.part;
	}

	public close(): void {
		this.imported?.destroy();
		this.imported = undefined;
		this.shown = undefined;
	}
}
