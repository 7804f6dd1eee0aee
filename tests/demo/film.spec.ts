import { RunService, Workspace } from "@rbxts/services";
import { encodeRecording, Recorder } from "../../src";
import { film } from "../docs/code/readme-1";
import { headless } from "../headless";
import { fromBase64 } from "../oracle-data";
import { importFixtures } from "../roblox/model/import-fixtures";

/** A second of a camera that goes along X, a stud in each sixtieth. */
function recordFlight(): buffer {
	const camera = Workspace.CurrentCamera!;
	let frame = 0;
	RunService.BindToRenderStep("film-spec", Enum.RenderPriority.Camera.Value, () => {
		camera.CFrame = new CFrame(frame, 5, 0);
		frame += 1;
	});
	const recorder = new Recorder({ map: "Park" });
	recorder.start();
	headless!.advance(1);
	const flight = encodeRecording(recorder.stop());
	recorder.destroy();
	RunService.UnbindFromRenderStep("film-spec");
	return flight;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("README's first lines have a model walk before a camera that replays a flight", () => {
		const figure = importFixtures().find(({ name }) => name === "skinned, gltfpack -c")!;
		const flight = recordFlight();
		const player = film(fromBase64(figure.glb), flight);
		const bones = Workspace.GetDescendants().filter((instance): instance is Bone => instance.IsA("Bone"));
		expect(bones.size() > 0).to.equal(true);
		// The first rendered frame shows the start, the others bring it to the thirtieth.
		headless!.advance(31 / 60);
		expect(math.abs(Workspace.CurrentCamera!.CFrame.X - 30) < 0.01).to.equal(true);
		expect(bones.some((bone) => bone.Transform !== new CFrame())).to.equal(true);
		player.destroy();
		for (const model of Workspace.GetChildren()) if (model.IsA("Model")) model.Destroy();
	});
};
