//!native
//!optimize 2
import { createTake, lookAt, Modifier, shake } from "../src/camera";
import { FRAME_SIZE } from "../src/codecs";
import { ModifierChain } from "../src/roblox/camera/modifiers/modifier-chain";
import { StubCFrame, stubOf } from "../tests/roblox/replay/stub-rig";
import { BenchRow } from "./row";

const FRAMES = 600;

/** A row that shows frames at 60 per second. A CFrame is a stub: the library's own work is timed. */
function modifierRow(name: string, modifiers: Array<Modifier>): BenchRow {
	const chain = new ModifierChain(modifiers, FRAMES / 60, "bench");
	const known = stubOf(1, 2, 3, 0, 0, 0, 1) as StubCFrame & { Position?: object };
	known.Position = { X: 1, Y: 2, Z: 3 };
	const stub = known as unknown as CFrame;
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
	const frames = buffer.create(FRAME_SIZE * FRAMES);
	for (const frame of $range(0, FRAMES - 1)) {
		buffer.writef32(frames, frame * FRAME_SIZE, 40 * math.sin(frame / 90));
		buffer.writef32(frames, frame * FRAME_SIZE + 8, -30 * math.cos(frame / 70));
	}
	const take = createTake({ rate: 60, frames });
	return [
		modifierRow("shake", [shake()]),
		modifierRow("lookAt a place, then shake", [lookAt(new Vector3(20, 5, -40)), shake()]),
		modifierRow("lookAt a take", [lookAt(take)]),
		modifierRow("lookAt a take, then shake", [lookAt(take), shake()]),
	];
};
