import {
	createTake,
	decodeRecording,
	encodeCFrame,
	encodeRecording,
	readBytes,
	Recording,
	Take,
	TakeOptions,
} from "../../../src";
import { openStudio, StudioUser } from "../open-studio";

/** A flight of ten frames a second. */
export function flight(count: number, more: Partial<TakeOptions> = {}): Take {
	const frames = buffer.create(count * 18);
	for (const index of $range(0, count - 1)) encodeCFrame(new CFrame(index, (index % 2) * 0.02, 0), frames, index * 18);
	return createTake({ name: "Shot", map: "Bay", rate: 10, frames, cuts: [], ...more });
}

/** Chooses in the menu that a button opens. */
export function choose(user: StudioUser, button: string, text: string): void {
	user.press(button);
	user.session.menu.choose(text);
	user.session.advance(0.2);
}

/** What a menu offers, with submenus in brackets. */
export function offered(user: StudioUser): string {
	const texts = (list: ReturnType<StudioUser["session"]["menu"]["items"]>): string =>
		(list ?? []).map(({ text, items }) => (items ? `${text} (${texts(items)})` : text)).join(", ");
	return texts(user.session.menu.items());
}

/** Opens a page of the panel from the menu beside the record button. */
export function openRecordSheet(user: StudioUser): void {
	choose(user, "RecordMore", "Map, rate and speed…");
}

export function setMap(user: StudioUser, map: string): void {
	openRecordSheet(user);
	user.type("Map", map);
	user.press("SheetClose");
}

/** Presses Record, counts down if that is set, flies, and stops. */
export function record(user: StudioUser, seconds = 1): void {
	beginRecording(user);
	user.fly(seconds);
	user.session.userInput.press(user.find("RecordButton", "TextButton"));
	user.session.advance(0.5);
}

/** Has recordings begin at once, and begins one. */
export function beginRecording(user: StudioUser): void {
	if (user.text("Countdown") !== "At once") choose(user, "Countdown", "Record at once");
	user.session.userInput.press(user.find("RecordButton", "TextButton"));
}

/** Adds a file as a person does. */
export function importFile(user: StudioUser, name: string, bytes: buffer): void {
	user.session.studio.files = [{ name, contents: buffer.tostring(bytes) }];
	user.press(user.isShown("Add") ? "Add" : "EmptyAdd");
	user.session.menu.choose("Files…");
	user.session.advance(1);
}

/** Imports a recording as a person does, from a file. */
export function importTake(user: StudioUser, take: Recording): void {
	importFile(user, "a.take", encodeRecording(take));
}

/** Pastes a text as a person does. */
export function paste(user: StudioUser, text: string): void {
	if (!user.isShown("PasteField")) choose(user, user.isShown("Add") ? "Add" : "EmptyAdd", "Paste text…");
	user.type("PasteField", text);
	user.session.advance(0.5);
}

/** The library with recordings in it. */
export function openWith(...takes: Array<Recording>): StudioUser {
	const user = openStudio();
	for (const take of takes) importTake(user, take);
	return user;
}

/** Right clicks a row and chooses in its menu. */
export function rowMenu(user: StudioUser, name: string, text: string): void {
	user.session.userInput.pointer(user.find(name, "TextButton")).rightClick();
	user.session.advance(0.1);
	user.session.menu.choose(text);
	user.session.advance(0.3);
}

export function exportAs(user: StudioUser, text: string): void {
	choose(user, "Export", text);
	user.session.advance(0.3);
}

/** The names in the list, from top to bottom. */
export function listed(user: StudioUser): string {
	const rows = user.find("Recordings", "ScrollingFrame").GetChildren() as Array<GuiObject>;
	const shown = rows.filter((row) => row.IsA("TextButton")).sort((a, b) => a.Position.Y.Offset < b.Position.Y.Offset);
	return shown.map((row) => row.Name).join(", ");
}

/** The names of the recordings in the place. */
export function kept(user: StudioUser): string {
	const folder = user.session.game
		.GetService("ReplicatedStorage")
		.FindFirstChild("Dolly")
		?.FindFirstChild("Recordings");
	const names = (folder?.GetChildren() ?? []).map((child) => child.Name);
	return names.sort((a, b) => a < b).join(", ");
}

/** What keeps a recording of the place. */
export function holderOf(user: StudioUser, name: string): StringValue {
	const folder = user.session.game.GetService("ReplicatedStorage").FindFirstChild("Recordings", true)!;
	return folder.FindFirstChild(name) as StringValue;
}

/** A recording of the place, as a game reads it. */
export function keptRecording(user: StudioUser, name: string): Recording {
	return decodeRecording(readBytes(holderOf(user, name)));
}

export function keptTake(user: StudioUser, name: string): Take {
	return keptRecording(user, name) as Take;
}

export function undo(user: StudioUser): void {
	user.session.game.GetService("ChangeHistoryService").Undo();
	user.session.advance(0.3);
}

export function redo(user: StudioUser): void {
	user.session.game.GetService("ChangeHistoryService").Redo();
	user.session.advance(0.3);
}
