import { MorphTrack } from "../../scene/clip";
import { shareOut } from "../../scene/mix-plan";
import { clipTime } from "../../scene/sample-pose";
import { MorphingMesh } from "../mesh/morphing-mesh";
import type { ClipLayer } from "./clip-layer";

/** Clips that morph a node, by their places among the layers: by rank, the highest first, with their tracks. */
interface NodeMorphs {
	groups: Array<Array<number>>;
	tracks: Map<number, MorphTrack>;
}

/** A node whose meshes clips morph, and how far each target is on. */
interface MorphedNode {
	node: number;
	meshes: Array<MorphingMesh>;
	rest: ReadonlyArray<number>;
	weights: Array<number>;
	morphs?: NodeMorphs;
}

type Layers = ReadonlyArray<Pick<ClipLayer, "rank" | "clip" | "timeline" | "morphs">>;

/** What layers do to a node; undefined if nothing. */
function nodeMorphs(layers: Layers, node: number): NodeMorphs | undefined {
	const tracks = new Map<number, MorphTrack>();
	const byRank = new Map<number, Array<number>>();
	const ranks = new Array<number>();
	layers.forEach(({ rank, morphs }, index) => {
		const track = morphs.find((other) => other.node === node);
		if (!track) return;
		tracks.set(index, track);
		const same = byRank.get(rank) ?? [];
		if (same.isEmpty()) ranks.push(rank);
		same.push(index);
		byRank.set(rank, same);
	});
	if (ranks.isEmpty()) return undefined;
	return { tracks, groups: ranks.sort((a, b) => a > b).map((rank) => byRank.get(rank)!) };
}

/** Morphs the meshes of a model as clips say, mixed by the weights and ranks of their layers as joints are. */
export class MorphedNodes {
	private readonly nodes = new Array<MorphedNode>();
	private layers?: Layers;
	private readonly shares = new Array<number>();
	private scratch = buffer.create(0);

	constructor(meshes: ReadonlyArray<MorphingMesh>) {
		const known = new Map<number, MorphedNode>();
		for (const mesh of meshes) {
			const { node, rest } = mesh;
			const same = known.get(node);
			if (same) {
				same.meshes.push(mesh);
				if (rest.size() > same.rest.size()) same.rest = rest;
				continue;
			}
			const made: MorphedNode = { node, meshes: [mesh], rest, weights: [] };
			known.set(node, made);
			this.nodes.push(made);
		}
	}

	/** Shows what the layers do by their weights. Meshes that no layer morphs are as at rest. */
	public show(layers: Layers, weights: ReadonlyArray<number>): void {
		if (this.layers !== layers) this.plan(layers);
		for (const node of this.nodes) {
			if (!node.morphs) continue;
			this.mix(node, node.morphs, layers, weights);
			for (const mesh of node.meshes) mesh.show(node.weights);
		}
	}

	/** Gives the meshes back the shape that they rest in. */
	public reset(): void {
		this.layers = undefined;
		for (const { meshes } of this.nodes) for (const mesh of meshes) mesh.show(mesh.rest);
	}

	private plan(layers: Layers): void {
		this.layers = layers;
		let most = 0;
		for (const node of this.nodes) {
			node.morphs = nodeMorphs(layers, node.node);
			if (!node.morphs) for (const mesh of node.meshes) mesh.show(mesh.rest);
			else for (const [, { count }] of node.morphs.tracks) most = math.max(most, count);
		}
		if (most * 4 > buffer.len(this.scratch)) this.scratch = buffer.create(most * 4);
	}

	private mix(
		{ rest, weights }: MorphedNode,
		{ groups, tracks }: NodeMorphs,
		layers: Layers,
		layerWeights: ReadonlyArray<number>,
	): void {
		const { shares, scratch } = this;
		const left = shareOut(groups, layerWeights, shares);
		for (const index of $range(0, rest.size() - 1)) weights[index] = rest[index] * left;
		for (const group of groups) {
			for (const layer of group) {
				const { count, weights: channel } = tracks.get(layer)!;
				const { clip, timeline } = layers[layer];
				const share = shares[layer];
				channel.write(clipTime(clip, timeline.position), scratch, 0);
				for (const index of $range(0, rest.size() - 1)) {
					const value = index < count ? buffer.readf32(scratch, index * 4) : rest[index];
					weights[index] += value * share;
				}
			}
		}
	}
}
