import { RunService, Workspace } from "@rbxts/services";
import { expectNear } from "../expect-near";
import { headless } from ".";

const TURN = CFrame.Angles(0, 0, math.rad(90));

export = () => {
	const test = headless ? it : itSKIP;
	const { step } = headless ?? ({} as NonNullable<typeof headless>);
	let model: Model;

	beforeEach(() => {
		if (!headless) return;
		model = new Instance("Model");
		model.Parent = Workspace;
	});
	afterEach(() => {
		if (headless) model.Destroy();
	});

	function makePart(name: string, position = Vector3.zero, anchored = false): Part {
		const part = new Instance("Part");
		part.Name = name;
		part.Anchored = anchored;
		part.CFrame = new CFrame(position);
		part.Parent = model;
		return part;
	}

	/** A motor whose joint is one above the first part's middle and one below the second's. */
	function makeMotor(part0: BasePart, part1: BasePart): Motor6D {
		const motor = new Instance("Motor6D");
		motor.C0 = new CFrame(0, 1, 0);
		motor.C1 = new CFrame(0, -1, 0);
		motor.Part0 = part0;
		motor.Part1 = part1;
		motor.Parent = part0;
		return motor;
	}

	function expectAt(part: BasePart, x: number, y: number, z: number): void {
		const { X, Y, Z } = part.CFrame.Position;
		expectNear([X, Y, Z], [x, y, z], 1e-5);
	}

	describe("a Motor6D", () => {
		test("holds Part1 at Part0 · C0 · Transform · C1⁻¹, and shows Transform right before physics", () => {
			const motor = makeMotor(makePart("Root", new Vector3(5, 0, 0), true), makePart("Arm"));
			const arm = motor.Part1!;
			step(1 / 60);
			expectAt(arm, 5, 2, 0);
			motor.C0 = new CFrame(0, 3, 0); // C0 and C1 act at once
			expectAt(arm, 5, 4, 0);
			const seen = new Array<number>();
			const before = RunService.PreSimulation.Connect(() => {
				motor.Transform = TURN;
				seen.push(arm.CFrame.X);
			});
			const after = RunService.PostSimulation.Connect(() => seen.push(arm.CFrame.X));
			step(1 / 60);
			before.Disconnect();
			after.Disconnect();
			// Turned by 90° about Z at (5, 3, 0), what was one above is one to the left.
			expectNear(seen, [5, 4], 1e-5);
			expectAt(arm, 4, 3, 0);
			expect(arm.CFrame.UpVector.Dot(new Vector3(-1, 0, 0)) > 0.9999).to.equal(true);
		});

		test("moves all that hangs below, motor after motor, in whatever order they were made", () => {
			const root = makePart("Root", Vector3.zero, true);
			const [upper, lower, hand] = ["Upper", "Lower", "Hand"].map((name) => makePart(name));
			makeMotor(lower, hand);
			makeMotor(upper, lower);
			const shoulder = makeMotor(root, upper);
			step(1 / 60);
			expectAt(hand, 0, 6, 0);
			shoulder.Transform = TURN;
			step(1 / 60);
			expectAt(upper, -1, 1, 0);
			expectAt(lower, -3, 1, 0);
			expectAt(hand, -5, 1, 0);
			// Nothing changes, nothing moves.
			let changes = 0;
			const watch = hand.GetPropertyChangedSignal("CFrame").Connect(() => (changes += 1));
			step(1 / 60);
			watch.Disconnect();
			expect(changes).to.equal(0);
		});

		test("leaves an anchored Part1 where it is", () => {
			const root = makePart("Root", Vector3.zero, true);
			const arm = makePart("Arm", new Vector3(0, 2, 0), true);
			const motor = makeMotor(root, arm);
			motor.Transform = TURN;
			step(1 / 60);
			expectAt(arm, 0, 2, 0);
			expectAt(root, 0, 0, 0);
		});

		test("lets the parts on the other side act anchored, where Part1 is", () => {
			const body = makePart("Body");
			const foot = makePart("Foot", new Vector3(0, 10, 0), true);
			const motor = makeMotor(body, foot);
			step(1 / 60);
			expectAt(body, 0, 8, 0);
			motor.Transform = TURN;
			step(1 / 60);
			expectAt(foot, 0, 10, 0);
			expectAt(body, -1, 9, 0);
		});

		test("moves nothing outside Workspace", () => {
			model.Parent = undefined;
			const motor = makeMotor(makePart("Root", Vector3.zero, true), makePart("Arm"));
			motor.Transform = TURN;
			step(1 / 60);
			expectAt(motor.Part1!, 0, 0, 0);
		});

		test("keeps its Transform out of files", () => {
			const motor = makeMotor(makePart("Root", Vector3.zero, true), makePart("Arm"));
			const bone = new Instance("Bone");
			bone.Parent = motor.Part0;
			motor.Transform = TURN;
			bone.Transform = TURN;
			const [copy] = headless!.loadModel(headless!.saveModel([model]));
			const saved = copy.FindFirstChildWhichIsA("Motor6D", true)!;
			expect(saved.Part1!.Name).to.equal("Arm");
			expect(saved.C0).to.equal(motor.C0);
			expect(saved.Transform).to.equal(new CFrame());
			expect(copy.FindFirstChildWhichIsA("Bone", true)!.Transform).to.equal(new CFrame());
		});
	});

	describe("a joined part", () => {
		test("takes its assembly along when its CFrame is set, and moves alone when its Position is", () => {
			const root = makePart("Root", Vector3.zero, true);
			const arm = makePart("Arm");
			const motor = makeMotor(root, arm);
			step(1 / 60);
			root.CFrame = new CFrame(10, 0, 0).mul(TURN);
			expectAt(arm, 8, 0, 0);
			arm.Position = new Vector3(0, 0, 0);
			expectAt(root, 10, 0, 0);
			step(1 / 60);
			expectAt(arm, 0, 0, 0);
			expect(motor.C1 === new CFrame(0, -1, 0)).to.equal(false);
		});

		test("keeps its offset in a WeldConstraint", () => {
			const root = makePart("Root", Vector3.zero, true);
			const load = makePart("Load", new Vector3(0, 0, 3));
			const weld = new Instance("WeldConstraint");
			weld.Part0 = root;
			weld.Part1 = load;
			weld.Parent = root;
			root.CFrame = CFrame.Angles(0, math.rad(90), 0);
			expectAt(load, 3, 0, 0);
			step(1 / 60);
			expectAt(load, 3, 0, 0);
		});

		test("follows the Transform of a kinematic AnimationConstraint", () => {
			const root = makePart("Root", Vector3.zero, true);
			const arm = makePart("Arm");
			const constraint = new Instance("AnimationConstraint");
			for (const [part, key, y] of [
				[root, "Attachment0", 1],
				[arm, "Attachment1", -1],
			] as Array<[Part, "Attachment0" | "Attachment1", number]>) {
				const attachment = new Instance("Attachment");
				attachment.CFrame = new CFrame(0, y, 0);
				attachment.Parent = part;
				constraint[key] = attachment;
			}
			constraint.Parent = root;
			step(1 / 60);
			expectAt(arm, 0, 2, 0);
			constraint.Transform = TURN;
			expectAt(arm, 0, 2, 0);
			step(1 / 60);
			expectAt(arm, -1, 1, 0);
			expect((constraint as unknown as { Part1: BasePart }).Part1).to.equal(arm);
		});
	});

	test("parts are between 0.001 and 2048 studs on each side", () => {
		const part = makePart("Part");
		part.Size = new Vector3(0, 5, 4096);
		expectNear([part.Size.X, part.Size.Y, part.Size.Z], [0.001, 5, 2048], 1e-9);
	});
};
