import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "../run.mjs";

/**
 * The rows of one or two places in a Lune of its own, which stays and measures what it is asked for: that way rows, the
 * same rows of a baseline, and rivals can take turns.
 */
export class LuneRows {
	constructor([command, ...before], mode, pattern, places) {
		const script = "tests/headless/engine/run-bench.luau";
		const args = [...before, "run", script, mode, pattern ?? "-", ...places];
		this.child = spawn(command, args, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
		this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
	}

	/** The rows of each place: `{ file, name, unit, work, against, hasResult, index }`. */
	async start() {
		const { places } = await this.answer();
		return places.map((rows) => (Array.isArray(rows) ? rows : []).map((row, index) => ({ ...row, index: index + 1 })));
	}

	/** Asks for the seconds of a row, or with `result` for what it makes, in that file. */
	async ask(request) {
		this.child.stdin.write(`${JSON.stringify(request)}\n`);
		return this.answer();
	}

	stop() {
		this.child.stdin.end();
	}

	async answer() {
		for (;;) {
			const { value, done } = await this.lines.next();
			if (done) {
				console.error("bench: Lune has ended");
				process.exit(1);
			}
			if (value.startsWith("{")) return JSON.parse(value);
			console.error(value);
		}
	}
}
