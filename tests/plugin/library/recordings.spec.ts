import {
	createTake,
	encodeArchive,
	encodeCFrame,
	encodeRecording,
	Take,
	TakeOptions,
	writeCameraGlb,
} from "../../../src";
import { encodeSnap13 } from "../../../src/codecs";
import { takePath } from "../../../src/take/take-path";
import { comesBefore, isFound } from "../../../plugin/recordings/recording-order";
import { cleanName } from "../../../plugin/place/clean-name";
import { RecordingTextReader, writeRecordingText } from "../../../plugin/recordings/recording-text";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { openStudio } from "../open-studio";
import { flight, holderOf, importFile, kept, keptTake, listed, openWith, record, rowMenu, setMap } from "./in-library";

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
		const pieces = writeRecordingText(take);
		expect(pieces.size()).to.equal(3);
		for (const piece of pieces) expect(piece.size() < 16_384).to.equal(true);
		const reader = new RecordingTextReader();
		expect(reader.read(pieces[2]).size()).to.equal(0);
		expect(reader.read(pieces[2]).size()).to.equal(0);
		expect(reader.describe()).to.equal("1 of 3 pieces are here; missing: 1, 2.");
		const [read] = reader.read(`${pieces[1]}\n${pieces[0]}`);
		expect(buffer.tostring(encodeRecording(read))).to.equal(buffer.tostring(encodeRecording(take)));
		expect(reader.describe()).to.equal("");
	});

	it("refuses text that was cut, mixed or made up, without an engine error", () => {
		const pieces = writeRecordingText(noisyTake(1500));
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
			const message = failureOf(() => new RecordingTextReader().read(text));
			assert(message.match("^%u.*%.$")[0] !== undefined, `${text.sub(1, 40)}: ${message}`);
		}
		// A character changed on the way: no piece is missing, but the whole is not what was copied.
		const reader = new RecordingTextReader();
		reader.read(pieces[0]);
		reader.read(pieces[1]);
		const last = pieces[2].sub(-1) === "A" ? "B" : "A";
		expect(failureOf(() => reader.read(pieces[2].sub(1, -2) + last)).find("pieces are damaged")[0]).to.be.ok();
	});

	test("records on a map of 20 Chinese characters", () => {
		const user = openStudio();
		setMap(user, CHINESE);
		record(user);
		const { count } = keptTake(user, `${CHINESE} 1`);
		expect(user.message()).to.equal(`Saved ${CHINESE} 1, ${count} frames. Ctrl+Z undoes it.`);
		expect(keptTake(user, `${CHINESE} 1`).map).to.equal(CHINESE);
		expect(user.errors()).to.equal("");
	});

	test("lists in natural order, and searches names, maps and metadata while one types", () => {
		const user = openStudio();
		for (const number of [10, 2, 1]) {
			importFile(user, "a.take", encodeRecording(noisyTake(5, { name: `Take ${number}`, map: "Cave" })));
		}
		expect(listed(user)).to.equal("Take 1, Take 2, Take 10");
		rowMenu(user, "Take 2", "Map and notes…");
		user.type("AddMetadata", "driver = Ada");
		user.session.advance(0.5);
		user.press("SheetClose");
		user.type("Search", "ada");
		expect(listed(user)).to.equal("Take 2");
		expect(user.text("TakesTab")).to.equal("Takes  1 of 3");
		user.type("Search", "cave 1");
		expect(listed(user)).to.equal("Take 1, Take 10");
		user.type("Search", "");
		expect(user.text("TakesTab")).to.equal("Takes  3");
		user.type("Search", "lake");
		expect(user.text("NothingFound")).to.equal("Nothing here matches “lake”. Use fewer words, or look in another tab.");
		user.type("Search", "");
		expect(user.errors()).to.equal("");
	});

	test("keeps metadata and the map with the take, each change one step back with undo", () => {
		const user = openStudio();
		importFile(user, "a.take", encodeRecording(noisyTake(5, { metadata: { lap: 3, code: "007" } })));
		rowMenu(user, "Storm", "Map and notes…");
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
		const files: Array<[name: string, bytes: buffer, names: string]> = [
			["two.archive", encodeArchive([take, take]), "Pier, Pier 2"],
			["old.snap", encodeSnap13([take]), "Pier"],
			["new.take", encodeRecording({ ...take, fieldOfView: 40 }), "Pier"],
			["pasted.txt", buffer.fromstring(writeRecordingText(take).join("\n")), "Pier"],
			["flight.glb", writeCameraGlb(takePath(take)), "Pier"],
		];
		for (const [name, bytes, names] of files) {
			const user = openStudio();
			importFile(user, name, bytes);
			assert(kept(user) === names, `${name}: ${kept(user)}; ${user.message()}`);
			expect(keptTake(user, "Pier").count >= 31).to.equal(true);
			user.session.game.GetService("ChangeHistoryService").Undo();
			expect(kept(user)).to.equal("");
			// Damaged, it is refused in words, and nothing is kept.
			const damaged = buffer.create(buffer.len(bytes) - 1);
			buffer.copy(damaged, 0, bytes, 0, buffer.len(damaged));
			importFile(user, name, damaged);
			const message = user.message();
			assert(message.sub(1, name.size() + 18) === `"${name}" cannot be read.`, `${name}: ${message}`);
			expect(message.find("[dolly]", 1, true)[0]).never.to.be.ok();
			expect(kept(user)).to.equal("");
			expect(user.errors()).to.equal("");
		}
	});

	test("passes over what says nonsense, and says what is wrong with damaged ones", () => {
		const user = openStudio();
		importFile(user, "a.take", encodeRecording(noisyTake(9)));
		const holder = holderOf(user, "Storm");
		const folder = holder.Parent;
		const nonsense: Array<[field: string, value: AttributeValue | undefined]> = [
			["Duration", 0 / 0],
			["Duration", -1],
			["Kind", "song"],
			["Bytes", -4],
			["Bytes", 1e300],
			["Map", undefined],
		];
		for (const [field, value] of nonsense) {
			const copy = holder.Clone();
			copy.Name = `${field} ${value}`;
			copy.SetAttribute(field, value);
			copy.Parent = folder;
		}
		const other = user.session.create("Folder");
		other.Parent = folder;
		const lost = holder.Clone();
		lost.Name = "Lost";
		lost.SetAttribute("Parts", 2);
		lost.Parent = folder;
		user.session.advance(0.2);
		expect(listed(user)).to.equal("Lost, Storm");
		user.press("Lost");
		expect(user.message()).to.equal('"Lost" lacks Part2 of 2.');
		expect(user.tipOf("OpenSequencer")).to.equal("This recording is damaged");
		user.press("Storm");
		expect(user.message()).to.equal("2 takes in this place.");
		expect(user.errors()).to.equal("");
	});

	test("opens with a click, opens the Sequencer with two, and drags out", () => {
		const user = openWith(flight(5, { name: "One" }), flight(5, { name: "Two" }));
		const { userInput } = user.session;
		user.press("One");
		expect(user.text("Name")).to.equal("One");
		const sequencer = user.plugin.state.widgets.get("DollySequencer")!;
		expect(sequencer.Enabled).to.equal(false);
		user.session.advance(1);
		userInput.pointer(user.find("Two", "TextButton")).doubleClick();
		user.session.advance(0.2);
		expect(user.text("Name")).to.equal("Two");
		expect(sequencer.Enabled).to.equal(true);
		const dropped = new Array<string>();
		sequencer.PluginDragDropped.Connect((data) => {
			const { Sender, MimeType, Data } = data as { Sender: string; MimeType: string; Data: string };
			dropped.push(`${Sender} ${MimeType} ${Data}`);
		});
		const pointer = userInput.pointer(user.find("One", "TextButton")).at(60, 20).down();
		pointer.move(62, 20);
		pointer.move(70, 30);
		userInput.pointer(sequencer).move(100, 100).up();
		user.session.advance(0.2);
		expect(dropped.join(", ")).to.equal("DollyLibrary text/x-dolly-recording One");
		// A drag chooses nothing.
		expect(user.text("Name")).to.equal("Two");
		expect(user.errors()).to.equal("");
	});

	test("has shots and films in one tab, replays in another, each with what it is made of", () => {
		const user = openWith(flight(121, { cuts: [50], markers: [{ name: "Gulls", seconds: 1 }] }));
		const row = user.find("Shot", "TextButton");
		expect((row.FindFirstChild("Detail", true) as TextLabel).Text).to.equal("0:12.00 · Bay · 1 cut, 1 marker");
		// Two strokes: the way is broken at the cut.
		const strokes = row
			.FindFirstChild("Picture")!
			.GetChildren()
			.filter((child) => child.IsA("Path2D"));
		expect(strokes.size()).to.equal(2);
		user.press("ShotsTab");
		expect(user.text("EmptyTitle")).to.equal("No shots yet");
		user.press("ReplaysTab");
		expect(user.text("EmptyTitle")).to.equal("No replays yet");
		expect(user.errors()).to.equal("");
	});

	test("says what a button does, or why it is dimmed, within the panel", () => {
		const user = openWith(flight(5));
		user.plugin.resize("DollyLibrary", 300, 600);
		expect(user.tipOf("Rate")).to.equal("Frames per second of recordings");
		expect(user.tipOf("RecordButton")).to.equal("Record the camera of the viewport (R)");
		user.session.userInput.hover(user.find("Export", "TextButton"));
		user.session.advance(0.6);
		const tip = user.find("Tooltip", "TextLabel");
		expect(tip.AbsolutePosition.X + tip.AbsoluteSize.X <= 300).to.equal(true);
		user.session.userInput.hover(user.find("Export", "TextButton"), false);
		user.session.advance(0.1);
		expect(tip.Visible).to.equal(false);
	});
};
