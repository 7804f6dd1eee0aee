import { createTake, encodeCFrame, encodeRecording, Take } from "../../../src";
import { encodeBase64 } from "../../../src/codecs";
import { headless } from "../../headless";
import type { Session } from "../../headless/session";
import { openStudio, PLAY, StudioUser } from "../open-studio";
import { beginRecording, kept, keptTake, openRecordSheet } from "./in-library";

const { Edit } = Enum.PluginConnectionTargetType;

/** A playtest whose plugins Studio connects with the edit session: the pages show its server, and do not speak of clients. */
const CONNECTED = "BothSides";

function record(user: StudioUser, seconds: number): void {
	beginRecording(user);
	user.fly(seconds + 1 / 60);
	user.session.userInput.press(user.find("RecordButton", "TextButton"));
}

/** Both DataModels go on, in turns. */
function advance(edit: StudioUser, play: StudioUser, seconds: number): void {
	for (const _ of $range(1, math.ceil(seconds * 10))) {
		play.session.advance(0.1);
		edit.session.advance(0.1);
	}
}

function shortTake(name: string): Take {
	const frames = buffer.create(36);
	encodeCFrame(new CFrame(1, 2, 3), frames, 0);
	encodeCFrame(new CFrame(2, 2, 3), frames, 18);
	return createTake({ name, rate: 30, frames, fieldOfView: 44, markers: [{ name: "thunder", seconds: 0 }] });
}

function leftKeys(shared: Session["shared"]): number {
	let left = 0;
	for (const [key] of pairs(shared.settings)) left += key.find("WaitingRecording%-")[0] !== undefined ? 1 : 0;
	return left;
}

