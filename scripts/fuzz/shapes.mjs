import { watch } from "./watch.mjs";

const SIZES = [100, 400, 1600];
const LIMITS = { silence: 20_000, growth: 2 ** 30 };

const kilobytes = (bytes) => `${bytes < 10_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000)} KB`;

/** Reads one shape in a process of its own: its bytes, and what came of them, in words. */
async function measure(command, shape, size, older) {
	const answer = {};
	const args = ["dist/test.rbxl", shape, String(size), ...older];
	const { ended } = await watch(command, "run-shape", args, LIMITS, (line) => {
		if (line.startsWith("{")) Object.assign(answer, JSON.parse(line));
		else console.error(line);
	});
	const { bytes, seconds, memory, refused } = answer;
	if (refused && !refused.startsWith("[dolly] ")) console.error(`${shape}: ${refused}`);
	const spent = `${seconds?.toFixed(2)} s, ${Math.round(memory / 2 ** 20)} MB`;
	return { bytes, outcome: ended ?? (refused ? `refused: ${spent}` : spent) };
}

/** Prints what every shape of tests/hostile costs at three sizes, here and in an older commit. */
export async function tabulateShapes(command, only, baseline) {
	const versions = [...(baseline ? [[baseline.place, baseline.commit]] : []), []];
	const names = [];
	await watch(command, "run-shape", ["dist/test.rbxl"], LIMITS, (line) => names.push(...JSON.parse(line)));
	console.log(`| shape | bytes | ${baseline ? `${baseline.commit} | ` : ""}now |`);
	console.log(`|---|---|${baseline ? "---|" : ""}---|`);
	for (const name of names.filter((shape) => shape.includes(only))) {
		const cells = [[], ...versions.map(() => [])];
		for (const size of SIZES) {
			for (const [index, older] of versions.entries()) {
				const isLast = index === versions.length - 1;
				// Older commits built nothing in one call.
				if (name.startsWith("built:") && !isLast) continue;
				const { bytes, outcome } = await measure(command, name, size, older);
				if (isLast) cells[0].push(kilobytes(bytes));
				cells[index + 1].push(outcome);
			}
		}
		console.log(`| ${name} | ${cells.map((cell) => cell.join("<br>")).join(" | ")} |`);
	}
}
