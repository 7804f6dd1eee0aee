import { watch } from "./watch.mjs";

/** The targets whose inputs an older commit is given, because it reads what they make. */
const TARGETS = ["gltf-tree", "mdx-chunks", "mrn-pointers", "shapes", "gltf", "mdx", "mrn", "archive"];

/** An input may take so long and so much memory before it counts as found; after that there is another process. */
const LIMITS = { silence: 20_000, growth: 2 ** 30 };

/** Has an older commit read what the fuzzer makes, target by target, and prints what is found in it. */
export async function fuzzBaseline(command, { commit, place }, { seconds, seed, only }) {
	const targets = TARGETS.filter((name) => only === "" || name === only);
	for (const target of targets) {
		const finish = Date.now() + (seconds * 1000) / targets.length;
		let next = Number(seed);
		let size = 0;
		const found = [];
		for (let left = finish - Date.now(); left > 0; left = finish - Date.now()) {
			const args = ["dist/test.rbxl", String(left / 1000), String(next), target, place, commit];
			const { ended, code } = await watch(command, "run-fuzz", args, LIMITS, (line) => {
				const [word, name, number] = line.split(" ");
				if (word === "turn") next = Number(number) + 1;
				else if (word === "input") size = Number(name);
				else if (word === "FAILED")
					found.push(line.replace("FAILED ", "").replace(/ \(the input.*/, `, ${size} bytes`));
			});
			if (ended) found.push(`${target}, seed ${next - 1}: ${ended}, ${size} bytes`);
			else if (code > 1) process.exit(code);
		}
		console.log(`${target}: ${found.length} found in ${commit}`);
		for (const line of found) console.log(`  ${line}`);
	}
}
