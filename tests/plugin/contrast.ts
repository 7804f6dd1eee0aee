import type { LayoutEntry } from "../headless/session";

/** A text, and how well it can be read. */
export interface TextContrast {
	name: string;
	text: string;
	/** As WCAG counts: from 1 to 21. */
	ratio: number;
	/** The colours, as hexadecimal numbers. */
	color: string;
	behind: string;
}

/** Of a text's line, from its left to its right end: what lies behind may change on the way. */
const PLACES = [0.02, 0.25, 0.5, 0.75, 0.98];

function channelLight(value: number): number {
	return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function light({ R, G, B }: Color3): number {
	return 0.2126 * channelLight(R) + 0.7152 * channelLight(G) + 0.0722 * channelLight(B);
}

/** The contrast of two colours, as WCAG counts: 1 where they are alike, 21 for black and white. */
export function contrastOf(one: Color3, other: Color3): number {
	const [a, b] = [light(one), light(other)];
	return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05);
}

function mix(below: Color3, above: Color3, alpha: number): Color3 {
	const between = (low: number, high: number) => low + (high - low) * alpha;
	return new Color3(between(below.R, above.R), between(below.G, above.G), between(below.B, above.B));
}

function holds(area: { x: number; y: number; width: number; height: number }, x: number, y: number): boolean {
	return x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height;
}

/** The colour at a place when the entries up to `last` are drawn; turned objects are left out. */
function colorAt(entries: Array<LayoutEntry>, last: number, ground: Color3, x: number, y: number): Color3 {
	let color = ground;
	for (const index of $range(0, last)) {
		const { instance, clip } = entries[index];
		if (instance.BackgroundTransparency >= 1 || instance.Rotation !== 0) continue;
		if (holds(entries[index], x, y) && holds(clip, x, y)) {
			color = mix(color, instance.BackgroundColor3, 1 - instance.BackgroundTransparency);
		}
	}
	return color;
}

type Text = TextLabel | TextButton | TextBox;

function isText(instance: GuiObject): instance is Text {
	return instance.IsA("TextLabel") || instance.IsA("TextButton") || instance.IsA("TextBox");
}

function contrastAt(entries: Array<LayoutEntry>, index: number, ground: Color3): TextContrast | undefined {
	const entry = entries[index];
	const { instance, clip, lines, padding } = entry;
	if (!isText(instance) || !lines || lines.isEmpty() || instance.TextTransparency >= 1) return undefined;
	const isPlaceholder = instance.IsA("TextBox") && instance.Text === "";
	const ink = isPlaceholder ? instance.PlaceholderColor3 : instance.TextColor3;
	const room = entry.width - padding.left - padding.right;
	const wide = math.min(entry.textWidth ?? room, room);
	const start = { Left: 0, Center: (room - wide) / 2, Right: room - wide }[instance.TextXAlignment.Name];
	const top = entry.y + padding.top;
	const high = entry.height - padding.top - padding.bottom;
	const block = math.min(entry.textHeight ?? high, high);
	const y = top + { Top: block / 2, Center: high / 2, Bottom: high - block / 2 }[instance.TextYAlignment.Name];
	let worst: TextContrast | undefined;
	for (const place of PLACES) {
		const x = entry.x + padding.left + start + wide * place;
		if (!holds(clip, x, y)) continue;
		const behind = colorAt(entries, index, ground, x, y);
		const color = mix(behind, ink, 1 - instance.TextTransparency);
		const ratio = contrastOf(color, behind);
		if (worst && worst.ratio <= ratio) continue;
		const text = isPlaceholder ? instance.PlaceholderText : instance.Text;
		worst = { name: instance.GetFullName(), text, ratio, color: color.ToHex(), behind: behind.ToHex() };
	}
	return worst;
}

/**
 * How well each text of a layout can be read against what lies behind it, worst first: `contrasts(userInput.layout(widget))[0].ratio`.
 * `ground` is what lies behind everything.
 */
export function contrasts(entries: Array<LayoutEntry>, ground = new Color3()): Array<TextContrast> {
	const found = new Array<TextContrast>();
	for (const index of $range(0, entries.size() - 1)) {
		const contrast = contrastAt(entries, index, ground);
		if (contrast) found.push(contrast);
	}
	return found.sort((one, other) => one.ratio < other.ratio);
}
