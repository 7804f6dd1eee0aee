import { Follower, Take } from "../../src/camera";
import { collectGarbage } from "../collect-garbage";
import { headless } from "../headless";
import { straightTake } from "../take/make-take";

const MANY = 300;

export = () => {
	const test = headless ? it : itSKIP;

	for (const atEnd of ["stay", "return"] as const) {
		test(`lets go when it ends: neither it nor its take outlives it on a part that lives on (${atEnd})`, () => {
			const part = new Instance("Part");
			const held = setmetatable(new Map<object, boolean>(), { __mode: "k" });
			const play = () => {
				const take: Take = straightTake(4);
				const follower = new Follower(take, part, { atEnd });
				held.set(take, true);
				held.set(follower, true);
				follower.play();
			};
			for (const _ of $range(1, MANY)) {
				play();
				headless!.advance(0.2);
			}
			collectGarbage(2);
			headless!.step(1 / 60);
			collectGarbage(2);
			let left = 0;
			for (const _ of held) left += 1;
			expect(left).to.equal(0);
			part.Destroy();
		});
	}

	test("ends with its part, also when it plays once more", () => {
		const part = new Instance("Part");
		const follower = new Follower(straightTake(60), part);
		const reasons = new Array<string>();
		follower.ended.Connect((reason) => reasons.push(reason));
		follower.play();
		follower.skip();
		headless!.step(1 / 60);
		follower.play();
		part.Destroy();
		headless!.step(1 / 60);
		expect(reasons.join(" ")).to.equal("finished destroy");
	});

	test("is destroyed with its part before it ever plays", () => {
		const part = new Instance("Part");
		const follower = new Follower(straightTake(60), part);
		part.Destroy();
		headless!.step(1 / 60);
		expect(() => follower.play()).to.throw();
	});
};
