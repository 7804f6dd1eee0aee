import { headless } from "../headless";
import { fromBase64 } from "../oracle-data";
import { imageDifference, mapsDifference, surfaceCase, textureOf } from "../roblox/mesh/surface-cases";
import { choose, damaged, WHOLE_FILES } from "./import-files";
import { EDIT, openStudio, PLAY, StudioUser } from "./open-studio";
import { keptTake } from "./library/in-library";

/** Chooses files in the prompt and waits until they are read. */
/** Everything in the place that is not empty by itself: names and classes, in order. */
function describePlace(user: StudioUser): string {
	const lines = new Array<string>();
	for (const service of ["Workspace", "ReplicatedStorage", "ServerStorage"] as const) {
		for (const instance of user.session.game.GetService(service).GetDescendants()) {
			lines.push(`${instance.GetFullName()} ${instance.ClassName}`);
		}
	}
	return lines.sort((a, b) => a < b).join("\n");
}

function workspaceOf(user: StudioUser): Workspace {
	return user.session.game.GetService("Workspace");
}

/** The vertices that a part shows, or -1 where it has no mesh. */
function shownVertices(part: Instance): number {
	const content = (part as MeshPart).MeshContent as Content | undefined;
	const mesh = content?.Object as EditableMesh | undefined;
	return mesh ? mesh.GetVertices().size() : -1;
}

/** Whether a job is under way: only then can it be cancelled. */
function isBusy(user: StudioUser): boolean {
	return user.isShown("Cancel");
}

