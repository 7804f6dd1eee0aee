import { watch } from "./watch.mjs";

const SIZES = [100, 400, 1600];
const LIMITS = { silence: 20_000, growth: 2 ** 30 };

const kilobytes = (bytes) => `${bytes < 10_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000)} KB`;

/** Reads one shape in a process of its own: its bytes, and what came of them, in words. */
async function measure(command, shape, size) {
	const answer = {};
	const args = ["dist/test.rbxl", shape, String(size)];
	const { ended } = await watch(command, "run-shape", args, LIMITS, (line) => {
		if (line.startsWith("{")) Object.assign(answer, JSON.parse(line));
		else console.error(line);
	});
	const { bytes, seconds, memory, refused } = answer;
	if (refused && !refused.startsWith("[dolly] ")) console.error(`${shape}: ${refused}`);
	const spent = `${seconds?.toFixed(2)} s, ${Math.round(memory / 2 ** 20)} MB`;
	return { bytes, outcome: ended ?? (refused ? `refused: ${spent}` : spent) };
}

/** Prints what every shape of tests/hostile costs at three sizes. */
export async function tabulateShapes(command, only) {
	const names = [];
	await watch(command, "run-shape", ["dist/test.rbxl"], LIMITS, (line) => names.push(...JSON.parse(line)));
	console.log("| shape | bytes | cost |");
	console.log("|---|---|---|");
	for (const name of names.filter((shape) => shape.includes(only))) {
		const sizes = [];
		const costs = [];
		for (const size of SIZES) {
			const { bytes, outcome } = await measure(command, name, size);
			sizes.push(kilobytes(bytes));
			costs.push(outcome);
		}
		console.log(`| ${name} | ${sizes.join("<br>")} | ${costs.join("<br>")} |`);
	}
}
