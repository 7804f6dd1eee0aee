import { RunService, Workspace } from "@rbxts/services";
import { ReplayPlayer, ReplayRecorder } from "../../src";
import { needs } from "../needs";
import { watchFrames } from "./watch-frames";

const SECONDS = 2;
const STUDS_PER_SECOND = 10;
/** What 18 bytes per frame and the curve between frames may cost. */
const STUDS = 0.02;

/** An anchored root and an arm that a motor turns. */
function createRig() {
	const model = new Instance("Model");
	model.Name = "Smoke";
	const createPart = (name: string) => {
		const part = new Instance("Part");
		part.Name = name;
		part.Size = new Vector3(1, 2, 1);
		part.CanCollide = false;
		part.Parent = model;
		return part;
	};
	const root = createPart("HumanoidRootPart");
	root.Anchored = true;
	root.CFrame = new CFrame(0, 30, 0);
	const arm = createPart("Arm");
	const motor = new Instance("Motor6D");
	motor.Part0 = root;
	motor.Part1 = arm;
	motor.C0 = new CFrame(1, 1, 0);
	motor.C1 = new CFrame(0, 1, 0);
	motor.Parent = arm;
	model.PrimaryPart = root;
	model.Parent = Workspace;
	return { model, root, arm, motor };
}

export = () => {
	const test = needs("a client", it, itSKIP);

	test("a replay shows a rig with its joint as it was, and leaves nothing behind", () => {
		const { model, root, arm, motor } = createRig();
		let seconds = 0;
		const moving = RunService.PreSimulation.Connect((gap) => {
			seconds += gap;
			root.CFrame = new CFrame(seconds * STUDS_PER_SECOND, 30, 0);
			motor.Transform = CFrame.Angles(0, 0, seconds);
		});
		const replays = new ReplayRecorder();
		replays.add(model);
		const longestFrame = watchFrames();
		replays.start();
		task.wait(SECONDS);
		const replay = replays.stop();
		replays.destroy();
		moving.Disconnect();
		const length = (replay.count - 1) / replay.rate;
		expect(length).to.be.near(SECONDS, 0.5 + longestFrame());

		const children = Workspace.GetChildren().size();
		const player = new ReplayPlayer(replay);
		player.play();
		player.pause();
		const shown = player.instanceOf("Smoke") as Model;
		const shownRoot = shown.FindFirstChild("HumanoidRootPart") as BasePart;
		const shownArm = shown.FindFirstChild("Arm") as BasePart;
		const start = shownRoot.Position.X;
		for (const share of [0.25, 0.5, 0.75]) {
			player.seek(share * length);
			task.wait(0.1);
			const along = shownRoot.Position.X - start;
			expect(along).to.be.near(share * length * STUDS_PER_SECOND, 0.2);
			// The arm turns a radian per second, as the root goes ten studs.
			const angle = shownRoot.Position.X / STUDS_PER_SECOND;
			const place = shownRoot.CFrame.mul(motor.C0)
				.mul(CFrame.Angles(0, 0, angle))
				.mul(motor.C1.Inverse());
			expect(shownArm.Position.sub(place.Position).Magnitude).to.be.near(0, STUDS);
		}
		expect(arm.LocalTransparencyModifier).to.equal(1);
		player.destroy();
		expect(arm.LocalTransparencyModifier).to.equal(0);
		expect(shown.Parent).to.equal(undefined);
		expect(Workspace.GetChildren().size()).to.equal(children);
		model.Destroy();
	});
};
