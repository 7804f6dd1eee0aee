import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { absoluteLinks, relativeLinks } from "../../scripts/absolute-links.mjs";
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
		assert.match(run.stdout, /would write dist\/release\/dolly-wally-98\.7\.6\.zip/);
		assert.equal(spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).stdout, before);
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
		const zip = zipFolder(folder);
		rmSync(folder, { recursive: true });
		// The first file has no bytes: the second begins after a header of 30 bytes, a name of 5 and an empty block of 2.
		assert.equal(zip.readUInt32LE(37), 0x04034b50);
		const size = zip.readUInt32LE(37 + 18);
		const start = 37 + 30 + zip.readUInt16LE(37 + 26);
		assert.equal(inflateRawSync(zip.subarray(start, start + size)).toString(), "bb".repeat(50));
		const end = zip.length - 22;
		assert.equal(zip.readUInt32LE(end), 0x06054b50);
		assert.equal(zip.readUInt16LE(end + 10), 2);
		assert.equal(zip.readUInt32LE(zip.readUInt32LE(end + 16)), 0x02014b50);
	},
};
