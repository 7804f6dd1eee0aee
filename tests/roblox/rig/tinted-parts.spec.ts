import { KeyedChannel } from "../../../src/motion/keyed-channel";
import { ClipMixer } from "../../../src/roblox/rig/clip-mixer";
import { prepareTint, TintedParts } from "../../../src/roblox/rig/tinted-parts";
import { Clip, TintTrack } from "../../../src/scene/clip";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { doubles, floats } from "../../buffers";
import { expectNear } from "../../expect-near";

/** A part's colour has 8 bits a channel. */
const COLOR = 1 / 255;

/** A part's transparency and colour. */
function looksOf(part: BasePart): Array<number> {
	const { R, G, B } = (part.FindFirstChildWhichIsA("SurfaceAppearance") ?? part).Color;
	return [part.Transparency, R, G, B];
}

function clipOf(...tints: Array<TintTrack>): Clip {
	return {
		name: "tint",
		duration: 2,
		loop: false,
		skeleton: { name: "none", joints: [], rest: buffer.create(0) },
		tracks: [],
		tints,
	};
}

/** A clip as a mixer has it: at a time, whole, of the lowest rank unless given. */
function layerOf(clip: Clip, position: number, rank = 0) {
	return { clip, rank, timeline: { position } };
}

/** A model of as many parts, that are mesh 0, 1 and so on, a fifth see-through and of the colour (0.5, 0.5, 0.5). */
function modelOf(...rests: Array<[number, number, number, number]>): { model: Model; parts: Array<Part> } {
	const model = new Instance("Model");
	const parts = rests.map((rest, mesh) => {
		const part = new Instance("Part");
		part.Transparency = 0.2;
		part.Color = new Color3(0.5, 0.5, 0.5);
		part.Parent = model;
		prepareTint(part, mesh, rest);
		return part;
	});
	return { model, parts };
}

const PLAIN: [number, number, number, number] = [1, 1, 1, 1];

