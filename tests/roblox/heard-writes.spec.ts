import { Workspace } from "@rbxts/services";
import { CameraPath, CameraPlayer, Follower, ReplayPlayer, ReplayRecorder } from "../../src/camera";
import { headless } from "../headless";
import { cameraFaults, followerFaults } from "./callback-stage";
import { dressCamera } from "./camera/dress-camera";

/** What is written when, of all that changes. */
const CAMERA_SITES = [
	"CameraType at play",
	"CameraType at stop",
	"CameraType at the end",
	"CFrame in a frame",
	"CFrame at seek",
	"CFrame at stop",
	"CFrame at the end",
	"CFrame in blendOut",
	"CFrame at another's play",
	"Focus at play",
	"Focus in a frame",
	"Focus at seek",
	"Focus at stop",
	"Focus at the end",
	"Focus at another's play",
	"FieldOfView in a frame",
	"FieldOfView at seek",
	"FieldOfView at stop",
	"FieldOfView in blendOut",
	"FieldOfView at another's play",
];

const PART_SITES = [
	"CFrame at play",
	"CFrame in a frame",
	"CFrame at seek",
	"CFrame at stop",
	"CFrame at another's play",
];

/** A second along X from `x` on. */
function flight(x: number, fieldOfView: number): CameraPath {
	return {
		name: "flight",
		duration: 1,
		sample(seconds, target) {
			buffer.fill(target, 0, 0);
			buffer.writef64(target, 0, x + seconds * 10);
			buffer.writef64(target, 48, 1);
			buffer.writef64(target, 56, fieldOfView);
		},
	};
}

/** Whether a property of a camera is as `dressCamera` makes it. */
const OWN = {
	CameraType: (camera: Camera) => camera.CameraType === Enum.CameraType.Watch,
	CFrame: (camera: Camera) => camera.CFrame.X === -50,
	Focus: (camera: Camera) => camera.Focus.X === -50,
	FieldOfView: (camera: Camera) => camera.FieldOfView === 33,
};

/** What a camera shows. */
function seen({ CameraType: cameraType, CFrame: cframe, Focus: focus, FieldOfView: fieldOfView }: Camera): string {
	return `${cameraType.Name} ${cframe.X} ${focus.X} ${fieldOfView}`;
}

