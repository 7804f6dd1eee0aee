import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NodeIO } from "@gltf-transform/core";
import { root } from "../../scripts/run.mjs";

/** Bytes of a frame: position, rotation and field of view as eight f64. */
const FRAME_SIZE = 64;

/** The spec that writes the files. */
export const spec = "formats/gltf/flight";

export const checks = {
	"gltf-transform reads a recorded flight where it was recorded": async () => {
		const frames = readFileSync(join(root, "generated", "flight.frames"));
		const document = await new NodeIO().readBinary(new Uint8Array(readFileSync(join(root, "generated", "flight.glb"))));
		const [animation] = document.getRoot().listAnimations();
		const [node] = document.getRoot().listNodes();
		const channels = Object.fromEntries(animation.listChannels().map((channel) => [channel.getTargetPath(), channel]));
		const keysOf = (path) => {
			assert.equal(channels[path].getTargetNode(), node);
			const sampler = channels[path].getSampler();
			assert.equal(sampler.getInterpolation(), "LINEAR");
			return [sampler.getInput().getArray(), sampler.getOutput()];
		};
		const [times, positions] = keysOf("translation");
		const [, rotations] = keysOf("rotation");
		const count = frames.length / FRAME_SIZE;
		assert.ok(count > 600 && times.length >= count, `${times.length} keys for ${count} frames`);
		const fieldOfView = (node.getCamera().getYFov() * 180) / Math.PI;
		// The path of a recording has no field of view: what a new camera in Roblox sees stands in for it.
		assert.ok(Math.abs(fieldOfView - 70) < 1e-4, `the field of view is ${fieldOfView}`);
		for (let frame = 0; frame < count; frame++) {
			assert.ok(Math.abs(times[frame] - frame / 60) < 1e-6, `key ${frame} is at ${times[frame]}`);
			const value = (index) => frames.readDoubleLE(frame * FRAME_SIZE + index * 8);
			const [x, y, z] = positions.getElement(frame, []);
			const distance = Math.hypot(x - value(0), y - value(1), z - value(2));
			assert.ok(distance < 1e-4, `frame ${frame} is ${distance} off`);
			const rotation = rotations.getElement(frame, []);
			const dot = Math.abs(rotation.reduce((sum, part, index) => sum + part * value(3 + index), 0));
			const degrees = (2 * Math.acos(Math.min(dot / Math.hypot(...rotation), 1)) * 180) / Math.PI;
			assert.ok(degrees < 0.01, `frame ${frame} is turned by ${degrees}°`);
		}
	},
};
