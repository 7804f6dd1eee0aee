/** A table as text: columns as wide as they need to be, numbers to the right. */
export function table(head, rows) {
	const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => String(row[column]).length)));
	const isNumeric = head.map((_, column) => rows.every((row) => /^[\d.]*( %)?$/.test(String(row[column]))));
	const pad = (cell, column) => {
		const text = String(cell);
		return isNumeric[column] ? text.padStart(widths[column]) : text.padEnd(widths[column]);
	};
	const line = (row) => row.map(pad).join("  ").trimEnd();
	return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
