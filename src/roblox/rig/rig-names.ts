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
	const taken = new Set<string>();
	return skeleton.joints.map((joint, index) => {
		const wanted = joint.name === "" ? `Joint ${index + 1}` : joint.name.sub(1, LONGEST);
		let name = wanted;
		let number = 1;
		while (taken.has(name)) {
			number += 1;
			const suffix = ` ${number}`;
			name = wanted.sub(1, LONGEST - suffix.size()) + suffix;
		}
		taken.add(name);
		return name;
	});
}
