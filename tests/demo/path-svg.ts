/** A camera that was seen at a moment: where it really was, where the replay put it, and how far apart that is. */
export interface Sighting {
	seconds: number;
	recorded: Vector3;
	replayed: Vector3;
	/** Studs. */
	distance: number;
	/** Degrees. */
	angle: number;
}

interface Panel {
	title: string;
	left: number;
	top: number;
	width: number;
	height: number;
}

type Point = [x: number, y: number];

const WIDTH = 1000;
const HEIGHT = 780;
const MARGIN = 34;

const TOP_VIEW: Panel = { title: "From above (X, Z)", left: 30, top: 70, width: 460, height: 400 };
const SIDE_VIEW: Panel = { title: "From the side (X, Y)", left: 510, top: 70, width: 460, height: 400 };
const STUDS: Panel = { title: "Distance between the two", left: 30, top: 520, width: 460, height: 220 };
const DEGREES: Panel = { title: "Angle between the two", left: 510, top: 520, width: 460, height: 220 };

function frameOf({ title, left, top, width, height }: Panel): string {
	return [
		`<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="6" fill="#ffffff" stroke="#d0d7de"/>`,
		`<text x="${left + 12}" y="${top + 22}" font-size="14" font-weight="600">${title}</text>`,
	].join("\n");
}

function polyline(points: Array<Point>, style: string): string {
	const places = points.map(([x, y]) => string.format("%.2f,%.2f", x, y)).join(" ");
	return `<polyline points="${places}" fill="none" ${style}/>`;
}

/** A curve seen along an axis, at the same scale in both directions. */
function view(panel: Panel, sightings: Array<Sighting>, flatten: (position: Vector3) => Point): string {
	let [lowX, lowY] = [math.huge, math.huge];
	let [highX, highY] = [-math.huge, -math.huge];
	for (const { recorded } of sightings) {
		const [x, y] = flatten(recorded);
		lowX = math.min(lowX, x);
		lowY = math.min(lowY, y);
		highX = math.max(highX, x);
		highY = math.max(highY, y);
	}
	const scale = math.min(
		(panel.width - 2 * MARGIN) / math.max(highX - lowX, 1e-6),
		(panel.height - 2 * MARGIN) / math.max(highY - lowY, 1e-6),
	);
	const place = (position: Vector3): Point => {
		const [x, y] = flatten(position);
		return [
			panel.left + panel.width / 2 + (x - (lowX + highX) / 2) * scale,
			panel.top + panel.height / 2 + (y - (lowY + highY) / 2) * scale,
		];
	};
	const ruler = 10 * scale;
	const right = panel.left + panel.width - 14;
	const bottom = panel.top + panel.height - 14;
	return [
		frameOf(panel),
		polyline(
			sightings.map(({ recorded }) => place(recorded)),
			'stroke="#9ecbff" stroke-width="7" stroke-linejoin="round"',
		),
		polyline(
			sightings.map(({ replayed }) => place(replayed)),
			'stroke="#0a3069" stroke-width="1.5"',
		),
		string.format('<path d="M%.1f %.1f h%.1f" stroke="#57606a" stroke-width="2"/>', right - ruler, bottom, ruler),
		string.format('<text x="%.1f" y="%.1f" font-size="11" text-anchor="end">10 studs</text>', right, bottom - 6),
	].join("\n");
}

/** How far off the replay is over time. */
function chart(panel: Panel, values: Array<Point>, unit: string, limit: number): string {
	const lastSeconds = values[values.size() - 1][0];
	const bottom = panel.top + panel.height - 28;
	const height = panel.height - 70;
	const right = panel.left + panel.width - 14;
	const points = values.map(([seconds, value]): Point => [
		panel.left + 14 + (seconds / lastSeconds) * (panel.width - 28),
		bottom - (value / limit) * height,
	]);
	return [
		frameOf(panel),
		`<path d="M${panel.left + 14} ${bottom} H${right}" stroke="#8c959f"/>`,
		`<path d="M${panel.left + 14} ${bottom - height} H${right}" stroke="#d0d7de" stroke-dasharray="4 4"/>`,
		`<text x="${right}" y="${bottom - height - 5}" font-size="11" text-anchor="end">${string.format("%g", limit)} ${unit}</text>`,
		`<text x="${right}" y="${bottom + 16}" font-size="11" text-anchor="end">${string.format("%.0f", lastSeconds)} s</text>`,
		polyline(points, 'stroke="#cf222e" stroke-width="1"'),
	].join("\n");
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below `value`. */
function roundUp(value: number): number {
	const power = 10 ** math.floor(math.log10(math.max(value, 1e-9)));
	for (const factor of [1, 2, 5]) {
		if (value <= factor * power) return factor * power;
	}
	return 10 * power;
}

/** Draws a flight and its replay from above and from the side, and how far apart they are. */
export function pathSvg(sightings: Array<Sighting>, title: string): string {
	const studs = sightings.map(({ seconds, distance }): Point => [seconds, distance]);
	const degrees = sightings.map(({ seconds, angle }): Point => [seconds, angle]);
	const largest = (values: Array<Point>) => values.reduce((most, [, value]) => math.max(most, value), 0);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" fill="#24292f">`,
		`<rect width="${WIDTH}" height="${HEIGHT}" fill="#f6f8fa"/>`,
		`<text x="30" y="34" font-size="18" font-weight="600">${title}</text>`,
		'<path d="M30 52 h26" stroke="#9ecbff" stroke-width="7"/><text x="64" y="57" font-size="13">recorded</text>',
		'<path d="M140 52 h26" stroke="#0a3069" stroke-width="1.5"/><text x="174" y="57" font-size="13">replayed</text>',
		view(TOP_VIEW, sightings, (position) => [position.X, position.Z]),
		view(SIDE_VIEW, sightings, (position) => [position.X, -position.Y]),
		chart(STUDS, studs, "studs", roundUp(largest(studs))),
		chart(DEGREES, degrees, "°", roundUp(largest(degrees))),
		"</svg>",
		"",
	].join("\n");
}
