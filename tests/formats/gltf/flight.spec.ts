import { Workspace } from "@rbxts/services";
import { CAMERA_SAMPLE_SIZE } from "../../../src/motion/camera-path";
import { CameraPath, decodeArchive, encodeArchive, Recorder, takeFromPath } from "../../../src/camera";
import { takePath } from "../../../src/take/take-path";
import { readGltf } from "../../../src/roblox/read-gltf";
import { writeCameraGlb } from "../../../src/formats/gltf/write-camera-glb";
import { flyCamera } from "../../roblox/camera/flying-camera";
import { headless } from "../../headless";

const FRAMES = 600;

/** How far two paths are apart at 600 frames of the 60 in a second: in studs, and in degrees. */
function farthest(a: CameraPath, b: CameraPath): [number, number] {
	const [left, right] = [buffer.create(CAMERA_SAMPLE_SIZE), buffer.create(CAMERA_SAMPLE_SIZE)];
	let studs = 0;
	let degrees = 0;
	for (const frame of $range(0, FRAMES)) {
		a.sample(frame / 60, left);
		b.sample(frame / 60, right);
		const difference = (at: number) => buffer.readf64(left, at) - buffer.readf64(right, at);
		studs = math.max(studs, math.sqrt(difference(0) ** 2 + difference(8) ** 2 + difference(16) ** 2));
		let dot = 0;
		for (const at of $range(24, 48, 8)) dot += buffer.readf64(left, at) * buffer.readf64(right, at);
		degrees = math.max(degrees, math.deg(2 * math.acos(math.min(math.abs(dot), 1))));
	}
	return [studs, degrees];
}

export = () => {
	(headless ? it : itSKIP)("brings a recorded flight through a GLB file, and back into an archive", () => {
		const stopFlying = flyCamera(headless!, () => Workspace.CurrentCamera);
		const recorder = new Recorder({ map: "Figure eight" });
		recorder.start();
		headless!.advance(FRAMES / 60 + 0.1);
		const take = recorder.stop();
		stopFlying();
		recorder.destroy();
		const path = takePath(take);
		const glb = writeCameraGlb(path);
		const [read] = readGltf(glb).scene.cameras;
		const [studs, degrees] = farthest(path, read);
		expect(studs < 1e-4).to.equal(true);
		expect(degrees < 0.01).to.equal(true);

		// An archive holds whole frames at 18 bytes each; its rotations are within 0.0061°, its Z within 3 units of an f32.
		const [archived] = decodeArchive(encodeArchive([takeFromPath(read, { map: "Again" })]), 60);
		const [again, turned] = farthest(path, takePath(archived));
		expect(again < 1e-4).to.equal(true);
		expect(turned < 0.01).to.equal(true);

		// tests/after/flight.mjs reads the file with gltf-transform and compares it with these frames.
		const frames = buffer.create((FRAMES + 1) * CAMERA_SAMPLE_SIZE);
		const sample = buffer.create(CAMERA_SAMPLE_SIZE);
		for (const frame of $range(0, FRAMES)) {
			path.sample(frame / 60, sample);
			buffer.copy(frames, frame * CAMERA_SAMPLE_SIZE, sample);
		}
		headless!.writeFile("generated/flight.glb", glb);
		headless!.writeFile("generated/flight.frames", frames);
	});
};
