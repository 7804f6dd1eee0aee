import { createTake, encodeArchive, encodeCFrame, encodeRecording, Take, TakeOptions, writeCameraGlb } from "../../src";
import { encodeSnap13 } from "../../src/codecs";
import { takePath } from "../../src/take/take-path";
import { comesBefore, isFound } from "../../plugin/camera/take-order";
import { cleanName } from "../../plugin/place/clean-name";
import { TakeTextReader, writeTakeText } from "../../plugin/camera/take-text";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { openStudio, StudioUser } from "./open-studio";
import { keptTake } from "./takes-in-panel";

/** A flight whose bytes hardly pack: 18 a frame and more. */
function noisyTake(count: number, more: Partial<TakeOptions> = {}): Take {
	const random = new Random(7);
	const frames = buffer.create(count * 18);
	for (const index of $range(0, count - 1)) {
		const at = new Vector3(random.NextNumber(), random.NextNumber(), random.NextNumber()).mul(100);
		encodeCFrame(
			new CFrame(at).mul(CFrame.fromOrientation(random.NextNumber(), random.NextNumber() * 6, random.NextNumber())),
			frames,
			index * 18,
		);
	}
	return createTake({ name: "Storm", rate: 30, frames, cuts: [], ...more });
}

/** The names in the list, from top to bottom. */
function listed(user: StudioUser): string {
	const rows = user.find("Takes", "ScrollingFrame").GetChildren() as Array<GuiObject>;
	const shown = rows.filter((row) => row.IsA("TextButton")).sort((a, b) => a.LayoutOrder < b.LayoutOrder);
	return shown.map((row) => row.Name).join(", ");
}

function importFile(user: StudioUser, name: string, bytes: buffer): void {
	user.session.studio.files = [{ name, contents: buffer.tostring(bytes) }];
	user.press("ImportTakes");
	user.session.advance(1);
}

const CHINESE = "海港清晨的灯塔与归航渔船之间的长镜头试拍一";

