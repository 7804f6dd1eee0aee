import { luauTokens } from "./luau-tokens.mjs";

/**
 * Luau without comments and indentation, line for line, so that errors name the lines that they named before. Comments
 * that speak to the compiler (`--!native`) stay.
 */
export function stripLuau(source) {
	const lines = [""];
	for (const { kind, text } of luauTokens(source)) {
		if (kind === "space" || (kind === "comment" && !text.startsWith("--!"))) {
			const breaks = text.split("\n").length - 1;
			for (let count = 0; count < breaks; count++) lines.push("");
			const line = lines.at(-1);
			// What stood between two words still parts them.
			if (line !== "" && !line.endsWith(" ")) lines[lines.length - 1] += " ";
		} else {
			lines[lines.length - 1] += text;
		}
	}
	return lines
		.map((line) => line.trimEnd())
		.join("\n")
		.trimEnd();
}