export = () => {
	const test = headless ? it : itSKIP;

	test("imports a model, and the reopened place shows it again", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		expect(user.text("Summary")).to.equal("crate.glb");
		expect(user.text("Kind")).to.equal("glTF, 1.0 KB");
		expect(`${user.text("mesh1")} ${user.text("mesh1Detail")}`).to.equal("Crate 1 triangle");
		expect(user.tipOf("mesh1")).to.equal("Crate: 3 vertices, 1 triangle");
		expect(`${user.text("camera1")} ${user.text("camera1Detail")}`).to.equal("Flight 0:01.0");
		// Metres to studs, three digits of 1 / 0.28.
		expect(user.text("Scale")).to.equal("3.571");
		user.type("Scale", "2");
		user.press("ImportButton");
		user.session.advance(3);
		expect(user.text("Message")).to.equal('"crate" is in the place. Ctrl+Z undoes it.');
		expect(user.errors()).to.equal("");
		const part = workspaceOf(user).FindFirstChild("crate")!.FindFirstChild("Crate") as MeshPart;
		expect(shownVertices(part)).to.equal(3);
		expect(part.Size).to.equal(new Vector3(4, 8, 0.001));
		const [selected] = user.session.game.GetService("Selection").Get();
		expect(selected).to.equal(workspaceOf(user).FindFirstChild("crate"));
		// What was done to a part afterwards is the person's, and stays.
		part.CFrame = new CFrame(10, 20, 30);
		part.Transparency = 0.5;
		part.TextureID = "rbxassetid://7";
		part.CollisionFidelity = Enum.CollisionFidelity.Box;
		part.RenderFidelity = Enum.RenderFidelity.Precise;

		const again = openStudio({ place: user.session.save(), panel: "DollyImport" });
		again.session.advance(3);
		const reopened = workspaceOf(again).FindFirstChild("crate")!.FindFirstChild("Crate") as MeshPart;
		expect(shownVertices(reopened)).to.equal(3);
		expect(reopened.Position).to.equal(new Vector3(10, 20, 30));
		expect(reopened.Transparency).to.equal(0.5);
		expect(reopened.TextureID).to.equal("rbxassetid://7");
		expect(reopened.CollisionFidelity).to.equal(Enum.CollisionFidelity.Box);
		expect(reopened.RenderFidelity).to.equal(Enum.RenderFidelity.Precise);
		expect(again.text("Status1")).to.equal("Shown in this session only. Publish it for others and for the game.");
		expect(again.errors()).to.equal("");
	});

	test("cuts the name of a file that instances would not take", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, [{ ...WHOLE_FILES.glb[0], name: `${"x".rep(150)}.glb` }]);
		user.press("ImportButton");
		user.session.advance(3);
		expect(user.text("Message")).to.equal(`"${"x".rep(90)}" is in the place. Ctrl+Z undoes it.`);
		expect(workspaceOf(user).FindFirstChild("x".rep(90))).to.be.ok();
		expect(user.errors()).to.equal("");
	});

	test("takes images with the model that shows them, and the reopened place shows them again", () => {
		const { glb, files, expected } = surfaceCase("an image in a file beside it");
		const image = (part: MeshPart) => imageDifference(textureOf(part), expected.texture);
		const [name, bytes] = next(files)!;
		const chosen = [
			{ name: "wood.glb", contents: buffer.tostring(fromBase64(glb)) },
			{ name: name as string, contents: buffer.tostring(fromBase64(bytes!)) },
		];
		const partOf = (user: StudioUser) => workspaceOf(user).FindFirstChildWhichIsA("MeshPart", true)!;
		const user = openStudio({ panel: "DollyImport" });
		choose(user, chosen);
		user.press("ImportButton");
		user.session.advance(3);
		expect(user.errors()).to.equal("");
		expect(image(partOf(user))).to.equal("");
		const again = openStudio({ place: user.session.save(), panel: "DollyImport" });
		again.session.advance(3);
		expect(again.errors()).to.equal("");
		expect(image(partOf(again))).to.equal("");
	});

	test("gives a reopened surface its maps back, as a person set it", () => {
		const { glb, expected } = surfaceCase("a factor times a texture");
		const surfaceIn = (user: StudioUser) => workspaceOf(user).FindFirstChildWhichIsA("SurfaceAppearance", true)!;
		const user = openStudio({ panel: "DollyImport" });
		choose(user, [{ name: "wood.glb", contents: buffer.tostring(fromBase64(glb)) }]);
		user.press("ImportButton");
		user.session.advance(3);
		expect(mapsDifference(surfaceIn(user), expected.maps)).to.equal("");
		surfaceIn(user).Color = new Color3(0, 1, 0);
		surfaceIn(user).Name = "Mine";
		const again = openStudio({ place: user.session.save(), panel: "DollyImport" });
		again.session.advance(3);
		expect(again.errors()).to.equal("");
		const surface = surfaceIn(again);
		expect(mapsDifference(surface, expected.maps)).to.equal("");
		expect(surface.Color).to.equal(new Color3(0, 1, 0));
		expect(surface.Name).to.equal("Mine");
		expect(surface.Parent!.GetChildren().size()).to.equal(1);
	});

	test("imports into a playtest, where nothing is recorded for undo", () => {
		const user = openStudio({ panel: "DollyImport", context: PLAY });
		choose(user, WHOLE_FILES.glb);
		user.press("ImportButton");
		user.session.advance(3);
		expect(user.text("Message")).to.equal('"crate" is in the place.');
		expect(shownVertices(workspaceOf(user).FindFirstChild("crate")!.FindFirstChild("Crate")!)).to.equal(3);
		expect(user.errors()).to.equal("");
	});

	test("says so where the source of a model is gone", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		user.press("ImportButton");
		user.session.advance(3);
		user.session.game.GetService("ReplicatedStorage").FindFirstChild("Imports", true)!.ClearAllChildren();
		const again = openStudio({ place: user.session.save(), panel: "DollyImport" });
		again.session.advance(3);
		expect(again.text("Message")).to.equal("1 imported model could not be rebuilt.");
		expect(again.text("Status1")).to.equal('The place keeps no source for "crate", so its meshes cannot be shown.');
	});

	describe("imports", () => {
		const expected: { [format: string]: Array<string> } = {
			glb: [
				"Workspace.crate.Crate MeshPart",
				"ServerStorage.crate.Rise KeyframeSequence",
				"Recordings.Flight StringValue",
			],
			gltf: ["Workspace.crate.Crate MeshPart", "Imports.crate.Files.crate.bin StringValue"],
			mdx: ["Workspace.everything", "ServerStorage.everything.Stand KeyframeSequence", "Imports.everything Folder"],
			mrn: ["Hips Bone", "ServerStorage.network."],
			nsa: ["ServerStorage.walk.walk KeyframeSequence"],
			archive: ["ReplicatedStorage.Dolly.Recordings.Pier StringValue"],
		};
		for (const [format, files] of pairs(WHOLE_FILES)) {
			test(`a whole ${format} file, and one undo takes all of it away`, () => {
				const user = openStudio({ panel: "DollyImport" });
				const before = describePlace(user);
				choose(user, files);
				user.press("ImportButton");
				user.session.advance(3);
				expect(user.errors()).to.equal("");
				const after = describePlace(user);
				for (const line of expected[format]) {
					assert(after.find(line, 1, true)[0] !== undefined, `no ${line} in\n${after}\n${user.text("Message")}`);
				}
				user.session.game.GetService("ChangeHistoryService").Undo();
				user.session.advance(0.2);
				expect(describePlace(user)).to.equal(before);
			});

			test(`nothing of a damaged ${format} file, and shows why`, () => {
				const user = openStudio({ panel: "DollyImport" });
				const before = describePlace(user);
				choose(user, damaged(files));
				const main = user
					.text("Message")
					.match('^"([%w.]+)" cannot be read: %U.*%. Export it again, or choose another file%.$')[0];
				expect(files.some(({ name }) => name === main)).to.equal(true);
				for (const code of ["[dolly]", " at byte", " at buffers[", " at accessors["]) {
					expect(user.text("Message").find(code, 1, true)[0]).never.to.be.ok();
				}
				expect(describePlace(user)).to.equal(before);
				expect(user.errors()).to.equal("");
				// And the panel goes on.
				choose(user, files);
				expect(user.text("ImportButton")).to.equal("Import");
			});
		}
	});

	test("names the file that a .gltf was chosen without", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, [WHOLE_FILES.gltf[1]]);
		expect(user.text("Message")).to.equal("crate.bin is missing. Choose it together with crate.gltf.");
	});

	test("does nothing when the prompt is cancelled", () => {
		const user = openStudio({ panel: "DollyImport" });
		user.press("Choose");
		user.session.advance(1);
		expect(user.text("Choose")).to.equal("Choose files…");
		expect(user.errors()).to.equal("");
	});

	test("leaves out what is not chosen", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		user.press("mesh1");
		user.press("mesh2");
		user.press("skeleton1");
		user.press("clip1");
		user.press("ImportButton");
		user.session.advance(3);
		expect(workspaceOf(user).FindFirstChild("crate")).never.to.be.ok();
		expect(user.kept("Imports")).to.equal("");
		expect(user.kept("Recordings")).to.equal("Flight");
		expect(keptTake(user, "Flight").count).to.equal(61);
	});

	test("turns files with Z up", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		user.type("Scale", "1");
		user.press("UpZ");
		user.press("ImportButton");
		user.session.advance(3);
		const part = workspaceOf(user).FindFirstChild("crate")!.FindFirstChild("Crate") as MeshPart;
		// The file's 4 metres along Y now lie along -Z.
		expect(part.Size).to.equal(new Vector3(2, 0.001, 4));
		expect(part.Position).to.equal(new Vector3(1, 0, -2));
		// The choice is remembered.
		expect(
			openStudio({ shared: user.session.shared, panel: "DollyImport" }).plugin.plugin.GetSetting("DollySettings"),
		).to.be.ok();
	});

	test("is cancelled in the middle and leaves the place as it was", () => {
		// Each look at the clock costs 5 ms, so that every second report waits for the next frame.
		const user = openStudio({ panel: "DollyImport", clockCost: 0.005, context: EDIT });
		const before = describePlace(user);
		choose(user, WHOLE_FILES.mdx);
		for (const frames of [1, 2, 3, 4, 5, 6]) {
			user.session.userInput.press(user.find("ImportButton", "TextButton"));
			for (const _ of $range(1, frames)) user.session.step(1 / 60);
			if (isBusy(user)) {
				user.session.userInput.press(user.find("Cancel", "TextButton"));
				user.session.advance(2);
				expect(user.text("Message")).to.equal("Nothing was imported.");
				expect(describePlace(user)).to.equal(before);
			}
		}
		expect(user.errors()).to.equal("");
		const [canUndo] = user.session.game.GetService("ChangeHistoryService").GetCanUndo() as LuaTuple<[boolean]>;
		expect(canUndo).to.equal(false);
	});

	test("spreads long work over frames", () => {
		const user = openStudio({ panel: "DollyImport", clockCost: 0.005 });
		choose(user, WHOLE_FILES.mdx);
		user.session.userInput.press(user.find("ImportButton", "TextButton"));
		let frames = 0;
		const shares = new Array<number>();
		while (isBusy(user) && frames < 200) {
			shares.push(user.find("Fill", "Frame").Size.X.Scale);
			user.session.step(1 / 60);
			frames += 1;
		}
		expect(frames > 3).to.equal(true);
		for (const index of $range(1, shares.size() - 1)) expect(shares[index] >= shares[index - 1]).to.equal(true);
	});
};
