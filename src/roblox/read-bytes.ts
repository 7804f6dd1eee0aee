import { decodeBase64At } from "../bytes/base64";
import { checkKeys } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { budgetOf, Job } from "../bytes/job";
import { checkInstance } from "./check-instance";

const RunService = game.GetService("RunService");

const OWNER = "readBytes";

/** The attribute with the number of parts. A single StringValue may lack it. */
const PARTS = "Parts";

/**
 * Options of `readBytes`.
 *
 * @example
 * const options: ReadBytesOptions = { job: new Job() };
 * const bytes = readBytes(game.GetService("ReplicatedStorage").WaitForChild("Harbour"), options);
 */
export interface ReadBytesOptions {
	/** Budget and pauses. With a Job, the call yields instead of stalling a frame. */
	job?: Job;
}

/** Returns the StringValues that hold the bytes, in order, or a string that names what is missing. */
function findParts(holder: StringValue): Array<StringValue> | string {
	const count = holder.GetAttribute(PARTS) ?? 1;
	if (!typeIs(count, "number") || !(count >= 1) || count % 1 !== 0) {
		return `the attribute ${PARTS} of "${holder.Name}" is ${count}; expected a whole number, 1 or more`;
	}
	const parts = [holder];
	for (const index of $range(2, count)) {
		const part = holder.FindFirstChild(`Part${index}`);
		if (!part?.IsA("StringValue")) return `"${holder.Name}" lacks Part${index} of ${count}`;
		parts.push(part);
	}
	return parts;
}

/**
 * Reads the bytes that a StringValue of the place holds as Base64: a take from the Studio plugin, a file of an import,
 * or your own. Longer bytes continue in its children `Part2`, `Part3`, …, counted by its attribute `Parts`. On a client
 * that is still loading the game, `readBytes` waits until all parts exist.
 *
 * @param holder the StringValue
 *
 * @example
 * const takes = game.GetService("ReplicatedStorage").WaitForChild("Dolly").WaitForChild("Takes");
 * const take = decodeRecording(readBytes(takes.WaitForChild("Harbour 1")));
 * new CameraPlayer(take as Take).play();
 */
export function readBytes(holder: Instance, options: ReadBytesOptions = {}): buffer {
	checkInstance(holder, "StringValue", OWNER, "holder");
	const budget = budgetOf(options, OWNER);
	checkKeys(options, ["job"], OWNER, "options");
	let parts = findParts(holder as StringValue);
	if (typeIs(parts, "string") && RunService.IsClient() && !game.IsLoaded()) {
		game.Loaded.Wait();
		parts = findParts(holder as StringValue);
	}
	if (typeIs(parts, "string")) return fail(OWNER, parts);

	const texts = parts.map(({ Value }) => Value);
	let characters = 0;
	for (const text of texts) characters += text.size();
	budget.admit(characters);
	const pieces = texts.map((text, index) =>
		decodeBase64At(buffer.fromstring(text), 0, budget, OWNER, (problem) =>
			fail(OWNER, index === 0 ? `"${holder.Name}": ${problem}` : `Part${index + 1} of "${holder.Name}": ${problem}`),
		),
	);
	if (pieces.size() === 1) return budget.finish(pieces[0]);
	let size = 0;
	for (const piece of pieces) size += buffer.len(piece);
	const bytes = buffer.create(size);
	let at = 0;
	for (const piece of pieces) {
		buffer.copy(bytes, at, piece);
		at += buffer.len(piece);
	}
	return budget.finish(bytes);
}
