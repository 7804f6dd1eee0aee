import { Workspace } from "@rbxts/services";
import { CameraPath, CameraPlayer, sampleCFrame } from "../../src/camera";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { cameraFaults, followerFaults } from "./callback-stage";
import { dressCamera } from "./camera/dress-camera";

const PATH_SITES = [
	"path at play",
	"path in a frame",
	"path at the end",
	"path at seek",
	"path at skip",
	"path at step",
	"path while paused",
];
const MODIFIER_SITES = PATH_SITES.filter((site) => site !== "path while paused").map((site) => {
	const [name] = site.gsub("path", "modifier");
	return name;
});
const EASING_SITES = ["easing at play", "easing in blendIn", "easing in blendOut"];
const SIGNAL_SITES = ["marker", "looped", "ended"];

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;

	for (const site of [...PATH_SITES, ...MODIFIER_SITES, ...EASING_SITES]) {
		test(`a camera is given back whatever a callback does: ${site}`, () => {
			expect(cameraFaults(site, true)).to.equal("0 faults\n");
		});
	}

	for (const site of SIGNAL_SITES) {
		test(`a camera is given back whatever a handler does: ${site}`, () => {
			expect(cameraFaults(site, false)).to.equal("0 faults\n");
		});
	}

	for (const site of [...PATH_SITES, ...MODIFIER_SITES]) {
		test(`a part is put back or let go whatever a callback does: ${site}`, () => {
			expect(followerFaults(site, true)).to.equal("0 faults\n");
		});
	}

	for (const site of SIGNAL_SITES) {
		test(`a part is put back or let go whatever a handler does: ${site}`, () => {
			expect(followerFaults(site, false)).to.equal("0 faults\n");
		});
	}

	let hasGoneOn = false;
	/** A path whose sample waits. */
	const waiting: CameraPath = {
		name: "slow",
		duration: 1,
		sample(_, target) {
			task.wait(0.1);
			hasGoneOn = true;
			buffer.writef64(target, 48, 1);
		},
	};

	test("a path that yields fails in words wherever it is sampled", () => {
		expect(failureOf(() => new CameraPlayer(waiting).play())).to.equal(
			'[dolly] CameraPlayer: path "slow" yielded at 0 seconds; expected a sample without a wait',
		);
		expect(failureOf(() => sampleCFrame(waiting, 0.5))).to.equal(
			'[dolly] sampleCFrame: path "slow" yielded at 0.5 seconds; expected a sample without a wait',
		);
		const ada = engine.players.join();
		engine.players.setLocal(ada);
		engine.players.setStreaming(() => 0);
		new CameraPlayer(waiting).prefetch();
		engine.advance(0.3, 0.1);
		engine.players.setStreaming();
		engine.players.setLocal(undefined);
		engine.players.leave(ada);
		engine.step(0.1);
		expect(
			engine
				.takeErrors()
				.map((message) => message.split("\n")[0])
				.join(),
		).to.equal(
			'[dolly] CameraPlayer: prefetch cannot sample path "slow": CameraPlayer: path "slow" yielded at 0 seconds; expected a sample without a wait',
		);
		expect(hasGoneOn).to.equal(false);
	});

	test("a call from inside a path says what to do, and task.defer does it", () => {
		const isBack = dressCamera();
		let isDeferred = false;
		const path: CameraPath = {
			name: "restless",
			duration: 1,
			sample(seconds, target) {
				buffer.fill(target, 0, 0);
				buffer.writef64(target, 48, 1);
				if (seconds < 0.25) return;
				if (isDeferred) task.defer(() => player.seek(0));
				else player.seek(0);
			},
		};
		const player = new CameraPlayer(path);
		player.play();
		engine.advance(0.5, 0.125);
		expect(engine.takeErrors().map((message) => message.split("\n")[0])[0]).to.equal(
			"[dolly] CameraPlayer: seek is called from inside its own path, easing or modifier; call it with task.defer",
		);
		expect(isBack()).to.equal(true);
		isDeferred = true;
		player.play();
		engine.advance(5, 0.125);
		expect(player.isPlaying).to.equal(true);
		expect(Workspace.CurrentCamera!.CameraType).to.equal(Enum.CameraType.Scriptable);
		player.destroy();
		expect(isBack()).to.equal(true);
	});
};
