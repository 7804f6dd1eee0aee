import { RIGID_STRIDE } from "../../scene/rigid-pose";
import { restInWorld } from "../../scene/rigid-world";
import { SceneClip } from "../../scene/scene";
import { Skeleton } from "../../scene/skeleton";
import { rigidCFrame } from "../rig/rigid-cframe";
import { rigNames } from "../rig/rig-names";

/** A part that stands for a joint without one is a cube of this size, too small to be seen or touched. */
const JOINT_SIZE = 0.05;

/** A part that nobody sees, touches or hits, to hang others on. */
export function anchorPart(name: string, cframe: CFrame, size = JOINT_SIZE): Part {
	const part = new Instance("Part");
	part.Name = name;
	part.Size = new Vector3(size, size, size);
	part.CFrame = cframe;
	part.Transparency = 1;
	part.CanCollide = false;
	part.CanTouch = false;
	part.CanQuery = false;
	part.Massless = true;
	part.Anchored = true;
	return part;
}

/** Lets joints carry a part: it weighs nothing and stops nothing. */
function loosen(part: BasePart): void {
	part.Anchored = false;
	part.Massless = true;
	part.CanCollide = false;
}

/** Parts that one joint carries. */
export interface CarriedParts {
	joint: number;
	parts: Array<BasePart>;
}

/** Joints that some clip of the skeleton moves. */
function movedJoints(skeleton: Skeleton, clips: ReadonlyArray<SceneClip>): Set<number> {
	const moved = new Set<number>();
	for (const clip of clips) {
		if (clip.skeleton === skeleton) for (const { joint } of clip.tracks) moved.add(joint);
	}
	return moved;
}

function nearestMoved(skeleton: Skeleton, first: number, moved: ReadonlySet<number>): number {
	let joint = first;
	while (joint >= 0 && !moved.has(joint)) joint = skeleton.joints[joint].parent;
	return joint;
}

function join(className: "Motor6D" | "Weld", part0: BasePart, part1: BasePart, frame: CFrame): void {
	const joint = new Instance(className);
	joint.Name = part1.Name;
	joint.C0 = part0.CFrame.ToObjectSpace(frame);
	joint.C1 = part1.CFrame.ToObjectSpace(frame);
	joint.Part0 = part0;
	joint.Part1 = part1;
	// A weld stands with the part that holds it, where its size can be followed; a motor with what it moves.
	joint.Parent = className === "Weld" ? part0 : part1;
}

/**
 * Joins parts by motors like the joints that carry them, below `root`. A motor's part has the joint's name, by which
 * animations know it; what a joint carries besides is welded to that part. Gives the parts that were made for joints
 * that carry none.
 */
export function buildMotors(
	skeleton: Skeleton,
	carried: ReadonlyArray<CarriedParts>,
	clips: ReadonlyArray<SceneClip>,
	root: BasePart,
): Array<Part> {
	const names = rigNames(skeleton);
	const rest = restInWorld(skeleton);
	const frames = skeleton.joints.map((_, joint) => rigidCFrame(rest, joint * RIGID_STRIDE));
	const moved = movedJoints(skeleton, clips);
	const partsOf = new Map<number, Array<BasePart>>();
	for (const { joint, parts } of carried) {
		// A joint's own parts first, so that the motor moves one of them.
		const holder = nearestMoved(skeleton, joint, moved);
		const list = partsOf.get(holder) ?? [];
		partsOf.set(holder, joint === holder ? [...parts, ...list] : [...list, ...parts]);
		let above = holder;
		while (above >= 0) {
			if (!partsOf.has(above)) partsOf.set(above, []);
			above = nearestMoved(skeleton, skeleton.joints[above].parent, moved);
		}
	}
	const made = new Array<Part>();
	const mains = new Map<number, BasePart>();
	skeleton.joints.forEach(({ parent }, joint) => {
		const parts = partsOf.get(joint);
		if (parts === undefined) return;
		let main: BasePart | undefined = parts[0];
		if (main === undefined) {
			const part = anchorPart(names[joint], frames[joint]);
			made.push(part);
			main = part;
		}
		main.Name = names[joint];
		mains.set(joint, main);
		for (const part of parts) {
			loosen(part);
			if (part !== main) join("Weld", main, part, part.CFrame);
		}
		loosen(main);
		const holder = mains.get(nearestMoved(skeleton, parent, moved)) ?? root;
		join("Motor6D", holder, main, frames[joint]);
	});
	return made;
}
