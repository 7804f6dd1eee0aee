import { RunService, Workspace } from "@rbxts/services";
import { CameraPath, CameraPlayer, CameraPlayerOptions } from "../../../src/camera";
import { takePath } from "../../../src/take/take-path";
import { headless } from "../../headless";
import { straightTake } from "../../take/make-take";

const FRAME = 0.125;

/** A second along X, with a lens or without. */
function flight(fieldOfView?: number): CameraPath {
	return takePath(straightTake(11, { rate: 10, fieldOfView }));
}

/** A flight that fails after 0.6 seconds. */
function brittle(fieldOfView?: number): CameraPath {
	const path = flight(fieldOfView);
	return {
		name: "brittle",
		duration: 1,
		sample(seconds, target) {
			if (seconds >= 0.6) error("broken", 0);
			path.sample(seconds, target);
		},
	};
}

/** How a playing ends. Before it come five frames, in which the game writes. */
interface Ending {
	path?: (fieldOfView?: number) => CameraPath;
	options?: CameraPlayerOptions;
	end: (player: CameraPlayer, camera: Camera) => void;
	reason: string;
}

function advance(seconds: number): void {
	headless!.advance(seconds, FRAME);
}

/** Plays something else on the camera, through a lens and without, until it ends. */
function replace(fieldOfView?: number): void {
	const other = new CameraPlayer(flight(fieldOfView));
	other.play();
	advance(2);
	other.destroy();
}

const ENDINGS: { [name: string]: Ending } = {
	"the end": { end: () => advance(1), reason: "finished" },
	stop: { end: (player) => player.stop(), reason: "stop" },
	"stop while paused": {
		end: (player) => {
			player.pause();
			advance(0.5);
			player.stop();
		},
		reason: "stop",
	},
	destroy: { end: (player) => player.destroy(), reason: "destroy" },
	skip: { end: (player) => player.skip(), reason: "finished" },
	"another player": { end: () => replace(), reason: "replaced" },
	"another player with a lens": { end: () => replace(60), reason: "replaced" },
	"an error": { path: brittle, end: () => advance(0.5), reason: "error" },
	"the end of blendOut": { options: { blendOut: 0.5 }, end: () => advance(2), reason: "finished" },
	"stop in blendOut": {
		options: { blendOut: 0.5 },
		end: (player) => {
			advance(0.75);
			expectLeaving(player);
			player.stop();
		},
		reason: "stop",
	},
	"destroy in blendOut": {
		options: { blendOut: 0.5 },
		end: (player) => {
			advance(0.75);
			expectLeaving(player);
			player.destroy();
		},
		reason: "destroy",
	},
	"another player in blendOut": {
		options: { blendOut: 0.5 },
		end: (player) => {
			advance(0.75);
			expectLeaving(player);
			replace(60);
		},
		reason: "replaced",
	},
	"seek and stop in blendOut": {
		options: { blendOut: 0.5 },
		end: (player) => {
			advance(0.75);
			expectLeaving(player);
			player.seek(0.25);
			advance(0.25);
			player.stop();
		},
		reason: "stop",
	},
	"an error of easing in blendOut": {
		options: { blendOut: 0.5, easing: (share) => (share > 0.3 ? 0 / 0 : share) },
		end: () => advance(2),
		reason: "error",
	},
	"another current camera": {
		end: (player) => {
			const camera = new Instance("Camera");
			camera.Parent = Workspace;
			Workspace.CurrentCamera = camera;
			advance(0.25);
			player.stop();
			advance(0.25);
		},
		reason: "stop",
	},
	"no current camera": {
		end: (player) => {
			Workspace.CurrentCamera = undefined;
			advance(0.25);
			player.stop();
			advance(0.25);
		},
		reason: "stop",
	},
	"the camera's end": {
		end: (player, camera) => {
			camera.Destroy();
			advance(0.25);
			player.stop();
		},
		reason: "stop",
	},
};

function expectLeaving(player: CameraPlayer): void {
	assert(player.isPlaying && player.position === 1, "the player is not in its blendOut");
}

/** What the game writes, and when: after how many of the five frames, 0 before the playing. */
interface Writes {
	write: (camera: Camera, frame: number) => void;
	/** What the camera has in the end; what it had before unless given. */
	cameraType?: Enum.CameraType;
	fieldOfView?: number;
}

