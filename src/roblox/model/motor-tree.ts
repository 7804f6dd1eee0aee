import { RIGID_STRIDE } from "../../scene/rigid-pose";
import { Clip } from "../../scene/clip";
import { Skeleton } from "../../scene/skeleton";
import { rigidCFrame } from "../rig/rigid-cframe";
import { restOf, rigNames } from "../../scene/rest";

/** The size of the cube for a joint without a part, too small to be seen or touched. */
const JOINT_SIZE = 0.05;

/** Makes a part that cannot be seen, touched or hit, to hang others on. */
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

/** Lets joints carry a part: it is massless and collides with nothing. */
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

/** Returns the joints that any clip of the skeleton moves. */
function movedJoints(skeleton: Skeleton, clips: ReadonlyArray<Clip>): Set<number> {
	const moved = new Set<number>();
	for (const clip of clips) {
		if (clip.skeleton === skeleton) for (const { joint } of clip.tracks) moved.add(joint);
	}
	return moved;
}

/** Returns for each joint itself, if it moves, or the nearest moving joint above it; -1 if there is none. */
function nearestMoved({ joints }: Skeleton, moved: ReadonlySet<number>): Array<number> {
	const nearest = new Array<number>();
	joints.forEach(({ parent }, joint) => {
		nearest.push(moved.has(joint) ? joint : parent < 0 ? -1 : nearest[parent]);
	});
	return nearest;
}

function join(className: "Motor6D" | "Weld", part0: BasePart, part1: BasePart, frame: CFrame): void {
	const joint = new Instance(className);
	joint.Name = part1.Name;
	joint.C0 = part0.CFrame.ToObjectSpace(frame);
	joint.C1 = part1.CFrame.ToObjectSpace(frame);
	joint.Part0 = part0;
	joint.Part1 = part1;
	// A weld's parent is the part that holds it, so that its size can be followed; a motor's is the part that it moves.
	joint.Parent = className === "Weld" ? part0 : part1;
}

/**
 * Joins parts by motors like the joints that carry them, below `root`. A motor's part has the joint's name, which
 * animations use; the joint's other parts are welded to it. Returns the parts that were made for joints without any.
 */
export function buildMotors(
	skeleton: Skeleton,
	carried: ReadonlyArray<CarriedParts>,
	clips: ReadonlyArray<Clip>,
	root: BasePart,
): Array<Part> {
	const names = rigNames(skeleton);
	const rest = restOf(skeleton).inWorld;
	const frames = skeleton.joints.map((_, joint) => rigidCFrame(rest, joint * RIGID_STRIDE));
	const nearest = nearestMoved(skeleton, movedJoints(skeleton, clips));
	const above = (joint: number) => (joint < 0 ? -1 : nearest[joint]);
	const partsOf = new Map<number, Array<BasePart>>();
	// A joint's own parts first, so that the motor moves one of them.
	const isOwn = ({ joint }: CarriedParts) => nearest[joint] === joint;
	for (const { joint, parts } of [...carried.filter(isOwn), ...carried.filter((entry) => !isOwn(entry))]) {
		let holder = nearest[joint];
		const list = partsOf.get(holder);
		if (list) {
			for (const part of parts) list.push(part);
			continue;
		}
		partsOf.set(holder, [...parts]);
		// The ancestors have lists as soon as one of their descendants has.
		while (holder >= 0) {
			holder = above(skeleton.joints[holder].parent);
			if (partsOf.has(holder)) break;
			if (holder >= 0) partsOf.set(holder, []);
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
		const holder = mains.get(above(parent)) ?? root;
		join("Motor6D", holder, main, frames[joint]);
	});
	return made;
}
