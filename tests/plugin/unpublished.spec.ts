import { headless } from "../headless";
import type { Session } from "../headless/session";
import { fromBase64 } from "../oracle-data";
import { surfaceCase } from "../roblox/mesh/surface-cases";
import { ChosenFile, importFiles, WHOLE_FILES } from "./import-files";
import { EDIT, openStudio, PLAY } from "./open-studio";

/** A Studio that edits a place together with others. */
const TEAM: typeof EDIT = { client: true, server: false, studio: true, edit: true };

/** The bytes of a place with an import in it. */
function placeWith(...imports: Array<Array<ChosenFile>>): buffer {
	const user = openStudio({ panel: "DollyImport" });
	for (const files of imports) importFiles(user, files);
	return user.session.save();
}

function workspaceOf(session: Session): Workspace {
	return session.game.GetService("Workspace");
}

/** How each part shows its mesh. */
function meshesOf(session: Session): string {
	const lines = new Array<string>();
	for (const part of workspaceOf(session).GetDescendants()) {
		if (part.IsA("MeshPart")) lines.push(`${part.Name} ${part.MeshContent.SourceType.Name}`);
	}
	return lines.sort((a, b) => a < b).join(", ");
}

/** The person at this Studio, and another one, both editing. */
function joinTeam(session: Session): Player {
	session.players.setLocal(session.players.join("Me"));
	return session.players.join("Friend");
}

function importsOf(session: Session): Instance {
	return session.game.GetService("ReplicatedStorage").FindFirstChild("Imports", true)!;
}

/** The one file that an import keeps. */
function fileOf(kept: Instance): StringValue {
	return kept.FindFirstChild("Files")!.GetChildren()[0] as StringValue;
}

