import { failureOf } from "../expect-failure";
import { headless } from ".";
import type { Session } from "./session";
import { EDIT, PLAY } from "../plugin/open-studio";

/** A Studio without our plugin, and a plugin object for specs to call. */
function openEmpty(context = EDIT): { session: Session; plugin: Plugin } {
	const session = headless!.open({ context });
	return { session, plugin: session.newPlugin().plugin };
}

/** Makes an instance in the other DataModel. */
function make<K extends keyof CreatableInstances>(session: Session, className: K): CreatableInstances[K] {
	return session.create(className) as CreatableInstances[K];
}

export = () => {
	const test = headless ? it : itSKIP;

	describe("ChangeHistoryService", () => {
		test("undoes and redoes what changed while a recording ran, destroyed instances included", () => {
			const { session } = openEmpty();
			const history = session.game.GetService("ChangeHistoryService");
			const workspace = session.game.GetService("Workspace");
			const part = make(session, "Part");
			part.Name = "Before";
			part.Parent = workspace;
			const id = history.TryBeginRecording("Change")!;
			part.Name = "After";
			part.SetAttribute("Colour", "red");
			part.Destroy();
			history.FinishRecording(id, Enum.FinishRecordingOperation.Commit);
			expect(workspace.FindFirstChild("After")).never.to.be.ok();
			history.Undo();
			expect(workspace.FindFirstChild("Before")).to.equal(part);
			expect(part.GetAttribute("Colour")).never.to.be.ok();
			history.Redo();
			expect(workspace.FindFirstChild("Before")).never.to.be.ok();
			expect(part.Name).to.equal("After");
		});

		test("undoes the work in progress when it is cancelled, and takes one recording at a time", () => {
			const { session } = openEmpty();
			const history = session.game.GetService("ChangeHistoryService");
			const id = history.TryBeginRecording("Change")!;
			expect(history.TryBeginRecording("Another")).never.to.be.ok();
			make(session, "Folder").Parent = session.game.GetService("Workspace");
			history.FinishRecording(id, Enum.FinishRecordingOperation.Cancel);
			expect(session.game.GetService("Workspace").FindFirstChildOfClass("Folder")).never.to.be.ok();
			const [canUndo] = history.GetCanUndo() as LuaTuple<[boolean]>;
			expect(canUndo).to.equal(false);
		});

		test("records nothing in a playtest, nor in the edit session while it runs", () => {
			const { session: edit } = openEmpty();
			const play = headless!.open({ context: PLAY, startedBy: edit });
			play.runAsPlugin(() => {
				const history = play.game.GetService("ChangeHistoryService");
				expect(history.TryBeginRecording("Change")).never.to.be.ok();
				history.FinishRecording("none", Enum.FinishRecordingOperation.Commit);
			});
			const history = edit.game.GetService("ChangeHistoryService");
			expect(history.TryBeginRecording("Change")).never.to.be.ok();
			play.close();
			expect(history.TryBeginRecording("Change")).to.be.ok();
		});

		test("fails where something else than the recording in progress is finished, or nothing is left to undo", () => {
			const { session } = openEmpty();
			const history = session.game.GetService("ChangeHistoryService");
			const { Commit, Cancel } = Enum.FinishRecordingOperation;
			expect(failureOf(() => history.FinishRecording("none", Commit)).find("no recording", 1, true)[0]).to.be.ok();
			expect(failureOf(() => history.FinishRecording("none", Cancel)).find("no recording", 1, true)[0]).to.be.ok();
			const id = history.TryBeginRecording("Change")!;
			expect(failureOf(() => history.FinishRecording("none", Commit)).find("not the recording", 1, true)[0]).to.be.ok();
			expect(history.IsRecordingInProgress(id)).to.equal(true);
			history.FinishRecording("none", Cancel); // the name does not matter here
			expect(history.IsRecordingInProgress()).to.equal(false);
			expect(failureOf(() => history.Undo()).find("nothing to undo", 1, true)[0]).to.be.ok();
		});

		test("is for plugins", () => {
			const history = game.GetService("ChangeHistoryService");
			expect(failureOf(() => history.TryBeginRecording("x")).find("lacking capability Plugin", 1, true)[0]).to.be.ok();
		});
	});

	describe("plugin settings", () => {
		test("are copies, as JSON keeps them, and shared by all plugins of a Studio", () => {
			const { session, plugin } = openEmpty();
			const value = { list: [1, 2], name: "x" };
			plugin.SetSetting("Key", value);
			value.list.push(3);
			const other = headless!.open({ context: PLAY, shared: session.shared }).newPlugin().plugin;
			const read = other.GetSetting("Key") as { list: Map<unknown, number>; name: string };
			// Arrays come back as maps, their numbers as strings.
			expect(read.list.get("1")).to.equal(1);
			expect(read.list.get(1)).to.equal(undefined);
			expect(read.list.get("3")).to.equal(undefined);
			expect(read.name).to.equal("x");
			expect(other.GetSetting("None")).never.to.be.ok();
		});

		test("may fail to be written and read without a word", () => {
			const { session, plugin } = openEmpty();
			session.shared.failWrites = 1;
			plugin.SetSetting("Key", 1);
			expect(plugin.GetSetting("Key")).never.to.be.ok();
			plugin.SetSetting("Key", 2);
			session.shared.failReads = 1;
			expect(plugin.GetSetting("Key")).never.to.be.ok();
			expect(plugin.GetSetting("Key")).to.equal(2);
		});

		test("refuse what is documented to corrupt them", () => {
			const { plugin } = openEmpty();
			for (const key of ["a.b", 'a"b', "a\\b", "a\nb"]) {
				expect(failureOf(() => plugin.SetSetting(key, 1)).find("would corrupt", 1, true)[0]).to.be.ok();
			}
			expect(failureOf(() => plugin.SetSetting("a", "\\")).find("would corrupt", 1, true)[0]).to.be.ok();
		});
	});

	test("adornments feel the mouse under a PlayerGui or CoreGui alone", () => {
		const { session } = openEmpty();
		const handle = make(session, "SphereHandleAdornment");
		let presses = 0;
		handle.MouseButton1Down.Connect(() => (presses += 1));
		handle.Parent = session.game.GetService("Workspace");
		expect(session.press(handle)).to.equal(false);
		handle.Parent = session.game.GetService("CoreGui");
		expect(session.press(handle)).to.equal(true);
		const player = session.players.join();
		handle.Parent = player.FindFirstChild("PlayerGui");
		expect(session.press(handle)).to.equal(true);
		expect(presses).to.equal(2);
	});

	describe("script injection", () => {
		const DENIED = 'Plugin "Dolly" was denied script injection permission. ';
		/** What an installed plugin hears that runs this line; nothing where it is let. */
		const attempt = (session: Session, line: string) => {
			const source = session.createScript(
				"Script",
				`local ok, problem = pcall(function() ${line} end) script:SetAttribute("Said", if ok then "done" else problem)`,
			);
			session.runScript(source, session.newPlugin().plugin);
			session.advance(0.1);
			return (source.GetAttribute("Said") as string).gsub("^[^:]+:%d+: ", "")[0];
		};
		const PARENT = "Instance.new('ModuleScript', game:GetService('ReplicatedStorage'))";
		const BELOW = "local f = Instance.new('Folder') Instance.new('LocalScript', f) f.Parent = workspace";
		const SOURCE = "Instance.new('ModuleScript').Source = 'return 1'";

		test("asks the person at the first attempt, and lets nothing through until they allow it", () => {
			const { session } = openEmpty();
			const asked = `${DENIED}The user has been prompted for future attempts.`;
			for (const line of [PARENT, BELOW, SOURCE]) expect(attempt(session, line)).to.equal(asked);
			expect(session.shared.injectionPrompts).to.equal(3);
			session.shared.scriptInjection = "denied";
			const managed = `${DENIED}You can grant this permission in the Plugin Manager.`;
			expect(attempt(session, PARENT)).to.equal(managed);
			expect(session.shared.injectionPrompts).to.equal(3);
			expect(session.game.GetService("ReplicatedStorage").GetChildren().size()).to.equal(0);
			session.shared.scriptInjection = "allowed";
			for (const line of [PARENT, BELOW, SOURCE]) expect(attempt(session, line)).to.equal("done");
			expect(session.game.GetService("ReplicatedStorage").GetChildren().size()).to.equal(1);
		});

		test("is not asked for what holds no script, nor of the command bar", () => {
			const { session } = openEmpty();
			expect(attempt(session, "Instance.new('StringValue', workspace).Value = 'x'")).to.equal("done");
			expect(attempt(session, "Instance.new('ModuleScript', Instance.new('Folder'))")).to.equal("done");
			const module = make(session, "ModuleScript");
			module.Source = "return 1";
			module.Parent = session.game.GetService("ReplicatedStorage");
			expect(session.shared.injectionPrompts).to.equal(0);
		});
	});

	test("a StringValue refuses more than 200,000 characters", () => {
		const text = new Instance("StringValue");
		text.Value = string.rep("x", 200_000);
		expect(failureOf(() => (text.Value = string.rep("x", 200_001))).find("String too long", 1, true)[0]).to.be.ok();
		expect(text.Value.size()).to.equal(200_000);
	});

	test("scripts of a game can neither read nor write a source", () => {
		const module = new Instance("ModuleScript");
		const lacking = "lacking capability PluginOrOpenCloud";
		expect(failureOf(() => module.Source).find(`read 'Source' (${lacking})`, 1, true)[0]).to.be.ok();
		expect(failureOf(() => (module.Source = "return 1")).find(`write 'Source' (${lacking})`, 1, true)[0]).to.be.ok();
		headless!.enter("LuauExecution");
		module.Source = "return 1";
		expect(module.Source).to.equal("return 1");
		headless!.enter();
	});

	test("scripts refuse a source of 200,000 characters", () => {
		const { session } = openEmpty();
		const module = make(session, "ModuleScript");
		module.Source = string.rep("x", 199_999);
		expect(failureOf(() => (module.Source = string.rep("x", 200_000))).find("limit", 1, true)[0]).to.be.ok();
	});

	test("dock widgets remember whether they were open, and buttons and actions have ids of their own", () => {
		const session = headless!.open({ context: EDIT });
		const info = new DockWidgetPluginGuiInfo(Enum.InitialDockState.Right, true, false, 300, 400, 200, 100);
		const first = session.newPlugin();
		let widget: DockWidgetPluginGui | undefined;
		session.run(() => (widget = first.plugin.CreateDockWidgetPluginGuiAsync("W", info)));
		expect(widget!.Enabled).to.equal(true);
		expect(widget!.AbsoluteSize).to.equal(new Vector2(300, 400));
		first.resize("W", 50, 500);
		expect(widget!.AbsoluteSize).to.equal(new Vector2(200, 500));
		first.close("W");
		first.unload();
		const second = session.newPlugin();
		session.run(() => (widget = second.plugin.CreateDockWidgetPluginGuiAsync("W", info)));
		expect(widget!.Enabled).to.equal(false);
		const toolbar = second.plugin.CreateToolbar("T");
		toolbar.CreateButton("B", "tip", "", "text");
		expect(failureOf(() => toolbar.CreateButton("B", "tip", "", "text")).find("already", 1, true)[0]).to.be.ok();
	});
};
