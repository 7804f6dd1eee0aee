import * as camera from "../src/camera";
import * as codecs from "../src/codecs";
import * as files from "../src/files";
import * as main from "../src";
import {
	bindModel,
	buildKeyframeSequence,
	buildModel,
	CameraPlayer,
	canImport,
	ClipMixer,
	convertScene,
	createFilm,
	layoutFilm,
	createShot,
	createTake,
	cutOutTake,
	decodeArchive,
	decodeCFrame,
	decodeRecording,
	encodeArchive,
	encodeCFrame,
	encodeRecording,
	fitKeys,
	Follower,
	importModel,
	insertKey,
	isRecording,
	Job,
	joinTakes,
	keepBeside,
	lookAt,
	LiveSender,
	moveKey,
	offset,
	readBytes,
	readModel,
	Recorder,
	RecordingRemote,
	ReplayPlayer,
	ReplayRecorder,
	removeKey,
	resampleTake,
	retimeKeys,
	retimeRecording,
	reverseTake,
	sampleCFrame,
	shake,
	smoothTake,
	splitRecording,
	subjectClip,
	subjectTake,
	takeFromPath,
	transformTake,
	trimRecording,
	writeCameraGlb,
} from "../src";
import { buildBones, buildMeshParts, readGltf, readMdx, readMrn, readNsa } from "../src/files";
import { CAMERA_SAMPLE_SIZE } from "../src/motion/camera-path";
import {
	decodeBase64,
	decodeImage,
	decodeMeshopt,
	decodeSnap13,
	encodeBase64,
	encodeMeshopt,
	encodeSnap13,
	FRAME_SIZE,
	packC4,
	packRotation,
	packTanQuarter,
	unpackC4,
	unpackRotation,
	unpackTanQuarter,
} from "../src/codecs";
import { Signal } from "../src/roblox/signal";
import { takePath } from "../src/take/take-path";
import { headless } from "./headless";
import { replayOf, subjectOf } from "./replay/make-replay";
import { fromBase64 } from "./oracle-data";
import { importFixtures } from "./roblox/model/import-fixtures";
import { Call, complaints, needed, optional, options } from "./wrong-arguments";

/** Public values that only servers use, or that need a Player: `tests/roblox/store/server-arguments.spec.ts` calls them. */
const ON_SERVERS = new Set(["LiveReceiver", "RecordingStore", "relayLive", "serveRecordings"]);
/** What is no function, or takes no arguments. */
const NOT_CALLED = new Set(["FRAME_SIZE", "diagnose"]);

