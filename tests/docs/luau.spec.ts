import { headless } from "../headless";
import type { Session } from "../headless/session";
import { record, setMap } from "../plugin/library/in-library";
import { openStudio } from "../plugin/open-studio";

/** The block of Luau of a page that has this text. */
function luauWith(page: string, text: string): string {
	for (const [code] of buffer.tostring(headless!.readFile(page)).gmatch("```lua\n(.-)```")) {
		if ((code as string).find(text, 1, true)[0] !== undefined) return code as string;
	}
	error(`${page} has no block with ${text}`, 0);
}

/** Runs Luau in a game that has the model file in its ReplicatedStorage. */
function play(code: string, place?: buffer): Session {
	const session = headless!.open({ place, context: "LiveClient" });
	for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = session.game.GetService("ReplicatedStorage");
	const source = session.createScript("LocalScript", code);
	source.Parent = session.game.GetService("ReplicatedStorage");
	session.runScript(source);
	return session;
}

export = () => {
	const test = headless ? it : itSKIP;

	test("the killcam example: a death shows the last seconds again", () => {
		const session = headless!.open({ context: "LiveClient" });
		const player = session.players.join("Ada");
		session.players.setLocal(player);
		session.players.spawn(player);
		const packages = session.create("Folder");
		packages.Name = "Packages";
		packages.Parent = session.game.GetService("ReplicatedStorage");
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = packages;
		const code = buffer.tostring(headless!.readFile("examples/luau/src/killcam.client.luau"));
		const source = session.createScript("LocalScript", code);
		source.Parent = packages;
		session.runScript(source);
		session.advance(3);
		const workspace = session.game.GetService("Workspace");
		expect(workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		(player.Character!.FindFirstChild("Humanoid") as Humanoid).Health = 0;
		session.advance(0.5);
		expect(workspace.FindFirstChild("DollyReplay")!.FindFirstChild("Ada")).to.be.ok();
		session.advance(7);
		expect(workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("the plugin's page: a game plays a take that the plugin kept in the place", () => {
		const user = openStudio();
		setMap(user, "Harbour");
		record(user, 2);
		const session = play(luauWith("docs/plugin.md", "readBytes"), user.session.save());
		session.advance(1);
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		expect(session.takeErrors().join("\n")).to.equal("");
		expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
		session.advance(2);
		expect(camera.CameraType).never.to.equal(Enum.CameraType.Scriptable);
	});
};