export = () => {
	const test = headless ? it : itSKIP;

	test("waits until the place is loaded, then shows what is in it", () => {
		const user = openStudio({ place: placeWith(WHOLE_FILES.glb), panel: "DollyImport", loading: true });
		user.session.advance(3);
		expect(meshesOf(user.session)).to.equal("Crate None, Lid None");
		user.session.finishLoading();
		user.session.advance(3);
		expect(meshesOf(user.session)).to.equal("Crate Object, Lid Object");
		expect(user.errors()).to.equal("");
	});

	test("shows models and parts that stream in, out and in again, in a solo playtest", () => {
		const edit = openStudio({ place: placeWith(WHOLE_FILES.glb), panel: "DollyImport" });
		let far: Instance | undefined;
		const play = openStudio({
			place: edit.session.save(),
			shared: edit.session.shared,
			context: PLAY,
			startedBy: edit.session,
			panel: "DollyImport",
			prepare: (session) => {
				far = workspaceOf(session).FindFirstChild("crate")!;
				far.Parent = undefined;
			},
		});
		play.session.advance(2);
		expect(meshesOf(play.session)).to.equal("");
		far!.Parent = workspaceOf(play.session);
		play.session.advance(3);
		expect(meshesOf(play.session)).to.equal("Crate Object, Lid Object");
		// A part that comes again is another instance, as it was saved.
		const lid = far!.FindFirstChild("Lid", true)!;
		const parent = lid.Parent!;
		lid.Destroy();
		const bare = play.session.create("MeshPart") as MeshPart;
		bare.Name = "Lid";
		bare.Transparency = 0.5;
		bare.SetAttribute("DollyPart", 2);
		bare.Parent = parent;
		play.session.advance(1);
		expect(meshesOf(play.session)).to.equal("Crate Object, Lid Object");
		expect(bare.Transparency).to.equal(0.5);
		expect(play.errors()).to.equal("");
	});

	test("shows them where a place is only run, too", () => {
		const session = headless!.open({ place: placeWith(WHOLE_FILES.glb), context: "Run" });
		session.install("dist/dolly-plugin.rbxm");
		session.advance(3);
		expect(meshesOf(session)).to.equal("Crate Object, Lid Object");
		const server = headless!.open({ place: placeWith(WHOLE_FILES.glb), context: "PlayServer" });
		server.install("dist/dolly-plugin.rbxm");
		server.advance(3);
		expect(meshesOf(server)).to.equal("Crate None, Lid None");
	});

	test("says why a model is not shown whose source holds none of its meshes", () => {
		const before = openStudio({ place: placeWith(WHOLE_FILES.glb), panel: "DollyImport" });
		(importsOf(before.session).FindFirstChild("crate")!.FindFirstChild("Chosen") as StringValue).Value = "";
		const user = openStudio({ place: before.session.save(), panel: "DollyImport" });
		user.session.advance(3);
		expect(user.text("Status1")).to.equal('The source of "crate" holds no mesh for 2 of its parts.');
		user.press("Publish1");
		user.press("Upload");
		user.session.advance(3);
		expect(user.text("Message")).to.equal('The files of "crate" hold none of its meshes.');
		expect(user.errors()).to.equal("");
	});

	test("leaves a surface alone that a person put in place of the import's", () => {
		const { glb } = surfaceCase("a factor times a texture");
		const wood = [{ name: "wood.glb", contents: buffer.tostring(fromBase64(glb)) }];
		const user = openStudio({ place: placeWith(wood), panel: "DollyImport" });
		user.session.advance(3);
		const part = workspaceOf(user.session).FindFirstChildWhichIsA("MeshPart", true)!;
		part.FindFirstChildOfClass("SurfaceAppearance")!.Destroy();
		const own = user.session.create("SurfaceAppearance") as SurfaceAppearance;
		own.NormalMapContent = Content.fromUri("rbxassetid://12");
		own.Parent = part;
		part.Size = part.Size.mul(3);
		const { Size } = part;
		const again = openStudio({ place: user.session.save(), panel: "DollyImport" });
		again.session.advance(3);
		const reopened = workspaceOf(again.session).FindFirstChildWhichIsA("MeshPart", true)!;
		expect(reopened.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Object);
		expect(reopened.Size).to.equal(Size);
		const kept = reopened.FindFirstChildOfClass("SurfaceAppearance")!;
		expect(kept.NormalMapContent.Uri).to.equal("rbxassetid://12");
		expect(kept.ColorMapContent.SourceType).to.equal(Enum.ContentSourceType.None);
	});

	test("keeps an import out of a place that others edit too, until it is published", () => {
		const user = openStudio({ panel: "DollyImport", context: TEAM, prepare: joinTeam });
		importFiles(user, WHOLE_FILES.glb);
		expect(meshesOf(user.session)).to.equal("");
		expect(user.text("Message")).to.equal(
			'"crate" stays out of the place while others are in this session: publish it.',
		);
		expect(user.text("OthersNote").sub(1, 31)).to.equal("1 other person is in this sessi");
		expect(user.text("Status1")).to.equal("Not in the place while others are in this session. Publish it.");
		// Reopened with others, it still waits.
		const again = openStudio({ place: user.session.save(), panel: "DollyImport", context: TEAM, prepare: joinTeam });
		again.session.advance(3);
		expect(meshesOf(again.session)).to.equal("");
		again.press("Publish1");
		again.press("Upload");
		again.session.advance(5);
		expect(again.errors()).to.equal("");
		expect(meshesOf(again.session)).to.equal("Crate Uri, Lid Uri");
		expect(again.text("Status1")).to.equal("Published, but not its animation.");
		expect(workspaceOf(again.session).FindFirstChild("crate")!.GetAttribute("DollyImport")).to.be.ok();
	});

	test("puts it into the place when the others have left", () => {
		let friend: Player | undefined;
		const user = openStudio({
			panel: "DollyImport",
			context: TEAM,
			prepare: (session) => (friend = joinTeam(session)),
		});
		importFiles(user, WHOLE_FILES.glb);
		expect(meshesOf(user.session)).to.equal("");
		user.session.players.leave(friend!);
		user.session.advance(3);
		expect(meshesOf(user.session)).to.equal("Crate Object, Lid Object");
		expect(user.text("Status1").sub(1, 21)).to.equal("Shown in this session");
		// And says so where somebody comes who would not see it.
		user.session.players.join("Other");
		user.session.advance(1);
		expect(user.text("Status1")).to.equal("Others in this session see a checkerboard. Publish it.");
		expect(user.errors()).to.equal("");
	});

	test("does not show an unpublished model of the place to others, but publishes it from its source", () => {
		const place = placeWith(WHOLE_FILES.glb);
		const user = openStudio({ place, panel: "DollyImport", context: TEAM, prepare: joinTeam });
		user.session.advance(3);
		expect(meshesOf(user.session)).to.equal("Crate None, Lid None");
		expect(user.text("Status1")).to.equal("Not shown while others are in this session. Publish it.");
		user.press("Publish1");
		user.press("Upload");
		user.session.advance(5);
		expect(user.errors()).to.equal("");
		expect(meshesOf(user.session)).to.equal("Crate Uri, Lid Uri");
	});

	describe("shows the other imports where one is kept", () => {
		const wholes: { [what: string]: [said: string, harm: (kept: Instance, session: Session) => void] } = {
			"without its files": ['"crate" has lost its files.', (kept) => kept.FindFirstChild("Files")!.Destroy()],
			"without one of them": [
				'"crate" has lost its files.',
				(kept) => kept.FindFirstChild("Files")!.ClearAllChildren(),
			],
			"with a file that is no Base64": [
				'"crate.glb": the Base64 text has an invalid character among characters 0 to 3.',
				(kept) => (fileOf(kept).Value = "!!!!"),
			],
			"with a file cut short": [
				'"crate.glb" cannot be read: the header says 1032 bytes but the file has 30. Export it again, or choose another file.',
				(kept) => (fileOf(kept).Value = fileOf(kept).Value.sub(1, 40)),
			],
			"with a folder for a file": [
				'"crate" has lost its files.',
				(kept, session) => {
					fileOf(kept).Destroy();
					session.create("Folder").Parent = kept.FindFirstChild("Files");
				},
			],
			"with a million parts": [
				'"crate.glb" lacks Part2 of 1000000.',
				(kept) => fileOf(kept).SetAttribute("Parts", 1_000_000),
			],
			"with half a part": [
				'The attribute Parts of "crate.glb" is 0.5; expected a whole number, 1 or more.',
				(kept) => fileOf(kept).SetAttribute("Parts", 0.5),
			],
			"at no scale": ['"crate" has lost its import options.', (kept) => kept.SetAttribute("Scale", -1)],
			"along no axis": ['"crate" has lost its import options.', (kept) => kept.SetAttribute("Axes", "sideways")],
			"without what was chosen": [
				'"crate" has lost its import options.',
				(kept) => kept.FindFirstChild("Chosen")!.Destroy(),
			],
			"without an id": [
				'The place keeps no source for "crate", so its meshes cannot be shown.',
				(kept) => kept.SetAttribute("Id", undefined),
			],
		};
		for (const [what, [said, harm]] of pairs(wholes)) {
			test(what as string, () => {
				const user = openStudio({
					place: placeWith(WHOLE_FILES.glb, WHOLE_FILES.mdx),
					panel: "DollyImport",
					prepare: (session) => harm(importsOf(session).FindFirstChild("crate")!, session),
				});
				user.session.advance(5);
				const crate = workspaceOf(user.session).FindFirstChild("Crate", true) as MeshPart;
				expect(crate.MeshContent.SourceType).to.equal(Enum.ContentSourceType.None);
				const whole = workspaceOf(user.session).FindFirstChild("everything")!;
				for (const part of whole.GetDescendants()) {
					if (part.IsA("MeshPart")) expect(part.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Object);
				}
				expect(user.text("Message")).to.equal("1 imported model could not be rebuilt.");
				const shown = "Shown in this session only. Publish it for others and for the game.";
				const statuses = [user.text("Status1"), user.text("Status2")].filter((text) => text !== shown);
				expect(statuses.join()).to.equal(said);
				expect(user.errors()).to.equal("");
			});
		}
	});
};
