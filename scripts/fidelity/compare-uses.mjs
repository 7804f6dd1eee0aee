/** Whether a name is listed; of `*.Member` it is enough that some class has it. */
function isListed(name, members) {
	if (!name.startsWith("*.")) return members.has(name);
	return [...members].some((member) => member.endsWith(name.slice(1)));
}

/**
 * What is wrong with a list of the engine's members, in words: those that are used and not listed, and those that are listed and used
 * nowhere. `uses` are maps from names to places, as `findInTypeScript` gives them.
 */
export function compareUses(members, uses) {
	const problems = [];
	const used = new Set();
	for (const names of uses) {
		for (const [name, places] of names) {
			if (!isListed(name, members)) problems.push(`${name} is used at ${places[0]} and not listed`);
			used.add(name);
		}
	}
	for (const member of members) {
		const tail = member.slice(member.lastIndexOf(".") + 1);
		// The row of a class stands for what is used of it, and that of an enum for its items.
		const isOwner = [...members].some((other) => other.startsWith(`${member}.`));
		if (!used.has(member) && !used.has(`*.${tail}`) && !isOwner) problems.push(`${member} is listed and used nowhere`);
	}
	return problems.sort();
}
