import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

/**
 * Has every `tests/oracle/*.mjs` write its data into `generated/`: what independent encoders and decoders say, for specs
 * to compare with. Rojo builds the `.json` files there into the test place as modules; others are for headless specs.
 */
export async function generateOracleData() {
	const target = join(root, "generated");
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	const folder = join(root, "tests", "oracle");
	if (!existsSync(folder)) return;
	for (const name of readdirSync(folder).sort()) {
		if (!name.endsWith(".mjs")) continue;
		const { generate } = await import(pathToFileURL(join(folder, name)).href);
		await generate(target);
	}
}