const { Attach, Follow, Orbital, Track, Watch, Scriptable } = Enum.CameraType;

const WRITES: { [name: string]: Writes } = {
	nothing: { write: () => {} },
	"a type": {
		write: (camera, frame) => {
			if (frame === 2) camera.CameraType = Follow;
		},
		cameraType: Follow,
	},
	"two types": {
		write: (camera, frame) => {
			if (frame === 2) camera.CameraType = Follow;
			if (frame === 4) camera.CameraType = Track;
		},
		cameraType: Track,
	},
	"a type in every frame": { write: (camera) => (camera.CameraType = Orbital), cameraType: Orbital },
	"a type right before the end": {
		write: (camera, frame) => {
			if (frame === 5) camera.CameraType = Attach;
		},
		cameraType: Attach,
	},
	"the first type again": {
		write: (camera, frame) => {
			if (frame === 2) camera.CameraType = Follow;
			if (frame === 4) camera.CameraType = Watch;
		},
	},
	"a field of view": {
		write: (camera, frame) => {
			if (frame === 2) camera.FieldOfView = 40;
		},
		fieldOfView: 40,
	},
	"a field of view in every frame": {
		write: (camera, frame) => (camera.FieldOfView = 80 + frame),
		fieldOfView: 85,
	},
	"a field of view right before the end": {
		write: (camera, frame) => {
			if (frame === 5) camera.FieldOfView = 41;
		},
		fieldOfView: 41,
	},
	"a field of view outside 1 to 120": {
		write: (camera, frame) => {
			if (frame === 3) camera.FieldOfView = 170;
		},
		fieldOfView: 120,
	},
	"both, before the playing": {
		write: (camera, frame) => {
			if (frame !== 0) return;
			camera.CameraType = Scriptable;
			camera.FieldOfView = 20.3;
		},
		cameraType: Scriptable,
		fieldOfView: 20.3,
	},
};

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;

	for (const [name, ending] of pairs(ENDINGS)) {
		test(`a camera has what the game or the engine wrote last, after ${name}`, () => {
			let cases = 0;
			for (const [writesName, { write, cameraType = Watch, fieldOfView = 33 }] of pairs(WRITES)) {
				// A lens that is no f32, and none.
				for (const hasLens of [true, false]) {
					const lens = hasLens ? 50.3 : undefined;
					cases += 1;
					const camera = Workspace.CurrentCamera!;
					const subjects = [new Instance("Part"), new Instance("Part")];
					camera.CameraType = Watch;
					camera.FieldOfView = 33;
					camera.CameraSubject = subjects[0];
					write(camera, 0);
					const player = new CameraPlayer((ending.path ?? flight)(lens), ending.options);
					const reasons = new Array<string>();
					player.ended.Connect((reason) => reasons.push(reason));
					player.play();
					for (const frame of $range(1, 5)) {
						engine.step(FRAME);
						if (lens !== undefined) expect(camera.FieldOfView).to.be.near(lens, 1e-4);
						expect(camera.CameraType).to.equal(Scriptable);
						write(camera, frame);
						if (frame === 4) camera.CameraSubject = subjects[1];
					}
					ending.end(player, camera);
					player.destroy();
					engine.step(FRAME);
					engine.takeErrors();
					const found = `${camera.CameraType.Name} ${math.round(camera.FieldOfView * 100) / 100}`;
					assert(
						found === `${cameraType.Name} ${fieldOfView}`,
						`the game writes ${writesName}: ${found} (lens ${lens}); expected ${cameraType.Name} ${fieldOfView}`,
					);
					expect(camera.CameraSubject).to.equal(subjects[1]);
					expect(reasons[0]).to.equal(ending.reason);
				}
			}
			expect(cases).to.equal(22);
		});
	}

	test("a game's field of view is shown at once while a path has none, in its blendOut too", () => {
		const camera = Workspace.CurrentCamera!;
		camera.FieldOfView = 70;
		const player = new CameraPlayer(flight(), { blendIn: 0.25, blendOut: 0.5 });
		player.play();
		let frames = 0;
		while (player.isPlaying) {
			frames += 1;
			camera.FieldOfView = 30 + frames;
			engine.step(FRAME);
			expect(camera.FieldOfView).to.equal(30 + frames);
		}
		expect(frames).to.equal(13);
		player.destroy();
	});

	test("a game's field of view counts while a path's lens comes and goes", () => {
		const camera = Workspace.CurrentCamera!;
		camera.FieldOfView = 70;
		const lens = buffer.create(11 * 4);
		for (const frame of $range(3, 6)) buffer.writef32(lens, frame * 4, 40);
		const player = new CameraPlayer(straightTake(11, { rate: 10, fieldOfView: lens }));
		player.play();
		const seen = new Array<number>();
		for (const frame of $range(0, 10)) {
			engine.step(0.1);
			seen.push(camera.FieldOfView);
			if (frame === 1) camera.FieldOfView = 60;
			if (frame === 4) camera.FieldOfView = 50;
		}
		engine.step(0.1);
		expect(seen.join(" ")).to.equal("70 70 60 40 40 40 40 50 50 50 50");
		expect(camera.FieldOfView).to.equal(50);
		player.destroy();
	});

	test("a type that the game writes in the blendOut stays, and the game moves the camera", () => {
		const camera = Workspace.CurrentCamera!;
		camera.CameraType = Watch;
		const player = new CameraPlayer(flight(), { blendOut: 1 });
		player.play();
		while (player.position < 1) engine.step(FRAME);
		engine.step(FRAME);
		expect(camera.CameraType).to.equal(Watch);
		for (const written of [Follow, Scriptable, Track]) {
			camera.CameraType = written;
			engine.step(FRAME);
			expect(camera.CameraType).to.equal(written);
		}
		while (player.isPlaying) engine.step(FRAME);
		expect(camera.CameraType).to.equal(Track);
		player.destroy();
	});

	test("the view that the game makes in the last frame of the blendOut is what that frame shows", () => {
		const camera = Workspace.CurrentCamera!;
		let frame = 0;
		RunService.BindToRenderStep("game", Enum.RenderPriority.Camera.Value, () => {
			frame += 1;
			camera.CFrame = new CFrame(0, frame, 0);
			camera.Focus = new CFrame(0, frame, -1);
		});
		const player = new CameraPlayer(flight(), { blendOut: 0.5 });
		player.play();
		while (player.isPlaying) engine.step(FRAME);
		RunService.UnbindFromRenderStep("game");
		expect(camera.CFrame.Y).to.equal(frame);
		expect(camera.Focus.Y).to.equal(frame);
		player.destroy();
	});

	test("what the engine rounds is not taken for the game's", () => {
		const camera = Workspace.CurrentCamera!;
		camera.FieldOfView = 70;
		const player = new CameraPlayer(flight(50.3));
		player.play();
		for (const off of [-5e-4, 5e-4, -1e-5]) {
			engine.step(FRAME);
			camera.FieldOfView = 50.3 + off;
		}
		player.destroy();
		expect(camera.FieldOfView).to.equal(70);
	});

	for (const [name, ending] of pairs(ENDINGS)) {
		// These leave the camera that the character has.
		if (name === "another current camera" || name === "no current camera" || name === "the camera's end") continue;
		test(`an intro that starts before the character spawns leaves a living camera, after ${name}`, () => {
			const { players } = engine;
			Workspace.CurrentCamera!.Destroy();
			engine.step(FRAME);
			const camera = Workspace.CurrentCamera!;
			const before = camera.CameraType;
			expect(before).never.to.equal(Enum.CameraType.Custom);
			const ada = players.join();
			players.setLocal(ada);
			const player = new CameraPlayer((ending.path ?? flight)(50), ending.options);
			player.play();
			engine.step(FRAME);
			engine.step(FRAME);
			const first = players.spawn(ada, new Vector3(100, 0, 0));
			engine.step(FRAME);
			expect(camera.CameraType).to.equal(Scriptable);
			// They fall, and come again.
			const second = players.spawn(ada, new Vector3(200, 0, 0));
			engine.step(FRAME);
			ending.end(player, camera);
			player.destroy();
			engine.takeErrors();
			engine.step(FRAME);
			expect(camera.CameraType).to.equal(Enum.CameraType.Custom);
			expect(first.Parent).to.equal(undefined);
			expect(camera.CameraSubject).to.equal(second.FindFirstChildOfClass("Humanoid"));
			expect(camera.CFrame.Position.sub(new Vector3(200, 0, 0)).Magnitude < 20).to.equal(true);
			expect(camera.FieldOfView).to.equal(70);
			players.setLocal(undefined);
			players.leave(ada);
			engine.step(FRAME);
		});
	}
};
