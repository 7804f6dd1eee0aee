/*
 * A corner is an array: right of, above and before the camera, then whatever is to be spread over the triangle.
 */

const FIXED = 3;

/** From here on an alpha is taken for 1: what is spread over a triangle is rounded. */
const OPAQUE = 0.999;

/** The part of a triangle that is before the near plane: a polygon of up to four corners. */
export function clipNear(corners, near) {
	if (corners.every(([, , distance]) => distance >= near)) return corners;
	const kept = [];
	corners.forEach((corner, index) => {
		const next = corners[(index + 1) % corners.length];
		if (corner[2] >= near) kept.push(corner);
		if (corner[2] >= near !== next[2] >= near) {
			const share = (near - corner[2]) / (next[2] - corner[2]);
			kept.push(corner.map((value, at) => value + (next[at] - value) * share));
		}
	});
	return kept;
}

/** Whether samples exactly on an edge belong to the triangle: of two that share it, one's. */
const isOwner = (dx, dy) => dy < 0 || (dy === 0 && dx > 0);

/** What `shade` is told and what it answers; the same lists each time, because there are millions of times. */
const values = new Float64Array(16);
const color = new Float64Array(3);

function fill(canvas, view, a, b, c, tag, shade) {
	const { width, height, depths, colors, tags } = canvas;
	const { scale, centerX, centerY } = view;
	const wa = 1 / a[2];
	const wb = 1 / b[2];
	const wc = 1 / c[2];
	const xa = centerX + a[0] * wa * scale;
	const ya = centerY - a[1] * wa * scale;
	const xb = centerX + b[0] * wb * scale;
	const yb = centerY - b[1] * wb * scale;
	const xc = centerX + c[0] * wc * scale;
	const yc = centerY - c[1] * wc * scale;
	const area = (xb - xa) * (yc - ya) - (yb - ya) * (xc - xa);
	if (!(Math.abs(area) > 0)) return;
	// Counter-clockwise where up is up is clockwise, and so negative, where Y goes down.
	const isFront = area < 0;
	const sign = isFront ? -1 : 1;
	const left = Math.max(0, Math.ceil(Math.min(xa, xb, xc) - 0.5));
	const right = Math.min(width - 1, Math.floor(Math.max(xa, xb, xc) - 0.5));
	const top = Math.max(0, Math.ceil(Math.min(ya, yb, yc) - 0.5));
	const bottom = Math.min(height - 1, Math.floor(Math.max(ya, yb, yc) - 0.5));
	const ownsA = isOwner((xc - xb) * sign, (yc - yb) * sign);
	const ownsB = isOwner((xa - xc) * sign, (ya - yc) * sign);
	const ownsC = isOwner((xb - xa) * sign, (yb - ya) * sign);
	const downA = (yc - yb) * sign;
	const downB = (ya - yc) * sign;
	const downC = (yb - ya) * sign;
	const slopeA = (xc - xb) / (yc - yb);
	const slopeB = (xa - xc) / (ya - yc);
	const slopeC = (xb - xa) / (yb - ya);
	const size = a.length;
	for (let row = top; row <= bottom; row++) {
		const y = row + 0.5;
		// Where each edge is crossed at this height, so that only what lies between is looked at.
		let first = left;
		let last = right;
		if (downA > 0) last = Math.min(last, Math.ceil(xb + (y - yb) * slopeA - 0.5));
		else if (downA < 0) first = Math.max(first, Math.floor(xb + (y - yb) * slopeA - 0.5));
		if (downB > 0) last = Math.min(last, Math.ceil(xc + (y - yc) * slopeB - 0.5));
		else if (downB < 0) first = Math.max(first, Math.floor(xc + (y - yc) * slopeB - 0.5));
		if (downC > 0) last = Math.min(last, Math.ceil(xa + (y - ya) * slopeC - 0.5));
		else if (downC < 0) first = Math.max(first, Math.floor(xa + (y - ya) * slopeC - 0.5));
		for (let column = first; column <= last; column++) {
			const x = column + 0.5;
			const ea = ((xc - xb) * (y - yb) - (yc - yb) * (x - xb)) * sign;
			if (ea < 0 || (ea === 0 && !ownsA)) continue;
			const eb = ((xa - xc) * (y - yc) - (ya - yc) * (x - xc)) * sign;
			if (eb < 0 || (eb === 0 && !ownsB)) continue;
			const ec = ((xb - xa) * (y - ya) - (yb - ya) * (x - xa)) * sign;
			if (ec < 0 || (ec === 0 && !ownsC)) continue;
			const total = ea + eb + ec;
			const depth = (ea * wa + eb * wb + ec * wc) / total;
			const at = row * width + column;
			if (!(depth > depths[at])) continue;
			const share = 1 / (total * depth);
			const ka = ea * wa * share;
			const kb = eb * wb * share;
			const kc = ec * wc * share;
			for (let index = FIXED; index < size; index++) {
				values[index - FIXED] = a[index] * ka + b[index] * kb + c[index] * kc;
			}
			const alpha = shade(values, isFront, color);
			if (!(alpha > 0)) continue;
			const to = at * 3;
			if (alpha < OPAQUE) {
				// What is seen through hides nothing behind it.
				for (let channel = 0; channel < 3; channel++) {
					colors[to + channel] += (color[channel] - colors[to + channel]) * alpha;
				}
				continue;
			}
			colors[to] = color[0];
			colors[to + 1] = color[1];
			colors[to + 2] = color[2];
			depths[at] = depth;
			tags[at] = isFront ? tag : tag + 1;
		}
	}
}

/**
 * Fills the samples whose middles lie in a triangle and which nothing nearer covers. `shade` is told what the corners carry
 * there and whether the front is seen; it writes a linear colour and gives its alpha, 0 for nothing. A sample that is
 * covered gets `tag`, or the one after it where the back is seen.
 */
export function fillTriangle(canvas, view, a, b, c, tag, shade) {
	const polygon = clipNear([a, b, c], view.near);
	for (let index = 2; index < polygon.length; index++) {
		fill(canvas, view, polygon[0], polygon[index - 1], polygon[index], tag, shade);
	}
}
