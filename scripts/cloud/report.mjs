/** Prints failures as they come. */
export function printFailures(results, print) {
	for (const { name, status, detail } of results) {
		if (status === "failed") print(`FAILED ${name}\n${detail}\n`);
	}
}

/** Prints why specs were skipped and the closing line; gives how many failed. */
export function printClosing({ results, longest, longestIn, facts }, print) {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	const reasons = new Map();
	for (const { status, detail } of results) {
		counts[status] += 1;
		if (status === "skipped") reasons.set(detail, (reasons.get(detail) ?? 0) + 1);
	}
	if (results.length === 0) {
		print("FAILED specs\nno spec was found\n");
		counts.failed = 1;
	}
	for (const [reason, count] of [...reasons].sort()) print(`skipped ${count}: ${reason}`);
	if (facts) print(`facts of the cloud | ${facts}`);
	if (longest > 0) print(`the longest stretch without a yield took ${longest.toFixed(2)} s, in ${longestIn}`);
	print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
	return counts.failed;
}
