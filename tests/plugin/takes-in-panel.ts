import { createTake, decodeRecording, encodeCFrame, encodeRecording, readBytes, Take, TakeOptions } from "../../src";
import { openStudio, StudioUser } from "./open-studio";

/** A flight of ten frames a second. */
export function flight(count: number, more: Partial<TakeOptions> = {}): Take {
	const frames = buffer.create(count * 18);
	for (const index of $range(0, count - 1)) encodeCFrame(new CFrame(index, (index % 2) * 0.02, 0), frames, index * 18);
	return createTake({ name: "Shot", map: "Bay", rate: 10, frames, cuts: [], ...more });
}

/** Imports a take as a person does, from a file. */
export function importTake(user: StudioUser, take: Take): void {
	user.session.studio.files = [{ name: "a.take", contents: buffer.tostring(encodeRecording(take)) }];
	user.press("ImportTakes");
	user.session.advance(1);
}

/** The camera panel with takes in it. */
export function openWith(...takes: Array<Take>): StudioUser {
	const user = openStudio();
	for (const take of takes) importTake(user, take);
	return user;
}

/** What keeps a take of the place. */
export function holderOf(user: StudioUser, name: string): StringValue {
	return user.session.game.GetService("ReplicatedStorage").FindFirstChild(name, true) as StringValue;
}

/** A take of the place, as a game reads it. */
export function keptTake(user: StudioUser, name: string): Take {
	return decodeRecording(readBytes(holderOf(user, name))) as Take;
}

/** All that the panel says, wherever it says it. */
export function said(user: StudioUser): string {
	const labels = user.widget().GetDescendants() as Array<TextLabel>;
	const texts = labels.filter((label) => label.Name === "Message").map((label) => label.Text);
	return texts.filter((text) => text !== "").join("; ");
}
