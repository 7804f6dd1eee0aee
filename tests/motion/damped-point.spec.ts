import { DampedPoint, POINT_SIZE } from "../../src/motion/damped-point";
import { Seeded } from "../random";

/** Goes along X at 10 studs per second, and round in Y and Z. */
function readPoint(seconds: number, target: buffer): void {
	buffer.writef64(target, 0, seconds * 10);
	buffer.writef64(target, 8, 3 * math.sin(seconds * 2));
	buffer.writef64(target, 16, 3 * math.cos(seconds * 5));
}

export = () => {
	it("halves the distance every half-life, behind a point at constant speed", () => {
		const damped = new DampedPoint(readPoint, 0.2);
		const target = buffer.create(POINT_SIZE);
		const rate = math.log(2) / 0.2;
		for (const seconds of [0, 0.001, 1 / 60, 0.37, 1.5]) {
			damped.write(seconds, 0, target);
			const behind = (10 / rate) * (1 - math.exp(-rate * seconds));
			expect(buffer.readf64(target, 0)).to.be.near(seconds * 10 - behind, 1e-9);
		}
	});

	it("is the same to the bit in any order of times, from any start", () => {
		const random = new Seeded(3);
		const through = new DampedPoint(readPoint, 0.3);
		const target = buffer.create(POINT_SIZE);
		const times = new Array<[seconds: number, start: number, bits: string]>();
		for (const frame of $range(0, 144 * 8)) {
			const seconds = frame / 144;
			const start = seconds < 3.21 ? 0 : 3.21;
			through.write(seconds, start, target);
			times.push([seconds, start, buffer.tostring(target)]);
		}
		const sought = new DampedPoint(readPoint, 0.3);
		for (const _ of $range(1, 600)) {
			const [seconds, start, bits] = times[random.int(0, times.size() - 1)];
			sought.write(seconds, start, target);
			expect(buffer.tostring(target)).to.equal(bits);
		}
	});

	it("is on the point itself at the start, and always without a half-life", () => {
		const [target, point] = [buffer.create(POINT_SIZE), buffer.create(POINT_SIZE)];
		new DampedPoint(readPoint, 0.3).write(2.5, 2.5, target);
		readPoint(2.5, point);
		expect(buffer.tostring(target)).to.equal(buffer.tostring(point));
		new DampedPoint(readPoint, 0).write(2.5, 0, target);
		expect(buffer.tostring(target)).to.equal(buffer.tostring(point));
	});
};
