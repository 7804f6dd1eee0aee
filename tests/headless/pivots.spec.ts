import { Workspace } from "@rbxts/services";
import { expectNear } from "../expect-near";
import { headless } from ".";

function numbers(cframe: CFrame): Array<number> {
	return [...cframe.GetComponents()] as unknown as Array<number>;
}

export = () => {
	const test = headless ? it : itSKIP;
	let model: Model;
	let left: Part;
	let right: Part;

	beforeEach(() => {
		if (!headless) return;
		model = new Instance("Model");
		left = new Instance("Part", model);
		left.Size = Vector3.one;
		left.CFrame = new CFrame(0, 0, 0);
		right = new Instance("Part", model);
		right.Size = Vector3.one;
		right.CFrame = new CFrame(4, 2, 0);
		model.Parent = Workspace;
	});
	afterEach(() => {
		if (headless) model.Destroy();
	});

	test("a part's pivot is its CFrame times PivotOffset, and PivotTo puts it there", () => {
		right.PivotOffset = new CFrame(0, -0.5, 0);
		expectNear(numbers(right.GetPivot()), numbers(new CFrame(4, 1.5, 0)), 1e-6);
		right.PivotTo(new CFrame(0, 10, 0).mul(CFrame.Angles(0, math.rad(90), 0)));
		expectNear(numbers(right.CFrame), numbers(new CFrame(0, 10.5, 0).mul(CFrame.Angles(0, math.rad(90), 0))), 1e-6);
	});

	test("a new model's pivot is the centre of what it holds, until WorldPivot is set", () => {
		expectNear(numbers(model.GetPivot()), numbers(new CFrame(2, 1, 0)), 1e-6);
		right.CFrame = new CFrame(8, 2, 0);
		expectNear(numbers(model.GetPivot()), numbers(new CFrame(4, 1, 0)), 1e-6);
		model.WorldPivot = new CFrame(0, 5, 0);
		right.CFrame = new CFrame(4, 2, 0);
		expectNear(numbers(model.GetPivot()), numbers(new CFrame(0, 5, 0)), 1e-6);
		const [center, size] = model.GetBoundingBox();
		expectNear(numbers(center), numbers(new CFrame(2, 1, 0)), 1e-6);
		expectNear([size.X, size.Y, size.Z], [5, 3, 1], 1e-6);
	});

	test("PivotTo moves everything below a model by one offset, models in it too", () => {
		const inner = new Instance("Model", model);
		inner.WorldPivot = new CFrame(1, 0, 0);
		model.WorldPivot = new CFrame(0, 0, 0);
		model.PivotTo(new CFrame(10, 0, 0).mul(CFrame.Angles(0, 0, math.rad(90))));
		expectNear(
			numbers(left.CFrame).filter((_, index) => index < 3),
			[10, 0, 0],
			1e-5,
		);
		expectNear(
			numbers(right.CFrame).filter((_, index) => index < 3),
			[8, 4, 0],
			1e-5,
		);
		expectNear(
			numbers(inner.GetPivot()).filter((_, index) => index < 3),
			[10, 1, 0],
			1e-5,
		);
		// A thousand turns later nothing has drifted.
		const apart = left.CFrame.ToObjectSpace(right.CFrame);
		for (const index of $range(1, 1000)) model.PivotTo(new CFrame(index % 10, 0, 0).mul(CFrame.Angles(index, 1, 2)));
		expectNear(numbers(left.CFrame.ToObjectSpace(right.CFrame)), numbers(apart), 1e-5);
	});

	test("with a PrimaryPart the pivot is that part's, whatever WorldPivot says", () => {
		model.WorldPivot = new CFrame(50, 50, 50);
		model.PrimaryPart = right;
		expectNear(numbers(model.GetPivot()), numbers(new CFrame(4, 2, 0)), 1e-6);
		right.PivotOffset = new CFrame(0, -2, 0);
		expectNear(numbers(model.GetPivot()), numbers(new CFrame(4, 0, 0)), 1e-6);
		model.PivotTo(new CFrame(0, 0, 0));
		expectNear(numbers(right.CFrame), numbers(new CFrame(0, 2, 0)), 1e-6);
		expectNear(numbers(left.CFrame), numbers(new CFrame(-4, 0, 0)), 1e-6);
	});

	test("a PrimaryPart that is not below its model is given up at the next simulation step", () => {
		const stranger = new Instance("Part");
		model.PrimaryPart = stranger;
		expect(model.PrimaryPart).to.equal(stranger);
		headless!.step(1 / 60);
		expect(model.PrimaryPart).to.equal(undefined);
	});

	test("a file keeps the pivot that was set", () => {
		model.WorldPivot = new CFrame(1, 2, 3);
		const [copy] = headless!.loadModel(headless!.saveModel([model])) as Array<Model>;
		expectNear(numbers(copy.GetPivot()), numbers(new CFrame(1, 2, 3)), 1e-6);
	});
};
