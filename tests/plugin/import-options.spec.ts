import { headless } from "../headless";
import { fromBase64 } from "../oracle-data";
import { surfaceCase } from "../roblox/mesh/surface-cases";
import { choose, WHOLE_FILES } from "./import-files";
import { openStudio, StudioUser } from "./open-studio";

function startImport(user: StudioUser): void {
	user.press("ImportButton");
	user.session.advance(3);
}

function sizeOf(user: StudioUser): Vector3 {
	const model = user.session.game.GetService("Workspace").FindFirstChild("crate") as Model;
	return (model.FindFirstChild("Crate") as MeshPart).Size;
}

export = () => {
	const test = headless ? it : itSKIP;

	test("shows the size in studs beside a character, for what is ticked, either way up", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		// Triangles of 2 by 4 metres, of which one rests 7 metres up at its first key; 3.571 studs a metre.
		expect(user.text("SizeText")).to.equal("14.3 studs, 2.86 × a character");
		expect(user.tipOf("Picture").sub(1, 26)).to.equal("7.14 × 14.3 × 0.00 studs");
		user.press("UpZ");
		expect(user.text("SizeText")).to.equal("0.00 studs, 0.00 × a character");
		user.press("UpY");
		user.press("AllMeshes");
		expect(user.isShown("SizeText")).to.equal(false);
		user.press("AllMeshes");
		expect(user.isShown("SizeText")).to.equal(true);
	});

	test("takes the scale as a number, a unit, a height or a character's height, and builds it so", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		user.press("Studs");
		expect(user.text("Scale")).to.equal("1");
		expect(user.text("Height")).to.equal("4.00");
		user.press("Inches");
		expect(user.text("Scale")).to.equal("0.09071");
		user.type("Height", "10");
		expect(user.text("Scale")).to.equal("2.5");
		user.type("Height", "tall");
		expect(user.text("Height")).to.equal("10.0");
		expect(user.text("Message")).to.equal('Height is "tall"; expected a number of studs above 0.');
		for (const wrong of ["0", "-1", "inf", "nan"]) {
			user.type("Scale", wrong);
			expect(user.text("Scale")).to.equal("2.5");
		}
		user.press("FitCharacter");
		expect(user.text("Scale")).to.equal("1.25");
		startImport(user);
		expect(sizeOf(user)).to.equal(new Vector3(2.5, 5, 0.001));
		expect(user.errors()).to.equal("");
	});

	test("refuses scales and heights out of reach, and what would be too small to see", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		user.press("Studs");
		for (const [field, text] of [
			["Scale", "1e300"],
			["Height", "1e300"],
			["Scale", "1e-300"],
			["Height", "1e-30"],
		]) {
			user.type(field, text);
			expect(user.text("Message").find("; expected 0.000001 to 1000000", 1, true)[0]).to.be.ok();
			expect(user.text("Scale")).to.equal("1");
		}
		// The triangles are 4 units long.
		user.type("Scale", "0.002");
		expect(user.text("Message")).to.equal("It would be 0.008 studs long: too small. Choose a larger scale.");
		expect(user.text("Scale")).to.equal("1");
		user.type("Scale", "0.003");
		expect(user.text("Scale")).to.equal("0.003");
		startImport(user);
		expect(user.text("Message")).to.equal('"crate" is in the place. Ctrl+Z undoes it.');
		expect(user.errors()).to.equal("");
	});

	test("puts the import into the place where the model that it replaces is deleted meanwhile", () => {
		const user = openStudio({ panel: "DollyImport", clockCost: 0.002 });
		const workspace = user.session.game.GetService("Workspace");
		choose(user, WHOLE_FILES.glb);
		startImport(user);
		user.session.advance(5);
		choose(user, WHOLE_FILES.glb);
		user.session.advance(5);
		user.session.userInput.press(user.find("ImportButton", "TextButton"));
		user.session.step(1 / 60);
		workspace.FindFirstChild("crate")!.Parent = undefined;
		user.session.advance(8);
		expect(user.text("Message")).to.equal('"crate" is in the place. Ctrl+Z undoes it.');
		expect(workspace.FindFirstChild("crate")).to.be.ok();
		expect(user.kept("Imports")).to.equal("crate");
		expect(user.errors()).to.equal("");
	});

	test("lists what could not be carried over, and selects what a line names", () => {
		const { glb } = surfaceCase("a factor times a texture");
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.mdx);
		startImport(user);
		expect(user.text("ReportTitle").sub(1, 18)).to.equal("Not carried over: ");
		expect(user.text("OutcomeTitleDetail")).to.equal("1 mesh, 1 skeleton, 3 clips, 1 camera");
		// Of all lines, those that name something of the place select it.
		const selection = user.session.game.GetService("Selection");
		let selected = 0;
		for (const line of $range(1, 20)) {
			if (!user.isShown(`Show${line}`)) continue;
			selection.Set([]);
			user.press(`Show${line}`);
			expect(selection.Get().isEmpty()).to.equal(false);
			for (const instance of selection.Get()) expect(instance.IsDescendantOf(user.session.game)).to.equal(true);
			selected += selection.Get().size();
		}
		expect(selected > 0).to.equal(true);
		// The next file starts with a clean report.
		choose(user, [{ name: "wood.glb", contents: buffer.tostring(fromBase64(glb)) }]);
		expect(user.isShown("ReportTitle")).to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("builds a picture of what is ticked, beside a character, all of it in view, and frees it with the file", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		const frame = user.find("Picture", "ViewportFrame");
		const world = frame.FindFirstChildOfClass("WorldModel")!;
		const meshes = () => world.GetDescendants().filter((instance) => instance.IsA("MeshPart"));
		expect(meshes().size()).to.equal(2);
		const [model] = meshes();
		const camera = frame.CurrentCamera!;
		expect(camera.Parent).to.equal(frame);
		// Every corner of every part is within the field of view, before the camera, whatever the size, the axis and the turn.
		const limit = math.tan(math.rad(camera.FieldOfView / 2));
		const expectInView = () => {
			for (const part of world.GetDescendants()) {
				if (!part.IsA("BasePart") || part.Name === "Ground") continue;
				for (const x of [-0.5, 0.5]) {
					for (const y of [-0.5, 0.5]) {
						const corner = part.CFrame.mul(new Vector3(part.Size.X * x, part.Size.Y * y, 0));
						const seen = camera.CFrame.PointToObjectSpace(corner);
						expect(seen.Z < 0).to.equal(true);
						expect(math.abs(seen.Y / seen.Z) <= limit).to.equal(true);
					}
				}
			}
		};
		expectInView();
		// It is 14.3 studs high: the character is 5 / 14.3 of that. At another size the character is another.
		const head = world.FindFirstChild("Head", true) as Part;
		expect(head.Size.Y).to.be.near(1, 1e-4);
		user.type("Height", "5");
		expect(head.Size.Y).to.be.near(14.2857 / 5, 1e-3);
		expectInView();
		// It turns by itself, and a drag turns it.
		const before = camera.CFrame;
		user.session.advance(1);
		expect(camera.CFrame === before).to.equal(false);
		const turned = camera.CFrame.LookVector;
		user.drag("Picture", [0.4, 0.8]);
		expect(camera.CFrame.LookVector.Dot(turned) < 0.9).to.equal(true);
		const rested = camera.CFrame;
		user.session.advance(1);
		expect(camera.CFrame).to.equal(rested);
		expectInView();
		user.press("UpZ");
		expectInView();
		user.press("UpY");
		user.press("mesh2");
		user.session.advance(0.5);
		expect(meshes().size()).to.equal(1);
		user.press("mesh1");
		user.session.advance(0.5);
		expect(user.isShown("Picture")).to.equal(false);
		expect(user.text("PictureNote")).to.equal("No mesh is ticked");
		// The next file has its own.
		choose(user, WHOLE_FILES.mdx);
		user.session.advance(2);
		expect(model.IsDescendantOf(world)).to.equal(false);
		expect(meshes().isEmpty()).to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("is worked with the keyboard: chosen, brought in and cancelled by actions", () => {
		const user = openStudio({ panel: "DollyImport", clockCost: 0.005 });
		user.plugin.trigger("DollyImportPanel");
		expect(user.plugin.isActive("DollyImport")).to.equal(false);
		user.session.studio.files = WHOLE_FILES.glb;
		user.plugin.trigger("DollyImportFiles");
		user.session.advance(2);
		expect(user.plugin.isActive("DollyImport")).to.equal(true);
		user.plugin.trigger("DollyImportNow");
		user.session.step(1 / 60);
		user.plugin.trigger("DollyImportCancel");
		user.session.advance(2);
		expect(user.text("Message")).to.equal("Nothing was imported.");
		user.plugin.trigger("DollyImportNow");
		user.session.advance(3);
		expect(user.text("Message")).to.equal('"crate" is in the place. Ctrl+Z undoes it.');
		// A field is left with Enter.
		user.press("Again");
		user.type("Height", "8");
		expect(user.text("Scale")).to.equal("2");
		expect(user.errors()).to.equal("");
	});

	test("changes nothing for who looks into the scale or the height and leaves it", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		user.type("Scale", user.text("Scale"));
		user.type("Height", user.text("Height"));
		startImport(user);
		// 4 metres; 14.3 by the digits that show.
		expect(sizeOf(user).Y).to.be.near(4 / 0.28, 1e-5);
		user.press("Again");
		user.type("Scale", "0");
		expect(user.isShown("Message")).to.equal(true);
		user.type("Scale", user.text("Scale"));
		expect(user.isShown("Message")).to.equal(false);
	});

	test("says units where the pointer rests", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		for (const [name, part] of pairs({ Scale: "Studs per unit", Height: "in studs", Centimetres: "0.04 studs" })) {
			const object = user.find(name, "GuiObject");
			user.session.userInput.hover(object);
			user.session.advance(1);
			expect(user.text("Tooltip").find(part, 1, true)[0]).to.be.ok();
			user.session.userInput.hover(object, false);
			user.session.advance(0.1);
		}
	});

	test("replaces an import where that is ticked, and adds another where not", () => {
		const user = openStudio({ panel: "DollyImport" });
		choose(user, WHOLE_FILES.glb);
		expect(user.isShown("Replace")).to.equal(false);
		startImport(user);
		choose(user, WHOLE_FILES.glb);
		user.press("Replace");
		startImport(user);
		expect(user.kept("Imports")).to.equal("crate, crate 2");
		expect(user.text("ModelsTitle")).to.equal("Imports in this place: 2");
		const history = user.session.game.GetService("ChangeHistoryService");
		choose(user, WHOLE_FILES.glb);
		user.type("Scale", "1");
		startImport(user);
		expect(user.kept("Imports")).to.equal("crate, crate 2");
		history.Undo();
		user.session.advance(0.2);
		expect(user.kept("Imports")).to.equal("crate, crate 2");
		expect(sizeOf(user).Y).to.be.near(14.286, 1e-3);
		expect(user.errors()).to.equal("");
	});
};
