import { encodeArchive } from "../../src";
import { headless } from "../headless";
import { choose, importFiles, WHOLE_FILES } from "./import-files";
import { openStudio, PLAY, StudioUser } from "./open-studio";
import {
	beginRecording,
	exportAs,
	flight,
	holderOf,
	importFile,
	kept,
	keptTake,
	openWith,
	record as recordFor,
	rowMenu,
} from "./library/in-library";

const REASON = "the place is locked by somebody else";

/** The place refuses what `isRefused` picks of what the plugin parents, from now on; gives how often it did. */
function refuse(user: StudioUser, isRefused: (instance: Instance) => boolean): () => number {
	let count = 0;
	user.session.studio.refusal = (instance) => {
		if (!isRefused(instance)) return undefined;
		count += 1;
		return REASON;
	};
	return () => count;
}

function record(user: StudioUser): void {
	recordFor(user, 1);
}

function isTake(instance: Instance): boolean {
	return instance.IsA("StringValue");
}

/** Everything that the panel shows. */
function shownTexts(user: StudioUser): string {
	const labels = user.widget().GetDescendants() as Array<TextLabel>;
	return labels
		.filter((label) => label.IsA("TextLabel") && label.Visible)
		.map(({ Text }) => Text)
		.join("\n");
}

/** What no person without code should have to read. */
function expectPlain(user: StudioUser): void {
	for (const trace of ["[dolly]", "dolly-plugin", ":%d+:", "Async", "kept%-"]) {
		const text = shownTexts(user);
		assert(text.find(trace, 1, trace === "[dolly]")[0] === undefined, `${trace} in:\n${text}`);
	}
}

