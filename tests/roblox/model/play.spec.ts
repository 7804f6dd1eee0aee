import { Workspace } from "@rbxts/services";
import { bindModel } from "../../../src/roblox/model/bind-model";
import { importModel } from "../../../src/roblox/model/import-model";
import { readModel } from "../../../src/roblox/model/read-model";
import { mixersOf } from "../../../src/roblox/rig/clip-mixer";
import { bone, glbs, mdxFile, modl, pivt, seqs, vers } from "../../builders/mdx/chunks";
import { Curve, Key, track } from "../../builders/mdx/tracks";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { fromBase64 } from "../../oracle-data";
import { importFixtures } from "./import-fixtures";

/** How long the global sequence lasts, and each of three looping sequences, in milliseconds. */
const GLOBAL = 1700;
const SEQUENCES = [
	{ name: "Stand", start: 0, finish: 2330 },
	{ name: "Walk", start: 3000, finish: 3810 },
	{ name: "Run", start: 5000, finish: 5450 },
];

const HOUR = 3600;
const FRAME = 1 / 30;

/** Degrees about the file's Z axis, which is up, as a key of a rotation. */
function turned(time: number, degrees: number): Key {
	const half = math.rad(degrees) / 2;
	return [time, 0, 0, math.sin(half), math.cos(half)];
}

/**
 * "Wheel" turns by the global sequence, up to 80° and back. "Both" turns by it too, and moves along X by each sequence: from 0 to 1 stud,
 * then back.
 */
function wheelFile(): buffer {
	const turning = track("KGRT", Curve.Linear, 0, [turned(0, 0), turned(850, 80), turned(1700, 0)]);
	const keys = new Array<Key>();
	for (const { start, finish } of SEQUENCES) {
		keys.push([start, 0, 0, 0], [(start + finish) / 2, 1, 0, 0], [finish, 0, 0, 0]);
	}
	const moving = track("KGTR", Curve.Linear, -1, keys);
	return mdxFile(
		vers(),
		modl({ name: "Mill", objectCount: 2 }),
		seqs(...SEQUENCES),
		glbs(GLOBAL),
		bone({ name: "Wheel", objectId: 0, tracks: [turning] }, { name: "Both", objectId: 1, tracks: [turning, moving] }),
		pivt([
			[0, 0, 0],
			[0, 0, 0],
		]),
	);
}

/** Between 0 and 1 and back, over one period. */
function tent(seconds: number, period: number): number {
	const phase = (seconds % period) / period;
	return phase < 0.5 ? phase * 2 : 2 - phase * 2;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("runs global sequences on the model's own clock for an hour, whatever clips do", () => {
		headless!.step(0); // so that nothing is left of the frame before
		const imported = importModel(wheelFile(), { parent: Workspace, scale: 1 });
		const find = (name: string) => imported.model.FindFirstChild(name, true) as Bone;
		const [wheel, both] = [find("Wheel"), find("Both")];
		// About Y, which the file's Z becomes; a rotation between two keys is a part of a turn, not a straight line.
		const degrees = ({ Transform }: Bone) => math.deg(Transform.ToEulerAnglesYXZ()[1]);
		headless!.step(0);
		let now = 0;
		let worst = 0;
		let farthest = 0;
		for (const name of ["Stand", "Walk", "Run", "Stand"]) {
			const track = imported.play(name, { fade: 0, loop: true });
			// It starts with the frame that is shown: the next is shown a frame later.
			const started = math.max(now - FRAME, 0);
			const { duration } = imported.clips.get(name)!;
			for (const frame of $range(1, HOUR / 4 / FRAME)) {
				headless!.step(FRAME);
				// On a server what a frame took is known at its end.
				const shown = now;
				now += FRAME;
				const expected = 80 * tent(shown, GLOBAL / 1000);
				worst = math.max(worst, math.abs(degrees(wheel) - expected), math.abs(degrees(both) - expected));
				if (frame > 2) {
					const moved = tent(shown - started, duration);
					farthest = math.max(farthest, math.abs(both.Transform.Position.X - moved));
				}
			}
			track.stop(0);
		}
		imported.destroy();
		// Rotations are packed in 21 bits per component; CFrames have single precision.
		expect(math.rad(worst) < 1e-4).to.equal(true);
		expect(farthest < 1e-4).to.equal(true);
	});

	it("lists the clips if there is none of that name", () => {
		const imported = importModel(wheelFile(), { scale: 1 });
		expect(failureOf(() => imported.play("Wlak"))).to.equal(
			'[dolly] play: clip is "Wlak"; expected one of "Run", "Stand", "Walk", or a Clip',
		);
		expect(failureOf(() => imported.play(3 as never))).to.equal(
			'[dolly] play: clip is 3; expected one of "Run", "Stand", "Walk", or a Clip',
		);
		imported.destroy();
		expect(failureOf(() => imported.play("Walk"))).to.equal('[dolly] play: clip "Walk" moves no joint of "Mill"');
	});

	it("plays clips of another file by their joints' names, and reports the joints that the model lacks", () => {
		const mill = importModel(wheelFile(), { scale: 1 });
		const pack = readModel(wheelFile(), { scale: 1 });
		const [stand] = pack.clips;
		pack.skeletons[0].joints[0].name = "Gone";
		const before = mill.report.size();
		const track = mill.play(stand, { fade: 0 });
		mill.play(stand, { fade: 0 });
		expect(track.missing.join()).to.equal("Gone");
		expect(mill.report.size()).to.equal(before + 1);
		expect(mill.report[before]).to.equal('the model lacks joints that "Stand" moves: Gone');
		mill.destroy();
	});

	it("leaves a bound model alone when it is unbound, and shares its mixer when it is bound twice", () => {
		const source = fromBase64(importFixtures().find(({ name }) => name === "node-animated")!.glb);
		const imported = importModel(source, { parent: Workspace });
		const first = bindModel(readModel(source), imported.model);
		const second = bindModel(readModel(source), imported.model);
		const [mixer] = mixersOf(imported.model);
		expect(mixersOf(imported.model).size()).to.equal(1);
		first.play("Walk", { fade: 0 });
		second.play("Walk", { fade: 0 });
		expect(mixersOf(imported.model)[0]).to.equal(mixer);
		second.unbind();
		expect(imported.model.Parent).to.equal(Workspace);
		expect("destroy" in second).to.equal(false);
		imported.destroy();
		expect(imported.model.Parent).to.equal(undefined);
	});
};
