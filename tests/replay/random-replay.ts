//!native
//!optimize 2
import { Frame7, Replay, ReplayJoint, ReplayMarker, ReplaySpan, ReplaySubject, ReplayValue } from "../../src/camera";
import { Seeded } from "../random";
import { differenceOf as takeDifference, randomTake, randomText } from "../take/packed/random-take";

const scratch = buffer.create(4);

/** The nearest number of single precision. */
export function single(value: number): number {
	buffer.writef32(scratch, 0, value);
	return buffer.readf32(scratch, 0);
}

function frame7(random: Seeded): Frame7 {
	const near = () => single(random.between(-3, 3));
	if (random.int(0, 1) === 0) return [near(), near(), near(), 0, 0, 0, 1];
	const angle = random.between(-3, 3);
	const half = single(math.sin(angle / 2));
	return [near(), near(), near(), half, 0, 0, single(math.cos(angle / 2))];
}

/** Numbers of a column, of one kind of motion, any of which fits into 16 bits. */
function column(random: Seeded): (frame: number) => number {
	const kind = random.int(0, 7);
	const start = random.int(-9000, 9000);
	const speed = random.between(-200, 200);
	const pace = random.between(0.01, 0.5);
	let walk = start;
	return (frame) => {
		if (kind < 2) return 0;
		if (kind === 2) return start;
		if (kind === 3) return random.int(-32768, 32767);
		if (kind === 4) return math.round(start + speed * frame);
		if (kind === 5) return random.int(0, 1) === 0 ? -32768 : 32767;
		if (kind === 6) {
			walk += random.int(-3, 3);
			return walk;
		}
		return math.round(start + 4000 * math.sin(frame * pace)) + random.int(-1, 1);
	};
}

function randomRows(count: number, joints: number, random: Seeded): buffer {
	const rows = buffer.create(count * joints * 6);
	const still = random.int(0, 3) === 0;
	for (const index of $range(0, joints * 3 - 1)) {
		const numbers = column(random);
		for (const frame of $range(0, count - 1)) {
			buffer.writei16(rows, frame * joints * 6 + index * 2, still ? 0 : numbers(frame));
		}
	}
	return rows;
}

function randomJoints(random: Seeded, most: number): Array<ReplayJoint> {
	const joints = new Array<ReplayJoint>();
	const kinds = ["motor", "bone", "part"] as const;
	for (const index of $range(0, random.int(0, most) - 1)) {
		joints.push({
			name: `${index} ${randomText(random, 8)}`,
			parent: random.int(-1, index - 1),
			kind: kinds[random.int(0, 2)],
			step: random.between(1e-6, 0.01),
			c0: frame7(random),
			c1: frame7(random),
			size: random.int(0, 1) === 0 ? [0, 0, 0] : [single(random.between(0, 9)), 1, 0.5],
		});
	}
	return joints;
}

function randomSpans(count: number, random: Seeded): Array<ReplaySpan> {
	const spans = new Array<ReplaySpan>();
	let first = random.int(0, 3);
	while (first < count && random.int(0, 4) > 0) {
		const last = random.int(first, count - 1);
		spans.push({ first, last });
		first = last + 1 + random.int(0, 3);
	}
	return spans;
}

function randomValues(count: number, random: Seeded): Array<ReplayValue> {
	const found = new Array<ReplayValue>();
	for (const index of $range(1, random.int(0, 3))) {
		const frames = new Array<number>();
		const values = new Array<string | number | boolean>();
		for (const frame of $range(0, count - 1)) {
			if (random.int(0, 9) > 0) continue;
			frames.push(frame);
			const choices = [true, false, random.between(-1e9, 1e9), randomText(random, 30)];
			values.push(choices[random.int(0, 3)]);
		}
		found.push({ name: `${index} ${randomText(random, 8)}`, frames, values });
	}
	return found;
}

