import { Workspace } from "@rbxts/services";
import { importModel } from "../../src";
import { playPublished } from "../docs/code/plugin-2";
import { headless } from "../headless";
import type { Session } from "../headless/session";
import { ChosenFile, importFiles, WHOLE_FILES } from "./import-files";
import { openStudio, StudioUser } from "./open-studio";

interface ClipLog {
	/** The names that animations were uploaded under. */
	names: Array<string>;
	refusal?: string;
}

function openWatched(): LuaTuple<[user: StudioUser, log: ClipLog]> {
	const user = openStudio({ panel: "DollyImport", prepare: (session) => session.setCreator(35, "Group") });
	const log: ClipLog = { names: [] };
	user.session.assets.setAnimationUploads("works");
	user.session.assets.intercept((upload) => {
		if (upload.kind !== "Animation") return undefined;
		if (log.refusal !== undefined) return { result: "Unknown", message: log.refusal };
		log.names.push(`${upload.method} ${upload.name}`);
		return undefined;
	});
	return $tuple(user, log);
}

function publish(user: StudioUser): void {
	user.press("Publish1");
	user.press("Upload");
	user.session.advance(6);
}

/** The file with another time for its last key: its clip is another. */
function slowCrate(): Array<ChosenFile> {
	const [{ name, contents }] = WHOLE_FILES.glb;
	const bytes = buffer.fromstring(contents);
	// The binary chunk is the last 68 bytes; the second key's time is its 11th number.
	buffer.writef32(bytes, buffer.len(bytes) - 68 + 40, 2);
	return [{ name, contents: buffer.tostring(bytes) }];
}

/** The id of an animation that Studio's own window has uploaded. */
function uploadedByStudio(session: Session, sequence: KeyframeSequence, log: ClipLog): number {
	const refusal = log.refusal;
	log.refusal = undefined;
	let id = 0;
	session.runAsPlugin(() => {
		task.spawn(() => {
			const service = session.game.GetService("AssetService") as unknown as {
				CreateAssetAsync(this: unknown, object: Instance, kind: Enum.AssetType): LuaTuple<[unknown, number]>;
			};
			[, id] = service.CreateAssetAsync(sequence, Enum.AssetType.Animation);
		});
	});
	session.advance(1);
	log.refusal = refusal;
	return id;
}

/** The first motor of the crate, which its clip moves. */
function motorOf(session: Session): Motor6D {
	const crate = session.game.GetService("Workspace").FindFirstChild("crate")!;
	return crate.FindFirstChildWhichIsA("Motor6D", true)!;
}

/** Whether the crate moves within a second. */
function moves(session: Session): boolean {
	let moved = false;
	for (const _ of $range(1, 20)) {
		session.advance(0.05);
		moved = moved || motorOf(session).Transform !== new CFrame();
	}
	return moved;
}

