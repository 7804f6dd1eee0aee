import { Workspace } from "@rbxts/services";
import { encodeRecording, sampleCFrame } from "../../src/camera";
import { encodeBase64 } from "../../src/codecs";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { buildGlb } from "../builders/glb";
import { takeOf } from "../take/make-take";
import { keepCutscene, playCutscene as playFromBlender } from "./code/blender-cutscene";
import { playKept } from "./code/plugin-1";
import { patrol } from "./code/security-camera";

function xyz({ Position: { X, Y, Z } }: CFrame): Array<number> {
	return [X, Y, Z];
}

/** A camera that goes 4 metres along X in 2 seconds, as an exporter writes it. */
function cameraGlb(): buffer {
	const binary = buffer.create(32);
	[0, 2, 0, 0, 0, 4, 0, 0].forEach((value, index) => buffer.writef32(binary, index * 4, value));
	const json = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"Shot","camera":0}],
		"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}],"buffers":[{"byteLength":32}],
		"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[2]},
			{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],
		"animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}`;
	return buildGlb(json, binary);
}

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;

	test("the plugin's page: a take of the place is read and played", () => {
		const storage = game.GetService("ReplicatedStorage");
		const folder = new Instance("Folder");
		folder.Name = "Dolly";
		const takes = new Instance("Folder");
		takes.Name = "Recordings";
		takes.Parent = folder;
		const holder = new Instance("StringValue");
		holder.Name = "Harbour 1";
		holder.Value = encodeBase64(encodeRecording(takeOf([7, 7])));
		holder.Parent = takes;
		folder.Parent = storage;
		playKept("Harbour 1");
		engine.advance(0.02, 0.01);
		expectNear(xyz(camera().CFrame), [7, 0, 0], 1e-3);
		engine.advance(1);
		folder.Destroy();
	});

	test("Blender's camera flies in studs, and is kept as a take", () => {
		const studs = 4 / 0.28;
		let isOver = false;
		task.spawn(() => {
			playFromBlender(cameraGlb());
			isOver = true;
		});
		engine.advance(1, 1 / 60);
		// The first rendered frame shows the start.
		expectNear(xyz(camera().CFrame), [(studs * 59) / 120, 0, 0], 0.13);
		engine.advance(1.2, 1 / 60);
		expect(isOver).to.equal(true);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);

		const take = keepCutscene(cameraGlb(), "Harbour");
		expect(`${take.map} ${take.count} ${take.rate}`).to.equal("Harbour 121 60");
		expectNear(xyz(sampleCFrame(take, 2)), [studs, 0, 0], 1e-5);
	});

	test("security camera: what was seen on the lift is seen on the lift", () => {
		const lift = new Instance("Model");
		lift.WorldPivot = new CFrame(0, 10, 0);
		camera().CFrame = new CFrame(1, 12, 3);
		let player: ReturnType<typeof patrol> | undefined;
		task.spawn(() => (player = patrol(lift, 1)));
		engine.advance(1.2, 1 / 60);
		lift.WorldPivot = new CFrame(100, 0, 0);
		engine.advance(2, 1 / 60);
		expectNear(xyz(camera().CFrame), [101, 2, 3], 1e-3);
		player!.destroy();
	});
};