export = () => {
	const test = headless ? it : itSKIP;

	it("puts 2 before 10, whatever the case and however many zeros", () => {
		const names = ["Take 10", "take 2", "Take 1", "Take 02", "Bridge", "Take 10b", "Take"];
		expect(names.sort(comesBefore).join(", ")).to.equal("Bridge, Take, Take 1, Take 02, take 2, Take 10, Take 10b");
	});

	it("finds takes that hold every word, in any order", () => {
		const take = { name: "Harbour 1", map: "Bay", metadata: "driver: Ada" };
		expect(isFound(take, "")).to.equal(true);
		expect(isFound(take, "ada HARB")).to.equal(true);
		expect(isFound(take, "ada cave")).to.equal(false);
		expect(isFound(take, "h.rbour")).to.equal(false);
	});

	it("keeps names of any script in full, and cuts long ones between characters", () => {
		expect(cleanName(CHINESE)).to.equal(CHINESE);
		expect(cleanName(' a\n"b\\ ')).to.equal("a  b");
		const long = cleanName(string.rep("海", 100));
		expect(long).to.equal(string.rep("海", 30));
		expect(cleanName(string.rep("x", 300)).size()).to.equal(90);
		expect(cleanName("caf\xe9")).to.equal("caf?");
	});

	it("writes text in pieces and reads them in any order, twice and together", () => {
		const take = noisyTake(1500, { fieldOfView: 55, markers: [{ name: "thunder", seconds: 2 }], metadata: { lap: 3 } });
		const pieces = writeTakeText(take);
		expect(pieces.size()).to.equal(3);
		for (const piece of pieces) expect(piece.size() < 16_384).to.equal(true);
		const reader = new TakeTextReader();
		expect(reader.read(pieces[2]).size()).to.equal(0);
		expect(reader.read(pieces[2]).size()).to.equal(0);
		expect(reader.describe()).to.equal("1 of 3 pieces are here; missing: 1, 2.");
		const [read] = reader.read(`${pieces[1]}\n${pieces[0]}`);
		expect(buffer.tostring(encodeRecording(read))).to.equal(buffer.tostring(encodeRecording(take)));
		expect(reader.describe()).to.equal("");
	});

	it("refuses text that was cut, mixed or made up, without an engine error", () => {
		const pieces = writeTakeText(noisyTake(1500));
		const [sum] = pieces[0].match("^dolly1 (%x+)");
		const texts = [
			"hello",
			"dolly1",
			pieces[0].sub(1, 9000),
			`${pieces[0]}AAAA`,
			`dolly1 ${sum} 0/3 AAAA`,
			`dolly1 ${sum} 4/3 AAAA`,
			`dolly1 ${sum} 1/0 AAAA`,
			`dolly1 ${sum} 1/99999999999999999999 AAAA`,
			`dolly1 ${sum} 1/1 ====`,
			"dolly1 60 AAAA x",
		];
		for (const text of texts) {
			const message = failureOf(() => new TakeTextReader().read(text));
			assert(message.match("^%u.*%.$")[0] !== undefined, `${text.sub(1, 40)}: ${message}`);
		}
		// A character changed on the way: no piece is missing, but the whole is not what was copied.
		const reader = new TakeTextReader();
		reader.read(pieces[0]);
		reader.read(pieces[1]);
		const last = pieces[2].sub(-1) === "A" ? "B" : "A";
		expect(failureOf(() => reader.read(pieces[2].sub(1, -2) + last)).find("not as they were copied")[0]).to.be.ok();
	});

	test("records on a map of 20 Chinese characters", () => {
		const user = openStudio();
		user.type("Map", CHINESE);
		user.press("RecordButton");
		user.fly(1);
		user.press("RecordButton");
		user.session.advance(0.5);
		expect(user.text("Message")).to.equal(`"${CHINESE} 1" is in the place.`);
		expect(keptTake(user, `${CHINESE} 1`).map).to.equal(CHINESE);
		expect(user.errors()).to.equal("");
	});

	test("lists in natural order, and searches names, maps and metadata while one types", () => {
		const user = openStudio();
		for (const number of [10, 2, 1]) {
			importFile(user, "a.take", encodeRecording(noisyTake(5, { name: `Take ${number}`, map: "Cave" })));
		}
		expect(listed(user)).to.equal("Take 1, Take 2, Take 10");
		user.press("Take 2");
		user.type("AddMetadata", "driver = Ada");
		user.session.advance(0.5);
		user.type("Search", "ada");
		expect(listed(user)).to.equal("Take 2");
		expect(user.text("TakesTitle")).to.equal("Takes (1 of 3)");
		user.type("Search", "cave 1");
		expect(listed(user)).to.equal("Take 1, Take 10");
		user.type("Search", "");
		expect(user.text("TakesTitle")).to.equal("Takes (3)");
		expect(user.errors()).to.equal("");
	});

	test("keeps metadata and the map with the take, each change one step back with undo", () => {
		const user = openStudio();
		importFile(user, "a.take", encodeRecording(noisyTake(5, { metadata: { lap: 3, code: "007" } })));
		user.type("Value lap", "4.5");
		user.session.advance(0.5);
		user.type("Value code", "");
		user.session.advance(0.5);
		user.type("TakeMap", "洞");
		user.session.advance(0.5);
		const { map, metadata } = keptTake(user, "Storm");
		expect(map).to.equal("洞");
		expect(metadata!.lap).to.equal(4.5);
		expect(metadata!.code).never.to.be.ok();
		for (const _ of $range(1, 2)) {
			user.session.game.GetService("ChangeHistoryService").Undo();
			user.session.advance(0.2);
		}
		expect(keptTake(user, "Storm").metadata!.code).to.equal("007");
		expect(user.errors()).to.equal("");
	});

	test("imports archives, SNAPV1.3, packed takes, saved text and the cameras of a .glb", () => {
		const take = noisyTake(31, { map: "Pier", name: "Pier" });
		const files: Array<[name: string, bytes: buffer, kept: string]> = [
			["two.archive", encodeArchive([take, take]), "Pier, Pier 2"],
			["old.snap", encodeSnap13([take]), "Pier"],
			["new.take", encodeRecording({ ...take, fieldOfView: 40 }), "Pier"],
			["pasted.txt", buffer.fromstring(writeTakeText(take).join("\n")), "Pier"],
			["flight.glb", writeCameraGlb(takePath(take)), "Pier"],
		];
		for (const [name, bytes, kept] of files) {
			const user = openStudio();
			importFile(user, name, bytes);
			assert(user.kept("Takes") === kept, `${name}: ${user.kept("Takes")}; ${user.text("Message")}`);
			expect(keptTake(user, "Pier").count >= 31).to.equal(true);
			user.session.game.GetService("ChangeHistoryService").Undo();
			expect(user.kept("Takes")).to.equal("");
			// Damaged, it is refused in words, and nothing is kept.
			const damaged = buffer.create(buffer.len(bytes) - 1);
			buffer.copy(damaged, 0, bytes, 0, buffer.len(damaged));
			importFile(user, name, damaged);
			const message = user.message();
			assert(message.sub(1, name.size() + 18) === `"${name}" cannot be read.`, `${name}: ${message}`);
			expect(message.find("[dolly]", 1, true)[0]).never.to.be.ok();
			expect(user.kept("Takes")).to.equal("");
			expect(user.errors()).to.equal("");
		}
	});

	test("copies text piece by piece, which another place pastes", () => {
		const user = openStudio();
		const take = noisyTake(1500, { markers: [{ name: "thunder", seconds: 2 }], fieldOfView: 33 });
		importFile(user, "a.take", encodeRecording(take));
		user.press("Copy");
		expect(user.text("PieceCount")).to.equal("Piece 1 of 3");
		const pieces = [user.text("CopiedText")];
		for (const _ of $range(2, 3)) {
			user.press("PieceOn");
			pieces.push(user.text("CopiedText"));
		}
		expect(user.find("PieceOn", "TextButton").IsA("GuiButton")).to.equal(true);
		const other = openStudio();
		for (const index of [1, 2, 0]) {
			expect(other.kept("Takes")).to.equal("");
			other.type("PasteField", pieces[index]);
			other.session.advance(0.5);
		}
		expect(buffer.tostring(encodeRecording(keptTake(other, "Storm")))).to.equal(buffer.tostring(encodeRecording(take)));
		other.type("PasteField", pieces[0].sub(1, 500));
		expect(other.text("Message")).to.equal("Piece 1 of 3 has 480 characters: some are missing, or too many.");
		expect(user.errors() + other.errors()).to.equal("");
	});

	test("copies code that plays the take in a game without the plugin", () => {
		const user = openStudio();
		const take = noisyTake(31, { name: 'A "b" \\ 海', fieldOfView: 33 });
		importFile(user, "a.take", encodeRecording(take));
		user.press("CopyCode");
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
		expect(math.abs(camera.FieldOfView - 33) < 1e-3).to.equal(true);
	});

	test("passes over what says nonsense, and says what is wrong with damaged ones", () => {
		const user = openStudio();
		importFile(user, "a.take", encodeRecording(noisyTake(9)));
		const takes = user.session.game.GetService("ReplicatedStorage").FindFirstChild("Takes", true)!;
		const holder = takes.FindFirstChild("Storm") as StringValue;
		const nonsense: Array<[field: string, value: AttributeValue | undefined]> = [
			["Rate", 0 / 0],
			["Rate", 0],
			["Frames", -4],
			["Frames", 1e300],
			["Map", undefined],
		];
		for (const [field, value] of nonsense) {
			const copy = holder.Clone();
			copy.Name = `${field} ${value}`;
			copy.SetAttribute(field, value);
			copy.Parent = takes;
		}
		const other = user.session.create("Folder");
		other.Parent = takes;
		const lost = holder.Clone();
		lost.Name = "Lost";
		lost.SetAttribute("Parts", 2);
		lost.Parent = takes;
		user.session.advance(0.2);
		expect(listed(user)).to.equal("Lost, Storm");
		user.press("Lost");
		expect(user.text("Message")).to.equal('"Lost" lacks Part2 of 2.');
		user.press("Storm");
		expect(user.message()).to.equal("");
		expect(user.errors()).to.equal("");
	});

	test("tells units and what things do in tooltips, within the panel", () => {
		const user = openStudio();
		user.plugin.resize("DollyCamera", 300, 600);
		expect(user.tipOf("Rate")).to.equal("Frames a second, 1 to 240");
		expect(user.tipOf("RecordButton").find("until it is pressed again", 1, true)[0]).to.be.ok();
		user.session.userInput.hover(user.find("Rate", "TextBox"));
		user.session.advance(0.6);
		const tip = user.find("Tooltip", "TextLabel");
		expect(tip.AbsolutePosition.X + tip.AbsoluteSize.X <= 300).to.equal(true);
		user.session.userInput.hover(user.find("Rate", "TextBox"), false);
		user.session.advance(0.1);
		expect(tip.Visible).to.equal(false);
	});
};
