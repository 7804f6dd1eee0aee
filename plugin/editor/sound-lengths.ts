import { source } from "@rbxts/vide";

/** A sound's data from Roblox. */
export interface SoundFacts {
	readonly title: string;
	readonly duration: number;
}

/** The requested sounds, by the digits of their ids. */
const known = source<ReadonlyMap<string, SoundFacts>>(new Map());
const asked = new Set<string>();

/** Returns a sound's length and name. Undefined until Roblox answers, or if it does not. */
export function soundFacts(soundId: string): SoundFacts | undefined {
	const [digits] = soundId.match("(%d+)$");
	if (!typeIs(digits, "string")) return undefined;
	if (!asked.has(digits)) {
		asked.add(digits);
		task.defer(() => ask(digits));
	}
	return known().get(digits);
}

function ask(digits: string): void {
	const service = game.GetService("AssetService") as unknown as {
		GetAudioMetadataAsync(ids: Array<string>): Array<{ Title?: unknown; Duration?: unknown }>;
	};
	const [ok, answer] = pcall(() => service.GetAudioMetadataAsync([`rbxassetid://${digits}`]));
	const facts = ok && typeIs(answer, "table") ? answer[0] : undefined;
	if (!facts || !typeIs(facts.Duration, "number") || !(facts.Duration > 0)) return;
	const all = new Map<string, SoundFacts>();
	for (const [id, value] of known()) all.set(id, value);
	all.set(digits, { title: typeIs(facts.Title, "string") ? facts.Title : "", duration: facts.Duration });
	known(all);
}
