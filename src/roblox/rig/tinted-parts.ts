import { Clip } from "../../scene/clip";

/** Names of a part's attributes: its place in `Scene.meshes`, and what it looks like without any tint. */
const MESH = "DollyMesh";
const TRANSPARENCY = "DollyTransparency";
const COLOR = "DollyColor";

/** Four f32: alpha, red, green, blue. */
const TINT_SIZE = 16;

type Tint = ReadonlyArray<number>;

/** What a part's colour is in: the surface that covers it, or the part. */
function colored(part: BasePart): SurfaceAppearance | BasePart {
	return part.FindFirstChildWhichIsA("SurfaceAppearance") ?? part;
}

function tintPart(part: BasePart, transparency: number, color: Color3, [alpha, red, green, blue]: Tint): void {
	part.Transparency = 1 - (1 - transparency) * math.clamp(alpha, 0, 1);
	const factor = (value: number) => math.clamp(value, 0, 1);
	colored(part).Color = new Color3(color.R * factor(red), color.G * factor(green), color.B * factor(blue));
}

/** Makes a built part one that clips can tint, and tints it as it rests. */
export function prepareTint(part: BasePart, mesh: number, rest: Tint): void {
	const { Transparency } = part;
	const color = colored(part).Color;
	part.SetAttribute(MESH, mesh);
	part.SetAttribute(TRANSPARENCY, Transparency);
	part.SetAttribute(COLOR, color);
	tintPart(part, Transparency, color, rest);
}

/** A part that clips tint: its mesh, what it looks like without, and how it was found. */
interface TintedPart {
	part: BasePart;
	mesh: number;
	transparency: number;
	color: Color3;
	shown: Tint;
}

/** Fades and tints the parts of a model as clips say: their `Transparency`, and their colour or that of their surface. */
export class TintedParts {
	private readonly parts = new Array<TintedPart>();
	private readonly before = new Map<BasePart, [number, Color3]>();
	private current = buffer.create(0);
	private former = buffer.create(0);

	constructor(root: Instance) {
		let highest = -1;
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
			highest = math.max(highest, mesh);
		}
		this.current = buffer.create((highest + 1) * TINT_SIZE);
		this.former = buffer.create((highest + 1) * TINT_SIZE);
	}

	/** Reads how a clip tints at a time. */
	public sample(clip: Clip, seconds: number): void {
		this.write(clip, seconds, this.current);
	}

	/** Reads what is being faded from, and mixes: `weight` of what `sample` read. */
	public fade(clip: Clip | undefined, seconds: number, weight: number): void {
		const { current, former } = this;
		if (clip) this.write(clip, seconds, former);
		for (const at of $range(0, buffer.len(current) - 4, 4)) {
			const start = buffer.readf32(former, at);
			buffer.writef32(current, at, start + (buffer.readf32(current, at) - start) * weight);
		}
	}

	/** Keeps what is shown as what is faded from. */
	public keep(): void {
		buffer.copy(this.former, 0, this.current);
	}

	/** Shows what was read; parts that stay as they are are left alone. */
	public show(clip: Clip): void {
		const { current } = this;
		for (const tinted of this.parts) {
			if (clip.tints?.some(({ mesh }) => mesh === tinted.mesh) !== true) continue;
			const at = tinted.mesh * TINT_SIZE;
			const tint = [0, 4, 8, 12].map((offset) => buffer.readf32(current, at + offset));
			if (tint.every((value, index) => value === tinted.shown[index])) continue;
			tinted.shown = tint;
			tintPart(tinted.part, tinted.transparency, tinted.color, tint);
		}
	}

	/** Gives the parts their looks back. */
	public reset(): void {
		for (const tinted of this.parts) {
			if (tinted.shown.isEmpty()) continue;
			const [transparency, color] = this.before.get(tinted.part)!;
			tinted.part.Transparency = transparency;
			colored(tinted.part).Color = color;
			tinted.shown = [];
		}
	}

	private write(clip: Clip, seconds: number, target: buffer): void {
		for (const { mesh, rest, alpha, color } of clip.tints ?? []) {
			const at = mesh * TINT_SIZE;
			if (at + TINT_SIZE > buffer.len(target)) continue;
			rest.forEach((value, index) => buffer.writef32(target, at + index * 4, value));
			if (alpha) alpha.write(seconds, target, at);
			if (color) color.write(seconds, target, at + 4);
		}
	}
}
