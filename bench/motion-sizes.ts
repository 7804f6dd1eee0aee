//!native
//!optimize 2
import { createTake, encodeRecording, readModel, Replay, ReplayJoint, ReplaySubject } from "../src";
import { stepFor } from "../src/replay/joint-row";
import { JOINT_STRIDE, TRANSLATION_STEP } from "../src/replay/replay";
import { encodeFrame, FRAME_SIZE } from "../src/take/frame";
import { samplePose } from "../src/scene/sample-pose";
import { Clip } from "../src/scene/clip";
import { createPose, POSE_STRIDE, ROTATION_OFFSET } from "../src/scene/pose";
import { multiply, rotate } from "../src/rotation/quaternion";
import { headless } from "../tests/headless";
import { Seeded } from "../tests/random";

const RATE = 30;
const PRECISION = 0.005;
const CHARACTERS = 16;

/** How tall a character is, in studs. */
const HEIGHT = 5;

/** What models are imported at. */
const METRES_PER_STUD = 0.28;

/** How far a tip reaches beyond its joint, as of bones that are recorded. */
const TIP = 0.5;

/** Parts of the names of joints that are left out, and the files, each with the height of its model. */
const paths = buffer.tostring(headless!.readFile("generated/bench/motions.txt")).split("\n");
const left = paths
	.shift()!
	.split(",")
	.filter((part) => part !== "");

interface Rig {
	clips: Array<Clip>;
	/** The joints that turn in some clip, by their index in the skeleton, and how far each reaches. */
	joints: Array<number>;
	reaches: Array<number>;
	rest: buffer;
	scale: number;
}

function read7(pose: buffer, joint: number) {
	const at = joint * POSE_STRIDE;
	const turn = at + ROTATION_OFFSET;
	return $tuple(
		buffer.readf32(pose, at),
		buffer.readf32(pose, at + 4),
		buffer.readf32(pose, at + 8),
		buffer.readf32(pose, turn),
		buffer.readf32(pose, turn + 4),
		buffer.readf32(pose, turn + 8),
		buffer.readf32(pose, turn + 12),
	);
}

/** The joints of a skeleton that clips turn, with what they reach in studs. */
function rigOf(clips: Array<Clip>, height: number): Rig {
	const { joints, rest } = clips[0].skeleton;
	const count = joints.size();
	const scale = (HEIGHT / height) * METRES_PER_STUD;
	const reaches = new Array<number>(count, TIP);
	for (const index of $range(count - 1, 0, -1)) {
		const { parent } = joints[index];
		if (parent < 0) continue;
		const [x, y, z] = read7(rest, index);
		reaches[parent] = math.max(reaches[parent], math.sqrt(x * x + y * y + z * z) * scale + reaches[index]);
	}
	const moving = new Set<number>();
	const pose = createPose(count);
	for (const clip of clips) {
		for (const frame of $range(0, math.floor(clip.duration * 5))) {
			samplePose(clip, frame / 5, pose);
			for (const joint of $range(0, count - 1)) {
				const [, , , qx, qy, qz, qw] = read7(pose, joint);
				const [, , , rx, ry, rz, rw] = read7(rest, joint);
				if (math.abs(qx * rx + qy * ry + qz * rz + qw * rw) < 1 - 1e-5) moving.add(joint);
			}
		}
	}
	const isWanted = (joint: number) => !left.some((part) => joints[joint].name.find(part, 1, true)[0] !== undefined);
	return { clips, joints: [...moving].filter(isWanted).sort((a, b) => a < b), reaches, rest, scale };
}

/** Where a subject walks: the root of a walk that `motion-sizes.mjs` wrote, as frames. */
function rootOf(character: number, count: number): buffer {
	const walk = headless!.readFile(`generated/bench/motion-root-${character}.bin`);
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const at = (frame % (buffer.len(walk) / 28)) * 28;
		const number = (index: number) => buffer.readf32(walk, at + 4 * index);
		encodeFrame(
			number(0),
			number(1),
			number(2),
			number(3),
			number(4),
			number(5),
			number(6),
			frames,
			frame * FRAME_SIZE,
			"bench",
		);
	}
	return frames;
}

