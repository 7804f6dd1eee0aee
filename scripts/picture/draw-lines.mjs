import { linear } from "./canvas.mjs";
import { fillTriangle } from "./fill-triangle.mjs";

/** Draws a line between two points of the world, as wide as `width` pixels of the result wherever it is. */
export function drawLine(canvas, view, from, to, color, width = 1.2, alpha = 1) {
	let a = view.toCamera(...from);
	let b = view.toCamera(...to);
	if (a[2] < view.near && b[2] < view.near) return;
	// Behind the camera there is no width: the line is cut where it passes.
	const cut = (behind, before) => {
		const share = (view.near - behind[2]) / (before[2] - behind[2]);
		return behind.map((value, axis) => value + (before[axis] - value) * share);
	};
	if (a[2] < view.near) a = cut(a, b);
	if (b[2] < view.near) b = cut(b, a);
	const dx = b[0] / b[2] - a[0] / a[2];
	const dy = b[1] / b[2] - a[1] / a[2];
	const length = Math.hypot(dx, dy);
	if (length === 0) return;
	const half = (width * canvas.samples) / 2 / view.scale;
	const across = [(-dy / length) * half, (dx / length) * half];
	const corner = (end, side) => [end[0] + across[0] * side * end[2], end[1] + across[1] * side * end[2], end[2]];
	const light = linear(color);
	const shade = (_, __, result) => {
		result.set(light);
		return alpha;
	};
	fillTriangle(canvas, view, corner(a, 1), corner(a, -1), corner(b, 1), 0, shade);
	fillTriangle(canvas, view, corner(b, 1), corner(a, -1), corner(b, -1), 0, shade);
}
