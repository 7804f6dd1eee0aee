import { encodeBase64 } from "../../src/codecs";
import { importModel } from "../../src";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { fromBase64 } from "../oracle-data";
import { importFixtures } from "../roblox/model/import-fixtures";
import { threeWays } from "./code/importing-1";
import { importWithFiles } from "./code/importing-2";
import { download, importFromPlace } from "./code/importing-3";
import { importCarefully } from "./code/importing-4";
import { importIfAllowed } from "./code/importing-5";
import { walkThenRun } from "./code/importing-6";
import { waveWhileWalking } from "./code/importing-7";
import { importOrSay } from "./code/limits-1";

/** A GLB taken apart: its JSON with the binary chunk as a file of its own. */
function takenApart(glb: buffer): [gltf: buffer, bin: buffer] {
	const jsonSize = buffer.readu32(glb, 12);
	const json = buffer.readstring(glb, 20, jsonSize);
	const binSize = buffer.readu32(glb, 20 + jsonSize);
	const bin = buffer.create(binSize);
	buffer.copy(bin, 0, glb, 28 + jsonSize, binSize);
	const [named] = json.gsub('"buffers":%[{', '"buffers":[{"uri":"Crane.bin",', 1);
	return [buffer.fromstring(named), bin];
}

export = () => {
	const itHeadless = headless ? it : itSKIP;
	const glb = () => fromBase64(importFixtures().find(({ name }) => name === "node-animated")!.glb);

	describe("the code of docs/guides/import.md", () => {
		itHeadless("imports, reads and builds", () => {
			const imported = threeWays(glb());
			expect(imported.model.Name).to.equal("Crane");
			expect(imported.clips.has("Walk")).to.equal(true);
			imported.destroy();
			expect(headless!.takePrinted().join()).to.equal("5 meshes, 1 clips, 1 lines in the report");
		});

		itHeadless("finds the files that belong to a document", () => {
			const [gltf, bin] = takenApart(glb());
			const imported = importWithFiles(gltf, bin);
			expect(imported.scene.meshes.size()).to.equal(5);
			imported.destroy();
		});

		itHeadless("takes a file out of the place, and from the web", () => {
			const file = glb();
			const holder = new Instance("StringValue");
			holder.Value = encodeBase64(file);
			const imported = importFromPlace(holder);
			expect(imported.model.Parent).to.equal(game.Workspace);
			imported.destroy();

			headless!.web.answer((address) =>
				address === "https://models.test/crane.glb" ? buffer.tostring(file) : undefined,
			);
			expect(buffer.tostring(download("https://models.test/crane.glb")) === buffer.tostring(file)).to.equal(true);
			expect(pcall(() => download("https://models.test/none.glb"))[0]).to.equal(false);
			headless!.web.answer();
			expect(failureOf(() => download("https://models.test/crane.glb")).find("not enabled")[0]).to.be.ok();
		});

		itHeadless("tells how far it is", () => {
			const imported = importCarefully(glb());
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
			walk.skeleton.joints[0].name = "RightArm";
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
