import { Clip, TintTrack } from "../../scene/clip";
import { shareOut } from "../../scene/mix-plan";
import { clipTime } from "../../scene/sample-pose";

/** Names of a part's attributes: its index in `Scene.meshes`, and its look without a tint. */
const MESH = "DollyMesh";
const TRANSPARENCY = "DollyTransparency";
const COLOR = "DollyColor";

/** Four f32: alpha, red, green, blue. */
const TINT_SIZE = 16;

type Tint = ReadonlyArray<number>;

/** Returns the instance that holds a part's colour: its SurfaceAppearance, or the part. */
function colored(part: BasePart): SurfaceAppearance | BasePart {
	return part.FindFirstChildWhichIsA("SurfaceAppearance") ?? part;
}

function tintPart(part: BasePart, transparency: number, color: Color3, [alpha, red, green, blue]: Tint): void {
	part.Transparency = 1 - (1 - transparency) * math.clamp(alpha, 0, 1);
	const factor = (value: number) => math.clamp(value, 0, 1);
	colored(part).Color = new Color3(color.R * factor(red), color.G * factor(green), color.B * factor(blue));
}

/** Prepares a built part for tints, and shows its rest tint. */
export function prepareTint(part: BasePart, mesh: number, rest: Tint): void {
	const { Transparency } = part;
	const color = colored(part).Color;
	part.SetAttribute(MESH, mesh);
	part.SetAttribute(TRANSPARENCY, Transparency);
	part.SetAttribute(COLOR, color);
	tintPart(part, Transparency, color, rest);
}

/** Clips that tint a mesh, by layer index: grouped by rank for alpha and for colour, with their tracks. */
interface MeshTints {
	alpha: Array<Array<number>>;
	color: Array<Array<number>>;
	tracks: Map<number, TintTrack>;
	rest: Tint;
}

/** A part with a tint: its mesh, its look without the tint, and its shown values. */
interface TintedPart {
	part: BasePart;
	mesh: number;
	transparency: number;
	color: Color3;
	shown: Tint;
	tints?: MeshTints;
}

/** The fields of a playing clip that tints need. */
interface TintingLayer {
	rank: number;
	clip: Clip;
	timeline: { position: number };
}

/** Adds a layer to those of its rank. The highest rank comes first. */
function addContributor(groups: Array<Array<number>>, layers: ReadonlyArray<TintingLayer>, index: number): void {
	const { rank } = layers[index];
	const place = groups.findIndex(([first]) => layers[first].rank <= rank);
	if (place >= 0 && layers[groups[place][0]].rank === rank) groups[place].push(index);
	else if (place >= 0) groups.insert(place, [index]);
	else groups.push([index]);
}

/** Returns the layers' tints of a mesh, or undefined if there are none. A track without channels tints throughout. */
function meshTints(layers: ReadonlyArray<TintingLayer>, mesh: number): MeshTints | undefined {
	let found: MeshTints | undefined;
	layers.forEach(({ clip }, index) => {
		const tint = clip.tints?.find((other) => other.mesh === mesh);
		if (!tint) return;
		found ??= { alpha: [], color: [], tracks: new Map(), rest: tint.rest };
		found.tracks.set(index, tint);
		const isConstant = !tint.alpha && !tint.color;
		if (tint.alpha || isConstant) addContributor(found.alpha, layers, index);
		if (tint.color || isConstant) addContributor(found.color, layers, index);
	});
	return found;
}

/** Fades and tints the parts of a model by their `Transparency`, and by the colour of the part or its surface. */
export class TintedParts {
	private readonly parts = new Array<TintedPart>();
	private readonly before = new Map<BasePart, [number, Color3]>();
	private layers?: ReadonlyArray<TintingLayer>;
	private readonly shares = new Array<number>();
	private readonly scratch = buffer.create(TINT_SIZE);

	constructor(root: Instance) {
		for (const part of root.GetDescendants()) {
			const mesh = part.IsA("BasePart") ? part.GetAttribute(MESH) : undefined;
			if (!part.IsA("BasePart") || !typeIs(mesh, "number")) continue;
			const transparency = part.GetAttribute(TRANSPARENCY);
			const color = part.GetAttribute(COLOR);
			this.before.set(part, [part.Transparency, colored(part).Color]);
			this.parts.push({
				part,
				mesh,
				transparency: typeIs(transparency, "number") ? transparency : part.Transparency,
				color: typeIs(color, "Color3") ? color : colored(part).Color,
				shown: [],
			});
		}
	}

	/** Shows the weighted tints of the layers. Does not write parts that stay the same or that no layer tints. */
	public show(layers: ReadonlyArray<TintingLayer>, weights: ReadonlyArray<number>): void {
		if (this.layers !== layers) {
			this.layers = layers;
			for (const tinted of this.parts) {
				tinted.tints = meshTints(layers, tinted.mesh);
				if (!tinted.tints) this.resetPart(tinted);
			}
		}
		for (const tinted of this.parts) {
			const { tints } = tinted;
			if (!tints) continue;
			const tint = [0, 0, 0, 0];
			this.mix(tints, tints.alpha, layers, weights, tint, 0, 0);
			this.mix(tints, tints.color, layers, weights, tint, 1, 3);
			if (tint.every((value, index) => value === tinted.shown[index])) continue;
			tinted.shown = tint;
			tintPart(tinted.part, tinted.transparency, tinted.color, tint);
		}
	}

	/** Restores the parts' looks. */
	public reset(): void {
		this.layers = undefined;
		for (const tinted of this.parts) this.resetPart(tinted);
	}

	/** Mixes the numbers from `first` to `last` of a tint. */
	private mix(
		{ tracks, rest }: MeshTints,
		groups: Array<Array<number>>,
		layers: ReadonlyArray<TintingLayer>,
		weights: ReadonlyArray<number>,
		tint: Array<number>,
		first: number,
		last: number,
	): void {
		const { shares, scratch } = this;
		const left = shareOut(groups, weights, shares);
		for (const number of $range(first, last)) tint[number] = rest[number] * left;
		for (const group of groups) {
			for (const index of group) {
				const { rest: own, alpha, color } = tracks.get(index)!;
				const { clip, timeline } = layers[index];
				own.forEach((value, number) => buffer.writef32(scratch, number * 4, value));
				const seconds = clipTime(clip, timeline.position);
				if (alpha && first === 0) alpha.write(seconds, scratch, 0);
				if (color && first > 0) color.write(seconds, scratch, 4);
				for (const number of $range(first, last)) tint[number] += buffer.readf32(scratch, number * 4) * shares[index];
			}
		}
	}

	private resetPart(tinted: TintedPart): void {
		if (tinted.shown.isEmpty()) return;
		const [transparency, color] = this.before.get(tinted.part)!;
		tinted.part.Transparency = transparency;
		colored(tinted.part).Color = color;
		tinted.shown = [];
	}
}
