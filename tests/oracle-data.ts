//!native
//!optimize 2

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** What `tests/oracle` wrote to `generated/<name>.json`. */
export function oracleData<T>(name: string): T {
	const folder = game.GetService("ReplicatedStorage").WaitForChild("oracle");
	return require(folder.WaitForChild(name) as ModuleScript) as T;
}

/** The bytes of a Base64 text, as oracle data carries them. */
export function fromBase64(text: string): buffer {
	const padding = text.sub(-2) === "==" ? 2 : text.sub(-1) === "=" ? 1 : 0;
	const result = buffer.create((text.size() / 4) * 3 - padding);
	const size = buffer.len(result);
	let at = 0;
	for (const from of $range(1, text.size(), 4)) {
		let word = 0;
		for (const digit of $range(0, 3)) {
			const [found] = string.find(ALPHABET, string.sub(text, from + digit, from + digit), 1, true);
			word = word * 64 + (found === undefined ? 0 : found - 1);
		}
		for (const shift of $range(16, 0, -8)) {
			if (at < size) buffer.writeu8(result, at, word >>> shift);
			at += 1;
		}
	}
	return result;
}
