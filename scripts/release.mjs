/**
 * `npm run release`: builds what a person downloads, in `dist/release`, as the version that package.json names.
 *
 * `npm run release -- <version>`: checks that the tree is clean and is the published one, stamps the version and the day, runs
 * everything that must hold, and leaves all artefacts with checksums in `dist/release`. Publishing is left to a person; the
 * commands for it are printed. With `--dry-run` it says what it would do and changes nothing.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { artefactsOf } from "./artefacts.mjs";
import { root, run } from "./run.mjs";

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** Below 0 where `a` is the older version. */
function compareVersions(a, b) {
	const [left, right] = [a, b].map((version) => VERSION.exec(version).slice(1).map(Number));
	return left.map((part, index) => part - right[index]).find((difference) => difference !== 0) ?? 0;
}

/** Why `version` cannot come after `former`, or undefined. */
export function refuseVersion(version, former) {
	if (!VERSION.test(version ?? "")) return `${version} is no version: say npm run release -- 1.2.3`;
	if (compareVersions(version, former) < 0) return `${version} is older than ${former}`;
	return undefined;
}

/** The changelog with what was not released under the new version, and room for what comes next. */
export function stampChangelog(text, version, day) {
	if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has ${version} already`);
	const [, notes] = /^## Unreleased\n([^]*?)(?=^## |$(?![^]))/m.exec(text) ?? [];
	if (notes === undefined || notes.trim() === "") throw new Error("CHANGELOG.md has nothing under Unreleased");
	return text.replace("## Unreleased\n", `## Unreleased\n\n## ${version} - ${day}\n`);
}

/** The files that name the version, as they will be. */
export function stampFiles(version, day, read) {
	const former = JSON.parse(read("package.json")).version;
	const inJson = `"version": "${former}"`;
	const lock = JSON.parse(read("package-lock.json"));
	lock.version = version;
	lock.packages[""].version = version;
	return new Map([
		["CHANGELOG.md", stampChangelog(read("CHANGELOG.md"), version, day)],
		["package.json", read("package.json").replace(inJson, `"version": "${version}"`)],
		["package-lock.json", `${JSON.stringify(lock, undefined, "\t")}\n`],
		...["wally.toml", "pesde.toml"].map((name) => [
			name,
			read(name).replace(`version = "${former}"`, `version = "${version}"`),
		]),
		[
			"examples/luau/wally.toml",
			read("examples/luau/wally.toml").replace(`dolly/dolly@${former}`, `dolly/dolly@${version}`),
		],
	]);
}

function git(...args) {
	return spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim();
}

/** What of the tree forbids a release. */
function refuseTree(homepage) {
	const problems = [];
	if (git("status", "--porcelain") !== "") problems.push("the tree has changes that are not committed");
	const origin = git("remote", "get-url", "origin").replace(/\.git$/, "");
	if (origin !== homepage) problems.push(`the remote is ${origin || "not set"}, and package.json says ${homepage}`);
	return problems;
}

function main() {
	const { values, positionals } = parseArgs({
		options: { "dry-run": { type: "boolean" } },
		allowPositionals: true,
	});
	const [version] = positionals;
	if (version === undefined && !values["dry-run"]) {
		for (const script of ["build.mjs", "check-package.mjs", "artefacts.mjs"])
			run(process.execPath, [join(root, "scripts", script)]);
		return;
	}
	const read = (name) => readFileSync(join(root, name), "utf8");
	const manifest = JSON.parse(read("package.json"));
	const refused = refuseVersion(version, manifest.version);
	const problems = refused ? [refused] : refuseTree(manifest.homepage);
	for (const problem of problems) console.error(`release: ${problem}`);
	if (refused || (problems.length > 0 && !values["dry-run"])) exit(1);

	const stamped = stampFiles(version, new Date().toISOString().slice(0, 10), read);
	if (values["dry-run"]) {
		for (const name of stamped.keys()) console.log(`would stamp ${name}`);
		console.log("would run .ci/run");
		for (const name of artefactsOf(version).keys()) console.log(`would write dist/release/${name}`);
		return;
	}
	for (const [name, text] of stamped) writeFileSync(join(root, name), text);
	run("bash", [".ci/run"]);
	console.log(`
dist/release holds all that ${version} is. To publish it:

  git commit -am "Release ${version}" && git tag v${version} && git push origin main v${version}
  npm publish dist/release/rbxts-dolly-${version}.tgz
  (cd dist/wally && wally publish && pesde publish)
`);
}

if (argv[1] === fileURLToPath(import.meta.url)) main();
