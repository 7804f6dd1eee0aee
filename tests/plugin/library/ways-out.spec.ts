import { createTake, encodeCFrame, encodeRecording, isRecording, Take } from "../../../src";
import { headless } from "../../headless";
import { openStudio, StudioUser } from "../open-studio";
import { harbourFilm } from "../sequencer/open-sequencer";
import { exportAs, flight, importFile, kept, keptTake, listed, offered, openWith, paste } from "./in-library";

/** A long flight whose bytes hardly pack. */
function longFlight(count: number): Take {
	const random = new Random(7);
	const frames = buffer.create(count * 18);
	for (const index of $range(0, count - 1)) {
		const at = new Vector3(random.NextNumber(), random.NextNumber(), random.NextNumber()).mul(100);
		const turn = CFrame.fromOrientation(random.NextNumber(), random.NextNumber() * 6, random.NextNumber());
		encodeCFrame(turn.add(at), frames, index * 18);
	}
	const markers = [{ name: "thunder", seconds: 2 }];
	return createTake({ name: "Storm", map: "Bay", rate: 10, frames, cuts: [], markers, fieldOfView: 33 });
}

/** The bytes of the file that Studio saved last. */
function savedBytes(user: StudioUser): buffer {
	const { saved } = user.session.studio;
	return user.session.saveModel(saved[saved.size() - 1].instances);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("offers files before text, and says how many pieces a text has", () => {
		const user = openWith(longFlight(1500));
		user.press("Export");
		expect(offered(user)).to.equal(
			"Save a file…, Copy as text in 3 pieces…, -, Playing code in Luau…, Playing code in TypeScript…, -, Camera as GLB, in a file…, Camera as glTF text…",
		);
		user.session.menu.choose("Copy as text in 3 pieces…");
		user.session.advance(0.2);
		expect(user.text("PieceCount")).to.equal("Piece 1 of 3");
		expect(user.isShown("SaveInstead")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("copies text piece by piece, which another place pastes", () => {
		const take = longFlight(1500);
		const user = openWith(take);
		exportAs(user, "Copy as text in 3 pieces…");
		const pieces = [user.text("CopiedText")];
		for (const _ of $range(2, 3)) {
			user.press("PieceOn");
			pieces.push(user.text("CopiedText"));
		}
		const other = openStudio();
		for (const index of [1, 2, 0]) {
			expect(kept(other)).to.equal("");
			paste(other, pieces[index]);
		}
		expect(buffer.tostring(encodeRecording(keptTake(other, "Storm")))).to.equal(buffer.tostring(encodeRecording(take)));
		// The page closes when the last piece is in.
		expect(listed(other)).to.equal("Storm");
		paste(other, pieces[0].sub(1, 500));
		expect(other.message()).to.equal("Piece 1 of 3 has 480 characters: some are missing, or there are too many.");
		expect(user.errors() + other.errors()).to.equal("");
	});

	test("saves a file of any length in one go, which another place adds under the name that it has", () => {
		const take = longFlight(12_000);
		const user = openWith(take);
		user.type("Name", "Storm 2 / quay");
		exportAs(user, "Save a file…");
		expect(user.message()).to.equal("Renamed to Storm 2 / quay. Ctrl+Z undoes it.");
		user.session.studio.savesSelection = true;
		exportAs(user, "Save a file…");
		expect(user.message()).to.equal("Saved a file of Storm 2 / quay. To load it in any place, choose Add… Files.");
		const [saved] = user.session.studio.saved;
		expect(saved.name).to.equal("Storm 2 - quay");
		expect(user.session.game.GetService("Selection").Get().size()).to.equal(0);
		const other = openStudio();
		const bytes = savedBytes(user);
		other.session.expectModel(bytes);
		importFile(other, "storm.rbxm", bytes);
		other.session.advance(1);
		assert(kept(other) === "Storm 2 / quay", `${other.message()}; ${other.errors()}`);
		const back = keptTake(other, "Storm 2 / quay");
		expect(back.count).to.equal(12_000);
		expect(buffer.tostring(back.frames)).to.equal(buffer.tostring(take.frames));
		importFile(other, "none.rbxm", buffer.fromstring("<roblox!nonsense"));
		expect(other.message()).to.equal(
			'"none.rbxm" cannot be read. Studio cannot read it here. Drag it into ReplicatedStorage > Dolly > Recordings instead.',
		);
		expect(user.errors() + other.errors()).to.equal("");
	});

	test("gives the camera as glTF, which comes back as large as it was", () => {
		for (const recording of [flight(41, { name: "Flight" }), { ...harbourFilm(), name: "Flight" }]) {
			const user = openWith(recording);
			if (isRecording(recording, "film")) user.press("ShotsTab");
			exportAs(user, "Camera as glTF text…");
			let text = user.text("CopiedText");
			while (user.isShown("PieceOn")) {
				const before = user.text("PieceCount");
				user.press("PieceOn");
				if (user.text("PieceCount") === before) break;
				text += user.text("CopiedText");
			}
			const before = user.session.game.GetService("ReplicatedStorage").GetChildren().size();
			user.press("SheetClose");
			user.session.studio.savesSelection = true;
			exportAs(user, "Camera as GLB, in a file…");
			user.session.advance(0.5);
			// What Studio saved is not left in the place.
			expect(user.session.game.GetService("ReplicatedStorage").GetChildren().size()).to.equal(before);
			expect(user.message()).to.equal("Saved a file with the camera of Flight. To load it, choose Add… Files.");
			for (const [name, bytes] of [
				["camera.gltf", buffer.fromstring(text)],
				["camera.rbxm", savedBytes(user)],
			] as Array<[string, buffer]>) {
				const other = openStudio();
				if (name === "camera.rbxm") other.session.expectModel(bytes);
				importFile(other, name, bytes);
				other.session.advance(1);
				assert(kept(other) === "Flight", `${name}: ${kept(other)}; ${other.message()}; ${other.errors()}`);
				const back = keptTake(other, "Flight");
				assert(isRecording(back, "take"));
				const at = (index: number) => buffer.readf32(back.frames, index * 18);
				const first = isRecording(recording, "film") ? -78 : 0;
				expect(at(0)).to.be.near(first, 1e-3);
				if (!isRecording(recording, "film")) expect(at(back.count - 1)).to.be.near(40, 1e-2);
				expect(other.errors()).to.equal("");
			}
			expect(user.errors()).to.equal("");
		}
	});

	test("copies code that plays a recording in a game without the plugin", () => {
		const take = flight(31, { name: 'A "b" \\ 海', fieldOfView: 33 });
		for (const recording of [take, { ...harbourFilm(), name: "Reveal" }]) {
			const user = openWith(recording);
			if (isRecording(recording, "film")) user.press("ShotsTab");
			exportAs(user, "Playing code in Luau…");
			const code = user.text("CopiedText");
			const played = headless!.open({ place: user.session.save(), context: "PlayClient" });
			const storage = played.game.GetService("ReplicatedStorage");
			for (const child of played.install("dist/dolly.rbxm").plugin.GetChildren()) child.Parent = storage;
			const player = played.createScript("LocalScript", code);
			player.Parent = storage;
			played.runScript(player);
			played.advance(0.5);
			expect(played.takeErrors().join("\n")).to.equal("");
			const camera = played.game.GetService("Workspace").CurrentCamera!;
			expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
			if (recording === take) expect(camera.FieldOfView).to.be.near(33, 1e-3);
		}
	});

	test("copies the same in TypeScript", () => {
		const user = openWith({ ...harbourFilm(), name: "Reveal" });
		user.press("ShotsTab");
		exportAs(user, "Playing code in TypeScript…");
		expect(user.text("CopiedText")).to.equal(
			[
				'import { CameraPlayer, decodeRecording, Film, readBytes } from "@rbxts/dolly";',
				'import { ReplicatedStorage } from "@rbxts/services";',
				"",
				'const recordings = ReplicatedStorage.WaitForChild("Dolly").WaitForChild("Recordings");',
				'const film = decodeRecording(readBytes(recordings.WaitForChild("Reveal"))) as Film;',
				"new CameraPlayer(film).play();",
				"",
			].join("\n"),
		);
		expect(user.isShown("AddCode")).to.equal(false);
	});
};
