import { decodeCFrame, encodeCFrame } from "../src/roblox/camera/cframe";
import { FRAME_SIZE } from "../src/take/frame";
import { rotationFromAxes } from "../src/rotation/from-axes";
import { Seeded } from "../tests/random";
import { angleBetween } from "../tests/rotation/angle-between";
import { Layout, OTHER_LAYOUTS } from "./other-layouts";

const COUNT = 100000;
const FARTHEST = 2048;

const ours: Layout = {
	name: "**18 bytes: largest dropped, 3 × i16**",
	size: FRAME_SIZE,
	encode: encodeCFrame,
	decode: decodeCFrame,
};

function rotationOf(cframe: CFrame) {
	const [, , , xx, yx, zx, xy, yy, zy, xz, yz, zz] = cframe.GetComponents();
	return rotationFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
}

/** A CFrame at most 2048 studs from the origin along each axis, with any rotation as likely as any other. */
function randomCFrame(random: Seeded): CFrame {
	while (true) {
		const x = random.between(-1, 1);
		const y = random.between(-1, 1);
		const z = random.between(-1, 1);
		const w = random.between(-1, 1);
		const square = x * x + y * y + z * z + w * w;
		if (square > 0.01 && square <= 1) {
			return new CFrame(
				random.between(-FARTHEST, FARTHEST),
				random.between(-FARTHEST, FARTHEST),
				random.between(-FARTHEST, FARTHEST),
				x,
				y,
				z,
				w,
			);
		}
	}
}

function rowOf({ name, size, encode, decode }: Layout): string {
	const random = new Seeded(4);
	const target = buffer.create(size);
	let worst = 0;
	let sum = 0;
	let studs = 0;
	for (const _ of $range(1, COUNT)) {
		const cframe = randomCFrame(random);
		encode(cframe, target, 0);
		const read = decode(target, 0);
		const [ax, ay, az, aw] = rotationOf(cframe);
		const [bx, by, bz, bw] = rotationOf(read);
		const degrees = angleBetween(ax, ay, az, aw, bx, by, bz, bw);
		worst = math.max(worst, degrees);
		sum += degrees;
		studs = math.max(studs, read.Position.sub(cframe.Position).Magnitude);
	}
	return string.format("| %s | %d | %.5f° | %.5f° | %.1e |", name, size, worst, sum / COUNT, studs);
}

/** The table of precision that `npm run bench` prints. */
export const verdict = [
	`${COUNT} random CFrames within ${FARTHEST} studs:`,
	"",
	"| layout | bytes | worst rotation | mean rotation | worst position, studs |",
	"|---|--:|--:|--:|--:|",
	...[ours, ...OTHER_LAYOUTS].map(rowOf),
].join("\n");
