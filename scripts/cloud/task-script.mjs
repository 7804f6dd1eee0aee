/** Seconds after which a task begins no further file of specs: what is left over gets a task of its own. */
const BEGIN_SECONDS = 150;

/** A Luau string: JSON's, but for what it escapes in other ways. */
function luauString(text) {
	return `"${Buffer.from(text).reduce((sum, byte) => {
		const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92;
		return sum + (plain ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, "0")}`);
	}, "")}"`;
}

/** The script of a task that runs these files of specs and returns what came of them. */
export function taskScript(names, pattern) {
	const fields = [`files = { ${names.map(luauString).join(", ")} }`, `seconds = ${BEGIN_SECONDS}`];
	if (pattern !== undefined) fields.push(`pattern = ${luauString(pattern)}`);
	return `local runner = game:GetService("ReplicatedStorage").TestRunner
local outcome = require(runner["run-specs"])({ ${fields.join(", ")} })
outcome.facts = require(runner.facts)()
return outcome
`;
}
