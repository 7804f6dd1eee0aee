import { AnimationClipProvider, SoundService, Workspace } from "@rbxts/services";
import {
	CameraPlayer,
	CameraPlayerOptions,
	createFilm,
	Film,
	FilmLayer,
	MusicLayer,
	ReplayPlayer,
	RigLayer,
} from "../../../src/camera";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { replayOf, subjectOf } from "../../replay/make-replay";
import { straightTake } from "../../take/make-take";

/** How far a clip of a turn of 90 degrees per second may be off, in degrees: a track may be off by a thousandth of a second. */
const DEGREES = 0.1;

const MUSIC: MusicLayer = { kind: "music", name: "Tidal", soundId: "rbxassetid://1001", start: 0.5, offset: 2 };

type Create = <K extends keyof CreatableInstances>(className: K) => CreatableInstances[K];

export = () => {
	const test = headless ? it : itSKIP;
	const { advance, assets, enter, setSignals, step, takeErrors } = headless ?? ({} as NonNullable<typeof headless>);
	let set: Folder;
	let animator: Animator;
	let arm: Motor6D;
	let animationId = "";
	let player: CameraPlayer | ReplayPlayer | undefined;

	/** A rig whose Arm a clip of a second turns by 90 degrees, in this DataModel or another one. */
	function makeRig(name: string, create: Create = (className) => new Instance(className), parent?: Instance): Model {
		const model = create("Model");
		model.Name = name;
		const [base, hand] = ["Base", "Arm"].map((each) => {
			const part = create("Part");
			part.Name = each;
			part.Anchored = each === "Base";
			part.Parent = model;
			return part;
		});
		arm = create("Motor6D");
		arm.Part0 = base;
		arm.Part1 = hand;
		arm.Parent = base;
		const controller = create("AnimationController");
		controller.Parent = model;
		animator = create("Animator");
		animator.Parent = controller;
		model.Parent = parent ?? set;
		return model;
	}

	function registerClip(
		degrees: number,
		create: Create = (className) => new Instance(className),
		provider = AnimationClipProvider,
	): string {
		const sequence = create("KeyframeSequence");
		for (const time of [0, 1]) {
			const keyframe = create("Keyframe");
			keyframe.Time = time;
			const pose = create("Pose");
			pose.Name = "Arm";
			pose.CFrame = CFrame.Angles(0, 0, math.rad(degrees * time));
			pose.Parent = keyframe;
			keyframe.Parent = sequence;
		}
		return provider.RegisterAnimationClip(sequence);
	}

	beforeEach(() => {
		if (!headless) return;
		enter("PlayClient");
		assets.setAudio(1001, { Title: "Tidal", Artist: "Nobody", Duration: 48 });
		set = new Instance("Folder");
		set.Name = "Harbour";
		set.Parent = Workspace;
		makeRig("Postman");
		animationId = registerClip(90);
	});
	afterEach(() => {
		if (!headless) return;
		player?.destroy();
		player = undefined;
		set.Destroy();
		assets.setAudio(1001);
		enter();
	});

	const walk = (extra: Partial<RigLayer> = {}): RigLayer => {
		return { kind: "rig", name: "Walk", target: "Harbour.Postman", animationId, start: 1, duration: 9, ...extra };
	};
	const filmOf = (...layers: Array<FilmLayer>): Film => createFilm([straightTake(241)], { layers });
	const music = () => SoundService.FindFirstChild("Tidal") as Sound | undefined;
	const turn = () => {
		const [, , angle] = arm.Transform.ToEulerAnglesXYZ();
		return math.deg(angle);
	};
	/** What is played, and heard of it for a moment. */
	const start = (film: Film, options?: CameraPlayerOptions) => {
		const made = new CameraPlayer(film, options);
		player = made;
		made.play();
		// Sounds and clips are loaded.
		made.pause();
		advance(0.2);
		return made;
	};
	/** Goes to a time of a player that is paused, and sees to it that the Animator shows that. */
	const goTo = (made: CameraPlayer | ReplayPlayer, seconds: number) => {
		made.seek(seconds);
		step(1 / 60);
	};

	describe("music", () => {
		test("follows the clock: when it plays, pauses, is sought, changes its speed and loops", () => {
			const made = start(filmOf(MUSIC), { loop: true });
			const sound = music()!;
			expect(`${sound.SoundId} ${sound.Volume} ${sound.IsPlaying}`).to.equal("rbxassetid://1001 0.5 false");
			made.play();
			advance(0.4);
			expect(sound.IsPlaying).to.equal(false);
			advance(1);
			expect(sound.TimePosition).to.be.near(2 + made.position - 0.5, 0.02);
			made.pause();
			advance(1);
			expect(sound.IsPlaying).to.equal(false);
			made.seek(3);
			made.speed = 0.5;
			made.play();
			advance(1);
			expect(`${sound.IsPlaying} ${sound.PlaybackSpeed}`).to.equal("true 0.5");
			expect(sound.TimePosition).to.be.near(5, 0.02);
			// A lap: it is silent until its start, and then begins again.
			advance(1.2);
			expect(made.position).to.be.near(0.1, 0.02);
			expect(sound.IsPlaying).to.equal(false);
			advance(1.6);
			expect(sound.TimePosition).to.be.near(2.4, 0.02);
			// No sound plays backwards.
			made.speed = -1;
			advance(0.1);
			expect(sound.IsPlaying).to.equal(false);
		});

		test("is put right only if it is off by more than a tenth of a second", () => {
			const made = start(filmOf(MUSIC));
			made.seek(1);
			made.play();
			advance(0.5);
			const sound = music()!;
			sound.TimePosition += 0.08;
			step(1 / 60);
			expect(sound.TimePosition - (2 + made.position - 0.5)).to.be.near(0.08, 0.02);
			sound.TimePosition += 5;
			step(1 / 60);
			expect(sound.TimePosition - (2 + made.position - 0.5)).to.be.near(0, 0.02);
		});

		test("ends after its duration, at its own end and at the film's, and is not begun again", () => {
			assets.setAudio(1001, { Title: "Tidal", Artist: "Nobody", Duration: 3 });
			for (const [extra, from, upTo] of [
				[{ duration: 1 }, 0.5, 1.5],
				// A second is left of it.
				[{}, 0.5, 1.5],
				[{ offset: 0, start: 3 }, 3, 4],
			] as Array<[Partial<MusicLayer>, number, number]>) {
				const made = start(filmOf({ ...MUSIC, ...extra }));
				const sound = music()!;
				const heard = new Array<number>();
				made.play();
				while (made.isPlaying) {
					step(1 / 60);
					if (sound.IsPlaying && sound.Parent) heard.push(made.position);
				}
				expectNear([heard[0], heard[heard.size() - 1]], [from, upTo], 0.04);
				expect(heard.size()).to.be.near((upTo - from) * 60, 3);
				expect(sound.Parent).to.equal(undefined);
			}
		});

		test("plays at its volume, and on no server", () => {
			start(filmOf({ ...MUSIC, volume: 2 }));
			expect(music()!.Volume).to.equal(2);
			player!.destroy();
			enter("PlayServer");
			const flock = replayOf(31, [subjectOf("Gull", 31)]);
			const film = filmOf(MUSIC, walk(), { kind: "replay", recording: flock, start: 0 });
			player = new ReplayPlayer(film, { look: "grey" });
			player.play();
			advance(1.5, 1 / 30);
			expect(music()).to.equal(undefined);
			expect(turn()).to.be.near(45, 4);
		});
	});

	describe("a rig clip", () => {
		test("stands where its time says, in whatever order it is sought, at any speed", () => {
			for (const [extra, times] of [
				[
					{},
					[
						[0.5, 0],
						[1.5, 45],
						[1.25, 22.5],
						// It is over, and stays at its end.
						[3, 90],
						[4, 90],
						[0, 0],
					],
				],
				[
					{ loop: true, speed: 0.5, duration: 2.5 },
					[
						[1.5, 22.5],
						[3.25, 11.25],
						[2.5, 67.5],
						[3.75, 0],
						[1, 0],
					],
				],
			] as Array<[Partial<RigLayer>, Array<[number, number]>]>) {
				const made = start(filmOf(walk(extra)));
				for (const order of [times, times.map((_, index) => times[times.size() - 1 - index])]) {
					for (const [seconds, degrees] of order) {
						goTo(made, seconds);
						expect(turn()).to.be.near(degrees, DEGREES);
					}
				}
				made.destroy();
			}
		});

		test("goes with the camera, frame by frame, forwards, backwards and round", () => {
			const made = start(filmOf(walk({ loop: true })), { loop: true });
			const follow = (seconds: number) => {
				let frames = 0;
				const finish = headless!.now() + seconds;
				while (headless!.now() < finish) {
					step(frames % 2 === 0 ? 1 / 60 : 1 / 45);
					frames += 1;
					const inside = (made as unknown as { timeline: { position: number } }).timeline.position - 1;
					const phase = inside % 1;
					// At a seam the two may be on either side of it for a frame.
					if (inside < 0.1 || phase < 0.1 || phase > 0.9) continue;
					expect(turn()).to.be.near(phase * 90, DEGREES);
				}
			};
			made.play();
			follow(5);
			made.speed = 2;
			step(1 / 60);
			follow(3);
			made.speed = -0.5;
			step(1 / 60);
			follow(5);
		});

		test("comes to its end without a flicker, and stays there while the film goes on", () => {
			const made = start(filmOf(walk({ duration: 2 })));
			goTo(made, 1);
			const [track] = animator.GetPlayingAnimationTracks();
			let stops = 0;
			track.Stopped.Connect(() => (stops += 1));
			made.play();
			let last = 0;
			while (made.position < 2.9) {
				step(1 / 40);
				expect(turn() >= last - DEGREES).to.equal(true);
				last = turn();
			}
			expect(last).to.be.near(90, DEGREES);
			expect(stops).to.equal(0);
		});

		test("leaves other tracks alone, covers them, and gives the rig back to them", () => {
			const idle = new Instance("Animation");
			idle.AnimationId = registerClip(0);
			const idling = animator.LoadAnimation(idle);
			step(1 / 60);
			idling.Looped = true;
			idling.Priority = Enum.AnimationPriority.Action3;
			idling.Play(0);
			const made = start(filmOf(walk({ duration: 1 })));
			goTo(made, 1.5);
			expect(turn()).to.be.near(45, DEGREES);
			goTo(made, 2.5);
			step(1 / 60);
			expect(turn()).to.be.near(0, DEGREES);
			made.destroy();
			step(1 / 60);
			const left = animator.GetPlayingAnimationTracks();
			expect(left.size()).to.equal(1);
			expect(left[0]).to.equal(idling);
			expect(idling.IsPlaying).to.equal(true);
		});

		test("is given up with a line if its target is missing or has no Animator, and plays once it has come", () => {
			makeRig("Boatman");
			animator.Destroy();
			const made = start(filmOf(walk({ target: "Nobody" }), walk({ target: "Harbour.Boatman", name: "Row" })));
			made.play();
			advance(2);
			expect(made.isPlaying).to.equal(true);
			expect(made.report.join("\n")).to.equal(
				[
					"clips whose targets are missing are not shown: Walk of Nobody",
					"clips whose targets have no Animator are not shown: Row of Harbour.Boatman",
				].join("\n"),
			);
			const model = makeRig("Nobody");
			made.pause();
			goTo(made, 0);
			goTo(made, 1.5);
			step(1 / 60);
			step(1 / 60);
			expect(turn()).to.be.near(45, DEGREES);
			model.Destroy();
			goTo(made, 3);
			expect(takeErrors().size()).to.equal(0);
		});

		test("plays on what resolveTarget returns, which fails the playing if it makes no sense", () => {
			const other = makeRig("Double");
			other.Parent = undefined;
			other.Name = "Anything";
			other.Parent = Workspace;
			const asked = new Array<string>();
			const made = start(filmOf(walk({ target: "The postman" })), {
				resolveTarget: (target) => {
					asked.push(target);
					return other;
				},
			});
			goTo(made, 1.5);
			expect(asked.join()).to.equal("The postman");
			expect(turn()).to.be.near(45, DEGREES);
			made.destroy();
			for (const [resolveTarget, problem] of [
				[() => 7, 'resolveTarget returned 7 for "Harbour.Postman"; expected a Model'],
				[() => task.wait(), 'resolveTarget yielded for "Harbour.Postman"; expected a Model without a wait'],
				[() => error("no", 0), 'resolveTarget failed for "Harbour.Postman": no'],
			] as Array<[never, string]>) {
				player = new CameraPlayer(filmOf(MUSIC, walk()), { resolveTarget });
				expect(failureOf(() => player!.play())).to.equal(`[dolly] CameraPlayer: ${problem}`);
				expect(music()).to.equal(undefined);
			}
			other.Destroy();
		});

		test("is found by its name alone, and by its full name", () => {
			for (const target of ["Postman", "Workspace.Harbour.Postman"]) {
				const made = start(filmOf(walk({ target })));
				goTo(made, 1.5);
				expect(turn()).to.be.near(45, DEGREES);
				made.destroy();
			}
		});
	});

	test("all of it is undone in every ending", () => {
		const endings: Array<[string, (made: CameraPlayer | ReplayPlayer) => void]> = [
			["stop", (made) => made.stop()],
			["destroy", (made) => made.destroy()],
			["skip", (made) => made.skip()],
			["the end", () => advance(5)],
			[
				"while paused",
				(made) => {
					made.pause();
					made.stop();
				},
			],
			[
				"another player",
				() => {
					const other = new CameraPlayer(straightTake(9));
					other.play();
					other.destroy();
				},
			],
		];
		const flock = replayOf(61, [subjectOf("Gull", 61)]);
		const film = filmOf(MUSIC, walk(), { kind: "replay", recording: flock, start: 0.5 });
		for (const [, finish] of endings) {
			for (const make of [() => new CameraPlayer(film), () => new ReplayPlayer(film, { look: "grey" })]) {
				const made = make();
				player = made;
				made.play();
				advance(1.6);
				expect(music()!.IsPlaying).to.equal(true);
				expect(turn() > 30).to.equal(true);
				finish(made);
				advance(0.1);
				expect(music()).to.equal(undefined);
				expect(turn()).to.be.near(0, DEGREES);
				expect(animator.GetPlayingAnimationTracks().size()).to.equal(0);
				expect(Workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
				// It can play again.
				if (made.isPlaying) made.stop();
				made.destroy();
			}
		}
	});

	test("a handler that ends the film when it hears of a track or a sound leaves nothing of it", () => {
		setSignals("Immediate");
		for (const listen of [
			(made: CameraPlayer) => animator.AnimationPlayed.Connect(() => made.stop()),
			(made: CameraPlayer) => SoundService.ChildAdded.Connect(() => made.stop()),
		]) {
			const made = new CameraPlayer(filmOf(MUSIC, walk({ start: 0 })));
			player = made;
			const connection = listen(made);
			made.play();
			expect(made.isPlaying).to.equal(false);
			step(1 / 60);
			connection.Disconnect();
			expect(music()).to.equal(undefined);
			expect(animator.GetPlayingAnimationTracks().size()).to.equal(0);
			made.destroy();
		}
		setSignals("Deferred");
	});

	test("a plugin sees rig clips in edit mode, where no Animator shows anything by itself", () => {
		const session = headless!.open({ file: "dist/test.rbxl", context: "Edit" });
		const create: Create = (className) => session.create(className) as never;
		session.run(() => {
			const folder = session.game.GetService("ReplicatedStorage");
			const dolly = session.require(folder.FindFirstChild("dolly") as ModuleScript) as {
				CameraPlayer: typeof CameraPlayer;
			};
			makeRig("Mason", create, session.game.GetService("Workspace"));
			const provider = session.game.GetService("AnimationClipProvider");
			const layer = walk({ target: "Mason", animationId: registerClip(90, create, provider) });
			const made = new dolly.CameraPlayer(filmOf(layer));
			made.play();
			made.pause();
			session.advance(0.1);
			for (const [seconds, degrees] of [
				[1.5, 45],
				[3, 90],
				[1.25, 22.5],
			]) {
				made.seek(seconds);
				expect(turn()).to.be.near(degrees, DEGREES);
			}
			made.destroy();
			expect(turn()).to.be.near(0, DEGREES);
		});
		expect(session.takeErrors().size()).to.equal(0);
	});

	describe("a replay", () => {
		const markers = [{ name: "cry", seconds: 0.5 }];
		const flock = () => replayOf(31, [subjectOf("Gull", 31)], { name: "Flock", markers });

		test("is shown beside the camera in its stretch, in whatever order that is sought", () => {
			const film = filmOf({ kind: "replay", recording: flock(), start: 1 });
			const made = new ReplayPlayer(film, { look: "grey" });
			player = made;
			made.play();
			made.pause();
			const times: Array<[number, number | undefined]> = [
				[0.5, undefined],
				[1, 0],
				[1.5, 15],
				[1.75, 22.5],
				[2.5, undefined],
				[4, undefined],
			];
			for (const order of [times, times.map((_, index) => times[times.size() - 1 - index])]) {
				for (const [seconds, x] of order) {
					made.seek(seconds);
					const shown = made.instanceOf("Gull") as Model | undefined;
					expect(shown?.Parent !== undefined).to.equal(x !== undefined);
					if (x !== undefined) expectNear([(shown!.PrimaryPart as BasePart).CFrame.X], [x], 1e-3);
					expectNear([Workspace.CurrentCamera!.CFrame.X], [seconds * 60], 1e-2);
				}
			}
		});

		test("is cut at the film's end, where its last frame stays; its markers are not the film's", () => {
			const film = filmOf({ kind: "replay", recording: flock(), start: 3.4 });
			const made = new ReplayPlayer(film, { look: "grey" });
			player = made;
			expect(made.duration).to.be.near(4, 1e-9);
			const heard = new Array<string>();
			made.marker.Connect((name) => heard.push(name));
			made.play();
			made.seek(4);
			made.pause();
			const shown = made.instanceOf("Gull") as Model;
			expectNear([shown.PrimaryPart!.CFrame.X], [18], 1e-3);
			made.seek(3);
			made.play();
			advance(0.95);
			expect(made.isPlaying).to.equal(true);
			expect(heard.size()).to.equal(0);
		});

		test("needs a ReplayPlayer, which plays a film that holds replays nowhere else", () => {
			const film = filmOf({ kind: "replay", recording: flock(), start: 0 });
			const made = start(film);
			goTo(made, 0.5);
			expect(Workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
			expect(failureOf(() => new ReplayPlayer(filmOf(MUSIC)))).to.equal(
				'[dolly] ReplayPlayer: film "m" holds no replays; CameraPlayer plays it',
			);
		});
	});
};
