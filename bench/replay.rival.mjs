import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packFrames, walkOf } from "./characters.mjs";

const CHARACTERS = 16;
const LOOK_RATE = 60;

/** The walks that the rows record. No rival records characters. */
export async function prepare(folder) {
	for (let index = 0; index < CHARACTERS; index++) {
		const seconds = index === 0 ? 60 : 8;
		writeFileSync(join(folder, `replay-${index}.bin`), packFrames(walkOf(index, seconds * LOOK_RATE + 1, LOOK_RATE)));
	}
	return [];
}
