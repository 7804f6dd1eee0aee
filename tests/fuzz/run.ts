import { headless } from "../headless";
import { Finding, newTally, Target, tryOne } from "./fuzz";
import { bombTarget, cameraTakeTarget } from "./bomb-target";
import { filmTarget } from "./film-target";
import { gltfTarget } from "./gltf-target";
import { gltfTreeTarget } from "./gltf-tree-target";
import { imageTarget } from "./image-target";
import { liveTarget } from "./live-target";
import { mdxChunksTarget } from "./mdx-chunks-target";
import { mdxTarget } from "./mdx-target";
import { meshoptEncodeTarget } from "./meshopt-encode-target";
import { meshoptTarget } from "./meshopt-target";
import { modelShapeTarget } from "./model-shape-target";
import { mrnPointersTarget } from "./mrn-pointers-target";
import { mrnTarget, nsaTarget } from "./morpheme-target";
import { packedTakesTarget, packedTarget } from "./packed-target";
import { playTarget } from "./play-target";
import { replaysTarget, replayTarget } from "./replay-target";
import { serveTarget } from "./serve-target";
import { snap13Target } from "./snap13-target";
import { snapshotTarget } from "./snapshot-target";
import { storeTarget } from "./store-target";
import { textTarget } from "./text-target";
import { uploadsTarget } from "./uploads-target";
import { uriTarget } from "./uri-target";

/** Real seconds that one reader gets before the next has its turn. */
const TURN = 0.25;

function report(finding: Finding): void {
	const path = `dist/fuzz-${finding.target}-${finding.seed}.bin`;
	headless!.writeFile(path, finding.input);
	print(`FAILED ${finding.target}, seed ${finding.seed}: ${finding.problem} (the input is in ${path})`);
}

/**
 * Fuzzes every reader, or the one called `only`, in turn for `seconds`; returns how many inputs were not handled as they must
 * be. Interpreted, they have `patience` times as long.
 */
export function runFuzz(seconds: number, seed: number, only: string, patience: number): number {
	const { realClock: clock, processorClock } = headless!;
	const all: Array<Target> = [
		gltfTarget(),
		gltfTreeTarget(),
		uriTarget(),
		modelShapeTarget(),
		imageTarget("png"),
		imageTarget("jpeg"),
		imageTarget("blp"),
		mdxTarget(),
		mdxChunksTarget(),
		meshoptTarget(),
		meshoptEncodeTarget(),
		mrnTarget(),
		mrnPointersTarget(),
		nsaTarget(),
		snapshotTarget(),
		packedTarget(),
		packedTakesTarget(),
		replayTarget(),
		replaysTarget(),
		filmTarget(),
		playTarget(),
		cameraTakeTarget(),
		bombTarget(),
		snap13Target(),
		liveTarget(),
		textTarget(),
		storeTarget(),
		serveTarget(),
		uploadsTarget(),
	];
	const targets = all.filter(({ name }) => only === "" || name === only);
	assert(!targets.isEmpty(), `there is no target ${only}`);
	const tallies = targets.map(({ name }) => newTally(name));
	const finish = clock() + seconds;
	let inputSeed = seed;
	let findings = 0;
	while (clock() < finish) {
		for (const index of $range(0, targets.size() - 1)) {
			// The watchdog outside reads this line: an input that never ends is one of these.
			print(`turn ${targets[index].name} ${inputSeed}`);
			const turnEnds = clock() + TURN;
			while (clock() < turnEnds) {
				const finding = tryOne(targets[index], inputSeed, clock, tallies[index], processorClock, patience);
				inputSeed = (inputSeed + 1) % 2 ** 32;
				if (finding !== undefined) {
					findings += 1;
					report(finding);
				}
			}
		}
	}
	print("| reader | tried | refused | accepted | worst time | worst memory |");
	print("|---|---:|---:|---:|---:|---:|");
	for (const { name, tried, refused, accepted, worstSeconds, worstBytes } of tallies) {
		const time = string.format("%.1f ms", worstSeconds * 1000);
		const memory = string.format("%.2f MB", worstBytes / 2 ** 20);
		print(`| ${name} | ${tried} | ${refused} | ${accepted} | ${time} | ${memory} |`);
	}
	return findings;
}
