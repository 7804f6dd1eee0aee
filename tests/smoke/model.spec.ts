import { RunService, Workspace } from "@rbxts/services";
import { skipWithoutEditables } from "../editables";
import { skip } from "../needs";
import { showClip } from "../roblox/rig/show-clip";
import { watchFrames } from "./watch-frames";
import { boneOf, DEGREES_A_SECOND, importWave, MIDDLE, turnOf } from "./wave";

/** f32 in CFrames at coordinates of a few studs. */
const STUDS = 1e-4;

/** What a rotation packed in f32 and read back as Euler angles may be off. */
const DEGREES = 0.05;

/** Where a frame takes longer, the clip may be over before it is looked at. */
const SLOW_FRAME = 0.2;

/** Builds the waving column in Workspace, or skips where this place may not use editable meshes. */
function buildWave() {
	skipWithoutEditables();
	const imported = importWave({ parent: Workspace });
	const part = imported.model.FindFirstChildWhichIsA("MeshPart", true)!;
	return { imported, part };
}

export = () => {
	it("builds a skinned part with its bones where the file has its joints", () => {
		const { imported, part } = buildWave();
		expect(part.Size.Y).to.be.near(2 * MIDDLE, STUDS);
		const root = boneOf(part, "Root");
		const tip = boneOf(part, "Tip");
		expect(tip.Parent).to.equal(root);
		expect(tip.WorldCFrame.Y - root.WorldCFrame.Y).to.be.near(MIDDLE, STUDS);
		expect(root.WorldCFrame.Y).to.be.near(part.Position.Y - MIDDLE, STUDS);
		const track = showClip(imported, "Wave", 1);
		expect(turnOf(tip)).to.be.near(DEGREES_A_SECOND, DEGREES);
		expect(turnOf(root)).to.be.near(0, DEGREES);
		track.stop(0);
		expect(turnOf(tip)).to.be.near(0, DEGREES);
		imported.destroy();
	});

	it("moves the bones while the clip plays, in real time", () => {
		let frames = 0;
		const counting = RunService.PreSimulation.Connect(() => (frames += 1));
		task.wait(0.25);
		counting.Disconnect();
		if (frames === 0) skip("PreSimulation does not fire here: physics does not run");
		const { imported, part } = buildWave();
		const tip = boneOf(part, "Tip");
		const longestFrame = watchFrames();
		const track = imported.play("Wave", { fade: 0 });
		task.wait(1);
		// Looked at right after the mixer wrote, before anything else may write.
		RunService.PostSimulation.Wait();
		const [turn, time] = [turnOf(tip), track.position];
		imported.destroy();
		const longest = longestFrame();
		if (longest > SLOW_FRAME) skip(`a frame took ${longest} seconds: too few to watch a clip by`);
		expect(time).to.be.near(1, 0.5);
		expect(turn).to.be.near(time * DEGREES_A_SECOND, DEGREES);
	});
};
