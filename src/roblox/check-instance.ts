import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/**
 * Refuses an argument that is not an Instance of a class:
 * `[dolly] RecordingRemote: player is a Folder; it must be a Player`.
 */
export function checkInstance(value: unknown, wanted: keyof Instances, caller: string, argument: string): void {
	if (typeIs(value, "Instance") && value.IsA(wanted)) return;
	const found = typeIs(value, "Instance") ? `a ${value.ClassName}` : describeValue(value);
	fail(caller, `${argument} is ${found}; expected a ${wanted}`);
}
