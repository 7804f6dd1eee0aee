import { fail } from "../bytes/fail";

/** Refuses a stream whose data, read up to `position`, does not end exactly where its tail starts. */
export function checkEnd(position: number, tail: number): void {
	if (position > tail) fail("meshopt", `the data runs ${position - tail} bytes into the tail`, tail);
	if (position < tail) fail("meshopt", `${tail - position} bytes are left over before the tail`, position);
}
