import { ReplicatedStorage } from "@rbxts/services";
import { encodeBase64 } from "../../src/codecs";
import { meshParts } from "../built-vertices";
import { headless } from "../headless";
import { figureFile } from "./animation-pack";
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

/** The TypeScript of docs/guides/publish.md, on the project's own figure. */
export = () => {
	const test = headless ? it : itSKIP;
	const { advance } = headless ?? ({} as NonNullable<typeof headless>);

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
