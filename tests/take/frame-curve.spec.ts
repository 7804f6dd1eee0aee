import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { FrameCurve } from "../../src/take/frame-curve";
import { lensAt, sampleFrames } from "../../src/take/sample-frames";
import { Take } from "../../src/take/take";
import { Seeded } from "../random";
import { randomTake } from "./packed/random-take";

const sample = buffer.create(CAMERA_SAMPLE_SIZE);

/** The largest number among the positions of a take. */
function sizeOf({ frames, count }: Take): number {
	let size = 1;
	for (const frame of $range(0, count - 1)) {
		for (const at of $range(frame * 18, frame * 18 + 8, 4)) size = math.max(size, math.abs(buffer.readf32(frames, at)));
	}
	return size;
}

/** How far a curve is from what `sampleFrames` says at a time, positions against `size`; rotations may have either sign. */
function offBy(curve: FrameCurve, take: Take, size: number, seconds: number): number {
	sampleFrames(take, seconds, sample, "smooth");
	const [x, y, z, qx, qy, qz, qw] = curve.at(seconds);
	const read = (index: number) => buffer.readf64(sample, 8 * index);
	const place = math.max(math.abs(x - read(0)), math.abs(y - read(1)), math.abs(z - read(2))) / size;
	const dot = qx * read(3) + qy * read(4) + qz * read(5) + qw * read(6);
	const lens = math.abs(lensAt(take, seconds) - read(7));
	return math.max(place, 1 - math.abs(dot), lens);
}

export = () => {
	it("says what sampling says, however time goes", () => {
		const random = new Seeded(7);
		for (const count of [1, 2, 3, 4, 5, 40]) {
			for (const _ of $range(1, 20)) {
				const take = randomTake(count, random);
				const curve = new FrameCurve(take);
				const duration = (count - 1) / take.rate;
				const size = sizeOf(take);
				const agrees = (seconds: number) => expect(offBy(curve, take, size, seconds) < 1e-9).to.equal(true);
				for (const step of $range(0, 3 * count)) agrees(step / 3 / take.rate);
				for (const _ of $range(1, 20)) agrees(random.between(-0.1, 1.1) * duration);
				for (const step of $range(3 * count, 0, -1)) agrees(step / 3 / take.rate);
			}
		}
	});
};