function callsOf(): Array<Call> {
	const glb = fromBase64(importFixtures().find(({ name }) => name === "two skins")!.glb);
	const job = new Job();
	const scene = readModel(glb);
	const mesh = scene.meshes[0];
	const clip = scene.clips[0];
	const { skeleton } = clip;
	const take = createTake({ rate: 60, frames: buffer.create(FRAME_SIZE * 3) });
	const path = takePath(take);
	const shot = createShot([
		{ seconds: 0, cframe: new CFrame() },
		{ seconds: 1, cframe: new CFrame(1, 0, 0) },
	]);
	const remote = new Instance("RemoteEvent");
	const camera = new Instance("Camera");
	const part = new Instance("Part");
	const { model } = buildModel(scene);
	const cameraPlayer = new CameraPlayer(take);
	const markedPlayer = new CameraPlayer({ ...take, markers: [{ name: "door", seconds: 0 }] });
	const rig = { skeleton, instance: model };
	const mixer = ClipMixer.of(rig);
	const track = mixer.play(clip);
	const lively = [optional("speed", 1), optional("loop", true)];
	const reading = [optional("job", job)];
	const placing = [...reading, optional("scale", 2), optional("axes", "zUp")];
	const building = [
		optional("parent", game.Workspace, ["Instance"]),
		optional("collision", "none"),
		optional("fit", true),
	];
	const kept = new Instance("StringValue");
	kept.Value = "ZG9sbHk=";
	const files = optional("files", new Map<string, buffer>());
	const stream = encodeMeshopt(buffer.create(16), { byteStride: 4, count: 4, mode: "ATTRIBUTES" });
	const number = (name: string) => needed(name, 0.5);
	const whole = (name: string) => needed(name, 1, []);
	return [
		{
			name: "Job",
			call: ([value]) => new Job(value as never),
			args: [
				options([
					optional("maxBytes", 1, ["inf"]),
					optional("maxElements", 1, ["inf"]),
					optional("maxSteps", 1, ["inf"]),
					optional("pause", () => {}),
					optional("onProgress", () => {}),
				]),
			],
		},
		{
			name: "CameraPlayer",
			call: ([source, value]) => new CameraPlayer(source as never, value as never),
			args: [
				needed("source", take),
				options([
					...lively,
					optional("interpolation", "linear"),
					optional("camera", camera),
					optional("relativeTo", part),
					optional("modifiers", [shake()]),
					optional("loopBlend", 0),
					optional("blendIn", 1),
					optional("blendOut", 1),
					optional("easing", () => 1),
					optional("resolveTarget", () => undefined),
				]),
			],
		},
		{
			name: "CameraPlayer",
			call: ([value]) => cameraPlayer.seek(value as never),
			args: [needed("seconds", 1, ["inf"])],
		},
		{ name: "CameraPlayer", call: ([value]) => cameraPlayer.step(value as never), args: [needed("frames", 1)] },
		{
			name: "CameraPlayer",
			call: ([name, callback]) => markedPlayer.atMarker(name as never, callback as never),
			args: [needed("name", "door"), needed("callback", () => {})],
		},
		{
			name: "ClipMixer",
			call: ([rigGiven]) => ClipMixer.of(rigGiven as never),
			args: [needed("rig", rig)],
		},
		{
			name: "play",
			call: ([a, b]) => mixer.play(a as never, b as never),
			args: [
				needed("clip", clip),
				options([
					...lively,
					optional("fade", 1),
					optional("weight", 1),
					optional("hold", true),
					optional("joints", ["Root"]),
					optional("priority", Enum.AnimationPriority.Core),
				]),
			],
		},
		{ name: "ClipTrack", call: ([value]) => track.stop(value as never), args: [optional("fade", 1)] },
		{
			name: "Recorder",
			call: ([value]) => new Recorder(value as never),
			args: [
				options([
					optional("map", "Harbour"),
					optional("name", "Opening"),
					optional("rate", 60),
					optional("subject", camera, ["function"]),
					optional("relativeTo", part),
					optional("keepLast", 8),
				]),
			],
		},
		{
			name: "ReplayRecorder",
			call: ([value]) => new ReplayRecorder(value as never),
			args: [
				options([
					optional("rate", 30),
					optional("keepLast", 8),
					optional("precision", 0.01),
					optional("name", "Round"),
					optional("map", "Harbour"),
				]),
			],
		},
		{
			name: "ReplayRecorder",
			call: ([a, b]) => new ReplayRecorder().add(a as never, b as never),
			args: [
				needed("subject", part),
				options([
					optional("name", "Kart"),
					optional("look", "kart"),
					optional("parts", "moving"),
					optional("values", ["Speed"]),
				]),
			],
		},
		{
			name: "ReplayPlayer",
			call: ([a, b]) => new ReplayPlayer(a as never, b as never),
			args: [
				needed("replay", { name: "r", map: "", rate: 30, count: 2, subjects: [], markers: [] }),
				options([
					...lively,
					optional("camera", true),
					optional("hideOriginals", true),
					optional("resolve", () => undefined),
					optional("resolveTarget", () => undefined),
					optional("look", "copy"),
					optional("at", new CFrame()),
					optional("parent", part, ["Instance"]),
				]),
			],
		},
		{
			name: "Signal.Connect",
			call: ([value]) => new Signal().Connect(value as never),
			args: [needed("handler", () => {})],
		},
		{ name: "Signal.Once", call: ([value]) => new Signal().Once(value as never), args: [needed("handler", () => {})] },
		{
			name: "bindModel",
			call: ([a, b]) => bindModel(a as never, b as never),
			args: [needed("scene", scene), needed("model", model)],
		},
		{
			name: "buildBones",
			call: ([a, b, c, d]) => buildBones(a as never, b as never, c as never, d as never),
			args: [
				needed("skeleton", skeleton),
				needed("part", part),
				optional("origin", new CFrame()),
				optional("joints", [0]),
			],
		},
		{
			name: "buildKeyframeSequence",
			call: ([a, b]) => buildKeyframeSequence(a as never, b as never),
			args: [needed("clip", clip), options([...reading, optional("rate", 30), optional("tolerance", { degrees: 1 })])],
		},
		{
			name: "buildMeshParts",
			call: ([a, b]) => buildMeshParts(a as never, b as never),
			args: [needed("mesh", mesh), options([optional("job", job), optional("part", {})])],
		},
		{
			name: "buildModel",
			call: ([a, b]) => buildModel(a as never, b as never),
			args: [needed("scene", scene), options([...reading, ...building])],
		},
		{
			name: "convertScene",
			call: ([a, b]) => convertScene(a as never, b as never),
			args: [needed("scene", scene), { ...options([...placing]), isOptional: false, also: ["table"] }],
		},
		{
			name: "createTake",
			call: ([a]) => createTake(a as never),
			args: [
				{
					...options([
						needed("rate", 60),
						needed("frames", buffer.create(18), []),
						optional("name", "Opening"),
						optional("map", "Harbour"),
						optional("fieldOfView", 70, ["buffer"]),
						optional("markers", []),
						optional("cuts", []),
						optional("metadata", {}),
						optional("serverStart", 1),
						optional("serverEnd", 2),
					]),
					isOptional: false,
					also: ["table"],
				},
			],
		},
		{
			name: "decodeArchive",
			call: ([a, b, c]) => decodeArchive(a as never, b as never, c as never),
			args: [needed("source", encodeArchive([take])), needed("rate", 60), options(reading)],
		},
		{
			name: "encodeArchive",
			call: ([a, b]) => encodeArchive(a as never, b as never),
			args: [needed("takes", [take], ["table"]), options(reading)],
		},
		{
			name: "isRecording",
			call: ([kind]) => isRecording(take, kind as never),
			args: [needed("kind", "take")],
		},
		{
			name: "createShot",
			call: ([a, b]) => createShot(a as never, b as never),
			args: [
				needed("keys", [{ seconds: 0, cframe: new CFrame() }], ["Instance"]),
				options([
					optional("name", "s"),
					optional("map", "m"),
					optional("markers", [], ["table"]),
					optional("level", true),
					optional("loop", true),
					optional("metadata", {}, ["table"]),
				]),
			],
		},
		{
			name: "fitKeys",
			call: ([a, b]) => fitKeys(a as never, b as never),
			args: [
				needed("take", take),
				options([optional("studs", 1), optional("degrees", 1), optional("smooth", 1), ...reading]),
			],
		},
		{
			name: "insertKey",
			call: ([a, b]) => insertKey(a as never, b as never),
			args: [needed("shot", shot), needed("seconds", 0.5)],
		},
		{
			name: "moveKey",
			call: ([a, b, c, d]) => moveKey(a as never, b as never, c as never, d as never),
			args: [
				needed("shot", shot),
				needed("key", shot.keys[0]),
				needed("cframe", new CFrame()),
				options([optional("reach", 1)]),
			],
		},
		{
			name: "removeKey",
			call: ([a, b]) => removeKey(a as never, b as never),
			args: [needed("shot", shot), needed("key", shot.keys[0])],
		},
		{
			name: "retimeKeys",
			call: ([a, b, c, d]) => retimeKeys(a as never, b as never, c as never, d as never),
			args: [
				needed("shot", shot),
				needed("keys", [shot.keys[1]], ["table"]),
				needed("seconds", 0.5),
				options([optional("ripple", true)]),
			],
		},
		{
			name: "encodeRecording",
			call: ([a, b]) => encodeRecording(a as never, b as never),
			args: [needed("recording", take), options(reading)],
		},
		{
			name: "encodeSnap13",
			call: ([a, b]) => encodeSnap13(a as never, b as never),
			args: [needed("takes", [take], ["table"]), options(reading)],
		},
		{
			name: "decodeSnap13",
			call: ([a, b, c]) => decodeSnap13(a as never, b as never, c as never),
			args: [needed("source", encodeSnap13([take])), needed("rate", 60), options(reading)],
		},
		{
			name: "Follower",
			call: ([a, b, c]) => new Follower(a as never, b as never, c as never),
			args: [
				needed("source", take),
				needed("instance", part),
				options([
					...lively,
					optional("interpolation", "linear"),
					optional("relativeTo", part),
					optional("modifiers", [shake()]),
					optional("loopBlend", 0),
				]),
			],
		},
		{
			name: "shake",
			call: ([value]) => shake(value as never),
			args: [
				options([
					optional("seed", 1),
					optional("degrees", 1),
					optional("studs", 1),
					optional("profile", { hertz: [1], degrees: [1], studs: [1] }),
				]),
			],
		},
		{
			name: "lookAt",
			call: ([target, value]) => lookAt(target as never, value as never),
			args: [
				needed("target", take, ["Vector3", "CFrame", "Instance"]),
				options([optional("halfLife", 0.1), optional("offset", new Vector3())]),
			],
		},
		{
			name: "keepBeside",
			call: ([subject, value]) => keepBeside(subject as never, value as never),
			args: [needed("subject", take, ["Instance"]), options([optional("halfLife", 0.1)])],
		},
		{
			name: "offset",
			call: ([value]) => offset(value as never),
			args: [needed("cframe", new CFrame())],
		},
		{
			name: "layoutFilm",
			call: ([a]) => layoutFilm(a as never),
			args: [needed("film", createFilm([take]))],
		},
		{
			name: "createFilm",
			call: ([a, b]) => createFilm(a as never, b as never),
			args: [
				needed("clips", [take]),
				options([
					optional("blend", 0.5, ["table"]),
					optional("easing", "linear"),
					optional("layers", [], ["table"]),
					optional("map", "Harbour"),
					optional("markers", [], ["table"]),
					optional("metadata", {}, ["table"]),
					optional("name", "Tour"),
				]),
			],
		},
		{
			name: "cutOutTake",
			call: ([a, b, c]) => cutOutTake(a as never, b as never, c as never),
			args: [needed("take", take), needed("start", 0), needed("finish", 0)],
		},
		{
			name: "joinTakes",
			call: ([a, b]) => joinTakes(a as never, b as never),
			args: [needed("takes", [take]), options([optional("job", job), optional("seam", "cut")])],
		},
		{
			name: "resampleTake",
			call: ([a, b, c]) => resampleTake(a as never, b as never, c as never),
			args: [needed("take", take), needed("rate", 30), options(reading)],
		},
		{
			name: "retimeRecording",
			call: ([a, b]) => retimeRecording(a as never, b as never),
			args: [needed("recording", take), { ...options([needed("speed", 2)]), name: "timing", isOptional: false }],
		},
		{
			name: "retimeRecording",
			call: ([a]) => retimeRecording(take, a as never),
			args: [
				{
					...options([needed("speeds", [{ seconds: 0, speed: 1 }], ["table"])]),
					name: "timing",
					isOptional: false,
				},
			],
		},
		{ name: "reverseTake", call: ([a]) => reverseTake(a as never), args: [needed("take", take)] },
		{
			name: "smoothTake",
			call: ([a, b, c]) => smoothTake(a as never, b as never, c as never),
			args: [needed("take", take), needed("seconds", 0.1), options(reading)],
		},
		{
			name: "splitRecording",
			call: ([a, b]) => splitRecording(a as never, b as never),
			args: [needed("recording", take), needed("seconds", 0.02)],
		},
		{
			name: "subjectClip",
			call: ([a, b, c]) => subjectClip(a as never, b as never, c as never),
			args: [needed("replay", replayOf(2, [subjectOf("Ada", 2)])), needed("name", "Ada"), options(reading)],
		},
		{
			name: "subjectTake",
			call: ([a, b]) => subjectTake(a as never, b as never),
			args: [needed("replay", replayOf(2, [subjectOf("Ada", 2)])), needed("name", "Ada")],
		},
		{
			name: "transformTake",
			call: ([a, b, c]) => transformTake(a as never, b as never, c as never),
			args: [needed("take", take), needed("cframe", new CFrame()), options(reading)],
		},
		{
			name: "decodeRecording",
			call: ([a, b]) => decodeRecording(a as never, b as never),
			args: [needed("source", encodeRecording(take)), options(reading)],
		},
		{
			name: "readBytes",
			call: ([a, b]) => readBytes(a as never, b as never),
			args: [needed("holder", kept), options(reading)],
		},
		{ name: "decodeBase64", call: ([a]) => decodeBase64(a as never), args: [needed("text", "ZG9sbHk=")] },
		{ name: "encodeBase64", call: ([a]) => encodeBase64(a as never), args: [needed("source", buffer.create(4))] },
		{
			name: "decodeCFrame",
			call: ([a, b]) => decodeCFrame(a as never, b as never),
			args: [needed("source", buffer.create(64), ["buffer"]), needed("offset", 0)],
		},
		{
			name: "encodeCFrame",
			call: ([a, b, c]) => encodeCFrame(a as never, b as never, c as never),
			args: [needed("cframe", new CFrame()), needed("target", buffer.create(64), ["buffer"]), needed("offset", 0)],
		},
		{
			name: "decodeImage",
			call: ([a, b]) => decodeImage(a as never, b as never),
			args: [
				needed("source", buffer.create(4)),
				options([...reading, optional("maxSize", 64, ["inf"]), optional("isData", true)]),
			],
		},
		{
			name: "decodeMeshopt",
			call: ([a, b, c]) => decodeMeshopt(a as never, b as never, c as never),
			args: [
				{
					...options([
						needed("source", stream),
						needed("byteOffset", 0, ["number"]),
						needed("byteLength", buffer.len(stream), ["number"]),
						needed("byteStride", 4, ["number"]),
						needed("count", 4, ["number"]),
						needed("mode", "ATTRIBUTES"),
						optional("filter", "NONE"),
					]),
					name: "view",
					isOptional: false,
					also: ["table"],
				},
				optional("target", buffer.create(64)),
				optional("targetOffset", 0),
			],
		},
		{
			name: "encodeMeshopt",
			call: ([a, b]) => encodeMeshopt(a as never, b as never),
			args: [
				needed("source", buffer.create(16)),
				{
					...options([
						...reading,
						needed("byteStride", 4, ["number"]),
						needed("count", 4, ["number"]),
						needed("mode", "ATTRIBUTES"),
						optional("filter", "NONE"),
					]),
					isOptional: false,
					also: ["table"],
				},
			],
		},
		{ name: "canImport", call: () => canImport(), args: [] },
		{
			name: "importModel",
			call: ([a, b]) => importModel(a as never, b as never).destroy(),
			args: [
				needed("source", glb),
				options([...placing, ...building, files, optional("name", "Fox"), optional("scene", 0)]),
			],
		},
		{
			name: "readModel",
			call: ([a, b]) => readModel(a as never, b as never),
			args: [needed("source", glb), options([...placing, files, optional("name", "Fox"), optional("scene", 0)])],
		},
		{
			name: "readGltf",
			call: ([a, b]) => readGltf(a as never, b as never),
			args: [needed("source", glb), options([...reading, files, optional("scene", 0)])],
		},
		{
			name: "readMdx",
			call: ([a, b]) => readMdx(a as never, b as never),
			args: [needed("source", buffer.create(0)), options([...reading, files])],
		},
		{
			name: "readMrn",
			call: ([a, b]) => readMrn(a as never, b as never),
			args: [needed("source", buffer.create(0)), options([optional("job", job), optional("opaque", [])])],
		},
		{
			name: "readNsa",
			call: ([a, b]) => readNsa(a as never, b as never),
			args: [
				needed("source", buffer.create(0)),
				options([...reading, optional("name", "walk"), optional("skeleton", skeleton)]),
			],
		},
		{
			name: "RecordingRemote",
			call: ([a, b]) => new RecordingRemote(a as never, b as never).destroy(),
			args: [needed("remote", remote), options([optional("maxBytes", 5, ["inf"]), optional("timeout", 5, ["inf"])])],
		},
		{
			name: "LiveSender",
			call: ([a, b, c]) => new LiveSender(a as never, b as never, c as never),
			args: [
				optional("subject", part, ["function"]),
				needed("remote", new Instance("UnreliableRemoteEvent")),
				options([optional("relativeTo", part)]),
			],
		},
		{
			name: "RecordingRemote.send",
			call: ([b, c]) => new RecordingRemote(remote).send(b as never, c as never),
			args: [
				needed("recording", take),
				options([
					...reading,
					optional("timeout", 5, ["inf"]),
					optional("onProgress", () => {}),
					optional("chunksPerSecond", 8, ["inf"]),
				]),
			],
		},
		{
			name: "sampleCFrame",
			call: ([a, b]) => sampleCFrame(a as never, b as never),
			args: [needed("source", take), needed("seconds", 1, ["inf"])],
		},
		{
			name: "takeFromPath",
			call: ([a, b]) => takeFromPath(a as never, b as never),
			args: [
				needed("path", path),
				options([...reading, optional("name", "Opening"), optional("map", "Harbour"), optional("rate", 60)]),
			],
		},
		{
			name: "trimRecording",
			call: ([a, b, c]) => trimRecording(a as never, b as never, c as never),
			args: [needed("recording", take), needed("start", 0), needed("finish", 1)],
		},
		{
			name: "writeCameraGlb",
			call: ([a, b]) => writeCameraGlb(a as never, b as never),
			args: [needed("source", path), options([optional("rate", 60)])],
		},
		{
			name: "packRotation",
			call: ([a, b, c, d]) => packRotation(a as never, b as never, c as never, d as never),
			args: [number("qx"), number("qy"), number("qz"), number("qw")],
		},
		{
			name: "unpackRotation",
			call: ([a, b, c, d]) => unpackRotation(a as never, b as never, c as never, d as never),
			args: [needed("index", 0), number("q0"), number("q1"), number("q2")],
		},
		{
			name: "packC4",
			call: ([a, b, c, d]) => packC4(a as never, b as never, c as never, d as never),
			args: [number("x"), number("y"), number("z"), number("w")],
		},
		{ name: "unpackC4", call: ([a, b]) => unpackC4(a as never, b as never), args: [whole("data0"), whole("data1")] },
		{
			name: "packTanQuarter",
			call: ([a, b, c, d]) => packTanQuarter(a as never, b as never, c as never, d as never),
			args: [number("qx"), number("qy"), number("qz"), number("qw")],
		},
		{
			name: "unpackTanQuarter",
			call: ([a, b, c]) => unpackTanQuarter(a as never, b as never, c as never),
			args: [number("x"), number("y"), number("z")],
		},
	];
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("is called here in full: every public function and class", () => {
		const called = new Set(callsOf().map(({ name }) => name.split(".")[0]));
		const left = new Array<string>();
		for (const entry of [main, camera, codecs, files]) {
			for (const [name] of pairs(entry as unknown as Map<string, unknown>)) {
				if (!called.has(name) && !ON_SERVERS.has(name) && !NOT_CALLED.has(name)) left.push(name);
			}
		}
		expect(left.sort().join(", ")).to.equal("");
	});

	itHeadless("refuses every wrong argument in words that name the function and the argument", () => {
		const lines = new Array<string>();
		for (const call of callsOf()) {
			for (const line of complaints(call)) lines.push(line);
		}
		expect(lines.join("\n")).to.equal("");
	});

	it("has at most 60 values in main, and all of camera among them", () => {
		const values = new Set<string>();
		for (const [name] of pairs(main as unknown as Map<string, unknown>)) values.add(name);
		expect(values.size() <= 60).to.equal(true);
		for (const [name] of pairs(camera as unknown as Map<string, unknown>)) expect(values.has(name)).to.equal(true);
	});

	it("has the sizes of its layouts", () => {
		expect(CAMERA_SAMPLE_SIZE).to.equal(64);
		expect(FRAME_SIZE).to.equal(18);
	});
};
