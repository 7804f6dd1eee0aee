import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { CameraPath, chainTakes } from "../../src/camera";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { takeOf } from "./make-take";

const straight = (share: number) => share;

function sampleOf(path: CameraPath, seconds: number): Array<number> {
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	path.sample(seconds, sample);
	const values = new Array<number>();
	for (const at of $range(0, CAMERA_SAMPLE_SIZE - 8, 8)) values.push(buffer.readf64(sample, at));
	return values;
}

/** A camera that stands still for `duration` seconds. */
function still(duration: number, x: number, y: number, z: number, lens: number): CameraPath {
	return {
		name: `still ${x}`,
		duration,
		sample(_, target) {
			buffer.fill(target, 0, 0);
			[x, y, z].forEach((value, index) => buffer.writef64(target, index * 8, value));
			buffer.writef64(target, 48, 1);
			buffer.writef64(target, 56, lens);
		},
	};
}

export = () => {
	it("has the cuts of all that it is made of where they come, each once", () => {
		const a = takeOf([0, 1, 9, 10, 11, 12], { rate: 10, cuts: [2] });
		const b = takeOf([0, 1, 2, 9, 10, 11], { rate: 10, cuts: [3] });
		expectNear(chainTakes([a, b]).cuts as Array<number>, [0.2, 0.5, 0.8], 1e-9);
		expectNear(chainTakes([a, b], { blend: 0.1 }).cuts as Array<number>, [0.2, 0.7], 1e-9);
		// A path that cuts at its very start cuts there once.
		const cutting = { ...still(1, 0, 0, 0, 0), cuts: [0, 0.5] };
		expectNear(chainTakes([a, cutting]).cuts as Array<number>, [0.2, 0.5, 1], 1e-9);
	});

	it("tells of markers where they come, and of those beyond the end at the end", () => {
		const markers = [{ name: "m", seconds: 0.5 }];
		const a = takeOf([0, 1, 2, 3, 4, 5], { rate: 10, markers });
		const secondsOf = (path: CameraPath) => path.markers!.map(({ seconds }) => seconds);
		expectNear(secondsOf(chainTakes([a, a])), [0.5, 1], 1e-9);
		const late = { ...still(1, 0, 0, 0, 0), markers: [{ name: "m", seconds: 1 + 5e-7 }] };
		const chain = chainTakes([a, late], { blend: 0.25 });
		expect(chain.duration).to.be.near(1.25, 1e-9);
		expect(chain.markers![1].seconds).to.equal(chain.duration);
	});

	it("blends places, rotations and lenses, and has no way between a lens and none", () => {
		const chain = chainTakes([still(2, 10, 20, 30, 40), still(2, 50, 40, 70, 80)], { blend: 1, easing: straight });
		expectNear(sampleOf(chain, 0.9), [10, 20, 30, 0, 0, 0, 1, 40], 1e-9);
		expectNear(sampleOf(chain, 1.25), [20, 25, 40, 0, 0, 0, 1, 50], 1e-9);
		expectNear(sampleOf(chain, 1.75), [40, 35, 60, 0, 0, 0, 1, 70], 1e-9);
		expectNear(sampleOf(chain, 2), [50, 40, 70, 0, 0, 0, 1, 80], 1e-9);
		const lensOf = (a: number, b: number) => {
			const lenses = chainTakes([still(2, 0, 0, 0, a), still(2, 0, 0, 0, b)], { blend: 1, easing: straight });
			return sampleOf(lenses, 1.5)[7];
		};
		expect(lensOf(0, 80)).to.equal(80);
		expect(lensOf(40, 0)).to.equal(0);
		expectNear([lensOf(0.5, 0.7)], [0.6], 1e-9);
	});

	it("goes gently unless told, and by the easing that it is told", () => {
		const links = [still(2, 0, 0, 0, 0), still(2, 100, 0, 0, 0)];
		const at = (path: CameraPath) => sampleOf(path, 1.25)[0];
		// A quarter of the time is 0.15625 of a gentle way.
		expectNear([at(chainTakes(links, { blend: 1 }))], [15.625], 1e-9);
		expectNear([at(chainTakes(links, { blend: 1, easing: (share) => share * share }))], [6.25], 1e-9);
	});

	it("takes a blend a seam, and cuts at those that are left out", () => {
		const links = [0, 1, 2].map((x) => still(1, x, 0, 0, 0));
		const chain = chainTakes(links, { blend: [0.25] });
		expect(chain.duration).to.equal(2.75);
		expectNear(chain.cuts as Array<number>, [1.75], 0);
		const both = chainTakes(links, { blend: [0.25, 0.5] });
		expect(both.duration).to.equal(2.25);
		expect(both.cuts!.size()).to.equal(0);
	});

	it("shortens a blend to what there is of either, and never over one that goes on", () => {
		const durationOf = (...durations: Array<number>) =>
			chainTakes(
				durations.map((duration) => still(duration, 0, 0, 0, 0)),
				{ blend: 1 },
			).duration;
		expectNear([durationOf(2, 0.5)], [2], 1e-9);
		expectNear([durationOf(0.5, 2)], [2], 1e-9);
		// Of the second, 1.5 seconds long, one blends with the first: half a second is left for the third.
		expectNear([durationOf(3, 1.5, 3)], [3 + 0.5 + 2.5], 1e-9);
	});

	it("is called as the first or as it is told, and refuses what is no chain", () => {
		expect(chainTakes([still(1, 3, 0, 0, 0)]).name).to.equal("still 3");
		expect(chainTakes([still(1, 3, 0, 0, 0)], { name: "Tour" }).name).to.equal("Tour");
		expect(failureOf(() => chainTakes([]))).to.equal("[dolly] chainTakes: sources is empty");
		const links = [still(1, 0, 0, 0, 0), still(1, 0, 0, 0, 0)];
		for (const blend of [-0.5, math.huge, "1" as never]) {
			expect(failureOf(() => chainTakes(links, { blend })).find("; it must be a number of seconds")[0]).to.be.ok();
			expect(failureOf(() => chainTakes([links[0]], { blend })).find("blend is ")[0]).to.be.ok();
			const one = failureOf(() => chainTakes(links, { blend: [blend] }));
			expect(one.find("[dolly] chainTakes: blend is ", 1, true)[0]).to.equal(1);
		}
		expect(chainTakes(links, { blend: 0 }).duration).to.equal(2);
		expect(chainTakes([{ ...links[0], rate: 0.25 }, { ...links[0], rate: 0.5 }, links[1]]).rate).to.equal(0.5);
		expect(chainTakes(links).rate).to.equal(undefined);
	});
};
