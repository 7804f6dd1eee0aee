import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareUses } from "../../scripts/fidelity/compare-uses.mjs";
import { findInLuau } from "../../scripts/fidelity/find-in-luau.mjs";
import { findInTypeScript } from "../../scripts/fidelity/find-in-typescript.mjs";
import { readFidelity } from "../../scripts/fidelity/read-fidelity.mjs";
import { root } from "../../scripts/run.mjs";

/** The folder is ignored by git, and inside the project so that its types are found. */
const FOLDER = "generated/fidelity";

function writeFiles(files) {
	rmSync(join(root, FOLDER), { recursive: true, force: true });
	mkdirSync(join(root, FOLDER), { recursive: true });
	for (const [name, text] of Object.entries(files)) writeFileSync(join(root, FOLDER, name), text);
}

const TYPESCRIPT = `import { Lighting } from "@rbxts/services";
interface MoreOfMesh extends EditableMesh {
	BatchAdd(this: MoreOfMesh, attribute: Enum.MeshAttribute.Vertex, values: Array<Vector3>): Array<number>;
}
interface Options {
	Glow?: number;
	dim?: number;
}
function demand(value: Instance, wanted: keyof Instances) {
	return value.IsA(wanted);
}
export function use(part: BasePart | Bone, mesh: MoreOfMesh, take: (options: Options) => void) {
	Lighting.ClockTime = 12;
	const { Position } = part;
	const clouds = new Instance("Clouds");
	if (part.IsA("Seat")) part["Disabled"] = true;
	part.GetPropertyChangedSignal("Name").Connect(() => print(math.abs(Position.X)));
	mesh.BatchAdd(Enum.MeshAttribute.Vertex, []);
	take({ Glow: 1, dim: 2 });
	demand(clouds, "Sky");
	return [game.GetService("Teams"), clouds, task.delay];
}
`;

const JSX = `import Vide from "@rbxts/vide";
export function Panel() {
	return <textbutton Activated={() => warn("pressed")} Text="Press" />;
}
`;

const LUAU = `--[[ comment:Skipped() ]]
local part = Instance.new("Part") -- Instance.new("Smoke")
game:GetService("Teams"):Rebalance(Enum.Material.Ice, part)
`;

export const checks = {
	"finds what TypeScript uses of the engine, however it is used": () => {
		writeFiles({ "use.ts": TYPESCRIPT, "panel.tsx": JSX });
		const uses = findInTypeScript(root, [FOLDER]);
		assert.deepEqual([...uses.keys()].sort(), [
			"*.Glow",
			"Attachment.Position",
			"BasePart.Position",
			"Clouds",
			"EditableMesh.BatchAdd",
			"Enum.MeshAttribute.Vertex",
			"GuiButton.Activated",
			"Instance.Name",
			"Instance.new",
			"Lighting",
			"Lighting.ClockTime",
			"Object.GetPropertyChangedSignal",
			"Object.IsA",
			"RBXScriptSignal.Connect",
			"Seat",
			"Seat.Disabled",
			"ServiceProvider.GetService",
			"Sky",
			"Teams",
			"TextButton",
			"TextButton.Text",
			"Vector3.X",
			"task.delay",
			"warn",
		]);
		assert.deepEqual(uses.get("Lighting.ClockTime"), [`${FOLDER}/use.ts:13`]);
	},

	"finds classes, enum items and methods in Luau, and none in its comments": () => {
		writeFiles({ "use.luau": LUAU });
		assert.deepEqual([...findInLuau(root, [FOLDER])].sort(), [
			["*.GetService", [`${FOLDER}/use.luau:3`]],
			["*.Rebalance", [`${FOLDER}/use.luau:3`]],
			["Enum.Material.Ice", [`${FOLDER}/use.luau:3`]],
			["Part", [`${FOLDER}/use.luau:2`]],
			["Teams", [`${FOLDER}/use.luau:3`]],
		]);
	},

	"tells of a member that is used and not listed, and of one that is listed and not used": () => {
		const page = [
			"| what | documented | headless | real engine |",
			"| --- | --- | --- | --- |",
			"| words with `code` | read | `headless/engine` | step 3, step 14 |",
			"",
			"| class | members | documented | headless | real engine |",
			"| ----- | ------- | --- | --- | --- |",
			"| `Lighting` | `ClockTime` `Brightness` | read | `smoke/model` | not yet asked |",
			"| `Seat` | | declared | | |",
		].join("\n");
		const { members, specs, steps } = readFidelity(page);
		assert.deepEqual([...members], ["Lighting", "Lighting.ClockTime", "Lighting.Brightness", "Seat"]);
		assert.deepEqual([...specs], ["headless/engine", "smoke/model"]);
		assert.deepEqual([...steps], [3, 14]);
		const uses = new Map([
			["Lighting.ClockTime", ["a.ts:1"]],
			["Lighting.Ambient", ["a.ts:2", "b.ts:1"]],
			["*.Brightness", ["c.luau:9"]],
			["*.Contrast", ["c.luau:10"]],
		]);
		assert.deepEqual(compareUses(members, [uses]), [
			"*.Contrast is used at c.luau:10 and not listed",
			"Lighting.Ambient is used at a.ts:2 and not listed",
			"Seat is listed and used nowhere",
		]);
	},

	"would tell of a member that is new to docs/contributing/fidelity.md": () => {
		const { members } = readFidelity(readFileSync(join(root, "docs", "contributing", "fidelity.md"), "utf8"));
		assert.ok(members.has("Camera.CFrame"));
		writeFiles({
			"added.ts": `import { Workspace } from "@rbxts/services";\nexport const pull = () => Workspace.Gravity;\n`,
		});
		const added = compareUses(members, [findInTypeScript(root, [FOLDER])]).filter((line) =>
			line.includes("not listed"),
		);
		assert.deepEqual(added, [`Workspace.Gravity is used at ${FOLDER}/added.ts:2 and not listed`]);
	},
};
