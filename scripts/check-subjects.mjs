/** `npm run check-subjects -- <from>..<to>`: the subjects of commits are short enough to be read whole wherever Git shows them. */
import { spawnSync } from "node:child_process";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { root } from "./run.mjs";

const MOST = 72;

/** What is wrong with a subject, or undefined. */
export function refuseSubject(subject) {
	if (subject.length > MOST) return `has ${subject.length} characters; at most ${MOST} are read whole`;
	if (/^(?:fixup|squash|amend)! /.test(subject)) return "is to be folded into another: git rebase --autosquash";
	if (!/^[A-Z]/.test(subject)) return "does not begin with a capital letter";
	if (subject.endsWith(".")) return "ends with a full stop";
	return undefined;
}

function main([range]) {
	const log = spawnSync("git", ["log", "--no-merges", "--format=%h %s", range], { cwd: root, encoding: "utf8" });
	if (range === undefined || log.status !== 0) {
		console.error(`check-subjects: name a range of commits, such as origin/main..HEAD\n${log.stderr}`);
		process.exit(1);
	}
	const commits = log.stdout.split("\n").filter(Boolean);
	let problems = 0;
	for (const commit of commits) {
		const [, hash, subject] = /^(\S+) (.*)$/.exec(commit);
		const problem = refuseSubject(subject);
		if (!problem) continue;
		problems += 1;
		console.error(`${hash}: "${subject}" ${problem}`);
	}
	console.log(`check-subjects: ${commits.length} commits, ${problems} problems`);
	process.exit(problems > 0 ? 1 : 0);
}

if (argv[1] === fileURLToPath(import.meta.url)) main(argv.slice(2));