/** A replay of `count` frames with anything that a replay can have. */
export function randomReplay(count: number, random: Seeded, mostJoints = 8): Replay {
	const rates = [30, 60, 0.001, 1000, 29.97];
	const rate = rates[random.int(0, rates.size() - 1)];
	const duration = math.max(count - 1, 0) / rate;
	const kinds = ["camera", "character", "model", "part"] as const;
	const subjects = new Array<ReplaySubject>();
	let joints = new Array<ReplayJoint>();
	for (const index of $range(1, random.int(0, 4))) {
		// Some share the joints of the one before.
		if (random.int(0, 2) > 0) joints = randomJoints(random, mostJoints);
		const root = { ...randomTake(count, random), rate, markers: [] };
		subjects.push({
			name: `${index} ${randomText(random, 8)}`,
			kind: kinds[random.int(0, 3)],
			look: random.int(0, 1) === 0 ? undefined : randomText(random, 20),
			spans: randomSpans(count, random),
			root,
			size: [0, single(random.between(0, 9)), 1],
			joints,
			rotations: randomRows(count, joints.size(), random),
			translations: randomRows(count, joints.size(), random),
			values: randomValues(count, random),
		});
	}
	const markers = new Array<ReplayMarker>();
	for (const _ of $range(1, random.int(0, 3))) {
		const data = [undefined, random.between(-1e300, 1e300), randomText(random, 20)];
		markers.push({
			name: randomText(random, 9),
			seconds: random.unit() * duration,
			data: data[random.int(0, 2)],
		});
	}
	const hasTimes = random.int(0, 1) === 0;
	return {
		name: randomText(random, 20),
		map: randomText(random, 20),
		rate,
		count,
		subjects,
		markers,
		metadata: random.int(0, 1) === 0 ? undefined : { driver: randomText(random, 9), lap: random.between(0, 99) },
		serverStart: hasTimes ? 1e9 : undefined,
		serverEnd: hasTimes ? 1e9 + duration : undefined,
	};
}

function jointText({ name, parent, kind, step, c0, c1, size }: ReplayJoint): string {
	return [name, parent, kind, string.format("%.17g", step), c0.join(), c1.join(), size.join()].join(" ");
}

function valueText({ name, frames, values }: ReplayValue): string {
	return [name, frames.join(), values.map((value) => `${typeOf(value)} ${tostring(value)}`).join()].join(" ");
}

function markerText({ name, seconds, data }: ReplayMarker): string {
	return [name, seconds, typeOf(data), tostring(data)].join(" ");
}

function subjectDifference(left: ReplaySubject, right: ReplaySubject): string {
	if (left.name !== right.name) return "name";
	if (left.kind !== right.kind) return "kind";
	if (left.look !== right.look) return "look";
	if (left.size.join() !== right.size.join()) return "size";
	const spansOf = ({ spans }: ReplaySubject) => spans.map(({ first, last }) => `${first}-${last}`).join();
	if (spansOf(left) !== spansOf(right)) return "spans";
	if (left.joints.map(jointText).join("\n") !== right.joints.map(jointText).join("\n")) return "joints";
	if (left.values.map(valueText).join("\n") !== right.values.map(valueText).join("\n")) return "values";
	if (buffer.tostring(left.rotations) !== buffer.tostring(right.rotations)) return "rotations";
	if (buffer.tostring(left.translations) !== buffer.tostring(right.translations)) return "translations";
	const root = takeDifference(left.root, right.root);
	return root === "" ? "" : `root: ${root}`;
}

/** In what two replays differ; nothing if they are the same bit for bit. */
export function replayDifference(left: Replay, right: Replay): string {
	for (const key of ["name", "map", "rate", "count", "serverStart", "serverEnd"] as const) {
		if (left[key] !== right[key]) return key;
	}
	if (left.markers.map(markerText).join("\n") !== right.markers.map(markerText).join("\n")) return "markers";
	for (const [from, to] of [
		[left, right],
		[right, left],
	]) {
		for (const [key, value] of pairs((from.metadata ?? {}) as unknown as Map<string, string | number>)) {
			if (to.metadata?.[key] !== value) return `metadata under "${key}"`;
		}
	}
	if (left.subjects.size() !== right.subjects.size()) return "the number of subjects";
	for (const index of $range(0, left.subjects.size() - 1)) {
		const difference = subjectDifference(left.subjects[index], right.subjects[index]);
		if (difference !== "") return `subject ${index + 1}: ${difference}`;
	}
	return "";
}
