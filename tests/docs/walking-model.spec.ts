import { Workspace } from "@rbxts/services";
import { fortyBones, fortyBonesFile } from "../formats/mdx/forty-bones";
import { headless } from "../headless";
import { showWalkingModel } from "./code/walking-model";

export = () => {
	(headless ? it : itSKIP)("the example of a walking model has an MDX file walk, over and over", () => {
		const world = new Instance("Folder");
		world.Parent = Workspace;
		const model = fortyBones();
		model.sequences[0].name = "Walk 1";
		const player = showWalkingModel(fortyBonesFile(model), world);
		const bones = world.GetDescendants().filter((instance): instance is Bone => instance.IsA("Bone"));
		expect(bones.size() >= 40).to.equal(true);
		// The sequence takes two seconds, so it is in its second round.
		headless!.advance(2.5, 1 / 60);
		expect(player.isPlaying).to.equal(true);
		expect(bones.some((bone) => bone.Transform.Position.Magnitude > 0.1)).to.equal(true);
		player.stop(0);
		world.Destroy();
	});
};
