import {
	cutOutTake,
	encodeArchive,
	encodeCFrame,
	createTake,
	joinTakes,
	resampleTake,
	retimeRecording,
	reverseTake,
	sampleCFrame,
	smoothTake,
	splitRecording,
	Take,
	transformTake,
	trimRecording,
	Job,
} from "../../../src/camera";
import { encodeSnap13, FRAME_SIZE } from "../../../src/codecs";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { Seeded } from "../../random";
import { straightTake, takeOf, xsOf } from "../make-take";

function lensOf(...degrees: Array<number>): buffer {
	const lens = buffer.create(degrees.size() * 4);
	degrees.forEach((value, index) => buffer.writef32(lens, index * 4, value));
	return lens;
}

function degreesOf({ fieldOfView }: Take): string {
	if (!typeIs(fieldOfView, "buffer")) return tostring(fieldOfView);
	const degrees = new Array<number>();
	for (const at of $range(0, buffer.len(fieldOfView) - 4, 4)) degrees.push(buffer.readf32(fieldOfView, at));
	return degrees.join(" ");
}

function markersOf({ markers }: Take): string {
	return markers.map(({ name, seconds }) => `${name} ${string.format("%.4g", seconds)}`).join(", ");
}

/** Ten frames a second at 0 to 9 on X, a cut before frame 6, a marker in each half, and a lens that widens. */
function sample(): Take {
	return takeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], {
		rate: 10,
		name: "Opening",
		cuts: [6],
		markers: [
			{ name: "go", seconds: 0.2 },
			{ name: "stop", seconds: 0.8 },
		],
		fieldOfView: lensOf(50, 51, 52, 53, 54, 55, 56, 57, 58, 59),
		metadata: { lap: 3 },
	});
}

