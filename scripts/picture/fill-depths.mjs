/**
 * Fills the samples whose middles lie in a triangle, if nothing there is nearer: `depths` get its depth, of which more is nearer, and `ids`
 * its number. Depth changes evenly over the picture: it is one over the distance along a view, or a height. Corners are x, y, depth.
 */
export function fillDepths({ width, height, depths, ids }, id, ax, ay, ad, bx, by, bd, cx, cy, cd) {
	const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
	if (!(Math.abs(area) > 1e-9)) return;
	// From the top corner to the bottom one goes one long edge; the middle corner parts the other side in two.
	let [tx, ty, mx, my, lx, ly] = [ax, ay, bx, by, cx, cy];
	if (my < ty) [tx, ty, mx, my] = [mx, my, tx, ty];
	if (ly < my) [mx, my, lx, ly] = [lx, ly, mx, my];
	if (my < ty) [tx, ty, mx, my] = [mx, my, tx, ty];
	const top = Math.max(0, Math.ceil(ty - 0.5));
	const bottom = Math.min(height, Math.ceil(ly - 0.5));
	if (top >= bottom) return;
	const acrossX = ((bd - ad) * (cy - ay) - (cd - ad) * (by - ay)) / area;
	const acrossY = ((cd - ad) * (bx - ax) - (bd - ad) * (cx - ax)) / area;
	const long = (lx - tx) / (ly - ty);
	const upper = my > ty ? (mx - tx) / (my - ty) : 0;
	const lower = ly > my ? (lx - mx) / (ly - my) : 0;
	for (let row = top; row < bottom; row++) {
		const y = row + 0.5;
		const one = tx + (y - ty) * long;
		const other = y < my ? tx + (y - ty) * upper : mx + (y - my) * lower;
		const first = Math.max(0, Math.ceil((one < other ? one : other) - 0.5));
		const end = Math.min(width, Math.ceil((one < other ? other : one) - 0.5));
		let depth = ad + (first + 0.5 - ax) * acrossX + (y - ay) * acrossY;
		const last = row * width + end;
		for (let at = row * width + first; at < last; at++) {
			if (depth > depths[at]) {
				depths[at] = depth;
				ids[at] = id;
			}
			depth += acrossX;
		}
	}
}
