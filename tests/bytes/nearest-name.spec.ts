import { checkKeys } from "../../src/bytes/check-argument";
import { nearestName } from "../../src/bytes/nearest-name";
import { failureOf } from "../expect-failure";

export = () => {
	it("finds the name that was meant: another case, a letter too many, missing or wrong", () => {
		const names = ["parent", "scale", "maxBytes", "maxHeldBytes"];
		const cases: Array<[string, string | undefined]> = [
			["Parent", "parent"],
			["parents", "parent"],
			["parnt", "parent"],
			["scala", "scale"],
			["maxbytes", "maxBytes"],
			["maxHeldbyte", "maxHeldBytes"],
			["size", undefined],
			["", undefined],
			["rent", undefined],
		];
		for (const [text, name] of cases) expect(nearestName(text, names)).to.equal(name);
		expect(nearestName("fit", [])).to.equal(undefined);
	});

	it("prefers the nearest, and of two as near the first", () => {
		expect(nearestName("rates", ["dates", "rate"])).to.equal("dates");
		expect(nearestName("loops", ["tools", "loop"])).to.equal("loop");
	});

	it("does not measure texts that no name can be near to", () => {
		expect(nearestName("x".rep(41), ["x".rep(41)])).to.equal(undefined);
	});

	it("stands in the message for an unknown option", () => {
		const check = (options: object, argument: string) =>
			failureOf(() => checkKeys(options, ["loop", "speed"], "Player", argument));
		expect(check({ Loop: true }, "options")).to.equal('[dolly] Player: unknown option "Loop"; did you mean "loop"?');
		expect(check({ spede: 1 }, "limits")).to.equal(
			'[dolly] Player: unknown option "spede" in limits; expected one of loop, speed',
		);
		expect(check({ seed: 1 }, "limits")).to.equal(
			'[dolly] Player: unknown option "seed" in limits; did you mean "speed"?',
		);
		expect(check([1], "options")).to.equal("[dolly] Player: unknown option 1; expected one of loop, speed");
	});
};
