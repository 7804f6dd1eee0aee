import {
	createFilm,
	decodeRecording,
	encodeRecording,
	Film,
	FilmLayer,
	isRecording,
	Job,
	layoutFilm,
	MusicLayer,
	RigLayer,
} from "../../src/camera";
import { crc32 } from "../../src/bytes/crc32";
import { recordingLength } from "../../src/replay/recording";
import { failureOf } from "../expect-failure";
import { straightTake } from "../take/make-take";
import { replayOf, subjectOf } from "./make-replay";

const MUSIC: MusicLayer = { kind: "music", name: "Tidal", soundId: "rbxassetid://1843463175", start: 0 };
const WALK: RigLayer = {
	kind: "rig",
	name: "Walk",
	target: "Harbour.Postman",
	animationId: "rbxassetid://507777826",
	start: 0.5,
	duration: 7,
};

function flock() {
	return replayOf(31, [subjectOf("Gull", 31)], { name: "Flock" });
}

function filmOf(layers?: ReadonlyArray<FilmLayer>): Film {
	return createFilm([straightTake(61)], { layers });
}

function decodeFilm(source: buffer): Film {
	const film = decodeRecording(source);
	assert(isRecording(film, "film"));
	return film;
}

/** The bytes of a film with one byte after another text changed, and the checksum made right again. */
function patched(film: Film, after: string, offset: number, byte: number): buffer {
	const packed = encodeRecording(film);
	const [, at] = buffer.tostring(packed).find(after, 1, true);
	buffer.writeu8(packed, at! + offset, byte);
	const finish = buffer.readu32(packed, 8) - 4;
	buffer.writeu32(packed, finish, crc32(packed, 0, finish));
	return packed;
}

