import { Workspace } from "@rbxts/services";
import {
	CameraPlayer,
	createShot,
	decodeRecording,
	encodeRecording,
	isRecording,
	KeyOptions,
	moveKey,
	sampleCFrame,
	Shot,
	takeFromPath,
} from "../../../src/camera";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { Seeded } from "../../random";

const STEP = 1e-4;

/** Studs per second at a time, from one side if there is a corner or a cut. */
function speedAt(shot: Shot, seconds: number, side: 1 | -1 = 1): Vector3 {
	const there = sampleCFrame(shot, seconds + side * STEP).Position;
	return there.sub(sampleCFrame(shot, seconds).Position).mul(side / STEP);
}

/** Radians per second about the camera's own axes. */
function turningAt(shot: Shot, seconds: number, side: 1 | -1): Vector3 {
	const [axis, angle] = sampleCFrame(shot, seconds)
		.Rotation.Inverse()
		.mul(sampleCFrame(shot, seconds + side * STEP).Rotation)
		.ToAxisAngle();
	return axis.mul((side * angle) / STEP);
}

function rollOf(cframe: CFrame): number {
	const [, , roll] = cframe.ToOrientation();
	return math.deg(math.abs(roll));
}

function randomKeys(random: Seeded, count: number, roll: number): Array<KeyOptions> {
	const keys = new Array<KeyOptions>();
	let seconds = 0;
	for (const _ of $range(1, count)) {
		const cframe = new CFrame(random.between(-50, 50), random.between(0, 30), random.between(-50, 50)).mul(
			CFrame.fromOrientation(random.between(-1, 1), random.between(-3, 3), random.between(-roll, roll)),
		);
		keys.push({ seconds, cframe });
		seconds += random.between(0.2, 3);
	}
	return keys;
}

const A = new CFrame(0, 5, 0);
const B = new CFrame(10, 5, 0).mul(CFrame.Angles(0, 1, 0));

