import {
	Axes,
	changeFactors,
	changeOf,
	changeRotation,
	changeVector,
	composeChanges,
	isStill,
} from "../../src/scene/axes";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { rotated } from "../rotation/rotated";
import { TURNED, turnings } from "./turnings";

const HALF = math.sqrt(0.5);

export = () => {
	it("turns and scales vectors, turns the axes of rotations, and leaves factors without a direction", () => {
		for (const axes of turnings) {
			const change = changeOf({ axes, scale: 10 }, "spec");
			expectNear(changeVector([1, 2, 3], change), TURNED[axes](10, 20, 30), 0);
			expectNear(changeRotation([0.1, 0.2, 0.3, 0.4], change), [...TURNED[axes](0.1, 0.2, 0.3), 0.4], 0);
			const factors = TURNED[axes](4, 5, 6).map((factor) => math.abs(factor));
			expectNear(changeFactors([4, 5, 6], change), factors, 0);
		}
	});

	it("has a rotation that turns vectors as it turns them", () => {
		for (const axes of turnings) {
			const { turn } = changeOf({ axes }, "spec");
			expectNear(rotated(turn.rotation, [1, 2, 3]), TURNED[axes](1, 2, 3), 1e-12);
		}
	});

	it("stays where it is unless told otherwise", () => {
		const { turn, scale } = changeOf({}, "spec");
		expect(isStill(turn)).to.equal(true);
		expect(scale).to.equal(1);
		expect(isStill(changeOf({ axes: "zUp" }, "spec").turn)).to.equal(false);
	});

	it("does one change after another in one", () => {
		for (const first of turnings) {
			for (const second of turnings) {
				const a = changeOf({ axes: first, scale: 2 }, "spec");
				const b = changeOf({ axes: second, scale: 3 }, "spec");
				const both = composeChanges(a, b);
				expectNear(changeVector([1, 2, 3], both), changeVector(changeVector([1, 2, 3], a), b), 1e-12);
				expectNear(changeFactors([1, 2, 3], both), changeFactors(changeFactors([1, 2, 3], a), b), 0);
				expectNear(
					rotated(both.turn.rotation, [1, 2, 3]),
					changeVector([1, 2, 3], { turn: both.turn, scale: 1 }),
					1e-12,
				);
			}
		}
		// Twice upright is upside down: half a turn about X.
		const upright = changeOf({ axes: "zUp" }, "spec");
		const { turn } = composeChanges(upright, upright);
		expectNear(changeVector([1, 2, 3], { turn, scale: 1 }), [1, -2, -3], 0);
		expectNear(turn.rotation, [-2 * HALF * HALF, 0, 0, 0], 1e-12);
	});

	it("names mistakes", () => {
		const failure = (conversion: unknown) => failureOf(() => changeOf(conversion as never, "convertScene"));
		expect(failure({ scale: -1 })).to.equal("[dolly] convertScene: scale is -1; expected a number above 0");
		expect(failure({ scale: 0 })).to.equal("[dolly] convertScene: scale is 0; expected a number above 0");
		expect(failure({ scale: 0 / 0 })).to.equal("[dolly] convertScene: scale is nan; expected a number above 0");
		expect(failure({ scale: math.huge })).to.equal("[dolly] convertScene: scale is inf; expected a number above 0");
		expect(failure({ scale: "2" })).to.equal('[dolly] convertScene: scale is "2"; expected a number above 0');
		expect(failure({ axes: "up" as Axes })).to.equal('[dolly] convertScene: axes is "up"; expected yUp or zUp');
		expect(failure(3)).to.equal("[dolly] convertScene: options is 3; expected a table");
	});
};