export = () => {
	const test = headless ? it : itSKIP;

	describe("where scripts may not be put into the place", () => {
		test("records, edits and imports all the same, and has nobody asked", () => {
			const user = openStudio();
			expect(user.session.shared.scriptInjection).to.equal("unasked");
			record(user);
			const { count } = keptTake(user, "Take 1");
			expect(user.message()).to.equal(`Saved Take 1, ${count} frames. Ctrl+Z undoes it.`);
			expect(count > 55).to.equal(true);
			user.plugin.trigger("DollyMarker");
			user.session.advance(0.5);
			rowMenu(user, "Take 1", "Duplicate");
			expect(kept(user)).to.equal("Take 1, Take 2");
			const files = openStudio({ place: user.session.save(), shared: user.session.shared, panel: "DollyImport" });
			importFiles(files, WHOLE_FILES.glb);
			expect(files.text("Message")).to.equal('"crate" is in the place. Ctrl+Z undoes it.');
			const [scripts] = [files, user].map(({ session }) => {
				const storage = session.game.GetService("ReplicatedStorage").GetDescendants();
				return storage.filter((instance) => instance.IsA("LuaSourceContainer")).size();
			});
			expect(scripts).to.equal(0);
			expect(user.session.shared.injectionPrompts).to.equal(0);
			expect(user.errors() + files.errors()).to.equal("");
		});

		test("takes over a take from play mode", () => {
			const edit = openStudio();
			const { shared } = edit.session;
			const play = openStudio({ shared, context: PLAY, startedBy: edit.session });
			record(play);
			play.session.advance(3);
			play.session.close();
			edit.session.advance(4);
			expect(kept(edit)).to.equal("Take 1");
			expect(shared.injectionPrompts).to.equal(0);
			expect(edit.errors() + play.errors()).to.equal("");
		});
	});

	describe("playing code", () => {
		const ADVICE =
			"Studio does not let Dolly add scripts. Allow Script Injection for Dolly: in Studio open the Plugins tab, Manage Plugins, and the settings of Dolly. Then press the button again.";
		const addedOf = (user: StudioUser) => {
			const folder = user.session.game.GetService("StarterPlayer").FindFirstChildOfClass("StarterPlayerScripts")!;
			return folder.GetChildren() as Array<LocalScript>;
		};

		test("of a take stays in its box while scripts are refused, and is added when they are allowed", () => {
			const user = openWith(flight(31));
			const { shared } = user.session;
			expect(user.isShown("AddCode")).to.equal(false);
			exportAs(user, "Playing code in Luau…");
			const code = user.text("CopiedText");
			expect(shared.injectionPrompts).to.equal(0);
			user.press("AddCode");
			expect(user.message()).to.equal(ADVICE);
			expectPlain(user);
			expect(shared.injectionPrompts).to.equal(1);
			expect(addedOf(user).size()).to.equal(0);
			expect(user.text("CopiedText")).to.equal(code);
			expect(kept(user)).to.equal("Shot");
			shared.scriptInjection = "denied";
			user.press("AddCode");
			expect(user.message()).to.equal(ADVICE);
			user.session.advance(10);
			expect(shared.injectionPrompts).to.equal(1);
			shared.scriptInjection = "allowed";
			user.press("AddCode");
			expect(user.message()).to.equal(
				"Play Shot is in StarterPlayerScripts. It needs the toolkit, dolly, in ReplicatedStorage.",
			);
			const [added] = addedOf(user);
			expect(added.Source).to.equal(code);
			expect(user.session.game.GetService("Selection").Get()[0]).to.equal(added);
			user.session.game.GetService("ChangeHistoryService").Undo();
			expect(addedOf(user).size()).to.equal(0);
			user.press("SheetClose");
			exportAs(user, "Copy as text…");
			expect(user.isShown("AddCode")).to.equal(false);
			expect(user.errors()).to.equal("");
		});

		test("of an import does so too", () => {
			const user = openStudio({ panel: "DollyImport" });
			importFiles(user, WHOLE_FILES.glb);
			user.press("Code1");
			user.press("AddCode1");
			expect(user.text("Message")).to.equal(ADVICE);
			user.session.shared.scriptInjection = "allowed";
			user.press("AddCode1");
			const [added] = addedOf(user);
			expect(added.Name).to.equal("Play crate");
			expect(added.Source).to.equal(user.text("Code"));
			expect(user.errors()).to.equal("");
		});

		test("is not added in a playtest, which keeps nothing", () => {
			const edit = openWith(flight(31));
			const play = openStudio({ place: edit.session.save(), context: PLAY, startedBy: edit.session });
			play.session.shared.scriptInjection = "allowed";
			play.press("Shot");
			exportAs(play, "Playing code in Luau…");
			play.press("AddCode");
			expect(play.message()).to.equal("A playtest does not keep scripts: stop it first.");
			expect(play.errors()).to.equal("");
		});
	});

	describe("a take that the place refuses", () => {
		test("stays in the panel with the reason, is tried again when the person says so, and then is in the place", () => {
			const user = openStudio();
			const refusals = refuse(user, isTake);
			record(user);
			expect(kept(user)).to.equal("");
			expect(user.text("Refused")).to.equal(
				"Take 1 (0:01.0) is not in the place, and waits here. The place is locked by somebody else.",
			);
			expect(user.isShown("Waiting")).to.equal(false);
			expectPlain(user);
			// Nothing asks again by itself.
			user.session.advance(30);
			expect(refusals()).to.equal(1);
			user.press("TryAgain");
			user.session.advance(1);
			expect(refusals()).to.equal(2);
			expect(user.message()).to.equal('"Take 1" is not in the place. The place is locked by somebody else.');
			expectPlain(user);
			user.session.studio.refusal = undefined;
			user.session.advance(5);
			expect(kept(user)).to.equal("");
			user.press("TryAgain");
			user.session.advance(1);
			expect(kept(user)).to.equal("Take 1");
			expect(keptTake(user, "Take 1").count > 55).to.equal(true);
			expect(user.message()).to.equal("Saved Take 1. Ctrl+Z undoes it.");
			expect(user.isShown("Refused")).to.equal(false);
			// One step of the history, and nothing is left in the settings.
			user.session.game.GetService("ChangeHistoryService").Undo();
			expect(kept(user)).to.equal("");
			user.session.advance(3);
			for (const [key] of pairs(user.session.shared.settings))
				expect(key.find("Recording-", 1, true)[0]).never.to.be.ok();
			expect(user.errors()).to.equal("");
		});

		test("is there again after Studio was closed", () => {
			const user = openStudio();
			refuse(user, isTake);
			record(user);
			user.session.advance(1);
			user.plugin.unload();
			const again = openStudio({ place: user.session.save(), shared: user.session.shared });
			again.session.advance(3);
			expect(kept(again)).to.equal("Take 1");
			expect(again.message()).to.equal("Saved Take 1. Ctrl+Z undoes it.");
			const third = openStudio({ place: again.session.save(), shared: user.session.shared });
			third.session.advance(3);
			expect(kept(third)).to.equal("Take 1");
			expect(user.errors() + again.errors() + third.errors()).to.equal("");
		});

		test("is offered again after Studio was closed, for as long as the place refuses it", () => {
			const user = openStudio();
			refuse(user, isTake);
			record(user);
			user.session.advance(1);
			user.plugin.unload();
			const { shared } = user.session;
			const again = openStudio({
				place: user.session.save(),
				shared,
				prepare: ({ studio }) => (studio.refusal = (instance) => (isTake(instance) ? REASON : undefined)),
			});
			again.session.advance(3);
			expect(kept(again)).to.equal("");
			expect(again.text("Refused").sub(1, 16)).to.equal("Take 1 (0:01.0) ");
			again.plugin.unload();
			const third = openStudio({ place: again.session.save(), shared });
			third.session.advance(3);
			expect(kept(third)).to.equal("Take 1");
			expect(user.errors() + again.errors() + third.errors()).to.equal("");
		});

		test("does not keep others, and several that come at once are all kept", () => {
			const user = openStudio();
			refuse(user, (instance) => isTake(instance) && instance.Name !== "Take 1");
			const takes = ["Calm", "Storm"].map((name) => flight(5, { name }));
			importFile(user, "two.archive", encodeArchive(takes));
			user.session.advance(1);
			expect(kept(user)).to.equal("");
			record(user);
			expect(kept(user)).to.equal("Take 1");
			expect(user.text("Refused").sub(1, 26)).to.equal("Bay (0:00.1), Bay (0:00.1)");
			user.plugin.unload();
			const again = openStudio({ place: user.session.save(), shared: user.session.shared });
			again.session.advance(4);
			expect(kept(again)).to.equal("Bay, Bay 2, Take 1");
			expect(user.errors() + again.errors()).to.equal("");
		});

		test("is given up when the person says so", () => {
			const user = openStudio();
			refuse(user, isTake);
			record(user);
			user.press("ThrowAway");
			user.session.advance(2);
			expect(user.isShown("Refused")).to.equal(false);
			const again = openStudio({ shared: user.session.shared });
			again.session.advance(3);
			expect(kept(again)).to.equal("");
			expect(user.errors() + again.errors()).to.equal("");
		});

		test("from play mode leaves its list only when it is in the place", () => {
			const edit = openStudio();
			const { shared } = edit.session;
			const play = openStudio({ shared, context: PLAY, startedBy: edit.session });
			refuse(edit, isTake);
			record(play);
			play.session.advance(3);
			play.session.close();
			edit.session.advance(3);
			expect(kept(edit)).to.equal("");
			expect(edit.isShown("Refused")).to.equal(true);
			edit.plugin.unload();
			const again = openStudio({ place: edit.session.save(), shared });
			again.session.advance(3);
			expect(kept(again)).to.equal("Take 1");
			expect(again.message()).to.equal("Take 1 came from the playtest. Ctrl+Z undoes it.");
			expect(edit.errors() + again.errors() + play.errors()).to.equal("");
		});

		test("is in this session, where the settings do not take it either", () => {
			const user = openStudio();
			refuse(user, isTake);
			beginRecording(user);
			user.fly(1);
			user.session.shared.failWrites = 30;
			user.press("RecordButton");
			user.session.advance(4);
			expect(user.message()).to.equal(
				'"Take 1" is lost if Studio is closed now. Studio does not save plugin settings.',
			);
			user.session.studio.refusal = undefined;
			user.press("TryAgain");
			user.session.advance(1);
			expect(kept(user)).to.equal("Take 1");
			expect(user.errors()).to.equal("");
		});

		test("is in the settings as soon as they take it", () => {
			const user = openStudio();
			const { shared } = user.session;
			refuse(user, isTake);
			beginRecording(user);
			user.fly(1);
			shared.failWrites = 45;
			user.press("RecordButton");
			user.session.advance(3);
			expect(user.message()).to.equal(
				'"Take 1" is lost if Studio is closed now. Studio does not save plugin settings.',
			);
			expect(shared.failWrites > 0).to.equal(true);
			user.session.advance(10);
			expect(user.message()).to.equal("Take 1 is kept if Studio is closed now.");
			user.plugin.unload();
			const again = openStudio({ place: user.session.save(), shared });
			again.session.advance(3);
			expect(kept(again)).to.equal("Take 1");
			expect(user.errors() + again.errors()).to.equal("");
		});
	});

	test("an edit that the place refuses leaves the take as it was in a playtest too, which has no history", () => {
		const edit = openWith(flight(31));
		const play = openStudio({ place: edit.session.save(), context: PLAY, startedBy: edit.session });
		play.press("Shot");
		refuse(play, isTake);
		play.plugin.trigger("DollyMarker");
		play.session.advance(0.5);
		expect(play.message()).to.equal("The place is locked by somebody else.");
		expect(kept(play)).to.equal("Shot");
		expect(keptTake(play, "Shot").markers.size()).to.equal(0);
		play.session.studio.refusal = undefined;
		play.plugin.trigger("DollyMarker");
		play.session.advance(0.5);
		expect(kept(play)).to.equal("Shot");
		expect(keptTake(play, "Shot").markers.size()).to.equal(1);
		expect(play.errors()).to.equal("");
	});

	test("an edit that the place refuses leaves the take as it was", () => {
		const user = openWith(flight(121));
		refuse(user, isTake);
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.5);
		expect(user.message()).to.equal("The place is locked by somebody else.");
		expect(keptTake(user, "Shot").markers.size()).to.equal(0);
		expect(holderOf(user, "Shot").Parent!.Name).to.equal("Recordings");
		expect(user.errors()).to.equal("");
	});

	describe("an import", () => {
		const workspaceOf = (user: StudioUser) => user.session.game.GetService("Workspace");

		test("whose files the place refuses is shown, and its files are offered again", () => {
			const user = openStudio({ panel: "DollyImport" });
			const refusals = refuse(user, (instance) => instance.GetAttribute("Scale") !== undefined);
			importFiles(user, WHOLE_FILES.glb);
			expect(user.kept("Imports")).to.equal("");
			const crate = workspaceOf(user).FindFirstChild("Crate", true) as MeshPart;
			expect(crate.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Object);
			expect(user.text("Message")).to.equal(
				'"crate" is in the place, but its files are not: press "Keep its files" below. The place is locked by somebody else.',
			);
			expect(user.text("Status1")).to.equal(
				"Shown until the place is closed, because its files are not in the place. The place is locked by somebody else.",
			);
			expectPlain(user);
			user.session.advance(10);
			expect(refusals()).to.equal(1);
			user.press("Keep1");
			expect(refusals()).to.equal(2);
			user.session.studio.refusal = undefined;
			user.press("Keep1");
			expect(user.kept("Imports")).to.equal("crate");
			expect(user.text("Message")).to.equal('The files of "crate" are in the place.');
			expect(user.text("Status1").sub(1, 21)).to.equal("Shown in this session");
			const again = openStudio({ place: user.session.save(), panel: "DollyImport" });
			again.session.advance(3);
			const shown = workspaceOf(again).FindFirstChild("Crate", true) as MeshPart;
			expect(shown.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Object);
			expect(user.errors() + again.errors()).to.equal("");
		});

		test("that the place refuses leaves no editable mesh, and can be imported again", () => {
			const user = openStudio({ panel: "DollyImport" });
			refuse(user, (instance) => instance.GetAttribute("DollyImport") !== undefined);
			importFiles(user, WHOLE_FILES.glb);
			expect(user.text("Message")).to.equal("The place is locked by somebody else.");
			expect(workspaceOf(user).FindFirstChild("crate")).never.to.be.ok();
			// The picture has one of its own.
			user.session.editableMemory.collect();
			expect(user.session.editableMeshes.count()).to.equal(1);
			expectPlain(user);
			user.session.studio.refusal = undefined;
			user.press("ImportButton");
			user.session.advance(3);
			expect(user.text("Message")).to.equal('"crate" is in the place. Ctrl+Z undoes it.');
			// Both parts show one mesh, and so does the picture.
			user.session.editableMemory.collect();
			expect(user.session.editableMeshes.count()).to.equal(2);
			expect(user.errors()).to.equal("");
		});

		test("frees the meshes of the picture that it drew", () => {
			const user = openStudio({ panel: "DollyImport" });
			importFiles(user, WHOLE_FILES.glb);
			expect(user.session.editableMeshes.count()).to.equal(2);
			choose(user, WHOLE_FILES.archive);
			user.session.editableMemory.collect();
			expect(user.session.editableMeshes.count()).to.equal(1);
			expect(user.errors()).to.equal("");
		});
	});
};