export = () => {
	it("trims to what lies between two times, lens, cuts and markers with it", () => {
		const take = trimRecording(sample(), 0.15, 0.75);
		expect(xsOf(take).join(" ")).to.equal("2 3 4 5 6 7");
		expect(degreesOf(take)).to.equal("52 53 54 55 56 57");
		expect(take.cuts.join(" ")).to.equal("4");
		expect(markersOf(take)).to.equal("go 0");
		expect(take.metadata?.lap).to.equal(3);
	});

	it("moves the times of the server with what is kept, and drops them if the pieces have none of their own", () => {
		const take: Take = { ...sample(), serverStart: 1000, serverEnd: 1000.9 };
		const timesOf = ({ serverStart, serverEnd }: Take) =>
			serverStart === undefined && serverEnd === undefined
				? "none"
				: string.format("%.6f %.6f", serverStart!, serverEnd!);
		expect(timesOf(trimRecording(take, 0.15, 0.75))).to.equal("1000.200000 1000.700000");
		const [left, right] = splitRecording(take, 0.5);
		expect(timesOf(left)).to.equal("1000.000000 1000.400000");
		expect(timesOf(right)).to.equal("1000.500000 1000.900000");
		expect(timesOf(cutOutTake(take, -1, 0.25))).to.equal("1000.300000 1000.900000");
		expect(timesOf(cutOutTake(take, 0.3, 0.7))).to.equal("none");
		expect(timesOf(joinTakes([left, right]))).to.equal("none");
		expect(timesOf(reverseTake(take))).to.equal("none");
		expect(timesOf(retimeRecording(take, { speed: 2 }))).to.equal("none");
		expect(timesOf(resampleTake(take, 20))).to.equal("1000.000000 1000.900000");
		expect(timesOf(smoothTake(take, 0.1))).to.equal("1000.000000 1000.900000");
		// A clock that goes slower by half a percent is none that stood still for a second.
		expect(timesOf(trimRecording({ ...take, serverEnd: 1000.8955 }, 0, 0.3))).to.equal("1000.000000 1000.298500");
		const paused: Take = { ...take, serverEnd: 1001.9 };
		expect(timesOf(trimRecording(paused, 0, 0.3))).to.equal("none");
		expect(timesOf(trimRecording(paused, 0, 0.9))).to.equal("1000.000000 1001.900000");
	});

	it("cuts a piece out, with a cut where it was", () => {
		const take = cutOutTake(sample(), 0.3, 0.7);
		expect(xsOf(take).join(" ")).to.equal("0 1 2 7 8 9");
		expect(degreesOf(take)).to.equal("50 51 52 57 58 59");
		expect(take.cuts.join(" ")).to.equal("3");
		expect(markersOf(take)).to.equal("go 0.2, stop 0.4");
		expect(take.metadata?.lap).to.equal(3);
		expect(xsOf(cutOutTake(sample(), -1, 0.25)).join(" ")).to.equal("3 4 5 6 7 8 9");
		expect(xsOf(cutOutTake(sample(), 0.75, 5)).join(" ")).to.equal("0 1 2 3 4 5 6 7");
		const whole = sample();
		expect(cutOutTake(whole, 0.31, 0.39)).to.equal(whole);
		expect(failureOf(() => cutOutTake(sample(), 0, 1))).to.equal(
			'[dolly] cutOutTake: start and finish contain all of "Opening"; expected some frames outside',
		);
		expect(failureOf(() => cutOutTake(sample(), 1, 0))).to.equal(
			"[dolly] cutOutTake: finish is 0; expected at least start, which is 1",
		);
	});

	it("splits in two, which joined are what was there", () => {
		const [before, after] = splitRecording(sample(), 0.4);
		expect(xsOf(before).join(" ")).to.equal("0 1 2 3");
		expect(xsOf(after).join(" ")).to.equal("4 5 6 7 8 9");
		expect(after.cuts.join(" ")).to.equal("2");
		expect(markersOf(before)).to.equal("go 0.2");
		expect(markersOf(after)).to.equal("stop 0.4");
		const joined = joinTakes([before, after]);
		expect(buffer.tostring(joined.frames)).to.equal(buffer.tostring(sample().frames));
		expect(joined.cuts.join(" ")).to.equal("6");
		expect(markersOf(joined)).to.equal(markersOf(sample()));
		expect(degreesOf(joined)).to.equal(degreesOf(sample()));
		for (const seconds of [0, 0.95, -1]) expect(failureOf(() => splitRecording(sample(), seconds))).to.be.ok();
	});

	it("keeps every marker of what it keeps, at an end where no frame is nearer, and counts the others", () => {
		const marked = (...times: Array<number>) =>
			straightTake(601, { markers: times.map((seconds) => ({ name: `${seconds}`, seconds })) });
		const [before, after] = splitRecording(marked(3.99, 4, 4.001), 4);
		expect(markersOf(before)).to.equal("3.99 3.983");
		expect(markersOf(after)).to.equal("4 0, 4.001 0.001");
		const job = new Job();
		expect(markersOf(trimRecording(marked(0.001, 3.99, 3.999, 9), 0.0005, 3.995, { job }))).to.equal(
			"0.001 0, 3.99 3.967",
		);
		expect(job.report.join()).to.equal("trimRecording drops markers: m (2 times)");
		const rest = new Job();
		expect(markersOf(cutOutTake(marked(3.99, 4, 4.99, 5, 9), 4, 5, { job: rest }))).to.equal("3.99 3.983, 5 4, 9 8");
		expect(rest.report.join()).to.equal("cutOutTake drops markers: m (2 times)");
		// Times on frames, which no sum of seconds meets exactly.
		const random = new Seeded(4);
		for (const _ of $range(1, 400)) {
			const rate = random.int(7, 144);
			const count = random.int(10, 500);
			const cut = random.int(1, count - 1);
			const markers = [{ name: "at", seconds: cut / rate }];
			const [first, second] = splitRecording(straightTake(count, { rate, markers }), cut / rate);
			expect(markersOf(first)).to.equal("");
			expect(markersOf(second)).to.equal("at 0");
		}
	});

	it("leaves a marker at the end where time comes to", () => {
		const random = new Seeded(5);
		for (const _ of $range(1, 400)) {
			const rate = random.int(7, 144);
			const count = random.int(10, 500);
			const markers = [{ name: "end", seconds: (count - 1) / rate }];
			const take = straightTake(count, { rate, markers });
			const retimed = retimeRecording(take, { speed: random.between(0.3, 3) });
			expect(retimed.markers[0].seconds <= (count - 1) / retimed.rate).to.equal(true);
			const from = random.int(1, count - 2);
			const short = cutOutTake(take, from / rate, random.int(from, count - 1) / rate);
			expect(short.markers[0].seconds <= (short.count - 1) / rate).to.equal(true);
		}
	});

	it("joins takes of different rates and lenses, and says what that cost", () => {
		const job = new Job();
		const slow = takeOf([0, 2, 4], { rate: 10, fieldOfView: 70 });
		const fast = takeOf([100, 101, 102, 103], { rate: 20 });
		const take = joinTakes([slow, fast], { job });
		expect(take.rate).to.equal(20);
		expectNear(xsOf(take), [0, 1, 2, 3, 4, 100, 101, 102, 103], 1e-5);
		expect(take.cuts.join(" ")).to.equal("5");
		expect(degreesOf(take)).to.equal("70 70 70 70 70 0 0 0 0");
		expect(job.report.size()).to.equal(0);
		// A budget that is too small is told of by the call that it was given to.
		const small = () => ({ job: new Job({ maxBytes: 10 }) });
		expect(failureOf(() => joinTakes([slow, fast], small())).sub(1, 19)).to.equal("[dolly] joinTakes: ");
		expect(failureOf(() => resampleTake(slow, 20, small())).sub(1, 22)).to.equal("[dolly] resampleTake: ");
		expect(failureOf(() => joinTakes([]))).to.equal("[dolly] joinTakes: takes has no frames; expected one or more");
		expect(failureOf(() => joinTakes(slow as never))).to.equal(
			"[dolly] joinTakes: takes is a Take; expected an array, such as [take]",
		);
		expect(failureOf(() => joinTakes({ a: 1 } as never))).to.equal("[dolly] joinTakes: take is 1; expected a Take");
		for (const takes of [{ a: slow }, [slow, undefined, fast]]) {
			for (const [name, call] of [
				["joinTakes", joinTakes],
				["encodeArchive", encodeArchive],
				["encodeSnap13", encodeSnap13],
			] as const) {
				const expected = `[dolly] ${name}: takes has `;
				expect(failureOf(() => call(takes as never)).sub(1, expected.size())).to.equal(expected);
			}
		}
	});

	it("reverses, and reversed again is what it was", () => {
		const back = reverseTake(sample());
		expect(xsOf(back).join(" ")).to.equal("9 8 7 6 5 4 3 2 1 0");
		expect(degreesOf(back)).to.equal("59 58 57 56 55 54 53 52 51 50");
		expect(back.cuts.join(" ")).to.equal("4");
		expect(markersOf(back)).to.equal("go 0.7, stop 0.1");
		const again = reverseTake(back);
		expect(buffer.tostring(again.frames)).to.equal(buffer.tostring(sample().frames));
		expect(again.cuts.join(" ")).to.equal("6");
	});

	it("goes at another speed, or for another time, with every frame as it was", () => {
		const slow = retimeRecording(sample(), { speed: 0.5 });
		expect(slow.rate).to.equal(5);
		expect(slow.frames).to.equal(slow.frames);
		expect(markersOf(slow)).to.equal("go 0.4, stop 1.6");
		const fitted = retimeRecording(sample(), { duration: 3 });
		expectNear([fitted.rate, (fitted.count - 1) / fitted.rate], [3, 3], 1e-9);
		expect(buffer.tostring(fitted.frames)).to.equal(buffer.tostring(sample().frames));
		for (const timing of [
			{},
			{ speed: 1, duration: 1 },
			{ speed: 0 },
			{ speed: -1 },
			{ duration: 0 },
			{ speed: 1e9 },
		]) {
			expect(failureOf(() => retimeRecording(sample(), timing)).sub(1, 25)).to.equal("[dolly] retimeRecording: ");
		}
	});

	it("resamples on the curve that is played, and never across a cut", () => {
		const job = new Job();
		const fine = resampleTake(sample(), 20, { job });
		expect(fine.count).to.equal(19);
		expect(fine.cuts.join(" ")).to.equal("12");
		expectNear(
			xsOf(fine).filter((_, frame) => frame % 2 === 0),
			[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
			1e-5,
		);
		// Up to the cut it stays where it was.
		expectNear([xsOf(fine)[11]], [5], 1e-5);
		expect(fine.metadata?.lap).to.equal(3);
		const bent = takeOf([0, 0, 8, 0, 0, 0, 8, 0, 0], { rate: 10, cuts: [] });
		resampleTake(bent, 5, { job });
		expect(job.report.join("|")).to.equal("resampleTake moves the camera by up to 6 studs and 0 degrees");
	});

	it("smooths tremor away, and leaves ends and cuts where they are", () => {
		const random = new Seeded(7);
		const xs = new Array<number>();
		for (const frame of $range(0, 19999)) {
			xs.push((frame < 10000 ? 0 : 1000) + frame * 0.01 + random.between(-0.5, 0.5));
		}
		const take = takeOf(xs, { cuts: [10000] });
		const job = new Job();
		const calm = smoothTake(take, 0.1, { job });
		const after = xsOf(calm);
		const kept = xsOf(take);
		for (const frame of [0, 9999, 10000, 19999]) expect(after[frame]).to.equal(kept[frame]);
		// Noise of ±0.5 under a bell φ of 6 frames that is laid over parabolas, (3 - u²) / 2 × φ: its variance falls to 27/16 / (2 √π 6).
		let before = 0;
		let left = 0;
		for (const frame of $range(30, 9970)) {
			before += (kept[frame] - frame * 0.01) ** 2;
			left += (after[frame] - frame * 0.01) ** 2;
		}
		expectNear([left / before], [27 / 16 / (2 * math.sqrt(math.pi) * 6)], 0.01);
		expect(
			job.report.join("").match("^smoothTake moves the camera by up to 0%.%d+ studs and 0 degrees$")[0],
		).to.be.ok();
		const straight = straightTake(100);
		expectNear(xsOf(smoothTake(straight, 0.2)), xsOf(straight), 1e-4);
		expect(smoothTake(straight, 0)).to.equal(straight);
	});

	it("smooths rotations, whichever sign they are written with", () => {
		const yaws = new Array<number>();
		const xs = new Array<number>();
		for (const frame of $range(0, 120)) {
			yaws.push(frame * 3 + (frame % 2 === 0 ? 1 : -1));
			xs.push(0);
		}
		const calm = smoothTake(takeOf(xs, {}, yaws), 0.05);
		for (const frame of $range(20, 100)) {
			const [, yaw] = sampleCFrame(calm, frame / 60).ToEulerAnglesYXZ();
			const off = (math.deg(yaw) - frame * 3 + 180) % 360;
			expectNear([off - 180], [0], 0.1);
		}
	});

	it("moves and turns a take as a whole", () => {
		const frames = buffer.create(FRAME_SIZE * 20);
		const random = new Seeded(3);
		const places = new Array<CFrame>();
		for (const frame of $range(0, 19)) {
			const place = CFrame.Angles(random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)).add(
				new Vector3(random.between(-50, 50), random.between(-50, 50), random.between(-50, 50)),
			);
			places.push(place);
			encodeCFrame(place, frames, frame * FRAME_SIZE);
		}
		const take = createTake({ rate: 60, frames, cuts: [] });
		const cframe = CFrame.Angles(0.3, 1.2, -2).add(new Vector3(10, -20, 30));
		const job = new Job();
		const moved = transformTake(take, cframe, { job });
		places.forEach((place, frame) => {
			const wanted = cframe.mul(place);
			const found = sampleCFrame(moved, frame / 60);
			expectNear([found.Position.sub(wanted.Position).Magnitude], [0], 1e-4);
			// Packed twice: each time at most 0.0061°.
			const [, angle] = wanted.ToObjectSpace(found).ToAxisAngle();
			expectNear([math.deg(angle)], [0], 0.0125);
		});
		expect(
			job.report.join("").match("^transformTake moves the camera by up to %S+ studs and 0%.00%d+ degrees$")[0],
		).to.be.ok();
	});

	it("refuses unknown options of edits", () => {
		for (const call of [
			(options: never) => smoothTake(sample(), 0.2, options),
			(options: never) => trimRecording(sample(), 0, 0.5, options),
			(options: never) => resampleTake(sample(), 30, options),
			(options: never) => joinTakes([sample(), sample()], options),
			(options: never) => cutOutTake(sample(), 0.2, 0.4, options),
		]) {
			const [found] = failureOf(() => call({ Job: 1 } as never)).find(
				'unknown option "Job"; did you mean "job"?',
				1,
				true,
			);
			expect(found).to.be.ok();
		}
	});
};
