import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder } from "meshoptimizer";
import { relativeLinks } from "../../scripts/absolute-links.mjs";
import { artefactsOf } from "../../scripts/artefacts.mjs";
import { root } from "../../scripts/run.mjs";
import { zipStudioKit } from "../../scripts/studio-kit.mjs";
import { createIO } from "../oracle/gltf.mjs";
import { unzip } from "./unzip.mjs";

/** Made once: the figure in it is the most of the work. */
let kit;
const files = async () => (kit ??= unzip(await zipStudioKit()));
const page = async () => (await files()).get("studio-check.md").toString();

export const checks = {
	"Studio's kit is an artefact of a release": () => {
		assert.ok(artefactsOf("1.2.3").has("dolly-studio-kit-1.2.3.zip"));
	},
	"Studio's kit holds the plugin, the toolkit, both places, a model and the page, and nothing else": async () => {
		const found = await files();
		assert.deepEqual([...found.keys()].sort(), [
			"check.glb",
			"demo.rbxl",
			"dolly-plugin.rbxm",
			"dolly.rbxm",
			"studio-check.md",
			"test.rbxl",
		]);
		for (const name of ["demo.rbxl", "dolly-plugin.rbxm", "dolly.rbxm", "test.rbxl"]) {
			assert.ok(found.get(name).equals(readFileSync(join(root, "dist", name))), name);
			assert.equal(found.get(name).toString("latin1", 0, 8), "<roblox!", name);
		}
	},
	"the kit's model is skinned, textured and animated": async () => {
		await MeshoptDecoder.ready;
		const document = await createIO().readBinary((await files()).get("check.glb"));
		const [mesh] = document.getRoot().listMeshes();
		const [primitive] = mesh.listPrimitives();
		for (const name of ["POSITION", "TEXCOORD_0", "JOINTS_0", "WEIGHTS_0"])
			assert.ok(primitive.getAttribute(name), name);
		const texture = primitive.getMaterial().getBaseColorTexture();
		assert.deepEqual(texture.getSize(), [256, 256]);
		assert.equal(document.getRoot().listSkins()[0].listJoints().length, 19);
		assert.deepEqual(
			document
				.getRoot()
				.listAnimations()
				.map((animation) => animation.getName()),
			["Walk"],
		);
	},
	"the kit's page needs neither Node nor Rojo, and no file that is not there": async () => {
		const text = await page();
		assert.doesNotMatch(text, /\bnpm\b|\bnode\b|\brojo\b|\brokit\b|\bdist\/|\bgit clone\b/i);
		assert.deepEqual(relativeLinks(text), []);
		const found = await files();
		const named = new Set([...text.matchAll(/`([\w-]+\.(?:rbxm|rbxl|glb))`/g)].map(([, name]) => name));
		// What the person saves.
		named.delete("check.rbxl");
		for (const name of named) assert.ok(found.has(name), `${name} is not in the kit`);
		for (const name of found.keys()) assert.ok(name === "studio-check.md" || named.has(name), `${name} is not named`);
	},
	"the kit's page takes twenty minutes, and says where the three switches are": async () => {
		const text = await page();
		const minutes = [...text.matchAll(/^## .*\((\d+) minutes?\b(?! more).*\)$/gm)].map(([, count]) => Number(count));
		assert.equal(
			minutes.reduce((sum, count) => sum + count, 0),
			20,
		);
		for (const [name, place] of [
			["Script injection", "Manage Plugins"],
			["Mesh / Image APIs", "Creator Dashboard"],
			["API access", "Enable Studio Access to API Services"],
		]) {
			const row = text.split("\n").find((line) => line.startsWith(`| ${name} `));
			assert.ok(row?.includes(place), `${name} is not said to be at ${place}`);
		}
	},
};