/** A character that plays clips one after another, in an order of its own, for `count` frames. */
function characterOf(rig: Rig, described: Array<ReplayJoint>, character: number, count: number): ReplaySubject {
	const { clips, joints, rest, scale } = rig;
	const random = new Seeded(character + 1);
	const stride = joints.size() * JOINT_STRIDE;
	const rotations = buffer.create(count * stride);
	const translations = buffer.create(count * stride);
	const pose = createPose(clips[0].skeleton.joints.size());
	let frame = 0;
	while (frame < count) {
		const clip = clips[random.int(0, clips.size() - 1)];
		for (const index of $range(0, math.floor(clip.duration * RATE))) {
			if (frame >= count) break;
			samplePose(clip, index / RATE, pose);
			joints.forEach((joint, place) => {
				const [x, y, z, qx, qy, qz, qw] = read7(pose, joint);
				const [px, py, pz, rx, ry, rz, rw] = read7(rest, joint);
				const [vx, vy, vz, vw] = multiply(-rx, -ry, -rz, rw, qx, qy, qz, qw);
				const length = math.sqrt(vx * vx + vy * vy + vz * vz);
				const angle = 2 * math.atan2(length, math.abs(vw));
				const perStep = (length > 1e-12 ? (vw < 0 ? -angle : angle) / length : 0) / described[place].step;
				const at = frame * stride + place * JOINT_STRIDE;
				buffer.writei16(rotations, at, math.round(vx * perStep));
				buffer.writei16(rotations, at + 2, math.round(vy * perStep));
				buffer.writei16(rotations, at + 4, math.round(vz * perStep));
				const [tx, ty, tz] = rotate(-rx, -ry, -rz, rw, (x - px) * scale, (y - py) * scale, (z - pz) * scale);
				buffer.writei16(translations, at, math.round(tx / TRANSLATION_STEP));
				buffer.writei16(translations, at + 2, math.round(ty / TRANSLATION_STEP));
				buffer.writei16(translations, at + 4, math.round(tz / TRANSLATION_STEP));
			});
			frame += 1;
		}
	}
	return {
		name: `${character}`,
		kind: "character",
		spans: [{ first: 0, last: count - 1 }],
		root: createTake({ rate: RATE, frames: rootOf(character, count), cuts: [] }),
		size: [2, 2, 1],
		joints: described,
		rotations,
		translations,
		values: [],
	};
}

function sizeOf(count: number, subjects: Array<ReplaySubject>): number {
	const replay: Replay = { name: "", map: "", rate: RATE, count, subjects, markers: [] };
	return buffer.len(encodeRecording(replay));
}

function bare(subject: ReplaySubject): ReplaySubject {
	return { ...subject, joints: [], rotations: buffer.create(0), translations: buffer.create(0) };
}

function lineOf(line: string): string {
	const [path, height] = line.split("\t");
	const { clips } = readModel(headless!.readFile(path));
	if (clips.isEmpty()) return `${path} has no clips`;
	const own = clips.filter(({ skeleton }) => skeleton === clips[0].skeleton);
	const rig = rigOf(own, tonumber(height)!);
	const described = rig.joints.map((joint, index): ReplayJoint => ({
		name: `${index}`,
		parent: -1,
		kind: "bone",
		step: stepFor(rig.reaches[joint], PRECISION),
		c0: [0, 0, 0, 0, 0, 0, 1],
		c1: [0, 0, 0, 0, 0, 0, 1],
		size: [0, 0, 0],
	}));
	const minutes = 5;
	const frames = minutes * 60 * RATE;
	const one = characterOf(rig, described, 0, frames);
	const whole = sizeOf(frames, [one]);
	const joints = whole - sizeOf(frames, [bare(one)]);
	const killcam = new Array<ReplaySubject>();
	for (const index of $range(0, CHARACTERS - 1)) killcam.push(characterOf(rig, described, index, 8 * RATE));
	const count = rig.joints.size();
	const perFrame = joints / frames / count;
	// What fifteen joints would take, as characters of players have.
	const root = (whole - joints) / minutes;
	const kilobytes = (bytes: number) => string.format("%.1f", bytes / 1000);
	return [
		path.split("/").pop()!,
		own.size(),
		count,
		string.format("%.2f", perFrame),
		kilobytes(whole / minutes),
		kilobytes(root + perFrame * 15 * 60 * RATE),
		kilobytes(sizeOf(8 * RATE, killcam)),
	].join(" | ");
}

/** What motion of models takes as replays. */
export const verdict = [
	"| file | clips | joints that turn | bytes per joint and frame | KB per minute | KB per minute of 15 joints | KB of 8 s of 16 characters |",
	"|---|--:|--:|--:|--:|--:|--:|",
	...paths.map((line) => `| ${lineOf(line)} |`),
].join("\n");
