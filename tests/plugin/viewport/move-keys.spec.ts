import { createShot, moveKey, sampleCFrame, Shot, ShotKey } from "../../../src";
import { keysOf } from "../../../plugin/editor/timeline-items";
import { KeyMove } from "../../../plugin/viewport/move-keys";

/** Eleven keys along X, `gap` seconds apart, that pass with velocities of their own. */
function fitted(gap: number, more: (index: number) => Partial<ShotKey> = () => ({})): Shot {
	const shot = createShot(
		[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => ({
			seconds: index * gap,
			cframe: new CFrame(index * 4, 0, 0),
			velocity: new Vector3(4 / gap, 0, 0),
			turning: Vector3.zero,
		})),
		{ name: "Fitted" },
	);
	return { ...shot, keys: shot.keys.map((key, index) => ({ ...key, ...more(index) })) };
}

function moved(shot: Shot, indices: Array<number>, by: Vector3): Shot {
	const chosen = keysOf(shot).filter(({ index }) => indices.includes(index));
	return new KeyMove(shot, chosen).by(by) as Shot;
}

/** The strongest change of velocity within a hundredth of a second, in studs per second squared. */
function jerkOf(shot: Shot): number {
	let most = 0;
	const step = 0.01;
	const last = shot.keys[shot.keys.size() - 1].seconds;
	for (const index of $range(1, math.floor(last / step) - 1)) {
		const at = (offset: number) => sampleCFrame(shot, (index + offset) * step).Position;
		most = math.max(most, at(1).add(at(-1)).sub(at(0).mul(2)).Magnitude / step ** 2);
	}
	return most;
}

export = () => {
	const up = new Vector3(0, 10, 0);

	it("moves keys without velocities of their own by themselves", () => {
		const shot = createShot([0, 0.4, 0.8].map((seconds) => ({ seconds, cframe: new CFrame(seconds, 0, 0) })));
		const { keys } = moved(shot, [1], up);
		expect(keys.size()).to.equal(3);
		expect(keys.map(({ position }) => position[1]).join(" ")).to.equal("0 10 0");
		expect(keys[1].velocity).never.to.be.ok();
	});

	it("bends a fitted flight around one key just as moveKey does with a reach of a second", () => {
		const shot = fitted(0.4);
		const bent = moved(shot, [5], up);
		const expected = moveKey(shot, shot.keys[5], new CFrame(20, 10, 0), { reach: 1 });
		expect(bent.keys.size()).to.equal(expected.keys.size());
		bent.keys.forEach((key, index) => {
			const wanted = expected.keys[index];
			expect(key.seconds).to.be.near(wanted.seconds, 1e-9);
			for (const axis of $range(0, 2)) {
				expect(key.position[axis]).to.be.near(wanted.position[axis], 1e-4);
				expect(key.velocity![axis]).to.be.near(wanted.velocity![axis], 1e-4);
			}
		});
	});

	it("moves keys side by side, and what is between them, as one, without a jerk", () => {
		const shot = fitted(0.3);
		const bent = moved(shot, [4, 6], up);
		const heightAt = (seconds: number) => sampleCFrame(bent, seconds).Position.Y;
		for (const seconds of [1.2, 1.35, 1.5, 1.8]) expect(heightAt(seconds)).to.be.near(10, 1e-3);
		expect(heightAt(0.2)).to.be.near(0, 1e-3);
		expect(heightAt(2.8)).to.be.near(0, 1e-3);
		// The bell that is 10 studs high and reaches a second away is bent by 49 studs per second squared at most.
		expect(jerkOf(bent) < 75).to.equal(true);
		const alone = {
			...shot,
			keys: shot.keys.map((key, index) => (index === 5 ? { ...key, position: [20, 10, 0] as const } : key)),
		};
		expect(jerkOf(alone) > 500).to.equal(true);
	});

	it("moves no key by more than the drag where two bells meet", () => {
		const shot = fitted(0.4);
		const bent = moved(shot, [2, 6], up);
		for (const { position } of bent.keys) expect(position[1] <= 10 + 1e-4).to.equal(true);
		expect(bent.keys.find(({ seconds }) => math.abs(seconds - 0.8) < 1e-6)!.position[1]).to.be.near(10, 1e-4);
		expect(bent.keys.find(({ seconds }) => math.abs(seconds - 2.4) < 1e-6)!.position[1]).to.be.near(10, 1e-4);
	});

	it("bends nothing beyond a cut", () => {
		const shot = fitted(0.4, (index) => (index === 4 ? { easing: "hold" } : {}));
		const bent = moved(shot, [5], up);
		for (const { seconds, position } of bent.keys) {
			if (seconds < 2 - 1e-6) expect(position[1]).to.equal(0);
		}
		expect(bent.keys.filter(({ easing }) => easing === "hold").size()).to.equal(1);
	});

	it("adds no keys where the next ones are further away than the reach", () => {
		expect(moved(fitted(1.2), [5], up).keys.size()).to.equal(11);
	});

	it("turns a key about where it is, and the keys around a fitted one less and less", () => {
		const shot = fitted(0.4);
		const chosen = keysOf(shot).filter(({ index }) => index === 5);
		const turned = new KeyMove(shot, chosen).turned(Vector3.yAxis, 1) as Shot;
		const angleAt = (seconds: number) => {
			const look = sampleCFrame(turned, seconds).LookVector;
			return math.atan2(-look.X, -look.Z);
		};
		expect(angleAt(2)).to.be.near(1, 1e-4);
		expect(angleAt(1.6)).to.be.near((1 + math.cos(math.pi * 0.4)) / 2, 1e-3);
		expect(angleAt(0.9)).to.be.near(0, 1e-3);
		expect(sampleCFrame(turned, 2).Position.sub(new Vector3(20, 0, 0)).Magnitude < 1e-3).to.equal(true);
	});

	it("keeps the ids of the chosen keys right when keys are put in", () => {
		const shot = fitted(0.4);
		const chosen = keysOf(shot).filter(({ index }) => index === 5);
		const move = new KeyMove(shot, chosen);
		const after = keysOf(move.by(up));
		expect(move.ids.join(" ")).to.equal("key:0:6");
		expect(after.find(({ id }) => id === move.ids[0])!.seconds).to.equal(chosen[0].seconds);
	});
};