/** Calls `work` the next time that a camera gets its own value of a property back. */
function onceBack(camera: Camera, property: keyof typeof OWN, work: () => void): void {
	const connection = camera.GetPropertyChangedSignal(property).Connect(() => {
		if (!OWN[property](camera)) return;
		connection.Disconnect();
		work();
	});
}

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;

	// Handlers run inside the write that they hear of.
	beforeEach(() => headless?.setSignals("Immediate"));
	afterEach(() => headless?.setSignals("Deferred"));

	for (const site of CAMERA_SITES) {
		test(`a camera is given back whatever the game does when it hears of a write: ${site}`, () => {
			expect(cameraFaults(site, false)).to.equal("0 faults\n");
		});
	}

	for (const site of PART_SITES) {
		test(`a part is put back or let go whatever the game does when it hears of a write: ${site}`, () => {
			expect(followerFaults(site, false)).to.equal("0 faults\n");
		});
	}

	/** What a camera has after a playing in which the game writes `written` once, when it hears of a write of `heard`. */
	function afterHearing(heard: keyof typeof OWN, written: string, when: string, ending: string): string {
		dressCamera();
		const camera = Workspace.CurrentCamera!;
		const player = new CameraPlayer(flight(0, 50), { blendOut: ending === "the end" ? 0.5 : 0 });
		let isArmed = false;
		const connection = camera.GetPropertyChangedSignal(heard).Connect(() => {
			if (!isArmed) return;
			isArmed = false;
			if (written === "FieldOfView") camera.FieldOfView = 77;
			else camera.CameraType = Enum.CameraType.Track;
		});
		player.play();
		engine.step(0.1);
		if (when === "in a frame") isArmed = true;
		engine.step(0.1);
		const wasHeard = when === "in a frame" && !isArmed;
		isArmed = when === "at the end";
		if (ending === "the end") engine.advance(2, 0.1);
		else player.stop();
		// A property that is not written in that phase is not heard of.
		const hasWritten = wasHeard || (when === "at the end" && !isArmed);
		connection.Disconnect();
		player.destroy();
		engine.step(0.1);
		const is = written === "FieldOfView" ? `${camera.FieldOfView}` : camera.CameraType.Name;
		return hasWritten ? is : "unheard";
	}

	test("what the game writes when it hears of a write of another property is what the camera gets back", () => {
		let heardWrites = 0;
		for (const heard of ["CFrame", "Focus", "FieldOfView", "CameraType"] as const) {
			for (const written of ["FieldOfView", "CameraType"]) {
				for (const when of ["in a frame", "at the end"]) {
					for (const ending of ["stop", "the end"]) {
						const is = afterHearing(heard, written, when, ending);
						if (is === "unheard") continue;
						heardWrites += 1;
						const expected = written === "FieldOfView" ? "77" : "Track";
						expect(`${heard}, ${written} ${when}, ${ending}: ${is}`).to.equal(
							`${heard}, ${written} ${when}, ${ending}: ${expected}`,
						);
					}
				}
			}
		}
		expect(heardWrites >= 20).to.equal(true);
	});

	test("a replay that the game has play again, while another takes the camera, keeps it", () => {
		const isBack = dressCamera();
		const camera = Workspace.CurrentCamera!;
		const recorder = new ReplayRecorder({ rate: 10 });
		recorder.add(camera);
		recorder.start();
		engine.advance(1, 0.1);
		const replay = new ReplayPlayer(recorder.stop());
		recorder.destroy();
		const other = new CameraPlayer(flight(100, 60));
		replay.play();
		engine.step(0.1);
		camera.GetPropertyChangedSignal("CFrame").Once(() => {
			replay.stop();
			replay.play();
		});
		other.play();
		expect(`${replay.isPlaying} ${other.isPlaying}`).to.equal("true false");
		replay.destroy();
		other.destroy();
		expect(isBack()).to.equal(true);
	});

	test("a player that the game starts when it hears of the end of another has all of the camera at once", () => {
		for (const property of ["CFrame", "Focus", "FieldOfView", "CameraType"] as const) {
			const isBack = dressCamera();
			const camera = Workspace.CurrentCamera!;
			const first = new CameraPlayer(flight(0, 50));
			const second = new CameraPlayer(flight(100, 60));
			first.play();
			engine.step(0.1);
			onceBack(camera, property, () => second.play());
			first.stop();
			expect(seen(camera)).to.equal("Scriptable 100 100 60");
			second.destroy();
			expect(isBack()).to.equal(true);
			first.destroy();
		}
	});

	test("a player that the game starts or stops when it hears of a blendOut has all of the camera, or nothing", () => {
		for (const property of ["CFrame", "Focus", "CameraType"] as const) {
			const isBack = dressCamera();
			const camera = Workspace.CurrentCamera!;
			const first = new CameraPlayer(flight(0, 50), { blendOut: 1 });
			const second = new CameraPlayer(flight(100, 60));
			first.play();
			engine.step(0.1);
			onceBack(camera, property, () => second.play());
			first.skip();
			expect(seen(camera)).to.equal("Scriptable 100 100 60");
			onceBack(camera, property, () => first.stop());
			first.play();
			first.skip();
			expect(isBack()).to.equal(true);
			first.destroy();
			second.destroy();
			expect(isBack()).to.equal(true);
		}
	});

	test("a player that the game stops when it hears that another camera is current takes none", () => {
		const isBack = dressCamera();
		const camera = Workspace.CurrentCamera!;
		const player = new CameraPlayer(flight(0, 50));
		player.play();
		engine.step(0.1);
		onceBack(camera, "CFrame", () => player.stop());
		const other = new Instance("Camera");
		other.Parent = Workspace;
		Workspace.CurrentCamera = other;
		// Before the next frame, when handlers of the first camera are gone with it.
		player.seek(0.5);
		engine.step(0.1);
		expect(isBack()).to.equal(true);
		expect(other.CameraType).never.to.equal(Enum.CameraType.Scriptable);
		player.destroy();
	});

	test("a player that the game has play again, while another takes what it moves, keeps it", () => {
		const isBack = dressCamera();
		const part = new Instance("Part");
		const cameras = [new CameraPlayer(flight(0, 50)), new CameraPlayer(flight(100, 60))];
		const followers = [new Follower(flight(0, 50), part), new Follower(flight(100, 60), part)];
		for (const [[first, second], moved] of [
			[cameras, Workspace.CurrentCamera!],
			[followers, part],
		] as Array<[Array<CameraPlayer | Follower>, Camera | Part]>) {
			first.play();
			engine.step(0.1);
			moved.GetPropertyChangedSignal("CFrame").Once(() => {
				first.stop();
				first.play();
			});
			second.play();
			expect(`${first.isPlaying} ${second.isPlaying}`).to.equal("true false");
			engine.step(0.1);
			engine.step(0.1);
			expect(moved.CFrame.X).to.be.near(first.position * 10, 1e-5);
			first.destroy();
			second.destroy();
		}
		expect(isBack()).to.equal(true);
		expect(part.CFrame).to.equal(CFrame.identity);
	});

	test("a player that the game has play on another camera, while another takes the first, keeps the other", () => {
		const isBack = dressCamera();
		const camera = Workspace.CurrentCamera!;
		const first = new CameraPlayer(flight(0, 50));
		const second = new CameraPlayer(flight(100, 60), { camera });
		first.play();
		engine.step(0.1);
		const other = new Instance("Camera");
		camera.GetPropertyChangedSignal("CFrame").Once(() => {
			first.stop();
			other.Parent = Workspace;
			Workspace.CurrentCamera = other;
			first.play();
		});
		second.play();
		expect(first.isPlaying).to.equal(true);
		engine.step(0.1);
		expect(other.CFrame.X).to.equal(0);
		first.destroy();
		second.destroy();
		expect(other.CameraType).never.to.equal(Enum.CameraType.Scriptable);
		expect(isBack()).to.equal(true);
	});

	test("ended fires for the playing that ends before the one begins that the game starts when it hears of that", () => {
		dressCamera();
		const camera = Workspace.CurrentCamera!;
		const player = new CameraPlayer(flight(0, 50));
		for (const reason of ["stop", "finished"]) {
			const heard = new Array<string>();
			const connection = player.ended.Connect((told) => heard.push(told));
			player.play();
			engine.step(0.1);
			onceBack(camera, "CFrame", () => {
				player.play();
				heard.push("play");
			});
			if (reason === "stop") player.stop();
			else player.skip();
			engine.step(0.1);
			connection.Disconnect();
			player.stop();
			engine.step(0.1);
			expect(heard.join(" ")).to.equal(`${reason} play`);
		}
		player.destroy();
	});
};
