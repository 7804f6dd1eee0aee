import { importModel } from "../../src";
import { meshParts } from "../built-vertices";
import { headless } from "../headless";
import type { Session } from "../headless/session";

/** The lines for the command bar of docs/contributing/studio-check.md, in their order. */
function commandLines(): Array<string> {
	const page = buffer.tostring(headless!.readFile("docs/contributing/studio-check.md"));
	const lines = new Array<string>();
	for (const [code] of page.gmatch("```lua\n%s*([^\n]*)\n")) lines.push(code as string);
	return lines;
}

/** Runs a line as the command bar does; gives what it printed. */
function run(session: Session, line: string, plugin?: Plugin): () => string {
	const source = session.createScript(
		"LocalScript",
		`local function print(...) script:FindFirstChildOfClass("StringValue").Value ..= table.concat({...}, " ") .. "\\n" end ${line}`,
	);
	const printed = session.create("StringValue") as StringValue;
	printed.Parent = source;
	session.runScript(source, plugin);
	session.advance(1);
	const errors = session.takeErrors();
	assert(errors.isEmpty(), errors.join("\n"));
	return () => printed.Value;
}

export = () => {
	const test = headless ? it : itSKIP;

	test("has seven lines for the command bar", () => {
		expect(commandLines().size()).to.equal(7);
	});

	test("builds a part whose Bone is not where its mesh was bound", () => {
		const session = headless!.open({ context: "Edit" });
		run(session, commandLines()[0], session.newPlugin().plugin);
		const part = session.game.GetService("Workspace").FindFirstChild("BindCheck") as MeshPart;
		expect(part.HasSkinnedMesh).to.equal(true);
		expect((part.FindFirstChild("B") as Bone).CFrame.Y).to.equal(5);
		const mesh = part.MeshContent.Object as EditableMesh;
		expect(mesh.GetBoneCFrame((mesh.GetBones() as Array<number>)[0]).Y).to.equal(0);
	});

	test("asks for a part whose mesh has a vertex without a face, and tells what came of it", () => {
		const session = headless!.open({ context: "Edit" });
		const printed = run(session, commandLines()[1], session.newPlugin().plugin);
		// The stand-in refuses it, because no page says where such a part stands.
		expect(printed().match("^unused vertex: .+\n$")[0]).to.be.ok();
	});

	test("asks for faces that have a vertex twice, and counts what fires in edit mode", () => {
		const session = headless!.open({ context: "Edit" });
		const printed = run(session, commandLines()[2], session.newPlugin().plugin);
		session.advance(1);
		const lines = printed().split("\n");
		for (const start of [
			"repeated vertex, AddTriangle: ",
			"repeated vertex, BatchAdd: ",
			"edit mode, PreSimulation: ",
			"edit mode, Heartbeat: ",
			"edit mode, PreRender: ",
		]) {
			assert(
				lines.some((line) => line.sub(1, start.size()) === start && line.size() > start.size()),
				`nothing begins with "${start}" in\n${printed()}`,
			);
		}
	});

	test("shows two text boxes that tell how much they keep", () => {
		const session = headless!.open({ context: "PlayClient" });
		const player = session.players.join();
		session.players.setLocal(player);
		const printed = run(session, commandLines()[3]);
		const [gui] = player.FindFirstChild("PlayerGui")!.GetChildren();
		const [upper, lower] = gui.GetChildren() as Array<TextBox>;
		expect(upper.Text.size()).to.equal(100_000);
		session.userInput.type(lower, "pasted");
		session.advance(1);
		expect(printed()).to.equal("text box 2 keeps 6\n");
	});

	test("counts how many editable images a client has room for", () => {
		const session = headless!.open({ context: "PlayClient" });
		const printed = run(session, commandLines()[4]);
		session.advance(1);
		expect(printed().match("^editable memory: %d+ images of 4 MB, then .+\n$")[0]).to.be.ok();
	});

	test("writes settings of growing size and tells the largest", () => {
		const session = headless!.open({ context: "Edit" });
		const printed = run(session, commandLines()[5], session.newPlugin().plugin);
		expect(printed()).to.equal("largest setting 16777216\n");
		expect(session.shared.largest > 16_777_216).to.equal(true);
	});

	test("uploads a keyframe sequence as an animation, and tells what came of it", () => {
		const session = headless!.open({ context: "Edit" });
		const sequence = session.create("KeyframeSequence");
		sequence.Parent = session.game.GetService("ServerStorage");
		const printed = run(session, commandLines()[6], session.newPlugin().plugin);
		session.advance(1);
		expect(printed().match("^keyframe sequence as an animation: .+, .+\n$")[0]).to.be.ok();
	});

	test("has a model with Bones, a texture and a clip that walks", () => {
		const imported = importModel(headless!.readFile("generated/check.glb"));
		const parts = meshParts(imported.model);
		expect(parts.size()).to.equal(1);
		const [part] = parts;
		expect(part.HasSkinnedMesh).to.equal(true);
		const bones = part.GetDescendants().filter((instance): instance is Bone => instance.IsA("Bone"));
		expect(bones.size()).to.equal(19);
		const image = part.TextureContent.Object as EditableImage;
		expect(image.Size).to.equal(new Vector2(256, 256));
		expect(imported.clips.get("Walk")!.duration).to.be.near(3.6, 1e-3);
		// As high as a character, and nothing left out.
		expect(part.Size.Y > 5 && part.Size.Y < 6.5).to.equal(true);
		expect(imported.report.filter((line) => line.sub(1, 17) !== "built on a server").size()).to.equal(0);
		imported.destroy();
	});
};
