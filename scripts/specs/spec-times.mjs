import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../run.mjs";

/** A first guess, for a machine that has not run them: the files that take a second or more. */
export const GUESS = join(root, "scripts", "specs", "first-times.json");
const MEASURED = join(root, "dist", "spec-times.json");

/** The guess for a file that neither list has. */
const OTHERS = 0.2;

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** A function that returns the seconds which a file of specs is expected to take. */
export function expectedTimes() {
	const times = { ...read(GUESS), ...read(MEASURED) };
	return (file) => times[file] ?? OTHERS;
}

/** Keeps how long files took, in an ignored file, for the next run. */
export function keepTimes(measured) {
	mkdirSync(dirname(MEASURED), { recursive: true });
	writeFileSync(MEASURED, JSON.stringify({ ...read(MEASURED), ...measured }, undefined, "\t"));
}
