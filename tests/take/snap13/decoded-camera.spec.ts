import { DecodedCamera } from "../../../src/take/snap13/decoded-camera";
import { FRAME_SIZE } from "../../../src/take/frame";
import { expectNear } from "../../expect-near";

function rotationOf({ qx, qy, qz, qw }: DecodedCamera): Array<number> {
	return [qx, qy, qz, qw];
}

export = () => {
	it("begins at the origin without a turn, and goes on from there", () => {
		const camera = new DecodedCamera();
		expectNear([camera.x, camera.y, camera.z, ...rotationOf(camera)], [0, 0, 0, 0, 0, 0, 1], 0);
		camera.move(4096, -8192, 2048);
		camera.move(0, 4096, 0);
		expectNear([camera.x, camera.y, camera.z], [1, -1, 0.5], 0);
		// 32767 is a fifth of a radian.
		camera.turn(0, 32767, 0);
		expectNear(rotationOf(camera), [0, math.sin(0.1), 0, math.cos(0.1)], 1e-12);
		camera.turn(0, 0, 0);
		camera.turn(0, 32767, 0);
		expectNear(rotationOf(camera), [0, math.sin(0.2), 0, math.cos(0.2)], 1e-12);
		const other = new DecodedCamera();
		other.copy(camera);
		expectNear([other.x, other.y, other.z, ...rotationOf(other)], [1, -1, 0.5, ...rotationOf(camera)], 0);
	});

	it("turns in its own space, about all axes", () => {
		// A quarter about Y first, by hand; then what was X is -Z.
		const frame = buffer.create(FRAME_SIZE);
		buffer.writei16(frame, 14, math.round(math.sin(math.pi / 4) * 32767));
		buffer.writeu8(frame, 8, 3);
		for (const axis of $range(0, 2)) {
			const camera = new DecodedCamera();
			camera.place(frame, 0);
			const turn = [0, 0, 0];
			turn[axis] = 32767;
			camera.turn(turn[0], turn[1], turn[2]);
			const [s, c, h] = [math.sin(0.1), math.cos(0.1), math.sqrt(0.5)];
			// (0, h, 0, h) times the turn.
			const expected = [
				[h * s, h * c, -h * s, h * c],
				[0, h * s + h * c, 0, h * c - h * s],
				[h * s, h * c, h * s, h * c],
			][axis];
			expectNear(rotationOf(camera), expected, 5e-5);
		}
	});

	it("takes a rotation that is too long for one without the number that was left out", () => {
		const [a, b, c] = [30000, -20000, 10000];
		const length = math.sqrt(a * a + b * b + c * c);
		for (const [index, expected] of [
			[0, [0, a, b, c]],
			[1, [a, 0, b, c]],
			[2, [a, b, 0, c]],
			[3, [a, b, c, 0]],
		] as Array<[number, Array<number>]>) {
			const frame = buffer.create(FRAME_SIZE + 1);
			buffer.writeu8(frame, 9, index);
			buffer.writei16(frame, 13, a);
			buffer.writei16(frame, 15, b);
			buffer.writei16(frame, 17, c);
			const camera = new DecodedCamera();
			camera.place(frame, 1);
			expectNear(
				rotationOf(camera),
				expected.map((value) => value / length),
				1e-12,
			);
		}
	});
};
