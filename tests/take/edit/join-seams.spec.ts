import {
	createTake,
	joinTakes,
	retimeRecording,
	reverseTake,
	splitRecording,
	Take,
	trimRecording,
} from "../../../src/camera";
import { decodeFrame, encodeFrame, FRAME_SIZE } from "../../../src/take/frame";
import { failureOf } from "../../expect-failure";
import { Seeded } from "../../random";
import { straightTake, takeOf, xsOf } from "../make-take";

const SPEED = 20;

/** Four seconds at 20 studs a second along X. */
function steady(rate = 60): Take {
	return straightTake(4 * rate + 1, { rate, markers: [{ name: "m", seconds: 3 }] }, SPEED / rate);
}

/** The lowest and the highest speed from a frame to the next. */
function speedsOf(take: Take): [number, number] {
	const xs = xsOf(take);
	let lowest = math.huge;
	let highest = -math.huge;
	for (const frame of $range(1, xs.size() - 1)) {
		const speed = (xs[frame] - xs[frame - 1]) * take.rate;
		lowest = math.min(lowest, speed);
		highest = math.max(highest, speed);
	}
	return [lowest, highest];
}

/** A flight with tremor that turns and climbs, and now and then starts and stops. */
function restless(seed: number, rate: number): Take {
	const random = new Seeded(seed);
	const count = 4 * rate;
	const frames = buffer.create(count * FRAME_SIZE);
	let [x, y, yaw, speed] = [0, 5, 0, 10];
	for (const frame of $range(0, count - 1)) {
		if (frame % 40 === 0) speed = random.between(0, 60);
		x += speed / rate + random.between(-0.005, 0.005);
		y += math.sin(frame / 20) / rate;
		yaw += (random.between(-1, 1) + 3 * math.sin(frame / 17)) / rate;
		encodeFrame(x, y, 0, 0, math.sin(yaw / 2), 0, math.cos(yaw / 2), frames, frame * FRAME_SIZE, "test");
	}
	return createTake({ rate, frames, cuts: [] });
}

