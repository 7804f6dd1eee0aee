import { describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { SubjectKind } from "../../replay/replay";

/**
 * What a `ReplayRecorder` records: a Camera, a Player (through all characters), a Model or a part.
 *
 * @example
 * const subject: RecordedInstance = player;
 * replays.add(subject);
 */
export type RecordedInstance = Camera | Player | Model | BasePart;

const Players = game.GetService("Players");

/** Returns the kind of a subject. Refuses other instances. */
export function subjectKindOf(subject: unknown, caller: string): SubjectKind {
	if (typeIs(subject, "Instance")) {
		if (subject.IsA("Camera")) return "camera";
		if (subject.IsA("Player")) return "character";
		if (subject.IsA("Model")) return Players.GetPlayerFromCharacter(subject) ? "character" : "model";
		if (subject.IsA("BasePart")) return "part";
	}
	const found = typeIs(subject, "Instance") ? `a ${subject.ClassName}` : describeValue(subject);
	return fail(caller, `subject is ${found}; expected a Camera, Player, Model or part`);
}

/** Returns the key for a subject's appearance on another machine: its player's user id. */
export function defaultLook(subject: RecordedInstance): string | undefined {
	const player = subject.IsA("Player") ? subject : Players.GetPlayerFromCharacter(subject as Model);
	return player && tostring(player.UserId);
}
