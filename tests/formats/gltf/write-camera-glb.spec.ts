import { readModel } from "../../../src/roblox/model/read-model";
import { readGltf } from "../../../src/roblox/read-gltf";
import { writeCameraGlb } from "../../../src/formats/gltf/write-camera-glb";
import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../../src/motion/camera-path";
import { Job } from "../../../src/roblox/job";
import { takeFromPath } from "../../../src/camera";
import { takePath } from "../../../src/take/take-path";
import { hex } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { straightTake, takeOf, xsOf } from "../../take/make-take";

/** A path along X at 2 a second, whose rotations change sign half way, as those of a recording may. */
function straightPath(duration: number, fieldOfView = 50, name = "Flight"): CameraPath {
	return {
		name,
		duration,
		sample(seconds, target) {
			const angle = seconds / 4;
			const sign = seconds > duration / 2 ? -1 : 1;
			const values = [seconds * 2, 1, -3, 0, sign * math.sin(angle), 0, sign * math.cos(angle), fieldOfView];
			values.forEach((value, index) => buffer.writef64(target, index * 8, value));
		},
	};
}

export = () => {
	it("writes a container with JSON and keys, to the byte", () => {
		const glb = writeCameraGlb(straightPath(1), { rate: 2 });
		expect(hex(glb, 0, 12)).to.equal(`67 6C 54 46 02 00 00 00 ${hex(glb, 8, 4)}`);
		expect(buffer.readu32(glb, 8)).to.equal(buffer.len(glb));
		const jsonSize = buffer.readu32(glb, 12);
		expect(jsonSize % 4).to.equal(0);
		expect(buffer.readstring(glb, 16, 4)).to.equal("JSON");
		const binary = 20 + jsonSize;
		// Three keys of 4, 12 and 16 bytes.
		expect(buffer.readu32(glb, binary)).to.equal(96);
		expect(buffer.readstring(glb, binary + 4, 4)).to.equal("BIN\0");
		expect(buffer.len(glb)).to.equal(binary + 8 + 96);
		const data = binary + 8;
		expectNear(
			[0, 4, 8].map((at) => buffer.readf32(glb, data + at)),
			[0, 0.5, 1],
			0,
		);
		expectNear(
			[12, 16, 20, 36].map((at) => buffer.readf32(glb, data + at)),
			[0, 1, -3, 2],
			0,
		);
	});

	it("is read back as the same path", () => {
		const path = straightPath(2.51);
		const { cameras, report } = readGltf(writeCameraGlb(path)).scene;
		expect(report.size()).to.equal(0);
		expect(cameras.size()).to.equal(1);
		expect(cameras[0].name).to.equal("Flight");
		expect(cameras[0].duration).to.be.near(2.51, 1e-6);
		const [wanted, found] = [buffer.create(CAMERA_SAMPLE_SIZE), buffer.create(CAMERA_SAMPLE_SIZE)];
		for (const frame of $range(0, 150)) {
			path.sample(frame / 60, wanted);
			cameras[0].sample(frame / 60, found);
			const sign = frame / 60 > 2.51 / 2 ? -1 : 1;
			for (const part of $range(0, 7)) {
				const flip = part >= 3 && part < 7 ? sign : 1;
				expect(buffer.readf64(found, part * 8)).to.be.near(flip * buffer.readf64(wanted, part * 8), 1e-5);
			}
		}
	});

	it("says how long a stud is in it, so that `readModel` brings back the same flight", () => {
		const path = straightPath(2);
		const file = writeCameraGlb(path);
		const [camera] = readModel(file).cameras;
		const [wanted, found] = [buffer.create(CAMERA_SAMPLE_SIZE), buffer.create(CAMERA_SAMPLE_SIZE)];
		path.sample(2, wanted);
		camera.sample(2, found);
		for (const at of $range(0, 16, 8)) {
			expect(buffer.readf64(found, at)).to.be.near(buffer.readf64(wanted, at), 1e-6);
		}
		// Without the word, or with one that is no length, a unit is a metre.
		const [text] = buffer.tostring(file).gsub('"studs":1', '"studs":0');
		expect(readModel(buffer.fromstring(text)).cameras[0].sample(2, found)).to.equal(undefined);
		expect(buffer.readf64(found, 0)).to.be.near(4 / 0.28, 1e-4);
	});

	it("takes of two rotations that mean the same the one closer to the key before", () => {
		const glb = writeCameraGlb(straightPath(1), { rate: 4 });
		const rotations = 28 + buffer.readu32(glb, 12) + 5 * 16;
		for (const key of $range(0, 4)) {
			expect(buffer.readf32(glb, rotations + key * 16 + 12) > 0.9).to.equal(true);
		}
	});

	it("keeps a lens that changes, and says how", () => {
		const zoom: CameraPath = {
			name: "Zoom",
			duration: 2,
			sample(seconds, target) {
				straightPath(2, 70 - 30 * math.sin((seconds * math.pi) / 2)).sample(seconds, target);
			},
		};
		const glb = writeCameraGlb(zoom, { rate: 30 });
		const json = game.GetService("HttpService").JSONDecode(buffer.readstring(glb, 20, buffer.readu32(glb, 12)));
		const { extensionsUsed, extensionsRequired } = json as {
			extensionsUsed: Array<string>;
			extensionsRequired?: Array<string>;
		};
		expect(extensionsUsed.join()).to.equal("KHR_animation_pointer");
		expect(extensionsRequired).to.equal(undefined);
		const { cameras, report } = readGltf(glb).scene;
		expect(report.size()).to.equal(0);
		const [wanted, found] = [buffer.create(CAMERA_SAMPLE_SIZE), buffer.create(CAMERA_SAMPLE_SIZE)];
		for (const key of $range(0, 60)) {
			zoom.sample(key / 30, wanted);
			cameras[0].sample(key / 30, found);
			expect(buffer.readf64(found, 56)).to.be.near(buffer.readf64(wanted, 56), 1e-4);
		}
		// A lens that stays costs no keys: 4 + 12 + 16 bytes each.
		const still = writeCameraGlb(straightPath(2), { rate: 30 });
		expect(buffer.readu32(still, 20 + buffer.readu32(still, 12))).to.equal(61 * 32);
	});

	it("sees as a new camera in Roblox does where the path says nothing", () => {
		expect(readGltf(writeCameraGlb(straightPath(0, 0))).lenses[0].fieldOfView).to.be.near(70, 1e-5);
		expect(readGltf(writeCameraGlb(straightPath(0, 33))).lenses[0].fieldOfView).to.be.near(33, 1e-5);
		// As f32 in radians these would be 0 and more than half a turn.
		expect(readGltf(writeCameraGlb(straightPath(0, 1e-300))).lenses[0].fieldOfView).to.be.near(0.01, 1e-7);
		expect(readGltf(writeCameraGlb(straightPath(0, 179.9999999))).lenses[0].fieldOfView).to.be.near(179, 1e-4);
	});

	it("cuts where the path does, and shows nothing between", () => {
		for (const rate of [60, 24, 7]) {
			const xs = new Array<number>();
			for (const frame of $range(0, 60)) xs.push(frame < 20 ? frame : frame < 41 ? 1000 + frame : -500);
			const take = takeOf(xs, { cuts: [20, 41] });
			const job = new Job();
			const [path] = readGltf(writeCameraGlb(takePath(take), { rate, job })).scene.cameras;
			expect(job.report.size()).to.equal(0);
			const target = buffer.create(CAMERA_SAMPLE_SIZE);
			for (const step of $range(0, 6000)) {
				path.sample(step / 6000, target);
				const x = buffer.readf64(target, 0);
				const isBefore = step / 6000 < 20 / 60;
				const isAfter = step / 6000 >= 41 / 60;
				const [least, most] = isBefore ? [-0.01, 19.01] : isAfter ? [-500, -500] : [1019.9, 1040.1];
				if (x < least || x > most) error(`${x} at ${step / 6000} seconds and ${rate} keys a second`);
			}
		}
	});

	it("gives back every frame at the path's own rate, and counts the markers that it leaves out", () => {
		for (const rate of [24, 30, 48, 60, 144]) {
			for (const count of $range(2, 600, 13)) {
				const path = takePath(straightTake(count, { rate, markers: [{ name: "m", seconds: 0 }] }, 0.1));
				const job = new Job();
				const [back] = readGltf(writeCameraGlb(path, { job })).scene.cameras;
				expect(job.report.join()).to.equal("GLB does not keep markers: m");
				const take = takeFromPath(back, { rate });
				expect(take.count).to.equal(count);
				expectNear([xsOf(take)[count - 1]], [(count - 1) * 0.1], 1e-3);
			}
		}
	});

	it("writes nothing that cannot be read again", () => {
		const at = (x: number, w: number, name = "Far"): CameraPath => ({
			name,
			duration: 0,
			sample(_, target) {
				buffer.fill(target, 0, 0);
				buffer.writef64(target, 0, x);
				buffer.writef64(target, 48, w);
			},
		});
		expect(failureOf(() => writeCameraGlb(at(0, 1, "\xff")))).to.equal(
			"[dolly] writeCameraGlb: path.name is not UTF-8",
		);
		expect(failureOf(() => writeCameraGlb(at(0, 0)))).to.equal(
			'[dolly] writeCameraGlb: path "Far" has no rotation at 0 seconds',
		);
		expect(failureOf(() => writeCameraGlb(at(1e19, 1)))).to.equal(
			`[dolly] writeCameraGlb: path is at ${1e19} after 0 seconds; expected at most ${1e18}`,
		);
		const [path] = readGltf(writeCameraGlb(at(1e18, 1e9))).scene.cameras;
		const target = buffer.create(CAMERA_SAMPLE_SIZE);
		path.sample(0, target);
		expect(buffer.readf64(target, 48)).to.equal(1);
	});

	it("escapes names", () => {
		const name = 'a "b" \\ \n é';
		expect(readGltf(writeCameraGlb(straightPath(0, 50, name))).scene.cameras[0].name).to.equal(name);
	});

	it("names what is wrong with a path or a rate", () => {
		expect(failureOf(() => writeCameraGlb(straightPath(1), { rate: 0 }))).to.equal(
			"[dolly] writeCameraGlb: rate is 0; expected a number of frames per second, 0.001 to 1000",
		);
		expect(failureOf(() => writeCameraGlb(straightPath(math.huge)))).to.equal(
			"[dolly] writeCameraGlb: path.duration is inf; expected a number of seconds",
		);
		expect(failureOf(() => writeCameraGlb(straightPath(3601)))).to.equal(
			"[dolly] writeCameraGlb: path.duration is 3601; expected at most 3600 seconds without a rate",
		);
		expect(failureOf(() => writeCameraGlb({ ...straightPath(1e6), rate: 60 }))).to.equal(
			"[dolly] writeCameraGlb: path lasts 1000000 seconds: 60000001 keys are more than 2592000",
		);
		const lost: CameraPath = {
			name: "Lost",
			duration: 1,
			sample(_, target) {
				buffer.writef64(target, 0, 0 / 0);
			},
		};
		expect(failureOf(() => writeCameraGlb(lost))).to.equal(
			'[dolly] writeCameraGlb: path "Lost" is not finite, or too large, at 0 seconds',
		);
	});
};
