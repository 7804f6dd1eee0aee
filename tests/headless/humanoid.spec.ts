import { Workspace } from "@rbxts/services";
import { headless } from ".";

export = () => {
	const test = headless ? it : itSKIP;

	function createHumanoid(parent?: Instance) {
		const model = new Instance("Model");
		const humanoid = new Instance("Humanoid");
		humanoid.Parent = model;
		model.Parent = parent;
		let deaths = 0;
		humanoid.Died.Connect(() => (deaths += 1));
		return { model, humanoid, deaths: () => deaths };
	}

	test("holds health between 0 and MaxHealth, and dies once in Workspace", () => {
		const { model, humanoid, deaths } = createHumanoid(Workspace);
		humanoid.Health = 250;
		expect(humanoid.Health).to.equal(100);
		humanoid.Health = -5;
		headless!.step(1 / 60);
		expect(humanoid.Health).to.equal(0);
		humanoid.Health = 50;
		headless!.step(1 / 60);
		expect(humanoid.Health).to.equal(0);
		expect(deaths()).to.equal(1);
		model.Destroy();
	});

	test("does not die outside Workspace", () => {
		const { humanoid, deaths } = createHumanoid();
		humanoid.Health = 0;
		headless!.step(1 / 60);
		expect(deaths()).to.equal(0);
	});
};