export = () => {
	const test = headless ? it : itSKIP;

	test("hands takes over by the connection, acknowledged, and they wait until the playtest is over", () => {
		const edit = openStudio();
		const { shared } = edit.session;
		const play = openStudio({ shared, context: CONNECTED, startedBy: edit.session });
		record(play, 2);
		advance(edit, play, 1);
		expect(play.message()).to.equal("The edit session has Take 1. It is added to the place when the playtest ends.");
		// The edit session has left it there itself, so that it outlives a crash.
		expect(leftKeys(shared)).to.equal(1);
		record(play, 1);
		advance(edit, play, 2);
		expect(kept(edit)).to.equal("");
		expect(edit.text("Waiting")).to.equal("A playtest is running. 2 takes wait until it ends.");
		play.plugin.unload();
		play.session.close();
		edit.session.advance(2);
		expect(kept(edit)).to.equal("Take 1, Take 2");
		expect(keptTake(edit, "Take 1").count).to.equal(121);
		expect(edit.message()).to.equal("Take 2 came from the playtest. Ctrl+Z undoes it.");
		expect(edit.isShown("Waiting")).to.equal(false);
		expect(leftKeys(shared)).to.equal(0);
		// Each came as a step of its own.
		edit.session.game.GetService("ChangeHistoryService").Undo();
		expect(kept(edit)).to.equal("Take 1");
		expect(edit.errors() + play.errors()).to.equal("");
	});

	test("leaves a take in the settings when nobody answers, and it comes once, though the answer was only late", () => {
		const edit = openStudio();
		const { shared } = edit.session;
		const play = openStudio({ shared, context: CONNECTED, startedBy: edit.session });
		record(play, 1);
		// The edit session stands still meanwhile.
		play.session.advance(8);
		expect(play.message()).to.equal("Dolly's settings have Take 1. It is added to the place when the playtest ends.");
		expect(leftKeys(shared) > 0).to.equal(true);
		advance(edit, play, 2);
		play.session.close();
		edit.session.advance(4);
		expect(kept(edit)).to.equal("Take 1");
		expect(leftKeys(shared)).to.equal(0);
		expect(edit.errors() + play.errors()).to.equal("");
	});

	test("leaves a take in the settings when the connection drops", () => {
		const edit = openStudio();
		const play = openStudio({ shared: edit.session.shared, context: CONNECTED, startedBy: edit.session });
		record(play, 1);
		play.session.close();
		play.session.advance(1);
		edit.session.advance(3);
		expect(kept(edit)).to.equal("Take 1");
		expect(edit.errors() + play.errors()).to.equal("");
	});

	test("passes over messages that are none of ours, and goes on", () => {
		const edit = openStudio();
		const play = headless!.open({ context: CONNECTED, startedBy: edit.session });
		edit.session.advance(0.1);
		const good = encodeRecording(shortTake("Good"));
		const answers = new Array<string>();
		play.runAsPlugin(() => {
			const service = play.game.GetService("PluginConnectionService");
			const [connection] = service.GetPluginConnectionsOfType(Edit) as Array<PluginConnection>;
			connection.BindToMessage((message: unknown) => answers.push(tostring(message)));
			const send = (...messages: Array<string | buffer>) => messages.forEach((one) => connection.SendMessage(one));
			send(good, "hello", good, "take", "take a", "take a -1", good, "take a 99999999999999999999", good);
			send("take a.b 10", buffer.create(10), "take long 5", buffer.create(6), "take damaged 40", buffer.create(40));
			send(`take ${string.rep("x", 100)} ${buffer.len(good)}`, good);
			send(`take begun ${buffer.len(good)}`, buffer.create(3));
			send(`take good ${buffer.len(good)}`, good);
			send(`take good ${buffer.len(good)}`, good);
		});
		for (const _ of $range(1, 10)) {
			edit.session.advance(0.1);
			play.advance(0.1);
		}
		expect(answers.join(", ")).to.equal("kept good, kept good");
		play.close();
		edit.session.advance(2);
		expect(kept(edit)).to.equal("Good");
		const taken = keptTake(edit, "Good");
		expect(taken.fieldOfView).to.equal(44);
		expect(taken.markers[0].name).to.equal("thunder");
		expect(edit.errors()).to.equal("");
	});

	test("is not kept by broken entries of the settings from those that are whole", () => {
		const edit = openStudio();
		const { plugin } = edit.plugin;
		const packed = encodeRecording(shortTake("Whole"));
		const size = buffer.len(packed);
		const { GameId, PlaceId } = edit.session.game;
		const entry = (id: string, more: object = {}) => ({
			id,
			place: `${GameId}-${PlaceId}`,
			what: "Take from play mode",
			name: id,
			bytes: size,
			pieces: 1,
			...more,
		});
		const text = encodeBase64(packed);
		plugin.SetSetting("DollyWaitingRecording-garbage-1", string.rep("*", text.size()));
		plugin.SetSetting("DollyWaitingRecording-short-1", text.sub(1, 8));
		plugin.SetSetting("DollyWaitingRecording-table-1", { x: 1 });
		plugin.SetSetting("DollyWaitingRecording-damaged-1", encodeBase64(buffer.create(size)));
		plugin.SetSetting("DollyWaitingRecording-whole-1", text);
		plugin.SetSetting("DollyWaitingRecordings", [
			1,
			"x",
			entry("garbage"),
			entry("a.b"),
			entry("huge", { bytes: 1e12, pieces: 1e9 }),
			entry("missing"),
			entry("short"),
			entry("table"),
			entry("damaged"),
			entry("whole"),
			entry("elsewhere", { place: "1-2" }),
		]);
		edit.session.advance(4);
		expect(kept(edit)).to.equal("whole");
		expect(keptTake(edit, "whole").fieldOfView).to.equal(44);
		const list = () => {
			const names = new Array<string>();
			for (const [, kept] of pairs(plugin.GetSetting("DollyWaitingRecordings") as Map<string, { id: string }>)) {
				names.push(kept.id);
			}
			return names.sort().join(", ");
		};
		// What may still come stays for half a minute, what is of another place for good.
		expect(list()).to.equal("elsewhere, missing");
		edit.session.advance(40);
		expect(list()).to.equal("elsewhere");
		expect(edit.message()).to.equal('"missing" is lost. Pieces of it are missing.');
		expect(edit.errors()).to.equal("");
	});

	test("starts with settings that others have written", () => {
		const first = openStudio();
		first.plugin.plugin.SetSetting("DollySettings", {
			rate: -5,
			map: 7,
			countdown: 1.5,
			flySpeed: "x",
			speed: 1e9,
			upAxis: "W",
			loop: "yes",
		});
		const user = openStudio({ shared: first.session.shared });
		expect(user.text("Rate")).to.equal("60 fps");
		openRecordSheet(user);
		expect(user.text("Map")).to.equal("");
		expect(user.errors()).to.equal("");
	});

	test("brings takes from play mode into the edit session, though settings fail in between", () => {
		const edit = openStudio();
		const place = edit.session.save();
		const shared = edit.session.shared;
		// What is no entry of ours, under a key that is no number, is passed over.
		edit.plugin.plugin.SetSetting("DollyWaitingRecordings", { x: { id: "x" } });
		const play = openStudio({ place, shared, context: PLAY, startedBy: edit.session });
		beginRecording(play);
		play.fly(3 + 1 / 60);
		shared.failWrites = 2;
		shared.failReads = 1;
		play.session.userInput.press(play.find("RecordButton", "TextButton"));
		play.session.advance(2);
		expect(play.message()).to.equal("Dolly's settings have Take 1. It is added to the place when the playtest ends.");
		// While the playtest runs, no change of the place can be recorded: the take waits.
		edit.session.advance(5);
		play.plugin.unload();
		expect(kept(edit)).to.equal("");
		expect(edit.text("Waiting")).to.equal("A playtest is running. 1 take waits until it ends.");
		play.session.close();
		shared.failReads = 1;
		edit.session.advance(5);
		expect(kept(edit)).to.equal("Take 1");
		expect(keptTake(edit, "Take 1").count).to.equal(181);
		// Nothing is left behind, and nothing comes twice.
		let left = 0;
		for (const [key] of pairs(shared.settings)) left += key.find("WaitingRecording%-")[0] !== undefined ? 1 : 0;
		expect(left).to.equal(0);
		edit.session.advance(5);
		expect(kept(edit)).to.equal("Take 1");
		expect(edit.errors() + play.errors()).to.equal("");
	});

	test("leaves takes of another place alone", () => {
		const edit = openStudio();
		edit.session.advance(0.5);
		const play = openStudio({ shared: edit.session.shared, context: PLAY });
		play.session.setPlaceId(5);
		record(play, 1);
		play.session.advance(2);
		edit.session.advance(5);
		expect(kept(edit)).to.equal("");
	});
};
