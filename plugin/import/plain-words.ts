import { sentenceOf } from "../sentence";

/** Locations at the end of the library's messages. They help people who write files, not those who import them. */
const PLACES = [" at byte %d+%.?$", " at [%w_]+%[%d+%][%w_%.%[%]]*$", " at [%w_]+%.[%w_%.%[%]]+$"];

function withoutPlace(sentence: string): string {
	let [text] = sentence.gsub("%.$", "");
	for (const pattern of PLACES) [text] = text.gsub(pattern, "");
	return text;
}

function lowered(sentence: string): string {
	// A name in capitals keeps them.
	const isName = sentence.match("^%u%u")[0] !== undefined;
	return isName ? sentence : sentence.sub(1, 1).lower() + sentence.sub(2);
}

/** Returns why a file cannot be read, and what the user can do. */
export function readingProblem(file: string, problem: unknown): string {
	const sentence = sentenceOf(problem);
	const [missing] = sentence.match('file "(.-)" is needed');
	if (typeIs(missing, "string")) return `${missing} is missing. Choose it together with ${file}.`;
	const reason = lowered(withoutPlace(sentence));
	return `"${file}" cannot be read: ${reason}. Export it again, or choose another file.`;
}

/** A problem that several items share, and their names. */
export interface PlainLine {
	title: string;
	places: string;
}

/** The library's messages about files that were not chosen. */
const MISSING = ["were not handed over: (.+)$", "that were not handed over are not shown: (.+)$"];

/** Returns the name of a file that was not chosen along with the others, if the line names one. */
function missingFile(line: string): string | undefined {
	const [needed] = line.match('file "(.-)" is needed');
	if (typeIs(needed, "string")) return needed;
	for (const pattern of MISSING) {
		const [names] = line.match(pattern);
		if (typeIs(names, "string")) return names;
	}
	return undefined;
}

/** Returns a line of a report as a title and the items that it names, in plain words. `main` is the imported file. */
export function plainLine(line: string, main?: string): PlainLine {
	const [uncounted] = line.gsub(" %(%d+ times%)$", "");
	const missing = missingFile(uncounted);
	if (missing !== undefined) {
		const isOne = missing.find(", ", 1, true)[0] === undefined && missing.find(" and %d+ more$")[0] === undefined;
		const which = isOne ? "is missing" : "are missing";
		return {
			title: `${missing} ${which}`,
			places: `Choose ${isOne ? "it" : "them"} together with ${main ?? "the model"}.`,
		};
	}
	// The items follow the last colon: the message can have one, too.
	const [message, places] = uncounted.match("^(.*): (.-)$");
	const first = typeIs(message, "string") ? message : uncounted;
	const [title] = withoutPlace(sentenceOf(first)).gsub("%.$", "");
	return { title, places: typeIs(places, "string") ? places : "" };
}
