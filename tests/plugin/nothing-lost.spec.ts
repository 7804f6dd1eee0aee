import { encodeRecording } from "../../src";
import { encodeBase64 } from "../../src/codecs";
import { writeTakeText } from "../../plugin/camera/take-text";
import { headless } from "../headless";
import { openStudio, PLAY, StudioUser } from "./open-studio";
import { flight, holderOf, importTake, keptTake, openWith, said } from "./takes-in-panel";

function undo(user: StudioUser): void {
	user.session.game.GetService("ChangeHistoryService").Undo();
	user.session.advance(0.3);
}

function record(user: StudioUser): void {
	user.press("RecordButton");
	user.fly(1);
	user.press("RecordButton");
}

export = () => {
	const test = headless ? it : itSKIP;

	test("keeps a recording that ends while something else changes the place, until that is over", () => {
		const user = openStudio();
		const history = user.session.game.GetService("ChangeHistoryService");
		user.press("RecordButton");
		user.fly(1);
		let other: string | undefined;
		user.session.runAsPlugin(() => (other = history.TryBeginRecording("Other", "Other")));
		user.press("RecordButton");
		user.session.advance(2);
		expect(user.kept("Takes")).to.equal("");
		expect(user.text("Waiting").sub(1, 13)).to.equal("A take waits:");
		user.session.runAsPlugin(() => history.FinishRecording(other!, Enum.FinishRecordingOperation.Commit));
		user.session.advance(2);
		expect(user.kept("Takes")).to.equal("Take 1");
		expect(user.isShown("Waiting")).to.equal(false);
		expect(user.message()).to.equal('"Take 1" is in the place.');
		expect(user.errors()).to.equal("");
	});

	test("keeps a recording of play mode that the settings do not take, until they do", () => {
		const edit = openStudio();
		const { shared } = edit.session;
		const play = openStudio({ shared, context: PLAY, startedBy: edit.session });
		play.press("RecordButton");
		play.fly(1);
		shared.failWrites = 15;
		play.press("RecordButton");
		play.session.advance(1.5);
		expect(said(play).find("does not keep what the plugin writes", 1, true)[0]).to.be.ok();
		expect(play.text("Waiting").sub(1, 13)).to.equal("A take waits ");
		play.session.advance(5);
		expect(play.message()).to.equal("The take is in the settings: it will be in the place when play mode ends.");
		expect(play.isShown("Waiting")).to.equal(false);
		play.session.close();
		edit.session.advance(4);
		expect(edit.kept("Takes")).to.equal("Take 1");
		expect(edit.errors() + play.errors()).to.equal("");
	});

	test("goes on with what undo brings back, and not with what it took away", () => {
		const user = openWith(flight(121));
		user.type("TakeMap", "Quay");
		user.session.advance(0.3);
		undo(user);
		expect(user.text("TakeMap")).to.equal("Bay");
		user.press("AddMarker");
		user.session.advance(0.3);
		expect(user.kept("Takes")).to.equal("Shot");
		expect(keptTake(user, "Shot").map).to.equal("Bay");
		user.press("Smooth");
		user.session.advance(0.3);
		undo(user);
		expect(user.isShown("Apply")).to.equal(false);
		user.session.game.GetService("ChangeHistoryService").Redo();
		user.session.advance(0.3);
		user.press("AddMarker");
		user.session.advance(0.3);
		expect(keptTake(user, "Shot").markers.size()).to.equal(2);
		expect(user.errors()).to.equal("");
	});

	test("stops playing a take that is gone, and chooses none", () => {
		const user = openWith(flight(121));
		user.press("Play");
		user.session.advance(0.5);
		expect(user.camera().CameraType).to.equal(Enum.CameraType.Scriptable);
		undo(user);
		expect(user.kept("Takes")).to.equal("");
		expect(user.isShown("Delete")).to.equal(false);
		expect(user.isShown("Lanes")).to.equal(false);
		expect(user.camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		expect(user.errors()).to.equal("");
	});

	test("follows a chosen take that others rename and write", () => {
		const user = openWith(flight(121));
		const holder = holderOf(user, "Shot");
		holder.Name = "Opening";
		user.session.advance(0.2);
		expect(user.text("Name")).to.equal("Opening");
		// The same in the list, but other frames.
		holder.Value = encodeBase64(encodeRecording(flight(121, { markers: [{ name: "Gulls", seconds: 3 }] })));
		user.session.advance(0.2);
		expect(user.isShown("MarkerName")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("ends a tool's work with the choice of its take, and when that is deleted", () => {
		const user = openStudio({ clockCost: 0.002 });
		importTake(user, flight(7, { name: "Small" }));
		user.session.advance(2);
		importTake(user, flight(20_000, { name: "Big" }));
		user.session.advance(20);
		const press = (name: string) => {
			user.session.userInput.press(user.find(name, "GuiButton"));
			user.session.step(1 / 60);
		};
		press("Smooth");
		press("Small");
		const frames = user.text("FrameCount");
		user.session.advance(20);
		expect(user.text("Name")).to.equal("Small");
		expect(user.text("FrameCount")).to.equal(frames);
		press("Big");
		user.session.advance(5);
		press("Smooth");
		press("Delete");
		user.session.advance(20);
		expect(user.session.game.GetService("CoreGui").FindFirstChild("DollyPath", true)).never.to.be.ok();
		expect(user.isShown("Lanes")).to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("refuses tools while files are imported, and imports them", () => {
		const user = openStudio({ clockCost: 0.002 });
		importTake(user, flight(7, { name: "Small" }));
		user.session.advance(2);
		user.session.studio.files = [
			{ name: "b.take", contents: buffer.tostring(encodeRecording(flight(20_000, { name: "Big" }))) },
		];
		user.session.userInput.press(user.find("ImportTakes", "GuiButton"));
		user.session.step(1 / 60);
		user.session.userInput.press(user.find("Reverse", "GuiButton"));
		expect(said(user)).to.equal("Files are being imported; wait until they are in the place.");
		user.session.advance(20);
		expect(user.kept("Takes")).to.equal("Big, Small");
		expect(user.errors()).to.equal("");
	});

	test("loses no take from play mode where one read of their list fails", () => {
		const edit = openStudio();
		const { shared } = edit.session;
		const play = openStudio({ shared, context: PLAY, startedBy: edit.session });
		record(play);
		play.session.advance(3);
		// Of the next reads the piece's goes well, and the list's first does not.
		const raw = shared.settings as unknown as { [key: string]: string | undefined };
		const list = raw.DollyWaitingTakes;
		let reads = 0;
		raw.DollyWaitingTakes = undefined;
		setmetatable(
			raw as object,
			{
				__index: (_: unknown, key: unknown) => {
					if (key !== "DollyWaitingTakes") return undefined;
					reads += 1;
					return reads === 1 ? undefined : list;
				},
			} as never,
		);
		record(play);
		play.session.advance(3);
		setmetatable(raw as object, undefined as never);
		expect(reads > 1).to.equal(true);
		play.session.close();
		edit.session.advance(5);
		expect(edit.kept("Takes")).to.equal("Take 1, Take 2");
		expect(edit.errors() + play.errors()).to.equal("");
	});

	test("takes each take from play mode once, whatever stands beside it in the list", () => {
		const edit = openStudio();
		const { shared, game: place } = edit.session;
		const packed = encodeRecording(flight(5));
		const entry = (id: string, where: string, name: string) =>
			`{"id":"${id}","place":"${where}","name":"${name}","what":"Take from play mode","bytes":${buffer.len(packed)},"pieces":1}`;
		const mine = entry("abc", `${place.GameId}-${place.PlaceId}`, "Mine");
		shared.settings.set("DollyWaitingTake-abc-1", `{"value":"${encodeBase64(packed)}"}`);
		shared.settings.set("DollyWaitingTakes", `{"value":{"1":${mine},"2":${entry("def", "9-9", 'a\\"b')}}}`);
		edit.session.advance(5);
		expect(edit.kept("Takes")).to.equal("Mine");
		const again = openStudio({ shared, place: edit.session.save() });
		again.session.advance(5);
		expect(again.kept("Takes")).to.equal("Mine");
		expect(shared.settings.get("DollyWaitingTakes")!.find("def", 1, true)[0]).to.be.ok();
		expect(edit.errors() + again.errors()).to.equal("");
	});

	test("chooses a damaged take, which can be deleted, and not the one before", () => {
		const user = openWith(flight(121), flight(5, { name: "Other" }));
		user.press("Shot");
		holderOf(user, "Other").Value = "!!!!";
		user.session.advance(0.2);
		user.press("Other");
		expect(user.message()).to.equal(
			'"Other": the Base64 text has a character that is no digit among characters 0 to 3.',
		);
		expect(user.text("Name")).to.equal("Other");
		expect(user.isShown("Lanes")).to.equal(false);
		user.press("Copy");
		expect(user.message()).to.equal("The take is damaged.");
		user.type("TakeMap", "Quay");
		expect(user.message()).to.equal("A damaged take can be renamed and deleted, nothing else.");
		user.press("Delete");
		user.session.advance(0.3);
		expect(user.kept("Takes")).to.equal("Shot");
		expect(user.errors()).to.equal("");
	});

	test("hands over what is pasted in play mode, and says of changes that they end with it", () => {
		const edit = openWith(flight(121));
		const place = edit.session.save();
		const play = openStudio({ place, shared: edit.session.shared, context: PLAY, startedBy: edit.session });
		play.type("PasteField", writeTakeText(flight(3, { name: "Pasted" }))[0]);
		play.session.advance(3);
		expect(play.kept("Takes")).to.equal("Pasted, Shot");
		expect(play.message()).to.equal("The take is in the settings: it will be in the place when play mode ends.");
		play.press("Shot");
		play.press("AddMarker");
		play.session.advance(0.5);
		expect(play.message()).to.equal("This change lasts until play mode ends.");
		play.session.close();
		edit.session.advance(4);
		expect(edit.kept("Takes")).to.equal("Pasted, Shot");
		expect(edit.errors() + play.errors()).to.equal("");
	});
};
