import { Workspace } from "@rbxts/services";
import { encodeBase64 } from "../../src/codecs";
import { fortyBones, fortyBonesFile } from "../formats/mdx/forty-bones";
import { headless } from "../headless";
import type { Session } from "../headless/session";
import { replayLastSeconds, startRecording } from "./code/home-1";
import { playIntro } from "./code/home-2";
import { addWalker } from "./code/home-3";

const PAGE = "docs/site/index.md";

/** The blocks of Luau of the site's first page, in their order. */
function blocks(): Array<string> {
	const found = new Array<string>();
	for (const [code] of buffer.tostring(headless!.readFile(PAGE)).gmatch("```lua\n(.-)```")) found.push(code as string);
	return found;
}

/** Runs Luau in a client that has the model file in its ReplicatedStorage; returns its errors and what it named its script. */
function run(code: string, seconds: number, prepare?: (session: Session) => void): string {
	const session = headless!.open({ context: "PlayClient" });
	const storage = session.game.GetService("ReplicatedStorage");
	for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = storage;
	prepare?.(session);
	const source = session.createScript("LocalScript", code);
	source.Parent = storage;
	session.runScript(source);
	session.advance(seconds);
	return session.takeErrors().join("\n") + source.Name;
}

/** A file of forty bones whose one animation is called Walk. */
function walkerFile(): buffer {
	const model = fortyBones();
	model.sequences[0].name = "Walk";
	return fortyBonesFile(model);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("the first page in TypeScript: the last seconds are shown again, with a copy of the player's figure", () => {
		const engine = headless!;
		engine.enter("BothSides");
		const ada = engine.players.join("Ada");
		engine.players.setLocal(ada);
		engine.players.spawn(ada);
		startRecording();
		engine.advance(2);
		expect(Workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		task.spawn(replayLastSeconds);
		engine.advance(1);
		expect(Workspace.FindFirstChild("DollyReplay")!.FindFirstChild("Ada")).to.be.ok();
		// Two seconds at half speed.
		engine.advance(4);
		expect(Workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		engine.players.leave(ada);
	});

	test("the first page in TypeScript: the camera moves from key to key", () => {
		headless!.enter("BothSides");
		const player = playIntro(CFrame.identity, new CFrame(0, 0, 30));
		headless!.advance(1.5);
		// Halfway in time is halfway in space under an easing that is the same at both ends; the shake moves no place.
		const { Z } = Workspace.CurrentCamera!.CFrame.Position;
		expect(math.abs(Z - 15) < 1).to.equal(true);
		player.destroy();
	});

	test("the first page in TypeScript: a model walks", () => {
		const walker = addWalker(walkerFile());
		headless!.advance(1, 1 / 60);
		const bones = walker.model.GetDescendants().filter((instance): instance is Bone => instance.IsA("Bone"));
		expect(bones.some((bone) => bone.Transform.Position.Magnitude > 0.1)).to.equal(true);
		walker.destroy();
		headless!.takePrinted();
	});

	test("the first page in Luau: the last seconds are shown again, with a copy of the player's figure", () => {
		const [code] = blocks();
		const name = run(
			`${code}
			startRecording()
			task.wait(2)
			task.spawn(replayLastSeconds)
			task.wait(1)
			local shown = workspace:FindFirstChild("DollyReplay")
			script.Name = tostring(shown ~= nil and shown:FindFirstChild("Ada") ~= nil)
			task.wait(4)
			script.Name ..= tostring(workspace:FindFirstChild("DollyReplay"))`,
			8,
			(session) => {
				const ada = session.players.join("Ada");
				session.players.setLocal(ada);
				session.players.spawn(ada);
			},
		);
		expect(name).to.equal("truenil");
	});

	test("the first page in Luau: the camera moves from key to key", () => {
		const [, code] = blocks();
		const name = run(
			`${code}
			playIntro(CFrame.identity, CFrame.new(0, 0, 30))
			task.wait(1.5)
			script.Name = tostring(math.abs(workspace.CurrentCamera.CFrame.Position.Z - 15) < 1)`,
			2,
		);
		expect(name).to.equal("true");
	});

	test("the first page in Luau: a model walks", () => {
		const [, , code] = blocks();
		const name = run(
			`${code}
			local codecs = require(game:GetService("ReplicatedStorage").dolly.codecs)
			local walker = addWalker(codecs.decodeBase64("${encodeBase64(walkerFile())}"))
			task.wait(1)
			script.Name = "stands"
			for _, bone in walker.model:GetDescendants() do
				if bone:IsA("Bone") and bone.Transform.Position.Magnitude > 0.1 then
					script.Name = "walks"
				end
			end`,
			2,
		);
		expect(name).to.equal("walks");
	});
};
