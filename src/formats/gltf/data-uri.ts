//!native
//!optimize 2
import { Budget } from "../../bytes/budget";
import { decodeBase64At } from "../../bytes/base64";
import { failAt } from "./json";

const PERCENT = 37;

/** Characters between two pause points. */
const CHARACTERS_A_STEP = 4096;

function decodePercent(text: buffer, from: number, budget: Budget, path: string): buffer {
	const finish = buffer.len(text);
	const decoded = buffer.create(finish - from);
	let at = from;
	let to = 0;
	while (at < finish) {
		let code = buffer.readu8(text, at);
		if (code === PERCENT) {
			// tonumber would also accept a sign or a space.
			const [digits] = buffer.readstring(text, at + 1, math.min(2, finish - at - 1)).match("^%x%x$");
			if (digits === undefined) failAt(`character ${at} of the data URI does not start a valid %XX`, path);
			code = tonumber(digits, 16)!;
			at += 2;
		}
		buffer.writeu8(decoded, to, code);
		at += 1;
		to += 1;
		if (to % CHARACTERS_A_STEP === 0) budget.step(CHARACTERS_A_STEP, "gltf", path);
	}
	const result = buffer.create(to);
	buffer.copy(result, 0, decoded, 0, to);
	return result;
}

/** Decodes the name in a relative URI: `My%20Box.bin` is the file "My Box.bin". */
export function decodePercentName(uri: string): string {
	const [decoded] = string.gsub(uri, "%%(%x%x)", (digits: string) => string.char(tonumber(digits, 16)!));
	return decoded;
}

/** Returns whether `uri` contains its data. */
export function isDataUri(uri: string): boolean {
	return uri.sub(1, 5).lower() === "data:";
}

/** Returns the media type of a `data:` URI, such as `image/png`. */
export function mediaTypeOf(uri: string): string | undefined {
	const [found] = uri.match("^[^:]*:([^;,]+)");
	return typeIs(found, "string") ? found : undefined;
}

/** Returns the bytes of a `data:` URI, in Base64 or percent-encoded. */
export function decodeDataUri(uri: string, budget: Budget, path: string): buffer {
	const [comma] = string.find(uri, ",", 1, true);
	if (comma === undefined) failAt("the data URI has no comma", path);
	// The text again as a buffer, and twice the decoded bytes, which are never more than the text.
	budget.spendBytes(uri.size() * 3, "gltf", path);
	const text = buffer.fromstring(uri);
	const isBase64 =
		uri
			.sub(1, comma - 1)
			.lower()
			.sub(-7) === ";base64";
	return isBase64
		? decodeBase64At(text, comma, budget, "gltf", (problem) => failAt(problem, path))
		: decodePercent(text, comma, budget, path);
}
