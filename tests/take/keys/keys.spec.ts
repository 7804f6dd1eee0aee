import { fitKeys, insertKey, KeyEasing, removeKey, retimeKeys, Shot, ShotKey, Take } from "../../../src/camera";
import { CAMERA_SAMPLE_SIZE, samplePosition, sampleRotation } from "../../../src/motion/camera-path";
import { single } from "../../../src/bytes/single";
import { EASING_STYLES } from "../../../src/motion/easing";
import { decodeFrame, encodeFrame, FRAME_SIZE } from "../../../src/take/frame";
import { fromOrientation } from "../../../src/rotation/orientation";
import { dragKey } from "../../../src/take/keys/drag-key";
import { checkShot } from "../../../src/take/shot";
import { ShotPath } from "../../../src/take/shot-path";
import { createTake } from "../../../src/take/take";
import { failureOf } from "../../expect-failure";
import { Seeded } from "../../random";
import { angleBetween } from "../../rotation/angle-between";

const sample = buffer.create(CAMERA_SAMPLE_SIZE);

function sampleAt(shot: Shot, seconds: number): buffer {
	new ShotPath(shot).sample(seconds, sample);
	return sample;
}

/** A flight on slow sines, `shake` of a tremor in radians and studs, with a pitch about `pitch`. */
function flight(count: number, rate: number, shake: number, pitch = 0, cuts: Array<number> = []): Take {
	const random = new Seeded(34);
	const phases = new Array<number>();
	for (const _ of $range(1, 6)) phases.push(random.between(0, 6));
	const frames = buffer.create(count * FRAME_SIZE);
	const lens = buffer.create(count * 4);
	for (const frame of $range(0, count - 1)) {
		const t = frame / rate;
		const passed = cuts.filter((cut) => cut <= frame).size();
		const [a, b, c, d, e, f] = phases.map((phase, index) => math.sin(t * (0.5 + 0.3 * index) + phase));
		const jitter = () => random.between(-shake, shake);
		const [qx, qy, qz, qw] = fromOrientation(pitch + 0.4 * a + jitter(), 2.5 * b + t + jitter(), 0.1 * c + jitter());
		const x = 30 * d + 100 * passed + jitter();
		encodeFrame(x, 5 * e, 30 * f + t, qx, qy, qz, qw, frames, frame * FRAME_SIZE, "spec");
		buffer.writef32(lens, frame * 4, 60 + 10 * a);
	}
	return createTake({
		name: "flight",
		map: "m",
		rate,
		frames,
		cuts,
		fieldOfView: lens,
		markers: [{ name: "m", seconds: (count - 1) / rate / 2 }],
	});
}

/** The farthest that a shot is from any frame of a take, in studs, degrees, and degrees of field of view. */
function distances(shot: Shot, take: Take): [studs: number, degrees: number, lens: number] {
	const path = new ShotPath(shot);
	let [studs, degrees, lens] = [0, 0, 0];
	for (const frame of $range(0, take.count - 1)) {
		path.sample(frame / take.rate, sample);
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(take.frames, frame * FRAME_SIZE);
		const [sx, sy, sz] = samplePosition(sample);
		const [rx, ry, rz, rw] = sampleRotation(sample);
		studs = math.max(studs, math.sqrt((x - sx) ** 2 + (y - sy) ** 2 + (z - sz) ** 2));
		degrees = math.max(degrees, angleBetween(qx, qy, qz, qw, rx, ry, rz, rw));
		lens = math.max(lens, math.abs(buffer.readf64(sample, 56) - buffer.readf32(take.fieldOfView as buffer, frame * 4)));
	}
	return [studs, degrees, lens];
}