export = () => {
	it("are tinted as they rest: what is seen of them is a share of what was", () => {
		const { parts } = modelOf([0.5, 1, 0.5, 0], PLAIN, [-1, 2, -1, 0.5], [9, 1, 1, 1]);
		expectNear(looksOf(parts[0]), [1 - 0.8 * 0.5, 0.5, 0.25, 0], COLOR);
		expectNear(looksOf(parts[1]), [0.2, 0.5, 0.5, 0.5], COLOR);
		// What a file has beyond nothing and all is held.
		expectNear(looksOf(parts[2]), [1, 0.5, 0, 0.25], COLOR);
		expectNear(looksOf(parts[3]), [0.2, 0.5, 0.5, 0.5], COLOR);
	});

	it("have the colour of their surface tinted, where one covers them", () => {
		const part = new Instance("Part");
		part.Color = new Color3(1, 1, 1);
		const surface = new Instance("SurfaceAppearance");
		surface.Color = new Color3(0.8, 0.6, 0.4);
		surface.Parent = part;
		prepareTint(part, 0, [1, 0.5, 0.5, 0.5]);
		expectNear(looksOf(part), [0, 0.4, 0.3, 0.2], COLOR);
		expectNear([part.Color.R], [1], COLOR);
	});

	it("follow the channels of a clip, each its own, and get back what they looked like", () => {
		const { model, parts } = modelOf(PLAIN, [0.5, 1, 1, 1], PLAIN);
		const alpha = new KeyedChannel({
			kind: "scalar",
			interpolation: "linear",
			times: doubles(0, 2),
			values: floats(1, 0),
		});
		const color = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times: doubles(0, 2),
			values: floats(1, 0, 0, 0, 1, 0.5),
		});
		const clip = clipOf({ mesh: 0, rest: [1, 0.2, 0.4, 0.6], alpha }, { mesh: 1, rest: [0.5, 1, 1, 1], color });
		const tinted = new TintedParts(model);
		tinted.show([layerOf(clip, 0.5)], [1]);
		expectNear(looksOf(parts[0]), [1 - 0.8 * 0.75, 0.1, 0.2, 0.3], COLOR);
		expectNear(looksOf(parts[1]), [1 - 0.8 * 0.5, 0.375, 0.125, 0.0625], COLOR);
		expectNear(looksOf(parts[2]), [0.2, 0.5, 0.5, 0.5], COLOR);
		tinted.reset();
		expectNear(looksOf(parts[0]), [0.2, 0.5, 0.5, 0.5], COLOR);
		expectNear(looksOf(parts[1]), [0.6, 0.5, 0.5, 0.5], COLOR);
		// What it does not tint is left to others, also when it is put back.
		parts[2].Transparency = 0.9;
		tinted.show([layerOf(clip, 0)], [1]);
		tinted.reset();
		expectNear(looksOf(parts[2]), [0.9, 0.5, 0.5, 0.5], COLOR);
	});

	it("are left alone while their tint stays as it is, and tinted anew when it changes", () => {
		const { model, parts } = modelOf(PLAIN);
		const tinted = new TintedParts(model);
		const half = clipOf({ mesh: 0, rest: [0.5, 1, 1, 1] });
		const show = (clip: Clip) => {
			tinted.show([layerOf(clip, 0)], [1]);
		};
		show(half);
		parts[0].Transparency = 0.33;
		show(half);
		expectNear([parts[0].Transparency], [0.33], COLOR);
		for (const place of $range(0, 3)) {
			const rest: [number, number, number, number] = [0.5, 1, 1, 1];
			rest[place] = 0.25;
			show(clipOf({ mesh: 0, rest }));
			expectNear(looksOf(parts[0]), [1 - 0.8 * rest[0], rest[1] / 2, rest[2] / 2, rest[3] / 2], COLOR);
		}
	});

	it("mix by weight, with what the mesh rests at, and go by rank first", () => {
		const { model, parts } = modelOf(PLAIN, PLAIN);
		const tinted = new TintedParts(model);
		const seen = clipOf({ mesh: 0, rest: PLAIN }, { mesh: 1, rest: [1, 1, 0, 1] });
		const gone = clipOf({ mesh: 0, rest: [0, 1, 1, 1] }, { mesh: 1, rest: [1, 0, 1, 1] });
		const layers = [layerOf(seen, 0), layerOf(gone, 0)];
		tinted.show(layers, [0.75, 0.25]);
		expectNear(looksOf(parts[0]), [1 - 0.8 * 0.75, 0.5, 0.5, 0.5], COLOR);
		expectNear(looksOf(parts[1]), [0.2, 0.375, 0.125, 0.5], COLOR);
		tinted.show([layerOf(seen, 0), layerOf(gone, 0, 1)], [1, 1]);
		expectNear(looksOf(parts[0]), [1, 0.5, 0.5, 0.5], COLOR);
		tinted.show([layerOf(seen, 0), layerOf(gone, 0, 1)], [1, 0.5]);
		expectNear(looksOf(parts[0]), [1 - 0.8 * 0.5, 0.5, 0.5, 0.5], COLOR);
		tinted.show([], []);
		expectNear(looksOf(parts[0]), [0.2, 0.5, 0.5, 0.5], COLOR);
	});

	it("get back what they looked like before the first clip, though another has tinted them since", () => {
		const { model, parts } = modelOf(PLAIN);
		const { skeleton } = createSkeleton("rig", [{ name: "Root", parent: -1 }]);
		const tinting = (alpha: number): Clip => ({
			...clipOf({ mesh: 0, rest: [alpha, 1, 1, 1] }),
			skeleton,
		});
		const mixer = ClipMixer.of({ skeleton, instance: model });
		mixer.play(tinting(0.5), { fade: 0 });
		expectNear([parts[0].Transparency], [0.6], COLOR);
		mixer.play(tinting(0.25), { fade: 0, priority: Enum.AnimationPriority.Action });
		expectNear([parts[0].Transparency], [0.8], COLOR);
		mixer.destroy();
		expectNear([parts[0].Transparency], [0.2], COLOR);
	});

	it("are only those that the model has: a clip's other meshes are passed over", () => {
		const { model, parts } = modelOf(PLAIN, PLAIN);
		parts[0].Destroy();
		const other = new Instance("Part");
		other.Parent = model;
		const tinted = new TintedParts(model);
		const clip = clipOf(
			{ mesh: 0, rest: [0, 0, 0, 0] },
			{ mesh: 1, rest: [0.5, 1, 1, 1] },
			{ mesh: 2, rest: [0, 0, 0, 0] },
		);
		tinted.show([layerOf(clip, 0)], [1]);
		expectNear([parts[1].Transparency, other.Transparency], [0.6, 0], COLOR);
		// A part that lost what it looked like is taken as it is found.
		parts[1].SetAttribute("DollyTransparency", undefined);
		parts[1].SetAttribute("DollyColor", undefined);
		const found = new TintedParts(model);
		found.show([layerOf(clip, 0)], [1]);
		expectNear(looksOf(parts[1]), [1 - 0.4 * 0.5, 0.5, 0.5, 0.5], COLOR);
	});
};
