/** A line of SourceSans is this many ems high; see tests/headless/engine/text-metrics.luau. */
const LINE_HEIGHT = 1.257;
/** The baseline, as a share of a line, from its top: the font's ascent. */
const ASCENT = 0.984 / LINE_HEIGHT;
/** Images are not at hand: a neutral box with a cross stands for them. */
const IMAGE = "8f8f8f";

function escape(text) {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Tables that are empty in Luau may come as objects. */
const listOf = (value) => (Array.isArray(value) ? value : []);

function rectangle({ x, y, width, height }, attributes) {
	return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`;
}

/** A line around a rectangle, outside of it. */
function outline({ x, y, width, height }, radius, { color, width: line, opacity = 1 }) {
	const half = line / 2;
	const around = { x: x - half, y: y - half, width: width + line, height: height + line };
	const round = radius > 0 ? radius + half : 0;
	return rectangle(
		around,
		`rx="${round}" fill="none" stroke="#${color}" stroke-opacity="${opacity}" stroke-width="${line}"`,
	);
}

/** A gradient across a rectangle: turned about its middle, and long enough to reach its corners. */
function gradient({ x, y, width, height, gradient: { stops, angle, offset } }, id) {
	const turn = (angle * Math.PI) / 180;
	const [right, down] = [Math.cos(turn), Math.sin(turn)];
	const half = (Math.abs(right) * width + Math.abs(down) * height) / 2;
	const middle = [x + width / 2 + offset[0] * width, y + height / 2 + offset[1] * height];
	const [x1, y1] = [middle[0] - right * half, middle[1] - down * half];
	const [x2, y2] = [middle[0] + right * half, middle[1] + down * half];
	const list = stops.map(
		({ at, color, opacity }) => `<stop offset="${at}" stop-color="#${color}" stop-opacity="${opacity}"/>`,
	);
	return (
		`<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">` +
		`${list.join("")}</linearGradient>`
	);
}

function texts(node) {
	const inner = node.inner;
	return node.lines.map((line, number) => {
		const size = node.textSize / LINE_HEIGHT;
		const block = node.lines.length * node.textSize;
		const top = { Top: inner.y, Center: inner.y + (inner.height - block) / 2, Bottom: inner.y + inner.height - block };
		const y = top[node.alignY] + number * node.textSize + ASCENT * node.textSize;
		const [anchor, x] = {
			Left: ["start", inner.x],
			Center: ["middle", inner.x + inner.width / 2],
			Right: ["end", inner.x + inner.width],
		}[node.alignX];
		const weight = node.bold ? 600 : 400;
		const stroke = node.textStroke;
		const around = stroke
			? `stroke="#${stroke.color}" stroke-width="${2 * stroke.width}" stroke-opacity="${stroke.opacity}" paint-order="stroke" `
			: "";
		return (
			`<text x="${x}" y="${y}" font-family="Source Sans 3" font-size="${size}" font-weight="${weight}" ${around}` +
			`fill="#${node.color}" fill-opacity="${node.textOpacity}" text-anchor="${anchor}" xml:space="preserve">` +
			`${escape(line)}</text>`
		);
	});
}

function image(node) {
	const { x, y, width, height } = node;
	const cross = `M${x} ${y}l${width} ${height}M${x + width} ${y}l${-width} ${height}`;
	return (
		rectangle(node, `fill="#${IMAGE}" fill-opacity="${node.image * 0.35}" stroke="#${IMAGE}"`) +
		`<path d="${cross}" stroke="#${IMAGE}" stroke-opacity="${node.image}" fill="none"/>`
	);
}

/** A curve is a line, and nothing within it is filled, even if it is closed. */
function curve({ segments, color, thickness, closed }) {
	const pieces = listOf(segments);
	if (pieces.length === 0) return "";
	const [x, y] = pieces[0];
	const data = pieces.map((piece) => `C${piece.slice(2).join(" ")}`).join("");
	const end = closed && pieces.length > 1 ? "Z" : "";
	return (
		`<path d="M${x} ${y}${data}${end}" fill="none" stroke="#${color}" stroke-width="${thickness}" ` +
		`stroke-linejoin="round"/>`
	);
}

function viewport({ x, y, width, height, viewport: { opacity } }, png) {
	const data = Buffer.from(png).toString("base64");
	return (
		`<image x="${x}" y="${y}" width="${width}" height="${height}" opacity="${opacity}" ` +
		`preserveAspectRatio="none" href="data:image/png;base64,${data}"/>`
	);
}

/** Whether any of an object, or of its border, is within its clip. */
function shows({ x, y, width, height, clip }) {
	const [right, bottom] = [clip.x + clip.width, clip.y + clip.height];
	const isNear = x - 4 < right && x + width + 4 > clip.x && y - 4 < bottom && y + height + 4 > clip.y;
	return clip.width > 0 && clip.height > 0 && isNear;
}

/** One object: its ground, its border, what it shows, its text. */
function draw(node, index, pictureOf) {
	// The renderer fails at a clip of no size.
	if (!shows(node)) return "";
	const parts = [];
	const definitions = [`<clipPath id="clip${index}">${rectangle(node.clip, "")}</clipPath>`];
	const radius = Math.min(node.radius ?? 0, node.width / 2, node.height / 2);
	if (node.border) parts.push(outline(node, 0, node.border));
	if (node.background) {
		const id = `gradient${index}`;
		if (node.gradient) definitions.push(gradient(node, id));
		const fill = node.gradient ? `url(#${id})` : `#${node.background}`;
		parts.push(rectangle(node, `rx="${radius}" fill="${fill}" fill-opacity="${node.opacity}"`));
	}
	if (node.path) parts.push(curve(node.path));
	if (node.viewport) parts.push(viewport(node, pictureOf(node)));
	if (node.image) parts.push(image(node));
	if (node.stroke) parts.push(outline(node, radius, node.stroke));
	if (node.lines) parts.push(...texts(node));
	if (parts.length === 0) return "";
	const turns = listOf(node.turns);
	const open = turns.map(({ angle, x, y }) => `<g transform="rotate(${angle} ${x} ${y})">`).join("");
	return `${definitions.join("")}<g clip-path="url(#clip${index})">${open}${parts.join("")}${"</g>".repeat(turns.length)}</g>`;
}

/**
 * A panel of generated/panels.json as an SVG picture of its size. `pictureOf` returns the PNG file of what a node's ViewportFrame shows.
 */
export function panelSvg(panel, pictureOf) {
	const body = listOf(panel.nodes)
		.map((node, index) => draw(node, index, pictureOf))
		.join("\n");
	const ground = panel.ground ? `<rect width="100%" height="100%" fill="#${panel.ground}"/>` : "";
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${panel.width}" height="${panel.height}" ` +
		`viewBox="0 0 ${panel.width} ${panel.height}">` +
		`${ground}${body}</svg>`
	);
}
