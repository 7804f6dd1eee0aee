/** A smooth curve through points of [share, value], level at each that is higher or lower than both beside it. */
export function curve(points, t) {
	const at = points.findIndex(([share]) => share > t);
	const last = at < 0 ? points.length - 1 : Math.max(at, 1);
	const slope = (index) => {
		if (index === 0 || index === points.length - 1) return 0;
		const [[t0, v0], [, v1], [t2, v2]] = points.slice(index - 1, index + 2);
		if ((v1 - v0) * (v2 - v1) <= 0) return 0;
		return (v2 - v0) / (t2 - t0);
	};
	const [[t0, v0], [t1, v1]] = [points[last - 1], points[last]];
	const length = t1 - t0;
	const s = Math.min(1, Math.max(0, (t - t0) / length));
	const [s2, s3] = [s * s, s * s * s];
	const from = v0 * (2 * s3 - 3 * s2 + 1) + slope(last - 1) * length * (s3 - 2 * s2 + s);
	return from + v1 * (3 * s2 - 2 * s3) + slope(last) * length * (s3 - s2);
}
