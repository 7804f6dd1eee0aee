import { ReplicatedStorage, Workspace } from "@rbxts/services";
import { Clip, importModel } from "../../src";
import { encodeBase64 } from "../../src/codecs";
import { meshParts } from "../built-vertices";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { figureFile, figureWith } from "./animation-pack";
import { createHero, readClips } from "./code/animated-character-1";
import { walkTo } from "./code/animated-character-2";
import { wave } from "./code/animated-character-3";
import { bindHero } from "./code/animated-character-4";
import { playPublished } from "./code/publish-1";
import { showFox } from "./code/publish-2";

function boneOf(model: Instance, name: string): Bone {
	return model.FindFirstChild(name, true) as Bone;
}

/** How far a bone is turned from its rest, in radians. */
function turnOf(model: Instance, name: string): number {
	return boneOf(model, name).Transform.ToAxisAngle()[1];
}

function holderOf(file: buffer, name: string): StringValue {
	const holder = new Instance("StringValue");
	holder.Name = name;
	holder.Value = encodeBase64(file);
	holder.Parent = ReplicatedStorage;
	return holder;
}

/** The TypeScript of docs/guides/animated-character.md and docs/guides/publish.md, on the project's own figure. */
export = () => {
	const test = headless ? it : itSKIP;
	const { advance } = headless ?? ({} as NonNullable<typeof headless>);

	test("a pack's clip moves a character from another file, which walks where it should", () => {
		const [hero, idle] = createHero(figureFile(), figureWith("Idle"));
		expect(hero.report.join()).to.equal("");
		expect(hero.model.Name).to.equal("Hero");
		advance(0.5);
		expect(turnOf(hero.model, "LeftUpperLeg") > 0.05).to.equal(true);

		const clips = new Map<string, Clip>([...readClips(figureWith("Walk")), ...readClips(figureWith("Wave"))]);
		expect(idle.has("Idle") && !idle.has("Walk")).to.equal(true);
		const start = hero.model.GetPivot().Position;
		const goal = start.add(new Vector3(8, 0, 0));
		let hasArrived = false;
		task.spawn(() => {
			walkTo(hero, clips, goal, 4);
			hasArrived = true;
		});
		advance(1);
		const { Position: there, LookVector: look } = hero.model.GetPivot();
		expectNear([there.X - start.X, look.X], [4, 1], 0.1);
		expect(hasArrived).to.equal(false);
		advance(1.1);
		expect(hasArrived).to.equal(true);
		expectNear([hero.model.GetPivot().Position.sub(goal).Magnitude], [0], 1e-4);

		// Of the wave only the right arm is moved.
		const track = wave(hero, clips);
		advance(0.5);
		expect(track.isPlaying).to.equal(true);
		const [arm, other] = [turnOf(hero.model, "RightUpperArm"), turnOf(hero.model, "LeftUpperArm")];
		expect(math.abs(arm - other) > 0.01).to.equal(true);
		hero.destroy();
	});

	test("a model that is in the place plays the pack", () => {
		const imported = importModel(figureFile(), { parent: Workspace });
		const { model } = imported;
		const hero = bindHero(model, figureFile(), figureWith("Walk"));
		advance(0.5);
		expect(hero.report.size()).to.equal(0);
		expect(turnOf(model, "LeftUpperLeg") > 0.05).to.equal(true);
		hero.unbind();
		const rest = turnOf(model, "LeftUpperLeg");
		advance(0.5);
		expect(turnOf(model, "LeftUpperLeg")).to.equal(rest);
		imported.destroy();
	});

	test("a file in ReplicatedStorage is built, and plays on a model that is there", () => {
		const holder = holderOf(figureFile(), "FoxFile");
		const fox = showFox();
		expect(`${fox.model.Name} ${meshParts(fox.model).size()}`).to.equal("Fox 1");
		const bound = playPublished(fox.model, holder);
		advance(0.5);
		expect(turnOf(fox.model, "LeftUpperLeg") > 0.05).to.equal(true);
		bound.unbind();
		fox.destroy();
		holder.Destroy();
	});
};
