//!native
//!optimize 2
import { lookAt, Modifier, shake } from "../src/camera";
import { ModifierChain } from "../src/roblox/camera/modifiers/modifier-chain";
import { stubOf } from "../tests/roblox/replay/stub-rig";
import { readFlights } from "./read-flights";
import { BenchRow } from "./row";

const FRAMES = 600;

/** A row that shows frames at 60 per second. A CFrame is a stub: the library's own work is timed. */
function modifierRow(name: string, modifiers: Array<Modifier>): BenchRow {
	const chain = new ModifierChain(modifiers, FRAMES / 60, "bench");
	const stub = stubOf(1, 2, 3, 0, 0, 0, 1) as unknown as CFrame & { X: number; Y: number; Z: number };
	[stub.X, stub.Y, stub.Z] = [1, 2, 3];
	return {
		name,
		unit: "frames/s",
		work: FRAMES,
		stubbed: true,
		body: () => {
			const { moment } = chain;
			for (const frame of $range(0, FRAMES - 1)) {
				chain.cframe = stub;
				moment.seconds = (frame + 0.5) / 60;
				ModifierChain.run(chain);
			}
		},
	};
}

export = (): Array<BenchRow> => {
	const [take] = readFlights();
	return [
		modifierRow("shake", [shake()]),
		modifierRow("lookAt, a take", [lookAt(take)]),
		modifierRow("lookAt, a take, then shake", [lookAt(take), shake()]),
	];
};