export = () => {
	it("fits few keys to a flight, within the tolerance at every frame and exact at its ends", () => {
		const take = flight(1200, 60, 0);
		for (const [studs, degrees, most] of [
			[0.05, 0.25, 60],
			[0.5, 2, 30],
			[0.01, 0.05, 100],
		]) {
			const shot = fitKeys(take, { studs, degrees });
			const [farthest, widest, lens] = distances(shot, take);
			expect(farthest).to.be.near(0, studs);
			expect(widest).to.be.near(0, degrees);
			expect(lens).to.be.near(0, degrees);
			expect(shot.keys.size() <= most).to.equal(true);
			expect(shot.keys.size() >= 8).to.equal(true);
			const [x, y, z] = decodeFrame(take.frames, 1199 * FRAME_SIZE);
			expect(shot.keys[shot.keys.size() - 1].position.join()).to.equal([x, y, z].join());
			expect(`${shot.name} ${shot.map} ${shot.markers.size()}`).to.equal("flight m 1");
		}
	});

	it("fits a flight that trembles, looks straight up, or is a frame or two long", () => {
		for (const [count, shake, pitch] of [
			[400, 0.05, 0],
			[400, 0, math.pi / 2],
			[1, 0, 0],
			[2, 0, 0],
			[3, 0.1, 0],
		]) {
			const take = flight(count, 60, shake, pitch);
			const shot = fitKeys(take);
			checkShot(shot, "spec");
			const [studs, degrees] = distances(shot, take);
			expect(studs <= 0.05 && degrees <= 0.25).to.equal(true);
		}
		// A tremor of a hand and a half costs keys, which smoothing first does not.
		const shaky = flight(1200, 60, 0.02);
		const rough = fitKeys(shaky).keys.size();
		const calm = fitKeys(shaky, { smooth: 0.1 }).keys.size();
		expect(calm * 3 < rough).to.equal(true);
	});

	it("keeps cuts: nothing is shown between the frames around one", () => {
		const take = flight(300, 60, 0, 0, [100, 101, 250]);
		const shot = fitKeys(take);
		const [studs, degrees] = distances(shot, take);
		expect(studs <= 0.05 && degrees <= 0.25).to.equal(true);
		expect(new ShotPath(shot).cuts.map((seconds) => math.round(seconds * 60)).join(",")).to.equal("100,101,250");
	});

	it("inserts a key that changes nothing", () => {
		for (const level of [true, false]) {
			const shot: Shot = { ...fitKeys(flight(600, 60, 0), { studs: 1, degrees: 3 }), level };
			// Automatic velocities too.
			const loose: Shot = {
				...shot,
				keys: shot.keys.map((key) => ({ ...key, velocity: undefined, turning: undefined, zooming: undefined })),
			};
			for (const before of [shot, loose]) {
				const after = insertKey(insertKey(before, 3.21), 7);
				expect(after.keys.size()).to.equal(before.keys.size() + 2);
				const [a, b] = [new ShotPath(before), new ShotPath(after)];
				const other = buffer.create(CAMERA_SAMPLE_SIZE);
				let [studs, degrees] = [0, 0];
				for (const step of $range(0, 999)) {
					a.sample(step / 100, sample);
					b.sample(step / 100, other);
					const [ax, ay, az] = samplePosition(sample);
					const [bx, by, bz] = samplePosition(other);
					const [px, py, pz, pw] = sampleRotation(sample);
					const [qx, qy, qz, qw] = sampleRotation(other);
					studs = math.max(studs, math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2));
					degrees = math.max(degrees, angleBetween(px, py, pz, pw, qx, qy, qz, qw));
				}
				expect(studs).to.be.near(0, 2e-4);
				expect(degrees).to.be.near(0, level ? 0.02 : 0.5);
			}
		}
	});

	it("inserts a key that changes nothing, whatever the keys around it are", () => {
		const random = new Seeded(5);
		const other = buffer.create(CAMERA_SAMPLE_SIZE);
		for (const easings of [
			["smooth", "linear"],
			["smooth", "stop"],
			["smooth", "hold"],
		] as Array<Array<KeyEasing>>) {
			for (const [roll, start, loop] of [
				[0, 0, false],
				[1, 0, true],
				[0, 2, true],
			] as Array<[number, number, boolean]>) {
				const keys = new Array<ShotKey>();
				for (const index of $range(0, 5)) {
					const pitch = random.between(-1, 1);
					const [qx, qy, qz, qw] = fromOrientation(pitch, random.between(-3, 3), random.between(-roll, roll));
					keys.push({
						seconds: start + 1.3 * index,
						position: [random.between(-50, 50), random.between(0, 30), random.between(-50, 50)],
						rotation: [qx, qy, qz, qw],
						fieldOfView: index % 3 === 1 ? undefined : random.between(20, 100),
						easing: easings[index % 2],
					});
				}
				if (loop) keys[5] = { ...keys[0], seconds: keys[5].seconds };
				const before: Shot = { name: "s", map: "", keys, markers: [], loop };
				for (const seconds of [0.5, 2.5, 4.1, 6, start + 1e-12]) {
					const [a, b] = [new ShotPath(before), new ShotPath(insertKey(before, seconds))];
					for (const step of $range(0, 400)) {
						a.sample((step * keys[5].seconds) / 400, sample);
						b.sample((step * keys[5].seconds) / 400, other);
						const [ax, ay, az] = samplePosition(sample);
						const [bx, by, bz] = samplePosition(other);
						expect(math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2)).to.be.near(0, 1e-4);
						expect(buffer.readf64(sample, 56)).to.be.near(buffer.readf64(other, 56), 1e-3);
					}
				}
			}
		}
	});

	/** A shot that comes ten studs far and turns, with an easing, between stretches on curves. */
	function easedShot(easing: KeyEasing, roll: number): Shot {
		const keys = [0, 1, 3, 4].map((seconds, index): ShotKey => {
			const [qx, qy, qz, qw] = fromOrientation(0.2 * index, 0.5 * index, roll * index);
			return {
				seconds,
				position: [single(-3 + 6 * index), single(8 * (index % 3)), single(index)],
				rotation: [single(qx), single(qy), single(qz), single(qw)],
				fieldOfView: 70 - 10 * index,
				easing: index === 2 ? easing : "smooth",
			};
		});
		return { name: "s", map: "", keys, markers: [] };
	}

	/** How far two shots are apart at 300 times of the stretch from 1 to 3 seconds, and beyond it: studs, degrees, degrees of lens. */
	function apart(before: Shot, after: Shot): LuaTuple<[studs: number, degrees: number, lens: number]> {
		const [a, b] = [new ShotPath(before), new ShotPath(after)];
		const other = buffer.create(CAMERA_SAMPLE_SIZE);
		let [studs, degrees, lens] = [0, 0, 0];
		for (const step of $range(-50, 350)) {
			a.sample(1 + step / 150, sample);
			b.sample(1 + step / 150, other);
			const [ax, ay, az] = samplePosition(sample);
			const [bx, by, bz] = samplePosition(other);
			const [px, py, pz, pw] = sampleRotation(sample);
			const [qx, qy, qz, qw] = sampleRotation(other);
			studs = math.max(studs, math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2));
			degrees = math.max(degrees, angleBetween(px, py, pz, pw, qx, qy, qz, qw));
			lens = math.max(lens, math.abs(buffer.readf64(sample, 56) - buffer.readf64(other, 56)));
		}
		return $tuple(studs, degrees, lens);
	}

	it("inserts keys into a stretch with any easing style, and changes nothing", () => {
		for (const style of EASING_STYLES) {
			// None of these times is one at which a style that swings passes an end of the stretch.
			for (const roll of [0, 0.3]) {
				const before = easedShot(style as KeyEasing, roll);
				for (const times of [[1.6], [2], [1.6, 2, 1.2, 2.9]]) {
					let after = before;
					for (const seconds of times) after = insertKey(after, seconds);
					checkShot(after, "spec");
					const [studs, degrees, lens] = apart(before, after);
					expect(studs).to.be.near(0, 1e-4);
					// Rotations are in single precision: 1e-7 of a radian, and what a spec's angle loses near 0.
					expect(degrees).to.be.near(0, 0.01);
					expect(lens).to.be.near(0, 1e-4);
					for (const seconds of times)
						after = removeKey(
							after,
							after.keys.find((key) => key.seconds === seconds)!,
						);
					expect(after.keys[2].easing).to.equal(style);
				}
			}
		}
	});

	it("loses a swing if a key is inserted where the style passes the end of the stretch, and only that", () => {
		// outBounce first comes to its end at 1 / 2.75 of its time. What follows are three bounces, a quarter high.
		const before = easedShot("outBounce", 0);
		const [studs] = apart(before, insertKey(before, 1 + 2 / 2.75));
		expect(studs).to.be.near(2.5, 0.2);
	});

	it("keeps nothing of a part when the easing of a key changes, and refuses parts that are none", () => {
		const half = insertKey(easedShot("inOutSine", 0), 2);
		const changed = {
			...half,
			keys: half.keys.map((key, index) => (index === 3 ? { ...key, easing: "inQuad" as const } : key)),
		};
		const [x] = samplePosition(sampleAt(changed, 2.5));
		const [[from], [to]] = [half.keys[2].position, half.keys[3].position];
		expect(x).to.be.near(from + (to - from) / 4, 1e-6);
		const problemOf = (easing: unknown) =>
			failureOf(() => checkShot(easedShot(easing as KeyEasing, 0), "spec")).match("easing of .*$")[0];
		expect(problemOf({ style: "inSine", from: 0.5, to: 0.4 })).to.equal(
			"easing of item 3 of shot.keys is the part from 0.5 to 0.4; expected rising numbers from 0 to 1",
		);
		expect(problemOf({ style: "linear", from: 0, to: 1 })).to.equal(
			'easing of item 3 of shot.keys is "linear"; expected a style such as inOutSine',
		);
	});

	it("drags a key that a style comes to: what is beyond the reach stays, and nothing stops on the way", () => {
		for (const style of ["inOutSine", "outCubic", "inQuad"] as const) {
			const before = easedShot(style, 0);
			const key = before.keys[2];
			const [x, y, z] = key.position;
			const after = dragKey(before, 2, { position: [x, y + 2, z], rotation: key.rotation }, 1);
			const [a, b] = [new ShotPath(before), new ShotPath(after)];
			const lifts = new Array<number>();
			for (const step of $range(60, 240)) {
				a.sample(step / 60, sample);
				const [, from] = samplePosition(sample);
				b.sample(step / 60, sample);
				const [, to] = samplePosition(sample);
				lifts.push(to - from);
			}
			for (const step of $range(0, 60)) expect(lifts[step]).to.be.near(0, 1e-4);
			expect(lifts[120]).to.be.near(2, 1e-4);
			expect(lifts[180]).to.be.near(0, 1e-4);
			// Lifted all the way, with no step back: a bell in straight pieces.
			for (const step of $range(61, 120)) expect(lifts[step] - lifts[step - 1] > -1e-4).to.equal(true);
			for (const step of $range(61, 120)) expect(lifts[step] - lifts[step - 1] < 0.15).to.equal(true);
		}
	});

	it("inserts a key beside one that looks straight down, and the camera stays level", () => {
		const keys = [0, 1, 2, 3].map((seconds): ShotKey => {
			const [qx, qy, qz, qw] = fromOrientation(seconds === 1 ? -math.pi / 2 : 0, seconds, 0);
			return { seconds, position: [0, 0, 0], rotation: [qx, qy, qz, qw], easing: "smooth" };
		});
		const path = new ShotPath(insertKey({ name: "s", map: "", keys, markers: [], level: true }, 2.5));
		for (const step of $range(0, 300)) {
			path.sample(step / 100, sample);
			const [x, y, z, w] = sampleRotation(sample);
			// How far the camera's right side leaves the horizon.
			expect(2 * (x * y + z * w)).to.be.near(0, math.rad(0.01));
		}
	});

	it("fits a flight far from the origin, one that zooms while it looks up, and loosely", () => {
		const far = flight(300, 60, 0);
		for (const frame of $range(0, 299)) {
			const at = frame * FRAME_SIZE;
			const [x, y, z, qx, qy, qz, qw] = decodeFrame(far.frames, at);
			encodeFrame(x + 1e6, y, z, qx, qy, qz, qw, far.frames, at, "spec");
		}
		const [studs] = distances(fitKeys(far), far);
		expect(studs).to.be.near(0, 0.05);
		const up = flight(600, 60, 0, math.pi / 2);
		const [, , lens] = distances(fitKeys(up, { studs: 5, degrees: 2 }), up);
		expect(lens).to.be.near(0, 2);
		const steep = flight(600, 60, 0, 0.95);
		for (const degrees of [0.25, 5, 20, 45]) {
			const [, widest] = distances(fitKeys(steep, { studs: 5, degrees }), steep);
			expect(widest).to.be.near(0, degrees);
		}
	});

	it("gives frames without a field of view that of the frames before them", () => {
		const take = flight(60, 60, 0);
		for (const frame of $range(20, 39)) buffer.writef32(take.fieldOfView as buffer, frame * 4, 0);
		const path = new ShotPath(fitKeys(take));
		path.sample(0.5, sample);
		expect(buffer.readf64(sample, 56)).to.be.near(buffer.readf32(take.fieldOfView as buffer, 19 * 4), 0.25);
	});

	it("refuses a take that is too long for a shot", () => {
		const frames = flight(100, 60, 0).frames;
		expect(failureOf(() => fitKeys(createTake({ name: "slow", map: "", rate: 0.001, frames })))).to.equal(
			'[dolly] fitKeys: take "slow" lasts 99000 seconds; expected up to 86400',
		);
	});

	it("drags a key with a reach of a second: what is beyond stays, and at most 14 studs/s² are added", () => {
		for (const shake of [0, 0.05]) {
			const shot = fitKeys(flight(1200, 60, shake), { studs: 0.05, degrees: 0.25 });
			const { keys } = shot;
			const middle = keys.filter(({ seconds }) => seconds > 2 && seconds < 18);
			// A flight that trembles has hundreds of keys.
			for (const at of $range(0, middle.size() - 1, math.ceil(middle.size() / 30))) {
				const key = middle[at];
				const index = keys.indexOf(key);
				const [x, y, z] = key.position;
				const moved = dragKey(shot, index, { position: [x, y + 2, z], rotation: key.rotation }, 1);
				const [before, after] = [new ShotPath(shot), new ShotPath(moved)];
				const lifts = new Array<number>();
				for (const step of $range(-90, 90)) {
					const seconds = key.seconds + step / 60;
					before.sample(seconds, sample);
					const [bx, by, bz] = samplePosition(sample);
					after.sample(seconds, sample);
					const [ax, ay, az] = samplePosition(sample);
					lifts.push(ay - by);
					expect(math.abs(ax - bx) + math.abs(az - bz) < 1e-3).to.equal(true);
					if (math.abs(step) >= 60) expect(math.abs(ay - by) < 1e-3).to.equal(true);
				}
				expect(lifts[90]).to.be.near(2, 1e-4);
				let most = 0;
				for (const step of $range(1, lifts.size() - 2)) {
					most = math.max(most, math.abs(lifts[step - 1] - 2 * lifts[step] + lifts[step + 1]) * 3600);
				}
				expect(most <= 14).to.equal(true);
			}
			expect(middle.size() > 10).to.equal(true);
		}
	});

	it("removes a key, and moves keys in time, alone or with all that comes after", () => {
		const key = (seconds: number) => ({
			seconds,
			position: [seconds, 0, 0] as const,
			rotation: [0, 0, 0, 1] as const,
			easing: "smooth" as const,
		});
		const shot: Shot = {
			name: "s",
			map: "",
			keys: [0, 1, 2, 3].map(key),
			markers: [0.5, 2.5].map((seconds) => ({ name: "m", seconds })),
		};
		const times = ({ keys, markers }: Shot) =>
			`${keys.map(({ seconds }) => seconds).join(" ")} | ${markers.map(({ seconds }) => seconds).join(" ")}`;
		expect(times(removeKey(shot, shot.keys[3]))).to.equal("0 1 2 | 0.5 2");
		expect(times(retimeKeys(shot, [shot.keys[1], shot.keys[2]], 0.25))).to.equal("0 1.25 2.25 3 | 0.5 2.5");
		expect(times(retimeKeys(shot, [shot.keys[1]], 5, { ripple: true }))).to.equal("0 6 7 8 | 0.5 7.5");
		expect(times(retimeKeys(shot, [shot.keys[2]], -0.5, { ripple: true }))).to.equal("0 1 1.5 2.5 | 0.5 2");
		expect(failureOf(() => retimeKeys(shot, [shot.keys[1]], 1))).to.equal(
			"[dolly] retimeKeys: item 3 of shot.keys would be at 2 seconds; expected after 2",
		);
		expect(failureOf(() => removeKey({ ...shot, keys: [key(0)], markers: [] }, key(0)))).to.equal(
			'[dolly] removeKey: "s" has only one key; expected another',
		);
		expect(failureOf(() => removeKey(shot, key(9)))).to.equal(
			'[dolly] removeKey: no key of "s" is at 9 seconds; expected one of shot.keys',
		);
		expect(failureOf(() => insertKey(shot, 4))).to.equal(
			'[dolly] insertKey: seconds is 4; expected 0 to 3, the end of "s"',
		);
		expect(failureOf(() => fitKeys(flight(3, 60, 0), { studs: 0 }))).to.equal(
			"[dolly] fitKeys: studs is 0; expected a number above 0",
		);
	});
};
