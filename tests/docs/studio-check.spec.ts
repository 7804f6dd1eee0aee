import { headless } from "../headless";
import type { Session } from "../headless/session";

/** The lines for the command bar of docs/studio-check.md, in their order. */
function commandLines(): Array<string> {
	const page = buffer.tostring(headless!.readFile("docs/studio-check.md"));
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

	test("has three lines for the command bar", () => {
		expect(commandLines().size()).to.equal(3);
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

	test("shows two text boxes that tell how much they keep", () => {
		const session = headless!.open({ context: "PlayClient" });
		const player = session.players.join();
		session.players.setLocal(player);
		const printed = run(session, commandLines()[1]);
		const [gui] = player.FindFirstChild("PlayerGui")!.GetChildren();
		const [upper, lower] = gui.GetChildren() as Array<TextBox>;
		expect(upper.Text.size()).to.equal(100_000);
		session.userInput.type(lower, "pasted");
		session.advance(1);
		expect(printed()).to.equal("text box 2 keeps 6\n");
	});

	test("writes settings of growing size and tells the largest", () => {
		const session = headless!.open({ context: "Edit" });
		const printed = run(session, commandLines()[2], session.newPlugin().plugin);
		expect(printed()).to.equal("largest setting 16777216\n");
		expect(session.shared.largest > 16_777_216).to.equal(true);
	});
};
