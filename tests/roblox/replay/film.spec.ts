import { Workspace } from "@rbxts/services";
import {
	CameraPlayer,
	createFilm,
	createShot,
	decodeRecording,
	encodeRecording,
	Film,
	isRecording,
	ReplayPlayer,
	sampleCFrame,
	takeFromPath,
} from "../../../src/camera";
import { pathOf } from "../../../src/replay/flight-source";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { dressCamera } from "../camera/dress-camera";
import { straightTake, takeOf } from "../../take/make-take";
import { replayOf, subjectOf } from "../../replay/make-replay";

/** A replay of a second whose camera goes from 200 to 230 along X. */
function filmedReplay(name = "Fight") {
	const xs = new Array<number>();
	for (const frame of $range(0, 30)) xs.push(200 + frame);
	const camera = subjectOf("Camera", 31, { kind: "camera", joints: [], root: takeOf(xs, { rate: 30 }) });
	const markers = [{ name: "hit", seconds: 0.5, data: "Ada" }];
	return replayOf(31, [camera, subjectOf("Ada", 31)], { name, markers });
}

function straightShot() {
	return createShot([
		{ seconds: 0, cframe: new CFrame(10, 0, 0) },
		{ seconds: 1, cframe: new CFrame(20, 0, 0), easing: "linear" },
	]);
}

/** A shot, a replay and a take, of a second each. */
function threeClips(options?: Parameters<typeof createFilm>[1]): Film {
	return createFilm([straightShot(), filmedReplay(), straightTake(61)], options);
}

