import {
	cutOutTake,
	createTake,
	joinTakes,
	resampleTake,
	retimeRecording,
	reverseTake,
	smoothTake,
	splitRecording,
	Take,
	transformTake,
	trimRecording,
	Job,
} from "../../../src/camera";
import { Deviation } from "../../../src/take/edit/deviation";
import { decodeFrame, encodeFrame, FRAME_SIZE } from "../../../src/take/frame";
import { breathe } from "../../breathe";
import { floats } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { Seeded } from "../../random";
import { takeOf, xsOf } from "../make-take";

/** Frames at 0, 1, 2 and so on, ten a second. */
function counting(count: number, options = {}): Take {
	const xs = new Array<number>();
	for (const x of $range(0, count - 1)) xs.push(x);
	return takeOf(xs, { rate: 10, ...options });
}

function marked(...times: Array<number>) {
	return { markers: times.map((seconds) => ({ name: "m", seconds })) };
}

function timesOf({ markers }: Take): Array<number> {
	return markers.map(({ seconds }) => seconds);
}

export = () => {
	it("has one budget for all that it joins: two frames at a low rate become a million at a high one", () => {
		const slow = createTake({ rate: 0.001, frames: buffer.create(FRAME_SIZE * 2) });
		const fast = createTake({ rate: 1000, frames: buffer.create(FRAME_SIZE * 2) });
		const takes = [fast];
		for (const _ of $range(1, 13)) takes.push(slow);
		expect(failureOf(() => joinTakes(takes))).to.equal(
			"[dolly] joinTakes: maxBytes (268435456) reached: 0 bytes used, 286000330 more needed",
		);
	});

	it("trims to a single frame, and to nothing outside", () => {
		expect(xsOf(trimRecording(counting(5), 0.2, 0.2)).join(" ")).to.equal("2");
		expect(xsOf(trimRecording(counting(5), -9, 9)).join(" ")).to.equal("0 1 2 3 4");
		expect(xsOf(trimRecording(counting(5), 0.4, 9)).join(" ")).to.equal("4");
		expect(xsOf(trimRecording(counting(5), -9, 0)).join(" ")).to.equal("0");
		for (const [start, finish] of [
			[0.21, 0.29],
			[0.3, 0.2],
			[-2, -1],
			[0.41, 9],
		]) {
			expect(failureOf(() => trimRecording(counting(5), start, finish))).to.equal(
				`[dolly] trimRecording: no frame of "m" is from ${start} to ${finish} seconds; it lasts 0.4`,
			);
		}
	});

	it("cuts away the first frame alone, the last, and what lies between any two", () => {
		expect(xsOf(cutOutTake(counting(4), 0, 0.1)).join(" ")).to.equal("1 2 3");
		expect(xsOf(cutOutTake(counting(4), 0.3, 0.4)).join(" ")).to.equal("0 1 2");
		for (const [start, finish] of [
			[0, 0.1],
			[0.3, 0.4],
		]) {
			expect(cutOutTake(counting(4), start, finish).cuts.size()).to.equal(0);
		}
		const first = cutOutTake(counting(4), 0.1, 0.2);
		expect(xsOf(first).join(" ")).to.equal("0 2 3");
		expect(first.cuts.join(" ")).to.equal("1");
		expect(xsOf(cutOutTake(counting(4), 0.1, 9)).join(" ")).to.equal("0");
		const same = counting(4);
		for (const [start, finish] of [
			[-5, 0],
			[-5, -1],
			[9, 10],
			[0.2, 0.2],
		]) {
			expect(cutOutTake(same, start, finish)).to.equal(same);
		}
	});

	it("keeps the cuts inside a piece, and none at its first frame", () => {
		const take = counting(6, { cuts: [1, 3, 5] });
		expect(trimRecording(take, 0.1, 0.5).cuts.join(" ")).to.equal("2 4");
		expect(trimRecording(take, 0, 0.3).cuts.join(" ")).to.equal("1 3");
		expect(trimRecording(take, 0, 0.2).cuts.join(" ")).to.equal("1");
		expect(splitRecording(take, 0.3)[1].cuts.join(" ")).to.equal("2");
	});

	it("splits before the second frame and before the last, and nowhere else at the ends", () => {
		expect(splitRecording(counting(3), 0.1)[0].count).to.equal(1);
		expect(splitRecording(counting(3), 0.2)[1].count).to.equal(1);
		for (const seconds of [0, 0.21]) {
			expect(failureOf(() => splitRecording(counting(3), seconds))).to.equal(
				`[dolly] splitRecording: "m" has no frames before or after ${seconds} seconds; expected some on both sides`,
			);
		}
	});

	it("holds markers to the piece that is left", () => {
		// A ten millionth of a frame is on it.
		expectNear(timesOf(trimRecording(counting(5, marked(0.1 - 9e-8, 0.3 + 9e-8)), 0.1, 0.3)), [0, 0.2], 1e-12);
		expect(timesOf(trimRecording(counting(5, marked(0.1 - 2e-7, 0.3 + 2e-7)), 0.1, 0.3)).size()).to.equal(0);
		expectNear(timesOf(reverseTake(counting(5, marked(0, 0.1, 0.4)))), [0.4, 0.3, 0], 1e-12);
		expect(reverseTake(counting(5, { cuts: [1, 4] })).cuts.join(" ")).to.equal("1 4");
		expect(reverseTake(counting(5, { cuts: [1, 2] })).cuts.join(" ")).to.equal("3 4");
	});

	it("joins takes of one frame, leaves out those of none, and is called as the first of the others", () => {
		const none = takeOf([], { name: "none", rate: 30 });
		const joined = joinTakes([none, takeOf([5], { name: "five", rate: 10 }), none, takeOf([6], { rate: 10 })]);
		expect(xsOf(joined).join(" ")).to.equal("5 6");
		expect(`${joined.name} ${joined.rate} ${joined.cuts.join()}`).to.equal("five 10 1");
		expect(joinTakes([takeOf([1, 2], { rate: 0.5 }), takeOf([3], { rate: 0.25 })]).rate).to.equal(0.5);
		const shifted = joinTakes([counting(3, marked(0.1)), counting(3, { ...marked(0, 0.2), cuts: [1] })]);
		expectNear(timesOf(shifted), [0.1, 0.3, 0.5], 1e-12);
		expect(shifted.cuts.join(" ")).to.equal("3 4");
	});

	it("resamples a single frame as itself, and says nothing of what it cost unless asked", () => {
		const one = takeOf([7], { rate: 10, metadata: { lap: 2 } });
		const resampled = resampleTake(one, 20);
		expect(`${xsOf(resampled).join()} ${resampled.rate} ${resampled.metadata!.lap}`).to.equal("7 20 2");
		const none = takeOf([], { rate: 10 });
		expect(resampleTake(none, 20)).to.equal(none);
	});

	it("says how far resampling moves the camera at worst, wherever that is", () => {
		// At 5 a second every second frame is left out: at 8 the line passes by, in the last stretch as in the first.
		for (const xs of [
			[0, 8, 0, 0, 0, 0, 0],
			[0, 0, 0, 0, 0, 8, 0],
		]) {
			const job = new Job();
			resampleTake(takeOf(xs, { rate: 10, cuts: [] }), 5, { job });
			expect(job.report.join("|")).to.equal("resampleTake moves the camera by up to 8 studs and 0 degrees");
		}
	});

	it("stretches two frames to any time, and no single one", () => {
		expect(retimeRecording(counting(2), { duration: 4 }).rate).to.equal(0.25);
		expect(failureOf(() => retimeRecording(counting(1), { duration: 4 }))).to.equal(
			'[dolly] retimeRecording: "m" lasts 0 seconds and cannot be stretched',
		);
		expect(retimeRecording(counting(1), { speed: 2 }).rate).to.equal(20);
		expect(failureOf(() => retimeRecording(counting(2), { speed: 200 }))).to.equal(
			"[dolly] retimeRecording: speed is 200, which makes 2000 frames per second",
		);
		expect(failureOf(() => retimeRecording(counting(2), { duration: 0.0005 }))).to.equal(
			"[dolly] retimeRecording: duration is 0.0005, which makes 2000 frames per second",
		);
	});

	it("smooths by at most ten seconds, and leaves parabolas as they are", () => {
		const xs = new Array<number>();
		for (const frame of $range(0, 300)) xs.push(((frame - 150) / 60) ** 2 * 7);
		const smooth = xsOf(smoothTake(takeOf(xs), 0.2));
		// Beyond an end the parabola is its own image, which it feels up to four boxes away.
		for (const frame of $range(50, 250)) expectNear([smooth[frame]], [xs[frame]], 1e-4);
		expect(`${smooth[0]} ${smooth[300]}`).to.equal("43.75 43.75");
		expect(failureOf(() => smoothTake(counting(5), 10.01))).to.equal(
			"[dolly] smoothTake: seconds is 10.01; expected a number from 0 to 10",
		);
		for (const seconds of [-0.1, "1" as never]) expect(failureOf(() => smoothTake(counting(5), seconds))).to.be.ok();
		expect(smoothTake(counting(5), 10).count).to.equal(5);
		for (const count of [1, 2, 3]) expect(smoothTake(counting(count), 1).count).to.equal(count);
	});

	it("takes the tremor of a curve away, and not the curve", () => {
		const random = new Seeded(5);
		const xs = new Array<number>();
		const clean = new Array<number>();
		for (const frame of $range(0, 1199)) {
			clean.push(10 * math.sin((frame / 60) * 1.5));
			xs.push(clean[frame] + random.between(-0.1, 0.1));
		}
		const smooth = xsOf(smoothTake(takeOf(xs), 0.2));
		let off = 0;
		for (const frame of $range(0, 1199)) off += math.abs(smooth[frame] - clean[frame]) / 1200;
		expect(off).to.be.near(0, 0.025);
		expect(off > 0.005).to.equal(true);
	});

	/** A flight with tremor, which turns by less than half a turn in 24 seconds. */
	function turning(count: number, rate: number): Take {
		const frames = buffer.create(count * FRAME_SIZE);
		for (const frame of $range(0, count - 1)) {
			const seconds = frame / rate;
			const tremor = math.sin(frame * 2.3) * 0.2;
			const half = seconds * 0.06 + tremor * 0.05;
			const place = [40 * math.sin(seconds * 0.5) + tremor, 3 * seconds, 20 * math.cos(seconds * 0.3)];
			encodeFrame(place[0], place[1], place[2], 0, math.sin(half), 0, math.cos(half), frames, frame * FRAME_SIZE, "");
		}
		return createTake({ rate, frames, cuts: [] });
	}

	it("smooths by wide bells as by narrow ones", () => {
		const rate = 100;
		const count = 2400;
		const take = turning(count, rate);
		for (const seconds of [0.05, 0.4, 0.85]) {
			const width = seconds * rate;
			const most = math.ceil(5 * width);
			const smooth = smoothTake(take, seconds);
			for (const frame of $range(most, count - 1 - most, 37)) {
				const [, , , ox, oy, oz, ow] = decodeFrame(take.frames, frame * FRAME_SIZE);
				const sums = [0, 0, 0, 0, 0, 0, 0];
				let weights = 0;
				for (const other of $range(frame - most, frame + most)) {
					const away = (other - frame) / width;
					// A bell, times what leaves parabolas as they are.
					const weight = math.exp(-(away ** 2) / 2) * (1.5 - away ** 2 / 2);
					const [x, y, z, qx, qy, qz, qw] = decodeFrame(take.frames, other * FRAME_SIZE);
					const sign = qx * ox + qy * oy + qz * oz + qw * ow < 0 ? -1 : 1;
					[x, y, z, qx * sign, qy * sign, qz * sign, qw * sign].forEach((value, index) => {
						sums[index] += value * weight;
					});
					weights += weight;
				}
				const [x, y, z, qx, qy, qz, qw] = decodeFrame(smooth.frames, frame * FRAME_SIZE);
				// Four boxes are a bell to within a few hundredths.
				expectNear([x, y, z], [sums[0] / weights, sums[1] / weights, sums[2] / weights], 0.03);
				const length = math.sqrt(sums[3] ** 2 + sums[4] ** 2 + sums[5] ** 2 + sums[6] ** 2);
				const cosine = math.abs(qx * sums[3] + qy * sums[4] + qz * sums[5] + qw * sums[6]) / length;
				expect(math.deg(2 * math.acos(math.min(1, cosine)))).to.be.near(0, 0.3);
			}
			breathe();
		}
	});

	it("smooths in as many steps a frame however wide the bell is", () => {
		for (const count of [2000, 8000]) {
			const job = new Job();
			smoothTake(turning(count, 1000), 10, { job });
			// Read, laid four boxes over seven columns, and written.
			expect(job.budget.steps <= count * (1 + 4 * 7 + 1) + 512).to.equal(true);
			expect(job.budget.bytes).to.equal(count * FRAME_SIZE);
			breathe();
		}
	});

	it("smooths all of a place and of a rotation", () => {
		const frames = buffer.create(9 * FRAME_SIZE);
		for (const frame of $range(0, 8)) {
			const sign = frame === 4 ? 1 : 0;
			const at = frame * FRAME_SIZE;
			encodeFrame(6 * sign, -12 * sign, 24 * sign, 0.1 * sign, -0.2 * sign, 0.3 * sign, 1, frames, at, "spec");
		}
		const smooth = smoothTake(createTake({ rate: 10, frames, cuts: [] }), 0.1);
		const [x, y, z, qx, qy, qz] = decodeFrame(smooth.frames, 4 * FRAME_SIZE);
		const [, , , ox, oy, oz] = decodeFrame(frames, 4 * FRAME_SIZE);
		const share = x / 6;
		// (3 - u²) / 2 × φ at 0, with a bell of one frame.
		expect(share).to.be.near(1.5 / math.sqrt(2 * math.pi), 0.05);
		expectNear([y, z], [-12 * share, 24 * share], 1e-4);
		expectNear([qx / ox, qy / oy, qz / oz], [share, share, share], 0.05);
	});

	it("notes the farthest of all axes, and the widest turn", () => {
		const reportOf = (...moves: Array<[number, number, number, number]>) => {
			const deviation = new Deviation();
			for (const [x, y, z, degrees] of moves) {
				const half = math.rad(degrees) / 2;
				deviation.add(1, 2, 3, 0, 0, 0, 1, 1 + x, 2 + y, 3 + z, 0, math.sin(half), 0, math.cos(half));
			}
			const job = new Job();
			deviation.report(job.budget, "spec");
			return job.report.join("|");
		};
		const moved = (studs: string, degrees: string) =>
			`spec moves the camera by up to ${studs} studs and ${degrees} degrees`;
		expect(reportOf([2, 3, 6, 0])).to.equal(moved("7", "0"));
		expect(reportOf([-2, -3, -6, 0], [1, 0, 0, 0])).to.equal(moved("7", "0"));
		expect(reportOf([0, 0, 0, 40], [0, 0, 1, -10])).to.equal(moved("1", "40"));
		// A hundred thousandth is rounding, of studs and of degrees.
		expect(reportOf([0.9e-5, 0, 0, 0])).to.equal("");
		expect(reportOf([1.1e-5, 0, 0, 0])).to.equal(moved("1.1e-05", "0"));
	});

	it("says how far packing anew moves a take that is moved as a whole", () => {
		const job = new Job();
		transformTake(takeOf([1, 2, 3], { rate: 10, cuts: [] }), new CFrame(0, 0, 64), { job });
		expect(job.report.join()).to.equal("");
		const turned = new Job();
		const cframe = new CFrame(0, 0, 3).mul(CFrame.Angles(0.3, 0.5, 0.7));
		transformTake(takeOf([1, 2, 3], { rate: 10, cuts: [] }), cframe, { job: turned });
		const [studs, degrees] = turned.report[0].match("up to (%S+) studs and (%S+) degrees$");
		// f32 near 6, of which Z has lost its two lowest bits; a packed rotation.
		expect((tonumber(studs) as number) <= 2e-6).to.equal(true);
		expect((tonumber(degrees) as number) <= 0.0061).to.equal(true);
	});

	it("keeps a lens that is one number as one, and has one a frame where takes differ", () => {
		const joined = joinTakes([counting(2, { fieldOfView: 40 }), counting(2, { fieldOfView: 40 })]);
		expect(joined.fieldOfView).to.equal(40);
		const mixed = joinTakes([counting(2, { fieldOfView: 40 }), counting(2, { fieldOfView: floats(50, 60) })]);
		const lens = mixed.fieldOfView as buffer;
		expect([0, 1, 2, 3].map((frame) => buffer.readf32(lens, frame * 4)).join(" ")).to.equal("40 40 50 60");
	});
};