export = () => {
	const test = headless ? it : itSKIP;

	test("uploads clips as animations of the chosen owner, once each", () => {
		const [user, log] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		expect(user.text("AnimationCount1")).to.equal("0 of 1");
		publish(user);
		expect(log.names.join()).to.equal("CreateAssetAsync crate Rise");
		expect(user.text("AnimationCount1")).to.equal("1 of 1");
		expect(user.text("Status1")).to.equal("Published");
		const [id] = user.text("ClipName1-1").match("^Rise  (%d+)$");
		const asset = user.session.assets.describe(tonumber(id)!)!;
		expect(`${asset.kind} ${asset.creator} ${asset.creatorType}`).to.equal("Animation 35 Group");
		// The same file again, and the changed one: its clip is an asset of its own, and the first is used again after that.
		importFiles(user, WHOLE_FILES.glb);
		expect(user.text("AnimationCount1")).to.equal("1 of 1");
		importFiles(user, slowCrate());
		expect(user.text("AnimationCount1")).to.equal("0 of 1");
		publish(user);
		expect(log.names.size()).to.equal(2);
		importFiles(user, WHOLE_FILES.glb);
		expect(user.text("ClipName1-1")).to.equal(`Rise  ${id}`);
		publish(user);
		expect(log.names.size()).to.equal(2);
		expect(user.errors()).to.equal("");
	});

	test("publishes the model where Roblox refuses its clips, and hands each to Studio's own window", () => {
		const [user, log] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		log.refusal = "Animation is not a supported asset type";
		publish(user);
		expect(user.text("Message")).to.equal(
			`"crate" is published: 1 uploaded, owned by group 35, which created this place. Roblox refused its animations: animation is not a supported asset type. Press "Upload…" below for Studio's own window.`,
		);
		expect(user.text("Status1")).to.equal("Published, but not its animation.");
		expect(user.text("MeshCount1")).to.equal("1 of 1");
		expect(user.text("AnimationCount1")).to.equal("0 of 1");
		user.press("UploadClip1-1");
		user.session.advance(1);
		const { studio } = user.session;
		expect(studio.uploaded.size()).to.equal(1);
		const sequence = studio.uploaded[0].instances[0] as KeyframeSequence;
		expect(sequence.GetFullName()).to.equal("ServerStorage.crate.Rise");
		// Closed without a choice, it waits on.
		user.press("ChooseClip");
		user.session.advance(0.5);
		expect(user.isShown("ChooseClip")).to.equal(true);
		user.type("ClipId", "no number");
		expect(user.text("Message")).to.equal("Type the number that Studio shows after the upload.");
		const id = uploadedByStudio(user.session, sequence, log);
		studio.existingAsset = id;
		user.press("ChooseClip");
		user.session.advance(0.5);
		expect(user.text("Message")).to.equal(`"Rise" is published as ${id}.`);
		expect(user.text("ClipName1-1")).to.equal(`Rise  ${id}`);
		expect(user.text("Status1")).to.equal("Published");
		user.press("PlayClip1-1");
		expect(moves(user.session)).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("says so where Studio takes no animations from plugins, as its page has it", () => {
		const [user] = openWatched();
		user.session.assets.setAnimationUploads("refuses");
		importFiles(user, WHOLE_FILES.glb);
		publish(user);
		expect(user.text("Refused1")).to.equal(
			`Roblox refused the animations: plugins cannot upload this kind in this version of Studio. "Upload…" opens Studio's own window for each.`,
		);
		expect(user.text("Status1")).to.equal("Published, but not its animation.");
		// Asked again, only the animation is left to upload.
		user.session.assets.setAnimationUploads("works");
		publish(user);
		expect(user.text("Status1")).to.equal("Published");
		expect(user.isShown("Refused1")).to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("opens the window for a clip whose KeyframeSequence was deleted, and takes its id as a link", () => {
		const [user, log] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		log.refusal = "no";
		publish(user);
		user.session.game.GetService("ServerStorage").ClearAllChildren();
		user.press("UploadClip1-1");
		user.session.advance(2);
		const [sequence] = user.session.studio.uploaded[0].instances;
		expect(sequence.GetFullName()).to.equal("ServerStorage.Rise");
		user.type("ClipId", "https://create.roblox.com/store/asset/4711/Rise");
		expect(user.text("ClipName1-1")).to.equal("Rise  4711");
		expect(user.errors()).to.equal("");
	});

	test("plays a published clip by its id on the model, and leaves it as it was", () => {
		const [user] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		publish(user);
		const crate = user.session.game.GetService("Workspace").FindFirstChild("crate")!;
		const before = crate.GetDescendants().size();
		user.press("PlayClip1-1");
		expect(user.text("PlayClip1-1")).to.equal("Stop");
		expect(moves(user.session)).to.equal(true);
		user.press("PlayClip1-1");
		expect(motorOf(user.session).Transform).to.equal(new CFrame());
		expect(crate.GetDescendants().size()).to.equal(before);
		// One that does not come is said.
		user.press("PlayClip1-1");
		crate.Parent = undefined;
		user.session.advance(0.5);
		expect(user.isShown("PlayClip1-1")).to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("copies code that plays the published clip in a game without the toolkit", () => {
		const [user] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		user.press("Code1");
		expect(user.text("Code").find("bindModel", 1, true)[0]).to.be.ok();
		user.press("TypeScript");
		expect(user.text("Code").find('from "@rbxts/dolly"', 1, true)[0]).to.be.ok();
		publish(user);
		user.press("CodeDone");
		const code = user.text("Code");
		expect(code.find("dolly", 1, true)[0]).never.to.be.ok();
		const player = headless!.open({ place: user.session.save(), context: "LiveClient" });
		const source = player.createScript("LocalScript", code);
		source.Parent = player.game.GetService("ReplicatedStorage");
		player.runScript(source);
		expect(moves(player)).to.equal(true);
		expect(player.takeErrors().join("\n")).to.equal("");
		user.press("TypeScript");
		expect(user.text("Code").find("animator.LoadAnimation(animation)", 1, true)[0]).to.be.ok();
	});

	test("is played by the code of the plugin's page, in both languages", () => {
		const [user] = openWatched();
		const hiker = { name: "hiker.glb", contents: buffer.tostring(headless!.readFile("generated/figure.glb")) };
		importFiles(user, [hiker]);
		publish(user);
		const [id] = user.text("ClipName1-1").match("%d+$");
		const bonesOf = (model: Instance) =>
			model.GetDescendants().filter((instance): instance is Bone => instance.IsA("Bone"));
		const page = buffer.tostring(headless!.readFile("docs/plugin.md"));
		const [code] = page.match("```lua\n(local model = workspace.-)```");
		const player = headless!.open({ place: user.session.save(), context: "LiveClient" });
		const source = player.createScript("LocalScript", (code as string).gsub("123", id as string)[0]);
		source.Parent = player.game.GetService("ReplicatedStorage");
		player.runScript(source);
		player.advance(0.5);
		expect(player.takeErrors().join("\n")).to.equal("");
		const shown = player.game.GetService("Workspace").FindFirstChild("hiker")!;
		expect(bonesOf(shown).some(({ Transform }) => Transform !== new CFrame())).to.equal(true);

		const imported = importModel(buffer.fromstring(hiker.contents), { name: "hiker", parent: Workspace });
		playPublished("hiker", tonumber(id)!);
		headless!.advance(0.5);
		expect(bonesOf(imported.model).some(({ Transform }) => Transform !== new CFrame())).to.equal(true);
		imported.destroy();
	});
};
