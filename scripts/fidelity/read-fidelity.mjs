/** The cells of a row of a Markdown table, without the outer bars; nothing where a line is none. */
function cellsOf(line) {
	if (!line.startsWith("|")) return undefined;
	return line
		.slice(1, line.lastIndexOf("|"))
		.split("|")
		.map((cell) => cell.trim());
}

function quoted(cell) {
	return [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text);
}

/**
 * What a page like docs/contributing/fidelity.md lists: `members` by name, of the tables whose first column is `class`; `specs` and `steps`, the
 * numbers of docs/contributing/studio-check.md, that any table names in its last two columns.
 */
export function readFidelity(page) {
	const members = new Set();
	const specs = new Set();
	const steps = new Set();
	let header;
	for (const line of page.split("\n")) {
		const cells = cellsOf(line);
		if (!cells) header = undefined;
		else if (!header) header = cells;
		else if (!/^-+$/.test(cells[0])) {
			if (header[0] === "class") {
				for (const owner of quoted(cells[0])) {
					members.add(owner);
					for (const member of quoted(cells[1])) members.add(`${owner}.${member}`);
				}
			}
			for (const cell of cells.slice(-2)) {
				for (const spec of quoted(cell)) specs.add(spec);
				for (const [, step] of cell.matchAll(/step (\d+)/g)) steps.add(Number(step));
			}
		}
	}
	return { members, specs, steps };
}
