import { EDIT } from "../plugin/open-studio";
import { failureOf } from "../expect-failure";
import { headless } from ".";

type Action = PluginAction & { Text: string; AllowBinding: boolean };

export = () => {
	const test = headless ? it : itSKIP;

	function open() {
		const session = headless!.open({ context: EDIT });
		const control = session.newPlugin();
		return { session, plugin: control.plugin, heard: new Array<string>() };
	}

	describe("PluginMenu", () => {
		test("shows its items, and returns the action that is chosen, or nil", () => {
			const { session, plugin, heard } = open();
			const menu = plugin.CreatePluginMenu("Key", "Key");
			const easing = plugin.CreatePluginMenu("Easing", "Easing");
			const linear = easing.AddNewAction("linear", "Linear");
			const remove = menu.AddNewAction("delete", "Delete");
			menu.AddSeparator();
			menu.AddMenu(easing);
			// @rbxts/types has none of these properties.
			const { Title, Icon } = menu as unknown as { Title: string; Icon: string };
			expect(`${Title} ${Icon} ${(remove as unknown as Action).AllowBinding}`).to.equal("Key  false");
			linear.Triggered.Connect(() => heard.push("triggered"));
			const show = () => {
				session.runAsPlugin(() => {
					task.spawn(() => heard.push((menu.ShowAsync() as Action | undefined)?.Text ?? "nil"));
				});
			};
			show();
			const written = (items: Array<{ text: string; items?: Array<{ text: string }> }>) =>
				items.map((item) => item.text + (item.items ? `(${item.items.map((below) => below.text).join(" ")})` : ""));
			expect(written(session.menu.items()!).join(", ")).to.equal("Delete, -, Easing(Linear)");
			failureOf(() => menu.ShowAsync());
			failureOf(() => session.menu.choose("Cubic"));
			session.menu.choose("Linear");
			expect(session.menu.items()).to.equal(undefined);
			show();
			session.menu.dismiss();
			expect(heard.sort((a, b) => a < b).join(" ")).to.equal("Linear nil triggered");
			menu.Clear();
			failureOf(() => menu.ShowAsync());
			failureOf(() => plugin.CreatePluginMenu("Key", "Key"));
			failureOf(() => menu.AddNewAction("linear", "Linear"));
			failureOf(() => ((remove as unknown as { Enabled: boolean }).Enabled = false));
		});
	});

	describe("the viewport", () => {
		test("has handles that are dragged by face and axis, under CoreGui alone", () => {
			const { session, heard } = open();
			const part = session.create("Part") as Part;
			part.Parent = session.game.GetService("Workspace");
			const handles = session.create("Handles") as Handles;
			handles.Adornee = part;
			handles.MouseButton1Down.Connect((face) => heard.push(`down ${face.Name}`));
			handles.MouseDrag.Connect((face, distance) => heard.push(`drag ${face.Name} ${distance}`));
			handles.MouseButton1Up.Connect((face) => heard.push(`up ${face.Name}`));
			failureOf(() => session.viewport.dragHandle(handles, "Top", [1]));
			handles.Parent = session.game.GetService("CoreGui");
			session.viewport.dragHandle(handles, "Top", [1, -2.5]);
			expect(heard.join(", ")).to.equal("down Top, drag Top 1, drag Top -2.5, up Top");
			handles.Faces = new Faces(Enum.NormalId.Left);
			failureOf(() => session.viewport.dragHandle(handles, "Top", [1]));
			const arcs = session.create("ArcHandles") as ArcHandles;
			arcs.Adornee = part;
			arcs.Parent = session.game.GetService("CoreGui");
			heard.clear();
			arcs.MouseDrag.Connect((axis, angle, radius) => heard.push(`${axis.Name} ${angle} ${radius}`));
			session.viewport.dragHandle(arcs, "Y", [0.5, [1, 2]]);
			expect(heard.join(", ")).to.equal("Y 0.5 0, Y 1 2");
			arcs.Visible = false;
			failureOf(() => session.viewport.dragHandle(arcs, "Y", [1]));
		});

		test("turns pixels into rays and points into pixels", () => {
			const { session } = open();
			const workspace = session.game.GetService("Workspace");
			const camera = workspace.CurrentCamera!;
			camera.CFrame = new CFrame(1, 2, 3);
			camera.FieldOfView = 90;
			session.viewport.resize(800, 400);
			const corner = camera.ViewportPointToRay(0, 0, 0);
			expect(corner.Origin).to.equal(new Vector3(1, 2, 3));
			// Twice as wide as high: (-2, 1, -1), of length √6
			expect(corner.Direction.X).to.be.near(-2 / math.sqrt(6), 1e-6);
			expect(corner.Direction.Y).to.be.near(1 / math.sqrt(6), 1e-6);
			const [point, isOn] = camera.WorldToViewportPoint(new Vector3(1 + 5, 2, 3 - 10));
			expect(`${math.round(point.X)} ${math.round(point.Y)} ${math.round(point.Z)} ${isOn}`).to.equal(
				"500 200 10 true",
			);
			const [, isBehind] = camera.WorldToViewportPoint(new Vector3(1, 2, 13));
			expect(isBehind).to.equal(false);
			const other = session.create("Camera") as Camera;
			expect(other.ViewportSize).to.equal(new Vector2(1, 1));
		});
	});

	describe("the plugin's mouse", () => {
		test("works while the plugin is active, and one plugin at a time is", () => {
			const { session, plugin, heard } = open();
			const other = session.newPlugin().plugin;
			failureOf(() => plugin.GetMouse());
			plugin.Activate(true);
			plugin.Deactivation.Connect(() => heard.push("deactivated"));
			const mouse = plugin.GetMouse();
			mouse.Move.Connect(() => heard.push(`move ${mouse.X} ${mouse.Y}`));
			mouse.Button1Down.Connect(() => heard.push("down"));
			mouse.Button1Up.Connect(() => heard.push("up"));
			session.viewport.move(640, 360);
			session.viewport.down();
			session.viewport.up();
			const camera = session.game.GetService("Workspace").CurrentCamera!;
			camera.CFrame = new CFrame();
			const part = session.create("Part") as Part;
			part.Size = new Vector3(4, 4, 4);
			part.CFrame = new CFrame(0, 0, -20);
			part.Parent = session.game.GetService("Workspace");
			expect(mouse.Target).to.equal(part);
			expect(mouse.Hit.Position.Z).to.be.near(-18, 1e-4);
			expect(mouse.UnitRay.Direction.Z).to.be.near(-1, 1e-6);
			expect(plugin.IsActivatedWithExclusiveMouse()).to.equal(true);
			other.Activate(false);
			expect(plugin.IsActivatedWithExclusiveMouse()).to.equal(false);
			session.viewport.move(1, 1);
			expect(heard.join(", ")).to.equal("move 640 360, down, up, deactivated");
		});
	});

	describe("assets", () => {
		test("has metadata of audio, and of what is not there the id alone", () => {
			const { session } = open();
			session.assets.setAudio(42, { Title: "Waves", Artist: "Sea", Duration: 12.5 });
			session.run(() => {
				const service = session.game.GetService("AssetService");
				type Entry = { AssetId: string; Duration?: number };
				const [waves, none] = service.GetAudioMetadataAsync([42, 43]) as Array<Entry>;
				expect(`${waves.AssetId} ${waves.Duration} ${none.AssetId} ${none.Duration}`).to.equal("42 12.5 43 nil");
				const ids = new Array<number>(31, 42);
				failureOf(() => service.GetAudioMetadataAsync(ids));
			});
		});

		function clip(create: (name: "KeyframeSequence" | "Keyframe" | "Pose") => Instance): KeyframeSequence {
			const sequence = create("KeyframeSequence") as KeyframeSequence;
			const keyframe = create("Keyframe") as Keyframe;
			keyframe.Time = 2;
			keyframe.Parent = sequence;
			create("Pose").Parent = keyframe;
			return sequence;
		}

		test("takes a KeyframeSequence as an animation if the session says so, and plays it", () => {
			const { session } = open();
			const sequence = clip((name) => session.create(name));
			const service = session.game.GetService("AssetService");
			const upload = () =>
				service.CreateAssetAsync(sequence, Enum.AssetType.Animation, { Name: "Walk" }) as unknown as LuaTuple<
					[Enum.CreateAssetResult, number]
				>;
			let track: AnimationTrack;
			session.run(() => {
				failureOf(() => upload());
				session.assets.setAnimationUploads("works");
				const [result, id] = upload();
				expect(result).to.equal(Enum.CreateAssetResult.Success);
				expect(session.assets.describe(id)!.kind).to.equal("Animation");
				const controller = session.create("AnimationController");
				controller.Parent = session.game.GetService("Workspace");
				const animator = session.create("Animator") as Animator;
				animator.Parent = controller;
				const animation = session.create("Animation") as Animation;
				animation.AnimationId = `rbxassetid://${id}`;
				track = animator.LoadAnimation(animation);
			});
			session.advance(0.1);
			expect(track!.Length).to.equal(2);
			session.assets.setAnimationUploads("refuses");
		});

		test("prompts for what is there, and saves what is selected", () => {
			const { session, plugin } = open();
			session.run(() => {
				expect(plugin.PromptForExistingAssetIdAsync("Animation")).to.equal(-1);
				session.studio.existingAsset = 77;
				expect(plugin.PromptForExistingAssetIdAsync("Animation")).to.equal(77);
				failureOf(() => plugin.PromptForExistingAssetIdAsync("Model"));
				failureOf(() => plugin.PromptSaveSelectionAsync("walk"));
				const part = session.create("Part");
				session.game.GetService("Selection").Set([part]);
				expect(plugin.PromptSaveSelectionAsync("walk")).to.equal(false);
				session.studio.savesSelection = true;
				expect(plugin.PromptSaveSelectionAsync("walk")).to.equal(true);
				plugin.SaveSelectedToRoblox();
			});
			expect(session.studio.saved[0].name).to.equal("walk");
			expect(session.studio.uploaded[0].instances.size()).to.equal(1);
		});
	});
};
