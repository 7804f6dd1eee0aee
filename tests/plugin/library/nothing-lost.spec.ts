import { encodeRecording } from "../../../src";
import { encodeBase64 } from "../../../src/codecs";
import { writeRecordingText } from "../../../plugin/recordings/recording-text";
import { headless } from "../../headless";
import { openStudio, PLAY } from "../open-studio";
import {
	beginRecording,
	flight,
	holderOf,
	kept,
	keptTake,
	openWith,
	paste,
	record,
	redo,
	rowMenu,
	undo,
} from "./in-library";

export = () => {
	const test = headless ? it : itSKIP;

	test("keeps a recording that ends while something else changes the place, until that is over", () => {
		const user = openStudio();
		const history = user.session.game.GetService("ChangeHistoryService");
		beginRecording(user);
		user.fly(1);
		let other: string | undefined;
		user.session.runAsPlugin(() => (other = history.TryBeginRecording("Other", "Other")));
		user.press("RecordButton");
		user.session.advance(2);
		expect(kept(user)).to.equal("");
		expect(user.text("Waiting")).to.equal("Another change of the place is under way. 1 take waits until it ends.");
		user.session.runAsPlugin(() => history.FinishRecording(other!, Enum.FinishRecordingOperation.Commit));
		user.session.advance(2);
		expect(kept(user)).to.equal("Take 1");
		expect(user.isShown("Waiting")).to.equal(false);
		expect(user.message()).to.equal("Saved Take 1. Ctrl+Z undoes it.");
		expect(user.errors()).to.equal("");
	});

	test("keeps a recording of play mode that the settings do not take, until they do", () => {
		const edit = openStudio();
		const { shared } = edit.session;
		const play = openStudio({ shared, context: PLAY, startedBy: edit.session });
		beginRecording(play);
		play.fly(1);
		shared.failWrites = 15;
		play.press("RecordButton");
		play.session.advance(1.2);
		expect(play.message().find("does not save plugin settings", 1, true)[0]).to.be.ok();
		expect(play.text("Waiting")).to.equal("1 take waits to leave the playtest. Dolly tries again each second.");
		play.session.advance(5);
		expect(play.message()).to.equal("Dolly's settings have Take 1. It is added to the place when the playtest ends.");
		expect(play.isShown("Waiting")).to.equal(false);
		play.session.close();
		edit.session.advance(4);
		expect(kept(edit)).to.equal("Take 1");
		expect(edit.errors() + play.errors()).to.equal("");
	});

	test("goes on with what undo brings back, and not with what it took away", () => {
		const user = openWith(flight(121));
		rowMenu(user, "Shot", "Map and notes…");
		user.type("TakeMap", "Quay");
		user.session.advance(0.3);
		undo(user);
		expect(user.text("TakeMap")).to.equal("Bay");
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.3);
		expect(kept(user)).to.equal("Shot");
		expect(keptTake(user, "Shot").map).to.equal("Bay");
		expect(keptTake(user, "Shot").markers.size()).to.equal(1);
		undo(user);
		expect(keptTake(user, "Shot").markers.size()).to.equal(0);
		redo(user);
		user.type("TakeMap", "Pier");
		user.session.advance(0.3);
		expect(keptTake(user, "Shot").markers.size()).to.equal(1);
		expect(keptTake(user, "Shot").map).to.equal("Pier");
		expect(user.errors()).to.equal("");
	});

	test("stops playing a take that is gone, and opens none", () => {
		const user = openWith(flight(121));
		user.plugin.trigger("DollyPlay");
		user.session.advance(0.5);
		undo(user);
		expect(kept(user)).to.equal("");
		expect(user.isShown("Name")).to.equal(false);
		expect(user.isShown("TimelineSlot")).to.equal(false);
		expect(user.message()).to.equal("Nothing recorded in this place.");
		expect(user.errors()).to.equal("");
	});

	test("follows a chosen take that others rename and write", () => {
		const user = openWith(flight(121));
		const holder = holderOf(user, "Shot");
		holder.Name = "Opening";
		user.session.advance(0.2);
		expect(user.text("Name")).to.equal("Opening");
		// The same in the list, but other frames.
		holder.Value = encodeBase64(encodeRecording(flight(121, { metadata: { driver: "Ada" } })));
		user.session.advance(0.2);
		rowMenu(user, "Opening", "Map and notes…");
		expect(user.text("Value driver")).to.equal("Ada");
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
		const list = raw.DollyWaitingRecordings;
		let reads = 0;
		raw.DollyWaitingRecordings = undefined;
		setmetatable(
			raw as object,
			{
				__index: (_: unknown, key: unknown) => {
					if (key !== "DollyWaitingRecordings") return undefined;
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
		expect(kept(edit)).to.equal("Take 1, Take 2");
		expect(edit.errors() + play.errors()).to.equal("");
	});

	test("takes each take from play mode once, whatever stands beside it in the list", () => {
		const edit = openStudio();
		const { shared, game: place } = edit.session;
		const packed = encodeRecording(flight(5));
		const entry = (id: string, where: string, name: string) =>
			`{"id":"${id}","place":"${where}","name":"${name}","what":"Take from play mode","bytes":${buffer.len(packed)},"pieces":1}`;
		const mine = entry("abc", `${place.GameId}-${place.PlaceId}`, "Mine");
		shared.settings.set("DollyWaitingRecording-abc-1", `{"value":"${encodeBase64(packed)}"}`);
		shared.settings.set("DollyWaitingRecordings", `{"value":{"1":${mine},"2":${entry("def", "9-9", 'a\\"b')}}}`);
		edit.session.advance(5);
		expect(kept(edit)).to.equal("Mine");
		const again = openStudio({ shared, place: edit.session.save() });
		again.session.advance(5);
		expect(kept(again)).to.equal("Mine");
		expect(shared.settings.get("DollyWaitingRecordings")!.find("def", 1, true)[0]).to.be.ok();
		expect(edit.errors() + again.errors()).to.equal("");
	});

	test("opens a damaged take, which can be renamed and deleted, and not the one before", () => {
		const user = openWith(flight(121), flight(5, { name: "Other" }));
		user.press("Shot");
		holderOf(user, "Other").Value = "!!!!";
		user.session.advance(0.2);
		user.press("Other");
		expect(user.message()).to.equal('"Other": the Base64 text has an invalid character among characters 0 to 3.');
		expect(user.text("Name")).to.equal("Other");
		expect(user.tipOf("Export")).to.equal("This recording is damaged");
		rowMenu(user, "Other", "Copy as text…");
		expect(user.message()).to.equal('"Other": the Base64 text has an invalid character among characters 0 to 3.');
		user.press("SheetClose");
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.2);
		rowMenu(user, "Other", "Map and notes…");
		user.type("TakeMap", "Quay");
		expect(user.message()).to.equal("This recording is damaged: rename or delete it.");
		user.press("SheetClose");
		user.type("Name", "Broken");
		expect(kept(user)).to.equal("Broken, Shot");
		rowMenu(user, "Broken", "Delete");
		expect(kept(user)).to.equal("Shot");
		expect(user.errors()).to.equal("");
	});

	test("hands over what is pasted in play mode, and says of changes that they end with it", () => {
		const edit = openWith(flight(121));
		const place = edit.session.save();
		const play = openStudio({ place, shared: edit.session.shared, context: PLAY, startedBy: edit.session });
		paste(play, writeRecordingText(flight(3, { name: "Pasted" }))[0]);
		play.session.advance(3);
		expect(kept(play)).to.equal("Pasted, Shot");
		expect(play.message()).to.equal("Dolly's settings have Pasted. It is added to the place when the playtest ends.");
		play.press("Shot");
		play.plugin.trigger("DollyMarker");
		play.session.advance(0.5);
		expect(play.message()).to.equal("This change lasts until play mode ends.");
		play.session.close();
		edit.session.advance(4);
		expect(kept(edit)).to.equal("Pasted, Shot");
		expect(edit.errors() + play.errors()).to.equal("");
	});
};
