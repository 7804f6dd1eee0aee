/**
 * Triangles with a colour and the number of the closed surface that they belong to; a corner has a place and the joints that
 * carry it, with their shares.
 */
export class Solid {
	triangles = [];
	surfaces = 0;

	face(corners, color) {
		for (let index = 2; index < corners.length; index++) {
			const triangle = [corners[0], corners[index - 1], corners[index]];
			this.triangles.push({ corners: triangle, color, surface: this.surfaces });
		}
	}

	/**
	 * Rings of corners, each joined to the next, closed at both ends; `colorOf` gives the colour of a face from its middle and
	 * the number of its band. Counter-clockwise from outside where rings turn from Z to X and follow each other upwards.
	 */
	loft(rings, colorOf) {
		this.surfaces += 1;
		const middle = (corners) =>
			[0, 1, 2].map((axis) => corners.reduce((sum, { place }) => sum + place[axis], 0) / corners.length);
		rings.forEach((ring, band) => {
			const next = rings[band + 1];
			if (next === undefined) return;
			ring.forEach((corner, side) => {
				const other = (side + 1) % ring.length;
				const face = [corner, ring[other], next[other], next[side]];
				this.face(face, colorOf(middle(face), band));
			});
		});
		const first = rings[0];
		const last = rings[rings.length - 1];
		this.face([...first].reverse(), colorOf(middle(first), 0));
		this.face(last, colorOf(middle(last), rings.length - 2));
	}
}

/** Shares of a corner that one joint carries. */
export const only = (name) => () => new Map([[name, 1]]);

/** A ring of corners around a point of a limb that goes up: half as wide as `rx` and as deep as `rz`. */
export function ring([x, y, z], rx, rz, sides, sharesOf, squareness = 0) {
	return Array.from({ length: sides }, (_, side) => {
		const angle = ((side + 0.5) / sides) * 2 * Math.PI;
		const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
		// Between an ellipse and the box around it.
		const stretch = 1 + squareness * (1 / Math.max(Math.abs(sin), Math.abs(cos)) - 1);
		const place = [x + rx * sin * stretch, y, z + rz * cos * stretch];
		return { place, shares: sharesOf(place) };
	});
}

/** A round body: rings of an ellipsoid. */
export function ball([x, y, z], [rx, ry, rz], bands, sides, sharesOf, squareness = 0) {
	return Array.from({ length: bands + 1 }, (_, band) => {
		const angle = ((band + 0.35) / (bands + 0.7) - 0.5) * Math.PI;
		const width = Math.cos(angle);
		return ring([x, y + ry * Math.sin(angle), z], rx * width, rz * width, sides, sharesOf, squareness);
	});
}
