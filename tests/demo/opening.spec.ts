import { headless } from "../headless";
import { isGuiShown, textOf } from "../plugin/find-gui";
import { openDemo } from "./open-demo";

/** The demo with nothing skipped. */
function watchOpening() {
	const { session, hud, player } = openDemo({ skipsOpening: false });
	const workspace = session.game.GetService("Workspace");
	const badge = player.FindFirstChild("PlayerGui")!.FindFirstChild("DollyOpening")!;
	session.advance(0.1);
	return { session, workspace, hud: hud as ScreenGui, badge, camera: workspace.CurrentCamera! };
}

/** How far from the middle of the view something is, in degrees. */
function degreesOff(camera: Camera, position: Vector3): number {
	const direction = camera.CFrame.PointToObjectSpace(position).Unit;
	return math.deg(math.acos(math.clamp(-direction.Z, -1, 1)));
}

export = () => {
	const test = headless ? it : itSKIP;

	test("in the first seconds the figure walks through the park, before the camera", () => {
		const { session, workspace, hud, badge, camera } = watchOpening();
		const figure = workspace.FindFirstChild("Walker") as Model;
		const foot = figure.FindFirstChild("LeftFoot", true) as Bone;
		expect(textOf(badge, "What")).to.equal("Live");
		expect(hud.Enabled).to.equal(false);
		expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
		const start = figure.GetPivot().Position;
		let lowest = math.huge;
		for (const _ of $range(1, 30)) {
			session.advance(0.1);
			lowest = math.min(lowest, foot.TransformedWorldCFrame.Y);
			expect(degreesOff(camera, figure.GetPivot().Position.add(new Vector3(0, 3, 0))) < 12).to.equal(true);
		}
		const walked = figure.GetPivot().Position.sub(start);
		expect(math.abs(walked.Z - 10) < 0.1 && math.abs(walked.X) < 0.01).to.equal(true);
		// The ankle is 8 centimetres above the sole, which is on the ground.
		expect(math.abs(lowest - 0.08 / 0.28) < 0.05).to.equal(true);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("the ball touches the figure's back when it is hit, and the figure falls to the ground", () => {
		const { session, workspace } = watchOpening();
		const figure = workspace.FindFirstChild("Walker") as Model;
		const ball = workspace.FindFirstChild("Ball") as Model;
		const chest = figure.FindFirstChild("Chest", true) as Bone;
		const gap = () => ball.GetPivot().Position.sub(chest.TransformedWorldCFrame.Position).Magnitude;
		let nearest = math.huge;
		let lowest = math.huge;
		for (const _ of $range(1, 60 * 4.4)) {
			session.advance(1 / 60);
			nearest = math.min(nearest, gap());
			lowest = math.min(lowest, ball.GetPivot().Y);
		}
		// From the ball's middle to its skin there are 1.3 studs, and from the backpack to the chest 0.85.
		expect(nearest > 1.8 && nearest < 2.3).to.equal(true);
		expect(lowest > 1.299).to.equal(true);
		expect(chest.TransformedWorldCFrame.Y < 1).to.equal(true);
	});

	test("a replay circles it at 0.45 of the speed, and ends within ten seconds of the start", () => {
		const { session, workspace, hud, badge, camera } = watchOpening();
		session.advance(4.6);
		expect(textOf(badge, "What").match("^Replay at 0.45×.+KB$")[0]).to.be.ok();
		const copy = workspace.FindFirstChild("OpeningReplay")!.FindFirstChild("Walker", true) as Model;
		const chest = copy.FindFirstChild("Chest", true) as Bone;
		const original = workspace.FindFirstChild("Walker") as Model;
		expect(original.FindFirstChildWhichIsA("MeshPart", true)!.LocalTransparencyModifier).to.equal(1);
		let turned = 0;
		let angle: number | undefined;
		const heights = new Array<number>();
		for (const _ of $range(1, 50)) {
			session.advance(0.1);
			const away = camera.CFrame.Position.sub(chest.TransformedWorldCFrame.Position);
			const now = math.atan2(away.X, away.Z);
			if (angle !== undefined) turned += math.abs(((now - angle + math.pi) % (2 * math.pi)) - math.pi);
			angle = now;
			heights.push(chest.TransformedWorldCFrame.Y);
			expect(degreesOff(camera, chest.TransformedWorldCFrame.Position) < 10).to.equal(true);
		}
		expect(math.deg(turned) > 120).to.equal(true);
		// It stands in the first half of the replay, and lies at the end.
		expect(heights[15] > 3 && heights[49] < 1).to.equal(true);
		session.advance(0.4);
		expect(isGuiShown(badge, "Badge")).to.equal(false);
		expect(hud.Enabled).to.equal(true);
		expect(camera.CameraType).to.never.equal(Enum.CameraType.Scriptable);
		expect(workspace.FindFirstChild("OpeningReplay")).to.equal(undefined);
		expect(original.FindFirstChildWhichIsA("MeshPart", true)!.LocalTransparencyModifier).to.equal(0);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("no frame between the live view and the replay shows the game's own camera", () => {
		const { session, camera } = watchOpening();
		const own = camera.CFrame;
		for (const _ of $range(1, 60 * 9)) {
			session.step(1 / 60);
			expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
			expect(camera.CFrame.Position.Magnitude < 40).to.equal(true);
		}
		expect(own).to.be.ok();
	});

	test("Space skips it at any time, and O plays it again", () => {
		for (const seconds of [0.5, 7]) {
			const { session, hud, badge, camera } = watchOpening();
			session.advance(seconds);
			session.pressKey("Space");
			session.step(1 / 60);
			expect(isGuiShown(badge, "Badge")).to.equal(false);
			expect(hud.Enabled).to.equal(true);
			expect(camera.CameraType).to.never.equal(Enum.CameraType.Scriptable);
			session.advance(9);
			session.pressKey("O");
			session.advance(0.5);
			expect(textOf(badge, "What")).to.equal("Live");
			// Keys do nothing while it plays.
			session.pressKey("R");
			session.advance(10);
			expect(isGuiShown(badge, "Badge")).to.equal(false);
			expect(textOf(hud, "RecordButton")).to.equal("Record  R");
			expect(session.takeErrors().join("\n")).to.equal("");
		}
	});
};
