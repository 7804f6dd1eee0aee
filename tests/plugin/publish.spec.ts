import { encodeBase64 } from "../../src/codecs";
import { headless } from "../headless";
import type { AssetUpload, Session } from "../headless/session";
import { fromBase64 } from "../oracle-data";
import { imageDifference, surfaceCase, textureOf } from "../roblox/mesh/surface-cases";
import { ChosenFile, importFiles, WHOLE_FILES } from "./import-files";
import { openStudio, PLAY, StudioUser } from "./open-studio";

interface UploadLog {
	/** Of meshes and images, and of animations. */
	list: Array<AssetUpload>;
	clips: Array<AssetUpload>;
	/** Why animations are refused. */
	clipRefusal?: string;
	/** The number of the upload to refuse, from 1. */
	refuse?: number;
}

/** Opens the Import panel and writes down what is uploaded. */
function openWatched(options: Parameters<typeof openStudio>[0] = {}): LuaTuple<[user: StudioUser, log: UploadLog]> {
	const user = openStudio({ panel: "DollyImport", ...options });
	const log: UploadLog = { list: [], clips: [] };
	user.session.assets.setAnimationUploads("works");
	user.session.assets.intercept((upload) => {
		if (upload.kind === "Animation") {
			if (log.clipRefusal !== undefined) return { result: "Unknown", message: log.clipRefusal };
			log.clips.push(upload);
			return undefined;
		}
		if (log.refuse === log.list.size() + 1) return { result: "UploadFailed", message: "the service is asleep" };
		log.list.push(upload);
		return undefined;
	});
	return $tuple(user, log);
}

function publish(user: StudioUser): void {
	user.press("Publish1");
	user.press("Upload");
	user.session.advance(5);
}

function workspaceOf(session: Session): Workspace {
	return session.game.GetService("Workspace");
}

function partsOf(session: Session): Array<MeshPart> {
	return workspaceOf(session)
		.GetDescendants()
		.filter((instance): instance is MeshPart => instance.IsA("MeshPart"));
}

/** What every part shows: the URIs of its mesh, and "object" where it shows an editable one. */
function meshesOf(session: Session): string {
	return partsOf(session)
		.map(({ Name, MeshContent }) => `${Name} ${MeshContent.Uri ?? MeshContent.SourceType.Name}`)
		.sort((a, b) => a < b)
		.join(", ");
}

function idOf(content: Content): number {
	return tonumber(content.Uri!.match("%d+$")[0])!;
}

/** The models of Workspace that move once a place's player runs `code`. */
function playedBy(code: string, place: buffer): string {
	const player = headless!.open({ place, context: "LiveClient" });
	const storage = player.game.GetService("ReplicatedStorage");
	for (const root of player.loadModel("dist/dolly.rbxm")) root.Parent = storage;
	const source = player.createScript("LocalScript", code);
	source.Parent = storage;
	player.runScript(source);
	const moved = new Set<string>();
	for (const _ of $range(1, 20)) {
		player.advance(0.05);
		for (const model of workspaceOf(player).GetChildren()) {
			for (const joint of model.GetDescendants()) {
				if (joint.IsA("Motor6D") && joint.Transform !== new CFrame()) moved.add(model.Name);
			}
		}
	}
	return [...moved, ...player.takeErrors()].join();
}

/** The crate with its first vertex elsewhere: the file was saved again. */
function movedCrate(): Array<ChosenFile> {
	const [{ name, contents }] = WHOLE_FILES.glb;
	const bytes = buffer.fromstring(contents);
	// The binary chunk is the last 68 bytes; its first number is the x of the first vertex.
	buffer.writef32(bytes, buffer.len(bytes) - 68, -1);
	return [{ name, contents: buffer.tostring(bytes) }];
}

