import { decodeArchive, decodeBase64, encodeArchive, encodeBase64, Take } from "../../src";
import { cleanName } from "./take-module";
import { refuse } from "../refuse";

/** What a text box holds; Studio cuts off what is longer, so that it would paste as a damaged take. */
export const TEXT_BOX_LIMIT = 16_384;

const MARK = "dolly1";

/**
 * A take as a line of text, to be copied: `dolly1 <rate> <Base64> <name>`. Fails where it would not fit in a text box.
 */
export function writeTakeText(take: Take): string {
	const text = `${MARK} ${take.rate} ${encodeBase64(encodeArchive([take]))} ${cleanName(take.name)}`;
	if (text.size() > TEXT_BOX_LIMIT) {
		refuse("copy", `"${take.name}" is ${text.size()} characters long as text, and a text box holds ${TEXT_BOX_LIMIT}`);
	}
	return text;
}

/** Reads what `writeTakeText` wrote. */
export function readTakeText(text: string): Take {
	if (text.size() >= TEXT_BOX_LIMIT && text.match("^%S+ %S+ %S+ %S")[0] === undefined) {
		refuse("paste", `the text fills the text box (${TEXT_BOX_LIMIT} characters), so its end is missing`);
	}
	const [mark, rateText, base64, name] = text.match("^%s*(%S+) (%S+) (%S+) (.-)%s*$") as LuaTuple<Array<string>>;
	if (mark !== MARK) refuse("paste", `the text does not begin with "${MARK}"`);
	const rate = tonumber(rateText);
	if (rate === undefined) refuse("paste", `the rate is "${rateText}"`);
	const takes = decodeArchive(decodeBase64(base64), rate);
	if (takes.size() !== 1) refuse("paste", `the text holds ${takes.size()} takes instead of one`);
	return { ...takes[0], name: cleanName(name) };
}