export = () => {
	it("joins the halves of a take to the take that it was, without a cut", () => {
		for (const seed of $range(1, 60)) {
			const take = seed === 1 ? steady() : restless(seed, [30, 60, 144][seed % 3]);
			const joined = joinTakes([...splitRecording(take, 2)]);
			expect(joined.cuts.join(" ")).to.equal("");
			expect(joined.rate).to.equal(take.rate);
			expect(buffer.tostring(joined.frames)).to.equal(buffer.tostring(take.frames));
		}
		const joined = joinTakes([...splitRecording(steady(), 2)]);
		expect(joined.markers[0].seconds).to.be.near(3, 1e-12);
	});

	it("keeps a steady flight steady through split, retime and join", () => {
		const random = new Seeded(7);
		for (const index of $range(1, 200)) {
			const rate = [24, 30, 60, 144][index % 4];
			const first = index === 1 ? 0.5 : random.between(0.1, 3);
			const second = index <= 40 ? 1 : random.between(0.1, 3);
			const [opening, rest] = splitRecording(steady(rate), random.between(0.5, 3.5));
			const joined = joinTakes([
				retimeRecording(opening, { speed: first }),
				retimeRecording(rest, { speed: second }),
				// Another take with more frames a second, after a cut.
				...(index % 3 === 0 ? [straightTake(500, { rate: 500 }, SPEED / 500)] : []),
			]);
			expect(joined.cuts.size()).to.equal(index % 3 === 0 ? 1 : 0);
			const [flight] = index % 3 === 0 ? splitRecording(joined, joined.cuts[0] / joined.rate) : [joined];
			const [lowest, highest] = speedsOf(flight);
			expect(lowest >= 0.9 * SPEED * math.min(first, second)).to.equal(true);
			// Where both halves get more frames a second than they have, a step of less than two frames is one.
			expect(highest <= (index % 3 === 0 ? 2 : 1.1) * SPEED * math.max(first, second)).to.equal(true);
			// It ends where it ended, and lasts as long as its halves.
			expect(xsOf(flight)[flight.count - 1]).to.be.near(4 * SPEED, 1e-4);
		}
	});

	it("has a frame once that both takes have", () => {
		const take = steady();
		const joined = joinTakes([trimRecording(take, 0, 2), trimRecording(take, 2, 4)]);
		expect(buffer.tostring(joined.frames)).to.equal(buffer.tostring(take.frames));
		expect(joined.cuts.size()).to.equal(0);
		expect(joined.markers[0].seconds).to.be.near(3, 1e-12);
		expect(xsOf(joinTakes([takeOf([1, 2, 3]), reverseTake(takeOf([1, 2, 3]))])).join(" ")).to.equal("1 2 3 2 1");
	});

	it("cuts where the second take starts elsewhere, behind, turned or with another lens", () => {
		const cutsOf = (second: Take) => joinTakes([straightTake(10, { fieldOfView: 70 }), second]).cuts.join(" ");
		expect(cutsOf(takeOf([10, 11, 12]))).to.equal("");
		expect(cutsOf(takeOf([11, 12, 13]))).to.equal("");
		expect(cutsOf(takeOf([12, 13, 14]))).to.equal("10");
		expect(cutsOf(takeOf([7, 8, 9]))).to.equal("10");
		expect(cutsOf(takeOf([10, 11, 12], {}, [1, 1, 1]))).to.equal("10");
		expect(cutsOf(takeOf([10, 11, 12], { fieldOfView: 74 }))).to.equal("");
		expect(cutsOf(takeOf([10, 11, 12], { fieldOfView: 76 }))).to.equal("10");
		expect(joinTakes([...splitRecording(steady(), 2)], { seam: "cut" }).cuts.join(" ")).to.equal("120");
	});

	it("bridges a gap in the time that it takes at the mean of both speeds", () => {
		const slow = straightTake(61, {}, 10 / 60);
		const fast = (from: number) => takeOf(xsOf(straightTake(61, {}, 30 / 60)).map((x) => x + from));
		// 20 studs at 10 to 30 studs a second: one second.
		const joined = joinTakes([slow, fast(30)], { seam: "bridge" });
		expect(joined.cuts.size()).to.equal(0);
		expect(joined.count).to.equal(61 + 59 + 61);
		const [lowest, highest] = speedsOf(joined);
		expect(lowest >= 0.999 * 10).to.equal(true);
		expect(highest <= 1.001 * 30).to.equal(true);
		// Never under a quarter of a second, nor over three.
		expect(joinTakes([slow, fast(12)], { seam: "bridge" }).count).to.equal(61 + 14 + 61);
		expect(joinTakes([slow, fast(1000)], { seam: "bridge" }).count).to.equal(61 + 179 + 61);
		expect(joinTakes([takeOf([0, 0, 0]), takeOf([9, 9, 9])], { seam: "bridge" }).count).to.equal(3 + 179 + 3);
		// Halves need none.
		expect(joinTakes([...splitRecording(steady(), 2)], { seam: "bridge" }).count).to.equal(241);
	});

	it("turns and zooms steadily over a bridge", () => {
		const turned = (yaw: number, lens: number) => takeOf([0, 0, 0], { fieldOfView: lens }, [yaw, yaw, yaw]);
		const { frames, fieldOfView, count } = joinTakes([turned(0, 40), turned(120, 70)], { seam: "bridge" });
		const middle = count.idiv(2);
		const [, , , , qy, , qw] = decodeFrame(frames, middle * FRAME_SIZE);
		expect(math.deg(2 * math.atan2(qy, qw))).to.be.near(60, 1);
		expect(buffer.readf32(fieldOfView as buffer, middle * 4)).to.be.near(55, 0.5);
	});

	it("refuses a seam that it does not know", () => {
		expect(failureOf(() => joinTakes([steady()], { seam: "smooth" as never }))).to.equal(
			'[dolly] joinTakes: seam is "smooth"; expected "auto", "cut" or "bridge"',
		);
	});
};
