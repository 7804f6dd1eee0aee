import { headless } from "../../headless";
import { fromBase64 } from "../../oracle-data";
import type { ImportedModel } from "../../../src";
import { importFixtures } from "./import-fixtures";

/** Functions that check or derive something of their first argument, or of this part of it, and the modules they are in. */
const COUNTED: Array<[path: string, name: string, part?: string]> = [
	["scene.check-scene", "checkScene"],
	["scene.check-mesh", "checkMesh"],
	["scene.check-reach", "checkReach"],
	["scene.skeleton", "checkSkeleton"],
	["scene.clip", "checkClip"],
	["motion.camera-path", "checkPath"],
	["scene.rest", "deriveRest"],
	["scene.rest", "mirrorsOf"],
	["scene.rest", "nameJoints"],
	["scene.measure-mesh", "measureMesh", "positions"],
	["scene.used-joints", "usedJoints", "weights"],
	["scene.scaled-joints", "findScaled"],
	["bytes.job", "budgetOf"],
	["bytes.check-argument", "checkKeys"],
	["bytes.check-argument", "checkSource"],
	["bytes.companion-files", "checkFiles"],
	["roblox.model.build-model", "checkBuilding"],
	["roblox.model.read-model", "checkReading"],
];

interface Counting {
	dollyCount?: (this: void, name: string, value: unknown) => void;
}

/** Puts a call of the counter at the head of a function, on the same line. */
function instrument(root: Instance, path: string, name: string, part?: string): void {
	let module = root;
	for (const step of path.split(".")) module = module.FindFirstChild(step)!;
	const found = module as ModuleScript;
	const source = headless!.sourceOf(found);
	const [head, parameters] = source.match(`(function ${name}%((.-)%))`);
	assert(head !== undefined, `${path} has no function ${name}`);
	const [first] = (parameters as string).match("^[%w_]+");
	const counted = part === undefined ? first : `${first}.${part}`;
	const [start, finish] = source.find(head as string, 1, true);
	const call = `_G.dollyCount("${name}", ${counted})`;
	headless!.setSource(found, `${source.sub(1, start! - 1)}${head} ${call}${source.sub(finish! + 1)}`);
}

export = () => {
	(headless ? it : itSKIP)("importModel checks everything once and derives everything once", () => {
		const [root] = headless!.loadModel(headless!.readFile("dist/dolly.rbxm"));
		for (const [path, name, part] of COUNTED) instrument(root, path, name, part);
		const { importModel } = headless!.require(root as ModuleScript) as {
			importModel: (this: void, source: buffer, options: object) => ImportedModel;
		};
		const seen = new Set<string>();
		for (const { name: fixture, glb } of importFixtures()) {
			const counts = new Map<string, Map<unknown, number>>();
			const twice = new Array<string>();
			(_G as unknown as Counting).dollyCount = (name, value) => {
				seen.add(name);
				const key = value ?? "nil";
				const counted = counts.get(name) ?? new Map<unknown, number>();
				counts.set(name, counted);
				const count = (counted.get(key) ?? 0) + 1;
				counted.set(key, count);
				if (count === 2) twice.push(name);
			};
			importModel(fromBase64(glb), { parent: game.Workspace }).destroy();
			(_G as unknown as Counting).dollyCount = undefined;
			expect(`${fixture}: ${twice.join(", ")}`).to.equal(`${fixture}: `);
			// The reader made it: whoever builds it trusts it.
			for (const name of ["checkScene", "checkMesh", "checkSkeleton", "checkClip", "checkPath"]) {
				expect(counts.get(name)).to.equal(undefined);
			}
			expect(counts.get("budgetOf")!.size()).to.equal(1);
		}
		expect(
			seen.has("deriveRest") && seen.has("nameJoints") && seen.has("measureMesh") && seen.has("usedJoints"),
		).to.equal(true);
	});
};