export = () => {
	const test = headless ? it : itSKIP;

	test("uploads a mesh once, puts the parts on it, and says who owns it before", () => {
		const [user, log] = openWatched({ prepare: (session) => session.setCreator(35, "Group") });
		importFiles(user, WHOLE_FILES.glb);
		const crate = workspaceOf(user.session).FindFirstChild("crate") as Model;
		const lid = crate.FindFirstChild("Lid", true) as MeshPart;
		lid.Transparency = 0.25;
		const motors = crate
			.GetDescendants()
			.filter((instance) => instance.IsA("Motor6D"))
			.size();
		user.press("Publish1");
		expect(log.list.size()).to.equal(0);
		expect(user.text("OwnerText").find("group 35, which created this place", 1, true)[0]).to.be.ok();
		user.press("Upload");
		user.session.advance(5);
		expect(user.errors()).to.equal("");
		// Both parts show the same triangle.
		expect(log.list.map(({ method, kind, name }) => `${method} ${kind} ${name}`).join()).to.equal(
			"CreateAssetAsync Mesh crate Crate",
		);
		const id = idOf(lid.MeshContent);
		expect(meshesOf(user.session)).to.equal(`Crate rbxassetid://${id}, Lid rbxassetid://${id}`);
		const asset = user.session.assets.describe(id)!;
		expect(`${asset.creator} ${asset.creatorType} ${asset.versions}`).to.equal("35 Group 1");
		// All that was there but for the mesh is there still.
		expect(lid.Transparency).to.equal(0.25);
		expect(
			crate
				.GetDescendants()
				.filter((instance) => instance.IsA("Motor6D"))
				.size(),
		).to.equal(motors);
		expect(user.text("Status1")).to.equal("Published");
		expect(user.text("Message")).to.equal(
			'"crate" is published: 2 uploaded, owned by group 35, which created this place.',
		);
		// One step of the history, and the ids outlive it: publishing again uploads nothing.
		user.session.game.GetService("ChangeHistoryService").Undo();
		user.session.advance(0.2);
		expect(meshesOf(user.session)).to.equal("Crate Object, Lid Object");
		publish(user);
		expect(log.list.size()).to.equal(1);
		expect(meshesOf(user.session)).to.equal(`Crate rbxassetid://${id}, Lid rbxassetid://${id}`);
	});

	test("belongs to the person where they choose so, or where the place has no creator", () => {
		const [user] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		user.press("Publish1");
		expect(user.text("OwnerText").find("you, the user logged in", 1, true)[0]).to.be.ok();
		user.press("NotNow");
		user.session.setCreator(7, "User");
		user.press("Publish1");
		expect(user.text("OwnerText").find("user 7, who created", 1, true)[0]).to.be.ok();
		user.press("OwnerMe");
		expect(user.text("OwnerText").find("you, the user logged in", 1, true)[0]).to.be.ok();
		user.press("Upload");
		user.session.advance(5);
		const asset = user.session.assets.describe(idOf(partsOf(user.session)[0].MeshContent))!;
		expect(`${asset.creator} ${asset.creatorType}`).to.equal("nil User");
	});

	test("publishes images, and a surface keeps what a person set on it", () => {
		const { glb, expected } = surfaceCase("a factor times a texture");
		const [user, log] = openWatched();
		importFiles(user, [{ name: "wood.glb", contents: buffer.tostring(fromBase64(glb)) }]);
		const find = (session: Session) => workspaceOf(session).FindFirstChildWhichIsA("SurfaceAppearance", true)!;
		const before = find(user.session);
		before.Color = new Color3(0, 1, 0);
		before.SetAttribute("Mine", 4);
		const pixels = imageDifference(before.ColorMapContent.Object as EditableImage, expected.maps!.ColorMap!);
		expect(pixels).to.equal("");
		publish(user);
		expect(user.errors()).to.equal("");
		expect(log.list.map(({ kind }) => kind).join()).to.equal("Image, Image, Image, Mesh");
		const surface = find(user.session);
		expect(surface.Color).to.equal(new Color3(0, 1, 0));
		expect(surface.GetAttribute("Mine")).to.equal(4);
		expect(surface.Parent!.GetChildren().size()).to.equal(1);
		expect(user.session.assets.describe(idOf(surface.ColorMapContent))!.kind).to.equal("Image");
		// Saved and reopened without the plugin, it shows the same.
		const player = headless!.open({ place: user.session.save(), context: "LiveClient" });
		const kept = find(player);
		expect(kept.ColorMapContent).to.equal(surface.ColorMapContent);
		expect(kept.RoughnessMapContent.Uri).to.be.ok();
		expect(partsOf(player)[0].MeshContent.Uri).to.be.ok();
	});

	test("publishes a plain texture", () => {
		const { glb, files } = surfaceCase("an image in a file beside it");
		const [name, bytes] = next(files)!;
		const [user] = openWatched();
		importFiles(user, [
			{ name: "wood.glb", contents: buffer.tostring(fromBase64(glb)) },
			{ name: name as string, contents: buffer.tostring(fromBase64(bytes!)) },
		]);
		const [part] = partsOf(user.session);
		expect(textureOf(part)).to.be.ok();
		publish(user);
		expect(user.session.assets.describe(idOf(part.TextureContent))!.name).to.equal(`wood ${part.Name} texture`);
	});

	test("leaves the import as it was where an upload is refused, shows why, and goes on from there", () => {
		const { glb } = surfaceCase("a factor times a texture");
		const [user, log] = openWatched();
		importFiles(user, [{ name: "wood.glb", contents: buffer.tostring(fromBase64(glb)) }]);
		const before = workspaceOf(user.session).FindFirstChildWhichIsA("SurfaceAppearance", true);
		log.refuse = 3;
		publish(user);
		expect(log.list.size()).to.equal(2);
		expect(
			user.text("Message").find("Upload refused: the service is asleep. Nothing in the place was changed.", 1, true)[0],
		).to.be.ok();
		expect(meshesOf(user.session).find("Object", 1, true)[0]).to.be.ok();
		expect(workspaceOf(user.session).FindFirstChildWhichIsA("SurfaceAppearance", true)).to.equal(before);
		expect(user.text("Status1").sub(1, 21)).to.equal("Shown in this session");
		expect(user.errors()).to.equal("");
		// What was uploaded is not uploaded again.
		log.refuse = undefined;
		publish(user);
		expect(log.list.size()).to.equal(4);
		expect(user.text("Message").find("2 uploaded, 2 unchanged", 1, true)[0]).to.be.ok();
	});

	test("shows what the engine throws, as where the plugin came from the store", () => {
		const [user] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		user.session.assets.intercept(() => error("only locally loaded plugins may upload", 0));
		publish(user);
		expect(user.text("Message")).to.equal(
			"Upload refused: only locally loaded plugins may upload. Nothing in the place was changed.",
		);
		expect(meshesOf(user.session)).to.equal("Crate Object, Lid Object");
	});

	test("is cancelled between assets, with the import as it was", () => {
		const { glb } = surfaceCase("a factor times a texture");
		const [user, log] = openWatched();
		importFiles(user, [{ name: "wood.glb", contents: buffer.tostring(fromBase64(glb)) }]);
		user.press("Publish1");
		user.session.userInput.press(user.find("Upload", "TextButton"));
		// An upload takes 0.2 seconds: the second is under way.
		user.session.advance(0.3);
		expect(user.text("Step")).to.equal(
			"Uploading image 2: wood metalness".gsub("wood", partsOf(user.session)[0].Name)[0],
		);
		user.press("Cancel");
		user.session.advance(3);
		expect(log.list.size()).to.equal(2);
		expect(user.text("Message")).to.equal("Nothing more was uploaded, and the import is unchanged.");
		expect(meshesOf(user.session).find("Object", 1, true)[0]).to.be.ok();
		publish(user);
		expect(log.list.size()).to.equal(4);
		expect(user.errors()).to.equal("");
	});

	test("uploads nothing twice, and a version of what changed when the file is imported again", () => {
		const [user, log] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		publish(user);
		const id = idOf(partsOf(user.session)[0].MeshContent);
		const crate = workspaceOf(user.session).FindFirstChild("crate") as Model;
		crate.PivotTo(new CFrame(50, 0, 0));
		// The same file once more: its meshes are new objects with the same contents.
		user.session.studio.files = WHOLE_FILES.glb;
		user.press("Choose");
		user.session.advance(2);
		expect(user.text("Replace")).to.equal('Replace "crate" in this place');
		user.press("ImportButton");
		user.session.advance(3);
		expect(partsOf(user.session).size()).to.equal(2);
		expect(meshesOf(user.session)).to.equal("Crate Object, Lid Object");
		expect(user.kept("Imports")).to.equal("crate");
		expect((workspaceOf(user.session).FindFirstChild("crate") as Model).GetPivot().X).to.equal(50);
		publish(user);
		expect(log.list.size()).to.equal(1);
		expect(user.text("Message").find(": 2 unchanged, owned", 1, true)[0]).to.be.ok();
		expect(idOf(partsOf(user.session)[0].MeshContent)).to.equal(id);
		// A changed file: one mesh, one version.
		importFiles(user, movedCrate());
		publish(user);
		expect(log.list.size()).to.equal(2);
		expect(`${log.list[1].method} ${log.list[1].id}`).to.equal(`CreateAssetVersionAsync ${id}`);
		expect(user.session.assets.describe(id)!.versions).to.equal(2);
		expect(user.text("Message").find(": 1 updated, 1 unchanged, owned", 1, true)[0]).to.be.ok();
		expect(user.errors()).to.equal("");
	});

	test("publishes at once where that is ticked, and leaves an import that could not be published in the place", () => {
		const [user, log] = openWatched({ prepare: (session) => session.setCreator(35, "Group") });
		user.session.studio.files = WHOLE_FILES.glb;
		user.press("Choose");
		user.session.advance(2);
		user.press("PublishAtOnce");
		expect(user.text("OwnerText").find("group 35", 1, true)[0]).to.be.ok();
		log.refuse = 1;
		user.press("ImportButton");
		user.session.advance(6);
		expect(user.text("Message").find("Upload refused: the service is asleep.", 1, true)[0]).to.be.ok();
		expect(meshesOf(user.session)).to.equal("Crate Object, Lid Object");
		log.refuse = undefined;
		user.press("Again");
		user.press("Replace");
		user.press("ImportButton");
		user.session.advance(6);
		// The first import stays as it is; the second is published.
		expect(user.text("Status2")).to.equal("Published");
		expect(log.list.size()).to.equal(1);
	});

	test("never moves the bar back when it imports and publishes at once", () => {
		const [user] = openWatched();
		user.session.studio.files = WHOLE_FILES.mdx;
		user.press("Choose");
		user.session.advance(2);
		user.press("PublishAtOnce");
		user.session.userInput.press(user.find("ImportButton", "TextButton"));
		let reached = 0;
		let frames = 0;
		while (user.isShown("Cancel") && frames < 600) {
			const alpha = user.find("Fill", "Frame").Size.X.Scale;
			expect(alpha >= reached && alpha < 1).to.equal(true);
			reached = alpha;
			user.session.step(1 / 60);
			frames += 1;
		}
		expect(frames > 3 && frames < 600).to.equal(true);
		expect(user.text("Status1")).to.equal("Published");
		expect(user.errors()).to.equal("");
	});

	test("keeps a skinned part as it was where the skin does not come back, and says so", () => {
		const [user] = openWatched();
		importFiles(user, WHOLE_FILES.mdx);
		const skinned = partsOf(user.session).filter(({ HasSkinnedMesh }) => HasSkinnedMesh);
		const plain = partsOf(user.session).filter(({ HasSkinnedMesh }) => !HasSkinnedMesh);
		expect(skinned.isEmpty()).to.equal(false);
		user.session.assets.setLosesSkins(true);
		publish(user);
		user.session.assets.setLosesSkins(false);
		expect(user.errors()).to.equal("");
		for (const part of skinned) expect(part.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Object);
		for (const part of plain) expect(part.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Uri);
		expect(user.text("Report1").find("A part is unchanged", 1, true)[0]).to.be.ok();
		user.press("Show1");
		const [selected] = user.session.game.GetService("Selection").Get();
		expect(selected).to.equal(skinned[0]);
		// The reopened place shows it from its source again.
		const again = openStudio({ place: user.session.save(), panel: "DollyImport" });
		again.session.advance(3);
		expect(meshesOf(again.session).find("None", 1, true)[0]).never.to.be.ok();
	});

	test("keeps the skin of a part whose mesh comes back whole", () => {
		const [user] = openWatched();
		importFiles(user, WHOLE_FILES.mdx);
		publish(user);
		const skinned = partsOf(user.session).filter(({ HasSkinnedMesh }) => HasSkinnedMesh);
		expect(skinned.isEmpty()).to.equal(false);
		for (const part of skinned) {
			expect(part.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Uri);
			expect(part.FindFirstChildWhichIsA("Bone", true)).to.be.ok();
		}
	});

	for (const format of ["glb", "mdx"]) {
		test(`plays a clip of a published ${format} in a game without the plugin, by the code that was copied`, () => {
			const [user] = openWatched();
			importFiles(user, WHOLE_FILES[format]);
			publish(user);
			user.press("Code1");
			const code = user.text("Code");
			const place = user.session.save();
			const player = headless!.open({ place, context: "LiveClient" });
			const storage = player.game.GetService("ReplicatedStorage");
			for (const root of player.loadModel("dist/dolly.rbxm")) root.Parent = storage;
			const source = player.createScript("LocalScript", code);
			source.Parent = storage;
			const joints = workspaceOf(player)
				.GetDescendants()
				.filter((instance): instance is Bone => instance.IsA("Bone") || (instance.IsA("Motor6D") as boolean));
			expect(joints.isEmpty()).to.equal(false);
			for (const part of partsOf(player)) expect(part.MeshContent.Uri).to.be.ok();
			player.runScript(source);
			let moved = false;
			for (const _ of $range(1, 30)) {
				player.advance(0.05);
				for (const { Transform } of joints) moved = moved || Transform !== new CFrame();
			}
			expect(player.takeErrors().join("\n")).to.equal("");
			expect(moved).to.equal(true);
		});
	}

	test("uploads anew for another owner, and keeps what each of them owns", () => {
		const [user, log] = openWatched({ prepare: (session) => session.setCreator(35, "Group") });
		user.session.studio.userId = 7;
		importFiles(user, WHOLE_FILES.glb);
		const publishAs = (owner: "OwnerMe" | "OwnerPlace") => {
			user.press("Publish1");
			user.press(owner);
			user.press("Upload");
			user.session.advance(5);
			const id = idOf(partsOf(user.session)[0].MeshContent);
			user.session.game.GetService("ChangeHistoryService").Undo();
			user.session.advance(0.5);
			return id;
		};
		const mine = publishAs("OwnerMe");
		const theirs = publishAs("OwnerPlace");
		expect(user.session.assets.describe(theirs)!.creator).to.equal(35);
		expect(user.text("Message").find("2 uploaded, owned by group 35", 1, true)[0]).to.be.ok();
		expect(publishAs("OwnerMe")).to.equal(mine);
		expect(publishAs("OwnerPlace")).to.equal(theirs);
		expect(log.list.size()).to.equal(2);
		// Another person at this place is another owner.
		user.session.studio.userId = 8;
		expect(publishAs("OwnerMe")).never.to.equal(mine);
		expect(log.list.size()).to.equal(3);
		expect(user.errors()).to.equal("");
	});

	test("says so where the import is undone while it is published", () => {
		const [user, log] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		user.press("Publish1");
		user.session.userInput.press(user.find("Upload", "TextButton"));
		user.session.advance(0.1);
		user.session.game.GetService("ChangeHistoryService").Undo();
		user.session.advance(5);
		expect(user.message()).to.equal('"crate" is no longer in the place. If you restore it, its uploads are used.');
		user.session.game.GetService("ChangeHistoryService").Redo();
		user.session.advance(2);
		publish(user);
		expect(user.text("Status1")).to.equal("Published");
		expect(log.list.size()).to.equal(1);
		expect(user.errors()).to.equal("");
	});

	for (const name of ["R\\te", "a\\\\b", 'a\\"b']) {
		test(`plays a clip whose name is ${name} in the file`, () => {
			const [{ contents }] = WHOLE_FILES.glb;
			const [at] = contents.find('"Rise"', 1, true);
			const renamed = contents.sub(1, at as number) + name + contents.sub((at as number) + 1 + name.size());
			const user = openStudio({ panel: "DollyImport" });
			importFiles(user, [{ name: "crate.glb", contents: renamed }]);
			user.press("Code1");
			expect(playedBy(user.text("Code"), user.session.save())).to.equal("crate");
		});
	}

	test("plays the import whose code was copied, of two of one name", () => {
		const user = openStudio({ panel: "DollyImport" });
		importFiles(user, WHOLE_FILES.glb);
		user.session.studio.files = WHOLE_FILES.glb;
		user.press("Choose");
		user.session.advance(2);
		user.press("Replace");
		user.press("ImportButton");
		user.session.advance(3);
		expect(user.text("Message")).to.equal('"crate 2" is in the place. Ctrl+Z undoes it.');
		user.press("Code2");
		expect(playedBy(user.text("Code"), user.session.save())).to.equal("crate 2");
		// A person may name them alike: no code tells them apart.
		workspaceOf(user.session).FindFirstChild("crate 2")!.Name = "crate";
		user.press("Code1");
		expect(user.message()).to.equal(
			'Workspace holds several objects called "crate". Give this one a unique name, then copy the code.',
		);
		expect(user.errors()).to.equal("");
	});

	test("does not publish from a playtest", () => {
		const edit = openStudio({ panel: "DollyImport" });
		importFiles(edit, WHOLE_FILES.glb);
		const [play, log] = openWatched({
			place: edit.session.save(),
			shared: edit.session.shared,
			context: PLAY,
			startedBy: edit.session,
		});
		play.session.advance(3);
		expect(play.find("Publish1", "TextButton").Active).to.equal(false);
		play.press("Publish1");
		expect(log.list.size()).to.equal(0);
	});

	test("passes over ids that make no sense, and uploads anew", () => {
		const [user, log] = openWatched();
		importFiles(user, WHOLE_FILES.glb);
		const kept = user.session.game
			.GetService("ReplicatedStorage")
			.FindFirstChild("Imports", true)!
			.FindFirstChild("crate")!;
		for (const text of [
			"",
			"{",
			"[1,2]",
			'[{"kind":"Mesh","key":"Crate","hash":"x","id":1.5}]',
			'{"a":{"kind":"Sound"}}',
			"7",
		]) {
			kept.FindFirstChild("Assets")?.Destroy();
			const assets = user.session.create("StringValue") as StringValue;
			assets.Name = "Assets";
			assets.Value = encodeBase64(buffer.fromstring(text));
			assets.Parent = kept;
			publish(user);
			expect(user.text("Status1")).to.equal("Published");
			user.session.game.GetService("ChangeHistoryService").Undo();
			user.session.advance(0.2);
		}
		expect(log.list.size()).to.equal(6);
		expect(user.errors()).to.equal("");
	});
};
