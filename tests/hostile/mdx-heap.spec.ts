import { readMdx } from "../../src/files";
import { Job } from "../../src";
import { Allocations } from "../allocations";
import { breathe } from "../breathe";
import * as chunks from "../builders/mdx/chunks";
import { Curve, Key, track } from "../builders/mdx/tracks";
import { headless } from "../headless";
import { mdx, times, whole } from "./other-shapes";

/** A track with one key, at `time`. */
function oneKey(tag: string, time = 0): buffer {
	const widths: Record<string, number> = { KGTR: 3, KGRT: 4, KGSC: 3, KGAO: 1, KGAC: 3, KCTR: 3, KTTR: 3 };
	const key: Key = [time];
	for (const index of $range(1, widths[tag])) key.push(index === 4 ? 1 : 0);
	return track(tag, Curve.Linear, -1, [key]);
}

const sequences = (count: number) => chunks.seqs(...times(count, whole));

const node = (index: number) => ({ name: `Node ${index}`, objectId: index });

function bones(count: number, ...tags: Array<string>): buffer {
	return chunks.bone(...times(count, (index) => ({ ...node(index), tracks: tags.map((tag) => oneKey(tag)) })));
}

function fades(count: number, time: number, ...tags: Array<string>): Array<buffer> {
	const triangle = chunks.geoset({
		positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
		normals: [0, 0, 1, 0, 0, 1, 0, 0, 1],
		uvs: [[0, 0, 0, 0, 0, 0]],
		indices: [0, 1, 2],
		groups: [0, 0, 0],
		groupSizes: [1],
		matrices: [0],
	});
	return [
		bones(1),
		chunks.geos(...times(count, () => triangle)),
		chunks.geoa(...times(count, (index) => ({ geosetId: index, tracks: tags.map((tag) => oneKey(tag, time)) }))),
	];
}

function cameras(count: number, ...tags: Array<string>): buffer {
	return chunks.cams(
		...times(count, (index) => ({
			name: `Camera ${index}`,
			pivot: [0, 0, 0] as [number, number, number],
			target: [1, 0, 0] as [number, number, number],
			fieldOfView: 1,
			tracks: tags.map((tag) => oneKey(tag)),
		})),
	);
}

/** Files that are mostly one thing, of which there are a few thousand. */
const MODELS: Array<[name: string, build: () => buffer]> = [
	["sequences", () => mdx(0, sequences(4000))],
	["bones", () => mdx(4000, bones(4000))],
	["bones with tracks", () => mdx(3000, bones(3000, "KGTR", "KGRT", "KGSC"))],
	["helpers", () => mdx(4000, chunks.help(...times(4000, node)))],
	["events", () => mdx(4000, chunks.evts(...times(4000, (index) => ({ node: node(index) }))))],
	["cameras", () => mdx(0, cameras(2000))],
	["materials", () => mdx(0, chunks.mtls(0, ...times(8000, () => chunks.material(0))))],
	["layers", () => mdx(0, chunks.mtls(0, chunks.material(0, ...times(8000, () => chunks.layer({ textureId: 0 })))))],
	["texture animations", () => mdx(0, chunks.txan(...times(5000, () => [])))],
	["fades", () => mdx(0, chunks.geoa(...times(8000, (geosetId) => ({ geosetId, tracks: [] }))))],
	["unknown chunks", () => mdx(0, ...times(8000, (index) => chunks.chunk(string.format("%04d", index))))],
	["sequences × translations", () => mdx(100, sequences(100), bones(100, "KGTR"))],
	[
		"sequences × translations on a chain",
		() => {
			const tracks = [oneKey("KGTR")];
			const chain = times(100, (index) => ({ ...node(index), parentId: index - 1, tracks }));
			return mdx(100, sequences(100), chunks.bone(...chain));
		},
	],
	["sequences × scales", () => mdx(100, sequences(100), bones(100, "KGSC"))],
	["sequences × all three", () => mdx(60, sequences(60), bones(60, "KGTR", "KGRT", "KGSC"))],
	["sequences × fades", () => mdx(1, sequences(100), ...fades(100, 0, "KGAO"))],
	["sequences × fades and tints", () => mdx(1, sequences(80), ...fades(80, 0, "KGAO", "KGAC"))],
	["sequences × fades at other times", () => mdx(1, sequences(100), ...fades(100, 5000, "KGAO"))],
	["sequences × cameras", () => mdx(0, sequences(60), cameras(60, "KCTR", "KTTR"))],
];

export = () => {
	const itHeadless = headless ? it : itSKIP;

	let allocations: Allocations | undefined;
	afterAll(() => (allocations = undefined));

	for (const [name, build] of MODELS) {
		itHeadless(`${name}: charges about what is allocated`, () => {
			const source = build();
			let charged = 0;
			allocations ??= new Allocations();
			const allocated = allocations.of(() => {
				const job = new Job();
				readMdx(source, { job });
				charged = job.budget.bytes;
			});
			expect(allocated > 0 && allocated <= charged * 1.25).to.equal(true);
			breathe();
		});
	}
};