function xAt(film: Film, seconds: number): number {
	return sampleCFrame(film, seconds).Position.X;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));
	afterEach(() => headless?.enter());

	it("shows each clip at its time, cuts between them, and has the markers of all", () => {
		const film = threeClips({ name: "Tour", markers: [{ name: "music", seconds: 3 }] });
		for (const [seconds, x] of [
			[0.25, 12.5],
			[1, 200],
			[1.5, 215],
			[2.5, 30],
			[3, 60],
		]) {
			expectNear([xAt(film, seconds)], [x], 1e-3);
		}
		const path = pathOf(film, "test");
		expectNear(path.cuts as Array<number>, [1, 2], 1e-9);
		expect(path.duration).to.be.near(3, 1e-9);
		expect(path.markers!.map(({ name, seconds }) => `${name} ${seconds}`).join()).to.equal("music 3, hit 1.5");
		expect(takeFromPath(film, { rate: 10 }).count).to.equal(31);
		expect(film.name).to.equal("Tour");
	});

	it("blends over the time that two clips share, by the easing of its name", () => {
		const film = threeClips({ blend: [0.5], easing: "linear" });
		// A quarter of the blend: the shot stands at 16.25, the camera of the replay at 203.75.
		expectNear([xAt(film, 0.625)], [16.25 + (203.75 - 16.25) * 0.25], 1e-3);
		expectNear([xAt({ ...film, easing: "inQuad" }, 0.625)], [16.25 + (203.75 - 16.25) * 0.0625], 1e-3);
		// Smoothly, a quarter of the time is 0.15625 of the distance.
		expectNear([xAt({ ...film, easing: "smooth" }, 0.625)], [16.25 + (203.75 - 16.25) * 0.15625], 1e-3);
		const path = pathOf(film, "test");
		expectNear([path.duration, ...path.cuts!], [2.5, 1.5], 1e-9);
	});

	it("comes back from its bytes as it was, and is refused if a byte of it is changed", () => {
		const film = threeClips({ blend: [0.5, 0.25], easing: "outBack", map: "Harbour", metadata: { round: 3 } });
		const packed = encodeRecording(film);
		const again = decodeRecording(packed);
		assert(isRecording(again, "film"));
		expect(isRecording(again, "take") || isRecording(again, "replay") || isRecording(again, "shot")).to.equal(false);
		expect(buffer.tostring(encodeRecording(again))).to.equal(buffer.tostring(packed));
		expect(again.items.map(({ blend }) => blend).join()).to.equal("0, 0.5, 0.25");
		expect(`${again.map} ${again.easing} ${again.metadata!.round}`).to.equal("Harbour outBack 3");
		for (const seconds of [0, 0.6, 1.1, 2.25]) expect(xAt(again, seconds)).to.equal(xAt(film, seconds));
		for (const at of $range(0, buffer.len(packed) - 1)) {
			const damaged = buffer.fromstring(buffer.tostring(packed));
			buffer.writeu8(damaged, at, bit32.bxor(buffer.readu8(damaged, at), 1));
			expect(failureOf(() => decodeRecording(damaged)).find("[dolly] ", 1, true)[0]).to.equal(1);
		}
		for (const size of [8, 20, 30, buffer.len(packed) - 1]) {
			const cut = buffer.fromstring(buffer.readstring(packed, 0, size));
			expect(failureOf(() => decodeRecording(cut)).find("[dolly] ", 1, true)[0]).to.equal(1);
		}
	});

	it("refuses what makes no film, in words", () => {
		const take = straightTake(10);
		const film = createFilm([take]);
		const empty = { ...replayOf(0, []), markers: [] };
		for (const [call, problem] of [
			[() => createFilm([]), "createFilm: clips has 0 items; expected 1 to 1000"],
			[
				() => createFilm([film as never]),
				"createFilm: item 1 of clips is a Film; expected a Take, a Shot or a Replay. A film holds no films",
			],
			[() => createFilm([empty]), "createFilm: item 1 of clips has no frames; expected one or more"],
			[
				() => createFilm([take], { easing: "inOutSin" as never }),
				'createFilm: easing is "inOutSin"; expected "inOutSine"',
			],
			[
				() => createFilm([take, take], { blend: [1, 1] }),
				"createFilm: blend has 2 items; expected up to 1, one per seam",
			],
			[
				() => new CameraPlayer(createFilm([replayOf(31, [subjectOf("Ada", 31)])])),
				'CameraPlayer: recording of item 1 of film.items is the Replay "Fight" without a camera; expected one with a camera subject',
			],
			[() => new ReplayPlayer(film), 'ReplayPlayer: film "m" holds no replays; CameraPlayer plays it'],
		] as Array<[() => unknown, string]>) {
			expect(failureOf(call)).to.equal(`[dolly] ${problem}`);
		}
	});

	itHeadless("shows the subjects of its replays in their stretch, and puts everything back in every ending", () => {
		const engine = headless!;
		const shown = (player: ReplayPlayer) => player.instanceOf("Ada")?.Parent !== undefined;
		for (const ending of ["stop", "destroy", "skip", "end"]) {
			const isBack = dressCamera();
			const player = new ReplayPlayer(threeClips(), { look: "grey" });
			const heard = new Array<string>();
			player.marker.Connect((name, _seconds, _skipped, data) => heard.push(`${name} ${data}`));
			player.play();
			// There and back: the state at a time depends on that time only.
			for (const [seconds, isShown, x] of [
				[0.5, false, 15],
				[1.5, true, 215],
				[2.5, false, 30],
				[1.25, true, 207.5],
				[0.25, false, 12.5],
			] as Array<[number, boolean, number]>) {
				player.seek(seconds);
				expect(shown(player)).to.equal(isShown);
				expectNear([Workspace.CurrentCamera!.CFrame.X], [x], 1e-3);
			}
			player.seek(1.5);
			const root = (player.instanceOf("Ada") as Model).PrimaryPart ?? player.instanceOf("Ada")!;
			expectNear([(root as BasePart).CFrame.X], [15], 1e-3);
			if (ending === "stop") player.stop();
			else if (ending === "destroy") player.destroy();
			else if (ending === "skip") player.skip();
			else engine.advance(2, 1 / 30);
			engine.step(1 / 60);
			expect(isBack()).to.equal(true);
			expect(Workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
			player.destroy();
		}
	});
};
