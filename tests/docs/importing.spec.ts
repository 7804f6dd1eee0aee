import { encodeBase64 } from "../../src/codecs";
import { importModel } from "../../src";
import { meshParts } from "../built-vertices";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { fromBase64 } from "../oracle-data";
import { importFixtures } from "../roblox/model/import-fixtures";
import { figureFile } from "./animation-pack";
import { showFox } from "./code/importing-1";
import { download } from "./code/importing-2";
import { importWithFiles } from "./code/importing-3";
import { walkThenRun } from "./code/importing-4";
import { waveWhileWalking } from "./code/importing-5";
import { importIfAllowed } from "./code/importing-6";
import { importWithProgress } from "./code/importing-7";
import { buildRed } from "./code/importing-8";
import { importOrSay } from "./code/limits-1";
import { takenApart } from "./taken-apart";

/** A file in the place, as Rojo or the plugin keeps it. */
function holderOf(file: buffer): StringValue {
	const holder = new Instance("StringValue");
	holder.Value = encodeBase64(file);
	return holder;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;
	const glb = () => fromBase64(importFixtures().find(({ name }) => name === "node-animated")!.glb);

	describe("the code of docs/guides/import.md", () => {
		itHeadless("takes a file out of the place, aims its model, and plays it", () => {
			const imported = showFox(holderOf(glb()));
			expect(imported.model.Name).to.equal("Fox");
			expect(imported.model.Parent).to.equal(game.Workspace);
			expect(imported.model.GetPivot().LookVector.Z).to.be.near(-1, 1e-6);
			expect(headless!.takePrinted().join("\n")).to.equal(imported.report.join("\n"));
			imported.destroy();
		});

		itHeadless("changes the data before it builds", () => {
			const built = buildRed(figureFile());
			const parts = meshParts(built.model);
			expect(parts.isEmpty()).to.equal(false);
			for (const part of parts) expect(part.Color).to.equal(new Color3(1, 0, 0));
			built.destroy();
		});

		itHeadless("finds the files that belong to a document", () => {
			const [gltf, bin] = takenApart(glb(), "Crane.bin");
			const imported = importWithFiles(gltf, bin);
			expect(imported.scene.meshes.size()).to.equal(5);
			imported.destroy();
		});

		itHeadless("takes a file from the web", () => {
			const file = glb();
			headless!.web.answer((address) =>
				address === "https://models.test/crane.glb" ? buffer.tostring(file) : undefined,
			);
			expect(buffer.tostring(download("https://models.test/crane.glb")) === buffer.tostring(file)).to.equal(true);
			expect(pcall(() => download("https://models.test/none.glb"))[0]).to.equal(false);
			headless!.web.answer();
			expect(failureOf(() => download("https://models.test/crane.glb")).find("not enabled")[0]).to.be.ok();
		});

		itHeadless("tells how far it is", () => {
			const imported = importWithProgress(glb());
			expect(imported.model.Parent).to.equal(game.Workspace);
			imported.destroy();
			headless!.advance(11);
			const printed = headless!.takePrinted();
			expect(printed.size() > 5).to.equal(true);
			expect(printed[printed.size() - 1]).to.equal("100 %: Done");
			printed.forEach((line) => expect(line.find("^%d+ %%: %u%l+")[0]).to.be.ok());
		});

		itHeadless("asks before it imports", () => {
			const label = new Instance("TextLabel");
			importIfAllowed(glb(), label)!.destroy();
			headless!.assets.setMeshApis(false);
			expect(importIfAllowed(glb(), label)).to.equal(undefined);
			headless!.assets.setMeshApis();
			expect(label.Text.find("must turn on Enable Mesh / Image APIs", 1, true)[0]).to.be.ok();
		});

		itHeadless("plays one clip over another, on some joints", () => {
			const imported = importModel(glb(), { parent: game.Workspace });
			const walk = imported.clips.get("Walk")!;
			const [{ name }] = walk.skeleton.joints;
			walk.skeleton.joints[0].name = "RightUpperArm";
			imported.clips.set("Wave", { ...walk, name: "Wave" });
			const wave = waveWhileWalking(imported);
			expect(wave.isPlaying).to.equal(true);
			expect(wave.missing.isEmpty()).to.equal(true);
			walk.skeleton.joints[0].name = name;
			imported.destroy();
			task.wait();
		});

		itHeadless("goes over from one clip to another", () => {
			const imported = importModel(glb(), { parent: game.Workspace });
			imported.clips.set("Run", { ...imported.clips.get("Walk")!, name: "Run", duration: 1 });
			const run = walkThenRun(imported);
			task.wait(3.5);
			expect(run.isPlaying).to.equal(true);
			expect(run.position > 0 && run.position < 1).to.equal(true);
			imported.destroy();
		});
	});

	describe("the code of docs/limits.md", () => {
		itHeadless("imports, or shows why not", () => {
			const label = new Instance("TextLabel");
			const imported = importOrSay(glb(), label);
			expect(imported!.model.Parent).to.equal(game.Workspace);
			imported!.destroy();
			expect(importOrSay(buffer.create(0), label)).to.equal(undefined);
			expect(label.Text).to.equal("[dolly] readModel: the file is empty");
		});
	});
};
