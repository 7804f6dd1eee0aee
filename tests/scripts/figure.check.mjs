import assert from "node:assert/strict";
import { makeBody } from "../../scripts/figure/body.mjs";
import { depthBelowHips, FALL_DISTANCE, fallAt } from "../../scripts/figure/fall.mjs";
import { makeDuckBody } from "../../scripts/figure/make-duck.mjs";
import { compose, rotate } from "../../scripts/figure/quaternion.mjs";
import { JOINTS, offsetOf } from "../../scripts/figure/skeleton.mjs";
import { STRIDE, walkAt } from "../../scripts/figure/walk.mjs";

/** Where every joint is, and how it is turned. */
function worldAt(cycles) {
	const { hips, turns } = walkAt(cycles);
	const world = new Map();
	for (const joint of JOINTS) {
		const above = world.get(joint.parent);
		const turn = turns.get(joint.name);
		const offset = above && rotate(above.turn, offsetOf(joint));
		const place = above ? above.place.map((value, axis) => value + offset[axis]) : hips;
		world.set(joint.name, { place, turn: above ? compose(above.turn, turn) : turn });
	}
	return world;
}

export const checks = {
	"the faces of the figure and of the duck look outwards": () => {
		// Only if they do is the volume inside a closed surface positive.
		const volumes = new Map();
		const duck = makeDuckBody().map((face) => ({ ...face, surface: `duck ${face.surface}` }));
		for (const { corners, surface } of [...makeBody(), ...duck]) {
			const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = corners.map(({ place }) => place);
			const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
			volumes.set(surface, (volumes.get(surface) ?? 0) + volume / 6);
		}
		for (const [surface, volume] of volumes) assert.ok(volume > 0, `surface ${surface} has ${volume} cubic metres`);
	},
	"a corner's joints carry all of it": () => {
		for (const { corners } of makeBody()) {
			for (const { shares } of corners) {
				const total = [...shares.values()].reduce((sum, share) => sum + share, 0);
				assert.ok(Math.abs(total - 1) < 1e-9, `${total}`);
			}
		}
	},
	"a foot on the ground stays where it is": () => {
		// Flat from an eighth to three eighths of its cycle.
		const places = [0.13, 0.2, 0.28, 0.37].map((share) => worldAt(share).get("LeftFoot").place);
		for (const place of places) {
			place.forEach((value, axis) =>
				assert.ok(Math.abs(value - places[0][axis]) < 0.004, `${place} is not ${places[0]}`),
			);
		}
	},
	"a cycle ends as it began, a stride ahead, and the sides mirror each other": () => {
		const [start, half, end] = [worldAt(0.2), worldAt(0.7), worldAt(1.2)];
		for (const { name } of JOINTS) {
			const [from, to] = [start.get(name).place, end.get(name).place];
			assert.ok(Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2] - STRIDE) < 1e-9, name);
		}
		const [left, right] = [start.get("LeftFoot").place, half.get("RightFoot").place];
		assert.ok(Math.hypot(left[0] + right[0], left[1] - right[1], right[2] - left[2] - STRIDE / 2) < 1e-9);
	},
	"a figure that falls touches the ground and never sinks into it": () => {
		for (let seconds = 0; seconds <= 4; seconds += 0.02) {
			const { hips, turns } = fallAt(seconds);
			const above = hips[1] - depthBelowHips(turns);
			assert.ok(above > -1e-9 && (seconds < 0.66 || above < 1e-9), `${above} m above the ground at ${seconds} s`);
		}
	},
	"a figure that fell lies flat, and stands up further ahead": () => {
		assert.ok(fallAt(1.5).hips[1] < 0.2);
		const { hips, turns } = fallAt(3.7);
		assert.ok(hips[1] > 0.75 && hips[2] === FALL_DISTANCE);
		// Its hips are turned by 2 degrees, as in the walk.
		assert.ok(Math.abs(turns.get("Hips")[0] - Math.sin(Math.PI / 180)) < 1e-9);
	},
	"a fall is quick but does not jump": () => {
		let before = fallAt(0);
		for (let step = 1; step <= 240; step++) {
			const now = fallAt(step / 60);
			const distance = Math.hypot(...now.hips.map((value, axis) => value - before.hips[axis]));
			assert.ok(distance < 0.12, `the hips move ${distance} m within a 60th of a second at ${step / 60} s`);
			before = now;
		}
	},
	"nothing jumps": () => {
		let former = worldAt(0);
		for (let step = 1; step <= 200; step++) {
			const now = worldAt(step / 200);
			for (const { name } of JOINTS) {
				const distance = Math.hypot(...now.get(name).place.map((value, axis) => value - former.get(name).place[axis]));
				assert.ok(distance < 0.02, `${name} moves ${distance} m within a 200th of a cycle`);
			}
			former = now;
		}
	},
};