export = () => {
	it("come back from their bytes as they were", () => {
		const layers: Array<FilmLayer> = [
			MUSIC,
			{ ...WALK, loop: true, speed: 1.25 },
			{ kind: "replay", recording: flock(), start: 0.4 },
			{ ...MUSIC, duration: 0, offset: 12.5, volume: 0 },
			WALK,
			{ kind: "replay", recording: { ...flock(), name: "Boats" }, start: 3 },
		];
		const film = filmOf(layers);
		const packed = encodeRecording(film);
		const again = decodeFilm(packed);
		expect(buffer.tostring(encodeRecording(again))).to.equal(buffer.tostring(packed));
		expect(again.layers!.size()).to.equal(6);
		layers.forEach((layer, index) => {
			const back = again.layers![index];
			for (const [key, value] of pairs(layer as unknown as Map<string, unknown>)) {
				if (key === "recording") continue;
				expect((back as unknown as Map<string, unknown>).get(key)).to.equal(value);
			}
			if (layer.kind !== "replay" || back.kind !== "replay") return;
			expect(back.recording.name).to.equal(layer.recording.name);
			expect(buffer.tostring(encodeRecording(back.recording))).to.equal(
				buffer.tostring(encodeRecording(layer.recording)),
			);
		});
		expect(recordingLength(film)).to.equal(61 + 31 + 31);
	});

	it("leave a film without them, and its duration, as they are", () => {
		expect(filmOf().layers).to.equal(undefined);
		expect(decodeFilm(encodeRecording(filmOf([]))).layers).to.equal(undefined);
		const bytes = buffer.tostring(encodeRecording(filmOf()));
		expect(buffer.tostring(encodeRecording(filmOf([])))).to.equal(bytes);
		// Layers that begin after the end, and that go on beyond it.
		const film = filmOf([
			{ ...MUSIC, start: 90 },
			{ ...WALK, duration: 900 },
		]);
		expect(layoutFilm(film).duration).to.be.near(1, 1e-9);
	});

	it("are written as the page says", () => {
		const film = filmOf([
			{ ...MUSIC, volume: 0.25 },
			{ ...WALK, loop: true },
		]);
		const text = buffer.tostring(encodeRecording(film));
		const music = `${string.pack("<BBd", 0, 4, 0)}\x05Tidal\x17rbxassetid://1843463175${string.pack("<d", 0.25)}`;
		const walk =
			string.pack("<BBd", 1, 2, 0.5) + "\x04Walk\x0fHarbour.Postman\x16rbxassetid://507777826" + string.pack("<d", 7);
		const layers = music + walk;
		expect(text.find(`LAYR${string.pack("<I4", layers.size())}${layers}`, 1, true)[0]).to.be.ok();
		const replays = buffer.tostring(encodeRecording(filmOf([{ kind: "replay", recording: flock(), start: 0.4 }])));
		const flying = buffer.tostring(encodeRecording(flock()));
		expect(replays.sub(-flying.size())).to.equal(flying);
		expect(replays.find(string.pack("<BdI4", 2, 0.4, flying.size()), 1, true)[0]).to.be.ok();
	});

	it("are refused in words if a number, an id or a kind makes no sense", () => {
		const broken = (layer: object, list = [layer]) => failureOf(() => filmOf(list as never));
		for (const [layer, problem] of [
			[7, "item 1 of layers is 7; expected a FilmLayer"],
			[{ kind: "sound", start: 0 }, 'kind of item 1 of layers is "sound"; expected "music", "rig" or "replay"'],
			[{ ...MUSIC, soundID: 1 }, 'unknown option "soundID" in item 1 of layers; did you mean "soundId"?'],
			[{ ...MUSIC, start: -1 }, "start of item 1 of layers is -1; expected a number of seconds, 0 or more"],
			[{ ...MUSIC, start: 0 / 0 }, "start of item 1 of layers is nan; expected a number of seconds, 0 or more"],
			[{ ...MUSIC, name: 7 }, "name of item 1 of layers is 7; expected a string"],
			[{ ...MUSIC, name: "a".rep(256) }, "name of item 1 of layers is 256 bytes long; expected at most 255"],
			[{ ...MUSIC, soundId: "184346" }, 'soundId of item 1 of layers is "184346"; expected "rbxassetid://184346"'],
			[{ ...MUSIC, soundId: 184346 }, 'soundId of item 1 of layers is 184346; expected "rbxassetid://184346"'],
			[
				{ ...MUSIC, soundId: "tidal.ogg" },
				'soundId of item 1 of layers is "tidal.ogg"; expected an id such as "rbxassetid://1843463175"',
			],
			[
				{ ...MUSIC, duration: math.huge },
				"duration of item 1 of layers is inf; expected a number of seconds, 0 or more",
			],
			[{ ...MUSIC, offset: "2" }, 'offset of item 1 of layers is "2"; expected a number of seconds, 0 or more'],
			[{ ...MUSIC, volume: 11 }, "volume of item 1 of layers is 11; expected 0 to 10"],
			[{ ...WALK, target: "" }, 'target of item 1 of layers is ""; expected the name or the path of a model'],
			[
				{ ...WALK, animationId: undefined },
				'animationId of item 1 of layers is missing; expected an id such as "rbxassetid://1843463175"',
			],
			[
				{ ...WALK, duration: undefined },
				"duration of item 1 of layers is missing; expected a number of seconds, 0 or more",
			],
			[{ ...WALK, loop: 1 }, "loop of item 1 of layers is 1; expected a boolean"],
			[{ ...WALK, speed: 0 }, "speed of item 1 of layers is 0; expected above 0, up to 100"],
			[
				{ kind: "replay", start: 0, recording: straightTake(3) },
				"recording of item 1 of layers is a Take; expected a Replay. CameraPlayer and Follower play takes",
			],
			[
				{ kind: "replay", start: 0, recording: replayOf(0, []) },
				"recording of item 1 of layers has no frames; expected one or more",
			],
		] as Array<[object, string]>) {
			expect(broken(layer)).to.equal(`[dolly] createFilm: ${problem}`);
		}
		const many = new Array<object>();
		for (const _ of $range(1, 101)) many.push(MUSIC);
		expect(broken(MUSIC, many)).to.equal("[dolly] createFilm: layers has 101 items; expected up to 100");
		expect(failureOf(() => encodeRecording({ ...filmOf(), layers: [{ ...MUSIC, volume: -1 }] }))).to.equal(
			"[dolly] encodeRecording: volume of item 1 of recording.layers is -1; expected 0 to 10",
		);
	});

	it("are refused if their bytes are damaged, behind a checksum too", () => {
		const film = filmOf([MUSIC, { kind: "replay", recording: flock(), start: 0.4 }]);
		const packed = encodeRecording(film);
		for (const at of $range(0, buffer.len(packed) - 1)) {
			const damaged = buffer.fromstring(buffer.tostring(packed));
			buffer.writeu8(damaged, at, bit32.bxor(buffer.readu8(damaged, at), 1));
			expect(failureOf(() => decodeRecording(damaged)).find("[dolly] ", 1, true)[0]).to.equal(1);
		}
		for (const [damaged, problem] of [
			[patched(film, "LAYR", 4, 9), "film: a layer of kind 9 does not exist"],
			[patched(film, "LAYR", 5, 8), "film: flags of 8 do not exist"],
			// The highest byte of the start: below 0.
			[patched(film, "LAYR", 13, 0xbf), "film: start of item 1 of film.layers is -"],
		] as Array<[buffer, string]>) {
			expect(failureOf(() => decodeRecording(damaged)).find(`[dolly] ${problem}`, 1, true)[0]).to.equal(1);
		}
		const job = new Job({ maxElements: 4 });
		expect(failureOf(() => decodeRecording(packed, { job })).find("maxElements", 1, true)[0]).to.be.ok();
	});
};
