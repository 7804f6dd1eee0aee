import { RunService, Workspace } from "@rbxts/services";
import {
	decodeRecording,
	encodeRecording,
	Recorder,
	reverseTake,
	smoothTake,
	Take,
	takeFromPath,
	RecordingRemote,
	RecordingStore,
	trimRecording,
} from "../../../src/camera";
import { takePath } from "../../../src/take/take-path";
import { readGltf } from "../../../src/files";
import { writeCameraGlb } from "../../../src";
import { CAMERA_SAMPLE_SIZE } from "../../../src/motion/camera-path";
import { headless } from "../../headless";

/** A lens from 70 to 40 and back in four seconds. */
function lensAt(seconds: number): number {
	return 70 - 30 * math.sin((math.clamp(seconds, 0, 4) / 4) * math.pi);
}

/** How far a take's lens is from the one that was recorded, in degrees, between its frames too. */
function deviation(take: Take): number {
	const path = takePath(take);
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	let worst = 0;
	for (const step of $range(0, math.floor(path.duration * 150))) {
		path.sample(step / 150, sample);
		worst = math.max(worst, math.abs(buffer.readf64(sample, 56) - lensAt(step / 150)));
	}
	return worst;
}

export = () => {
	(headless ? it : itSKIP)("carries a lens from 70° to 40° and back, all the way, within 0.01°", () => {
		const { advance, players, dataStores } = headless!;
		dataStores.reset();
		const player = players.join();
		players.setLocal(player);
		const camera = Workspace.CurrentCamera!;
		const recorder = new Recorder({ rate: 60 });
		recorder.start();
		let first: number | undefined;
		const start = headless!.now();
		RunService.BindToRenderStep("zoom", Enum.RenderPriority.Camera.Value, () => {
			const now = headless!.now() - start;
			first ??= now;
			camera.FieldOfView = lensAt(now - first);
		});
		advance(4, 1 / 240);
		RunService.UnbindFromRenderStep("zoom");
		camera.FieldOfView = 70;
		const recorded = recorder.stop();
		expect(deviation(recorded) < 0.01).to.equal(true);

		const edited = reverseTake(smoothTake(reverseTake(trimRecording(recorded, 0, 3.9)), 0.05));
		const packed = decodeRecording(encodeRecording(edited)) as Take;
		let uploaded: Take | undefined;
		const remote = new Instance("RemoteEvent");
		const receiver = new RecordingRemote(remote);
		receiver.received.Connect((take) => (uploaded = take as Take));
		task.spawn(() => receiver.send(packed));
		advance(5, 1 / 60);
		receiver.destroy();
		const store = new RecordingStore("Lenses");
		let stored: Take | undefined;
		task.spawn(() => {
			store.save("zoom", uploaded!);
			stored = store.load("zoom") as Take;
		});
		advance(5, 1 / 60);
		const [path] = readGltf(writeCameraGlb(takePath(stored!), { rate: 60 })).scene.cameras;
		const back = takeFromPath(path, { rate: 60 });
		for (const take of [edited, packed, uploaded!, stored!, back]) {
			expect(take.count).to.equal(edited.count);

			expect(deviation(take) < 0.01).to.equal(true);
		}
		players.setLocal(undefined);
		players.leave(player);
	});
};
