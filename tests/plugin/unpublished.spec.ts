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
		const module = importsOf(before.session).FindFirstChild("crate") as ModuleScript;
		module.Source = module.Source.gsub("\tchosen = [^\n]*", '\tchosen = "",')[0];
		const user = openStudio({ place: before.session.save(), panel: "DollyImport" });
		user.session.advance(3);
		expect(user.text("Status1")).to.equal('[dolly] import: the source of "crate" holds no mesh for 2 of its parts');
		user.press("Publish1");
		user.press("Upload");
		user.session.advance(3);
		expect(user.text("Message")).to.equal('[dolly] publish: the source of "crate" holds none of its meshes');
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
		expect(again.text("Status1")).to.equal("Published");
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
		const wholes: { [what: string]: (module: ModuleScript, session: Session) => void } = {
			"without a part": (module) => module.FindFirstChild("Part1")!.Destroy(),
			"with a part that is no Base64": (module) =>
				((module.FindFirstChild("Part1") as ModuleScript).Source = 'return "!!!!"\n'),
			"with a part cut short": (module) => {
				const part = module.FindFirstChild("Part1") as ModuleScript;
				part.Source = `${part.Source.sub(1, 40)}"\n`;
			},
			"with a folder for a part": (module, session) => {
				module.FindFirstChild("Part1")!.Destroy();
				const folder = session.create("Folder");
				folder.Name = "Part1";
				folder.Parent = module;
			},
			"with a million parts": (module) => (module.Source = module.Source.gsub("1, 1 do", "1, 1000000 do")[0]),
			"at no scale": (module) => (module.Source = module.Source.gsub("scale = [%d.]+", "scale = -1")[0]),
			"along no axis": (module) => (module.Source = module.Source.gsub("yUp", "sideways")[0]),
			"with files that are no list": (module) =>
				(module.Source = module.Source.gsub("\tfiles = [^\n]*", '\tfiles = "[1,2]",')[0]),
			"with files larger than it": (module) =>
				(module.Source = module.Source.gsub('size\\":%d+', 'size\\":99999999')[0]),
			"with files of broken sizes": (module) => (module.Source = module.Source.gsub('size\\":%d+', 'size\\":-1.5')[0]),
			"with a source that is empty": (module) => (module.Source = ""),
		};
		for (const [what, harm] of pairs(wholes)) {
			test(what as string, () => {
				const user = openStudio({
					place: placeWith(WHOLE_FILES.glb, WHOLE_FILES.mdx),
					panel: "DollyImport",
					prepare: (session) => harm(importsOf(session).FindFirstChild("crate") as ModuleScript, session),
				});
				user.session.advance(5);
				const crate = workspaceOf(user.session).FindFirstChild("Crate", true) as MeshPart;
				expect(crate.MeshContent.SourceType).to.equal(Enum.ContentSourceType.None);
				const whole = workspaceOf(user.session).FindFirstChild("everything")!;
				for (const part of whole.GetDescendants()) {
					if (part.IsA("MeshPart")) expect(part.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Object);
				}
				expect(user.text("Message")).to.equal("[dolly] import: 1 imported model could not be rebuilt");
				const statuses = [user.text("Status1"), user.text("Status2")].filter((text) => text.sub(1, 7) === "[dolly]");
				expect(statuses.size()).to.equal(1);
				expect(user.errors()).to.equal("");
			});
		}
	});
};
