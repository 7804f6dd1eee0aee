/** Colours are told apart by this many bits a channel. */
const BITS = 6;
const DROPPED = 8 - BITS;
const key = (red, green, blue) => ((red >> DROPPED) << (2 * BITS)) | ((green >> DROPPED) << BITS) | (blue >> DROPPED);

/** Every colour of the pictures, to `BITS` bits, and how many pixels have it. */
function histogram(images) {
	const counts = new Uint32Array(1 << (3 * BITS));
	for (const { pixels } of images) {
		for (let at = 0; at < pixels.length; at += 3) counts[key(pixels[at], pixels[at + 1], pixels[at + 2])] += 1;
	}
	const mask = (1 << BITS) - 1;
	const half = 1 << (DROPPED - 1);
	const entries = [];
	counts.forEach((count, at) => {
		if (count === 0) return;
		const channels = [at >> (2 * BITS), (at >> BITS) & mask, at & mask];
		entries.push({ color: channels.map((channel) => (channel << DROPPED) + half), count });
	});
	return entries;
}

/** A group of colours: which channel spreads most in it, and how badly its middle stands for all of them. */
function groupOf(entries) {
	const total = entries.reduce((sum, { count }) => sum + count, 0);
	const mean = [0, 1, 2].map(
		(channel) => entries.reduce((sum, { color, count }) => sum + color[channel] * count, 0) / total,
	);
	const spread = mean.map((middle, channel) =>
		entries.reduce((sum, { color, count }) => sum + (color[channel] - middle) ** 2 * Math.sqrt(count), 0),
	);
	const worst = Math.max(...spread);
	return { entries, mean, axis: spread.indexOf(worst), worst };
}

/** At most `size` colours that stand for those of the pictures: the worst group is split at its mean until there are enough. */
export function choosePalette(images, size = 256) {
	const groups = [groupOf(histogram(images))];
	while (groups.length < size) {
		groups.sort((one, other) => one.worst - other.worst);
		const { entries, mean, axis, worst } = groups.pop();
		if (worst === 0) {
			groups.push(groupOf(entries));
			break;
		}
		const isLow = ({ color }) => color[axis] <= mean[axis];
		groups.push(groupOf(entries.filter(isLow)), groupOf(entries.filter((entry) => !isLow(entry))));
	}
	return groups.map(({ mean }) => mean.map(Math.round));
}

/** The pictures as indices of the nearest colours. */
export function toIndices(images, colors) {
	const known = new Int16Array(1 << (3 * BITS)).fill(-1);
	const nearest = (red, green, blue) => {
		let [best, least] = [0, Infinity];
		colors.forEach(([r, g, b], index) => {
			const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
			if (distance < least) [best, least] = [index, distance];
		});
		return best;
	};
	return images.map(({ pixels }) => {
		const indices = new Uint8Array(pixels.length / 3);
		for (let at = 0; at < indices.length; at++) {
			const [red, green, blue] = [pixels[at * 3], pixels[at * 3 + 1], pixels[at * 3 + 2]];
			const entry = key(red, green, blue);
			if (known[entry] < 0) known[entry] = nearest(red, green, blue);
			indices[at] = known[entry];
		}
		return indices;
	});
}
