import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/**
 * The processor seconds that a process has used, which do not grow while others keep it waiting, and its memory in bytes. Both come from
 * `/proc`; on systems without it the seconds are the clock's and the memory is 0.
 */
export function processUsage(pid) {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
		return {
			seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
			memory: Number(fields[21]) * PAGE_BYTES,
		};
	} catch {
		return { seconds: performance.now() / 1000, memory: 0 };
	}
}
