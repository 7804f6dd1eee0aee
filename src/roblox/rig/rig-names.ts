import { DistinctNames } from "../../scene/distinct-names";
import { Skeleton } from "../../scene/skeleton";

/** The engine takes bones' names up to this length, and no name twice in a mesh. */
const LONGEST = 100;

/**
 * The name that each joint has in a rig: its own where that is possible; joints of one name are told apart by a number.
 *
 * @example
 * rigNames(skeleton); // "Arm", "Hand", "Hand 2"
 */
export function rigNames(skeleton: Skeleton): Array<string> {
	const names = new DistinctNames(LONGEST);
	return skeleton.joints.map((joint, index) => names.add(joint.name === "" ? `Joint ${index + 1}` : joint.name));
}