export = () => {
	it("moves the camera from one key to another, in a line if there are two", () => {
		const shot = createShot([
			{ seconds: 0, cframe: A },
			{ seconds: 4, cframe: B },
		]);
		for (const seconds of [0, 1, 2, 3.5, 4, 9]) {
			expect(sampleCFrame(shot, seconds).X).to.be.near(math.min(seconds, 4) * 2.5, 1e-5);
		}
		const [, yaw] = sampleCFrame(shot, 2).ToOrientation();
		expect(yaw).to.be.near(0.5, 1e-5);
	});

	it("eases as the style of Roblox does that a key names", () => {
		const eased = (easing: KeyOptions["easing"], time: number) =>
			sampleCFrame(
				createShot([
					{ seconds: 0, cframe: A },
					{ seconds: 1, cframe: B, easing },
				]),
				time,
			).X / 10;
		// By the formulas of each curve.
		expect(eased("linear", 0.3)).to.be.near(0.3, 1e-6);
		expect(eased("inSine", 0.3)).to.be.near(1 - math.cos(0.15 * math.pi), 1e-6);
		expect(eased("outQuad", 0.3)).to.be.near(1 - 0.49, 1e-6);
		expect(eased("inOutCubic", 0.25)).to.be.near(4 * 0.25 ** 3, 1e-6);
		expect(eased("inOutSine", 0.5)).to.be.near(0.5, 1e-6);
		expect(eased("outQuint", 0.8)).to.be.near(1 - 0.2 ** 5, 1e-6);
		expect(eased("inCircular", 0.6)).to.be.near(1 - 0.8, 1e-6);
		expect(eased("inExponential", 0.9)).to.be.near(0.5, 1e-6);
		expect(eased("outBounce", 1 / 2.75)).to.be.near(1, 1e-6);
		expect(eased("outBounce", 0.2)).to.be.near(7.5625 * 0.04, 1e-6);
		expect(eased("inBack", 0.5) < 0).to.equal(true);
		expect(eased("outElastic", 0.1) > 1).to.equal(true);
		for (const style of [
			"Sine",
			"Quad",
			"Cubic",
			"Quart",
			"Quint",
			"Exponential",
			"Circular",
			"Back",
			"Bounce",
			"Elastic",
		]) {
			for (const way of ["in", "out", "inOut"]) {
				const easing = `${way}${style}` as KeyOptions["easing"];
				expect(eased(easing, 1)).to.be.near(1, 1e-6);
				expect(eased(easing, 1e-9)).to.be.near(0, 1e-3);
			}
		}
	});

	it("passes through every key, with one velocity on both sides", () => {
		const random = new Seeded(34);
		for (const roll of [0, 1]) {
			const keys = randomKeys(random, 12, roll);
			const shot = createShot(keys);
			for (const { seconds, cframe } of keys) {
				const shown = sampleCFrame(shot, seconds);
				expect(shown.Position.sub(cframe.Position).Magnitude).to.be.near(0, 1e-5);
				expect(shown.LookVector.sub(cframe.LookVector).Magnitude).to.be.near(0, 1e-5);
			}
			for (const { seconds } of keys.filter((_, index) => index > 0 && index < 11)) {
				const jolt = speedAt(shot, seconds, 1).sub(speedAt(shot, seconds, -1)).Magnitude;
				expect(jolt).to.be.near(0, 0.4);
				const twist = turningAt(shot, seconds, 1).sub(turningAt(shot, seconds, -1)).Magnitude;
				expect(twist).to.be.near(0, 0.1);
			}
		}
	});

	it("passes through a key with the velocity and the turning that it asks for", () => {
		const velocity = new Vector3(3, -2, 7);
		const turning = new Vector3(0.3, 0.5, -0.2);
		for (const level of [true, false]) {
			const keys = randomKeys(new Seeded(7), 4, 0.4);
			const shot = createShot(
				keys.map((key, index) => (index === 1 ? { ...key, velocity, turning } : key)),
				{ level },
			);
			for (const side of [1, -1] as const) {
				expect(speedAt(shot, keys[1].seconds, side).sub(velocity).Magnitude).to.be.near(0, 0.2);
				expect(turningAt(shot, keys[1].seconds, side).sub(turning).Magnitude).to.be.near(0, 0.02);
			}
		}
	});

	it("stands still between two equal keys, whatever comes before and after", () => {
		const random = new Seeded(1);
		for (const roll of [0, 1]) {
			const keys = randomKeys(random, 6, roll);
			keys[3] = { ...keys[2], seconds: keys[3].seconds };
			const shot = createShot(keys);
			for (const step of $range(0, 100)) {
				const seconds = keys[2].seconds + ((keys[3].seconds - keys[2].seconds) * step) / 100;
				const shown = sampleCFrame(shot, seconds);
				expect(shown.Position.sub(keys[2].cframe.Position).Magnitude).to.be.near(0, 1e-5);
				const [, angle] = shown.Rotation.ToObjectSpace(keys[2].cframe.Rotation).ToAxisAngle();
				expect(math.abs(angle)).to.be.near(0, 1e-3);
			}
		}
	});

	it("never overshoots far, however uneven its keys are", () => {
		const random = new Seeded(11);
		let worst = 0;
		for (const _ of $range(1, 40)) {
			const keys = randomKeys(random, 5, 0);
			const shot = createShot(keys);
			for (const index of $range(0, 3)) {
				const [from, to] = [keys[index], keys[index + 1]];
				const step = to.cframe.Position.sub(from.cframe.Position).Magnitude;
				for (const part of $range(1, 19)) {
					const shown = sampleCFrame(shot, from.seconds + ((to.seconds - from.seconds) * part) / 20).Position;
					for (const axis of ["X", "Y", "Z"] as const) {
						const low = math.min(from.cframe[axis], to.cframe[axis]);
						const high = math.max(from.cframe[axis], to.cframe[axis]);
						worst = math.max(worst, (low - shown[axis]) / step, (shown[axis] - high) / step);
					}
				}
			}
		}
		// A velocity of twice the step per second carries a curve at most 8/27 of the step beyond each of its ends.
		expect(worst < 16 / 27).to.equal(true);
		expect(worst > 0.01).to.equal(true);
	});

	it("keeps a level camera level, and rolls if it is told not to", () => {
		const keys = randomKeys(new Seeded(3), 10, 0);
		const level = createShot(keys);
		const tilted = createShot(keys, { level: false });
		let [worstLevel, worstTilted] = [0, 0];
		for (const step of $range(0, 500)) {
			const seconds = (keys[9].seconds * step) / 500;
			worstLevel = math.max(worstLevel, rollOf(sampleCFrame(level, seconds)));
			worstTilted = math.max(worstTilted, rollOf(sampleCFrame(tilted, seconds)));
		}
		expect(worstLevel).to.be.near(0, 1e-3);
		expect(worstTilted > 4).to.equal(true);
	});

	it("turns the short way, over any number of turns", () => {
		const keys = new Array<KeyOptions>();
		for (const step of $range(0, 12)) keys.push({ seconds: step, cframe: CFrame.Angles(0, step * 2, 0) });
		const shot = createShot(keys);
		for (const step of $range(1, 119)) {
			const { Y: rate } = turningAt(shot, step / 10, 1);
			expect(rate).to.be.near(2, 0.01);
		}
	});

	it("stops at a key, and holds at one until the next, which is a cut", () => {
		const shot = createShot([
			{ seconds: 0, cframe: A },
			{ seconds: 2, cframe: B, easing: "stop" },
			{ seconds: 4, cframe: A, easing: "hold" },
			{ seconds: 6, cframe: new CFrame(0, 50, 0) },
			{ seconds: 8, cframe: new CFrame(0, 60, 0) },
		]);
		expect(speedAt(shot, 2, 1).Magnitude).to.be.near(0, 0.01);
		expect(speedAt(shot, 2, -1).Magnitude).to.be.near(0, 0.01);
		expect(sampleCFrame(shot, 5.999).Position).to.equal(A.Position);
		expect(sampleCFrame(shot, 6).Y).to.equal(50);
		expect(sampleCFrame(shot, 7).Y).to.be.near(55, 1e-4);
		expect(takeFromPath(shot, { rate: 10 }).cuts.join(",")).to.equal("60");
	});

	it("zooms between the keys that have a field of view", () => {
		const shot = createShot([
			{ seconds: 0, cframe: A, fieldOfView: 70 },
			{ seconds: 1, cframe: B },
			{ seconds: 2, cframe: A, fieldOfView: 30, easing: "linear" },
			{ seconds: 3, cframe: B },
		]);
		const take = takeFromPath(shot, { rate: 2 });
		const lens = (frame: number) => buffer.readf32(take.fieldOfView as buffer, frame * 4);
		expect(lens(0)).to.equal(70);
		expect(lens(2)).to.be.near(50, 1e-4);
		expect(lens(3)).to.be.near(40, 1e-4);
		expect(lens(4)).to.equal(30);
		expect(lens(6)).to.equal(30);
		expect(takeFromPath(createShot([{ seconds: 1, cframe: A }]), { rate: 2 }).fieldOfView).to.equal(undefined);
	});

	it("goes on through the seam of a loop", () => {
		const around = (step: number) => new CFrame(math.cos(step), 0, math.sin(step)).mul(CFrame.Angles(0, -step, 0));
		const keys = new Array<KeyOptions>();
		for (const step of $range(0, 6)) keys.push({ seconds: step, cframe: around((step * math.pi) / 3) });
		const shot = createShot(keys, { loop: true });
		expect(speedAt(shot, 0, 1).sub(speedAt(shot, 6, -1)).Magnitude).to.be.near(0, 0.01);
		const open = createShot(keys);
		expect(speedAt(open, 0, 1).sub(speedAt(open, 6, -1)).Magnitude > 0.1).to.equal(true);
	});

	it("goes round a loop that holds before its end", () => {
		const shot = createShot(
			[
				{ seconds: 0, cframe: A },
				{ seconds: 1, cframe: B },
				{ seconds: 2, cframe: B, easing: "hold" },
				{ seconds: 3, cframe: A },
			],
			{ loop: true },
		);
		expect(sampleCFrame(shot, 2.9).X).to.be.near(10, 1e-5);
		expect(sampleCFrame(shot, 3).X).to.be.near(0, 1e-5);
		const first = createShot(
			[
				{ seconds: 0, cframe: A, easing: "hold" },
				{ seconds: 1, cframe: B },
				{ seconds: 3, cframe: A },
			],
			{ loop: true },
		);
		expect(sampleCFrame(first, 0.9).X).to.be.near(0, 1e-5);
		expect(sampleCFrame(first, 2).X).to.be.near(5, 1.3);
	});

	it("turns evenly between two keys if only a velocity is given", () => {
		const shot = createShot([
			{ seconds: 0, cframe: A },
			{ seconds: 1, cframe: B, velocity: new Vector3(1, 0, 0) },
		]);
		const [, yaw] = sampleCFrame(shot, 0.5).ToOrientation();
		expect(yaw).to.be.near(0.5, 1e-5);
	});

	it("refuses keys so near in time that no velocity is finite", () => {
		expect(
			failureOf(() =>
				createShot([
					{ seconds: 0, cframe: A },
					{ seconds: 1e-300, cframe: B },
				]),
			),
		).to.equal(
			"[dolly] createShot: seconds of item 2 of shot.keys is 1e-300; expected 1e-09 or more after 0, up to 86400",
		);
	});

	it("is the same after packing if it says that it does not loop", () => {
		const shot = createShot([{ seconds: 0, cframe: A }], { loop: false });
		expect((decodeRecording(encodeRecording(shot)) as Shot).loop).to.equal(shot.loop);
	});

	it("is packed and unpacked whole", () => {
		const shot = createShot(
			[
				{ seconds: 0.1, cframe: A, fieldOfView: 33.3, easing: "hold" },
				{ seconds: 1 / 3, cframe: B, velocity: new Vector3(1, 2, 3), zooming: -0.1 },
				{ seconds: 2, cframe: B.mul(A), turning: new Vector3(0.1, 0, 0.7), easing: "outElastic" },
				{ seconds: 3, cframe: A, easing: { style: "inOutSine", from: 0.1, to: 1 } },
			],
			{
				name: "Öffnung",
				map: "Hafen",
				markers: [{ name: "title", seconds: 1 }],
				level: false,
				loop: true,
				metadata: { by: "Ada" },
			},
		);
		const again = decodeRecording(encodeRecording(shot));
		expect(isRecording(again, "shot")).to.equal(true);
		const describe = (value: unknown): string => {
			if (!typeIs(value, "table")) return tostring(value);
			const lines = new Array<string>();
			for (const [key, item] of pairs(value as Map<string, unknown>)) lines.push(`${key}=${describe(item)}`);
			return `{${lines.sort().join(" ")}}`;
		};
		expect(describe(again)).to.equal(describe(shot));
		const packed = encodeRecording(shot);
		buffer.writeu8(packed, 40, buffer.readu8(packed, 40) + 1);
		expect(failureOf(() => decodeRecording(packed)).find("^%[dolly%] shot: the checksum does not match")[0]).to.equal(
			1,
		);
	});

	it("says what is wrong with its keys", () => {
		const failure = (keys: unknown, options?: unknown) => failureOf(() => createShot(keys as never, options as never));
		expect(failure([])).to.equal("[dolly] createShot: shot.keys has 0 keys; expected 1 to 100000");
		expect(
			failure([
				{ seconds: 1, cframe: A },
				{ seconds: 1, cframe: A },
			]),
		).to.equal("[dolly] createShot: seconds of item 2 of shot.keys is 1; expected more than 1, up to 86400");
		expect(failure([{ seconds: 0, cframe: A, easing: "inOutSin" }])).to.equal(
			'[dolly] createShot: easing of item 1 of shot.keys is "inOutSin"; expected "inOutSine"',
		);
		expect(failure([{ seconds: 0, cframe: new Vector3() }])).to.equal(
			"[dolly] createShot: cframe of item 1 of keys is a Vector3; expected a CFrame",
		);
		expect(failure([{ seconds: 0, cframe: A, fov: 40 }])).to.equal(
			'[dolly] createShot: unknown option "fov" in item 1 of keys; expected one of cframe, easing, fieldOfView, seconds, turning, velocity, zooming',
		);
		expect(failure([{ seconds: 0, cframe: A, fieldOfView: 180 }])).to.equal(
			"[dolly] createShot: fieldOfView of item 1 of shot.keys is 180; expected above 0 and below 180 degrees",
		);
	});

	it("is made of the parts of a folder, by the numbers in their names", () => {
		const folder = new Instance("Folder");
		folder.Name = "Intro";
		const add = (name: string, x: number, attributes: { [name: string]: AttributeValue } = {}) => {
			const part = new Instance("Part");
			part.Name = name;
			part.CFrame = new CFrame(x, 0, 0);
			for (const [attribute, value] of pairs(attributes)) part.SetAttribute(attribute as string, value);
			part.Parent = folder;
		};
		add("Key 10", 3);
		add("Key 2", 1, { Seconds: 2.5, Easing: "outSine" });
		add("Key 1", 0, { FieldOfView: 40 });
		const shot = createShot(folder);
		expect(shot.name).to.equal("Intro");
		expect(shot.keys.map(({ seconds, easing, position: [x] }) => `${seconds} ${easing} ${x}`).join(", ")).to.equal(
			"0 smooth 0, 2.5 outSine 1, 3.5 smooth 3",
		);
		expect(shot.keys[0].fieldOfView).to.equal(40);
		folder.FindFirstChild("Key 2")!.SetAttribute("Seconds", "soon");
		expect(failureOf(() => createShot(folder))).to.equal(
			'[dolly] createShot: attribute Seconds of "Key 2" is "soon"; expected a number',
		);
		expect(failureOf(() => createShot(new Instance("Folder")))).to.equal(
			'[dolly] createShot: "Folder" has no parts; expected one for each key',
		);
	});

	it("bends around a key that is dragged, gently, and nowhere else", () => {
		const keys = new Array<KeyOptions>();
		for (const step of $range(0, 30)) {
			const place = new CFrame(step * 6, 10 + 3 * math.sin(step), 5 * math.cos(step * 0.7));
			keys.push({ seconds: step * 0.4, cframe: place.mul(CFrame.Angles(0, step * 0.1, 0)) });
		}
		const shot = createShot(keys);
		const { seconds } = shot.keys[15];
		for (const sparse of [shot, createShot(keys.filter((_, index) => index % 5 === 0))]) {
			const key = sparse.keys.find((other) => other.seconds === seconds)!;
			const bent = moveKey(sparse, key, keys[15].cframe.add(new Vector3(0, 2, 0)), { reach: 1 });
			const added = (at: number) => sampleCFrame(bent, at).Position.sub(sampleCFrame(sparse, at).Position);
			expect(added(seconds).Y).to.be.near(2, 1e-4);
			const gap = 1 / 60;
			let worst = 0;
			for (const step of $range(2, 700)) {
				const at = step * gap;
				if (math.abs(at - seconds) > 1.001) expect(added(at).Magnitude).to.be.near(0, 2e-3);
				const bend =
					added(at - gap)
						.add(added(at + gap))
						.sub(added(at).mul(2)).Magnitude /
					gap ** 2;
				worst = math.max(worst, bend);
			}
			expect(worst > 5).to.equal(true);
			expect(worst <= 14).to.equal(true);
		}
		const alone = moveKey(shot, shot.keys[15], CFrame.identity);
		expect(sampleCFrame(alone, seconds).Position.Magnitude).to.be.near(0, 1e-5);
		expect(failureOf(() => moveKey(shot, shot.keys[1], CFrame.identity, { reach: -1 }))).to.equal(
			"[dolly] moveKey: reach is -1; expected a number of seconds, 0 or more",
		);
	});

	const test = headless ? it : itSKIP;
	test("plays, with its markers, and loops if it says so", () => {
		headless!.enter("PlayClient");
		const shot = createShot(
			[
				{ seconds: 0, cframe: A },
				{ seconds: 1, cframe: B, easing: "linear" },
			],
			{ loop: true, markers: [{ name: "half", seconds: 0.5 }] },
		);
		const player = new CameraPlayer(shot);
		let markers = 0;
		player.marker.Connect(() => (markers += 1));
		player.play();
		headless!.advance(3.25);
		expect(player.isPlaying).to.equal(true);
		expect(markers).to.equal(3);
		expect(Workspace.CurrentCamera!.CFrame.X).to.be.near(2.5, 0.4);
		player.destroy();
		expect(new CameraPlayer(shot, { loop: false }).loop).to.equal(false);
	});
};
