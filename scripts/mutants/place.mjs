import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.mjs";

/** What is kept from run to run. */
export const FOLDER = join(root, "dist", "mutants");

/** The test place that mutants live in: a copy, so that another build may go on meanwhile. */
export const PLACE = join(FOLDER, "place.rbxl");

export function copyPlace() {
	mkdirSync(FOLDER, { recursive: true });
	copyFileSync(join(root, "dist", "test.rbxl"), PLACE);
}
