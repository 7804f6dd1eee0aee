/** Reads a typed time: `6.67`, `0:06.67`, `1:02:03`, or a frame such as `400f`. Returns undefined if it is invalid. */
export function secondsFrom(text: string, rate: number): number | undefined {
	const [trimmed] = text.gsub("%s", "");
	const [frames] = trimmed.match("^(%d+)f$");
	if (typeIs(frames, "string")) return finite(tonumber(frames)! / rate);
	let seconds = 0;
	for (const piece of trimmed.split(":")) {
		if (piece.match("^%d*%.?%d*$")[0] === undefined) return undefined;
		const number = tonumber(piece);
		if (number === undefined) return undefined;
		seconds = seconds * 60 + number;
	}
	return finite(seconds);
}

function finite(seconds: number): number | undefined {
	return seconds < math.huge ? seconds : undefined;
}
