/**
 * Camera flights as games and hands make them, from fixed seeds: what the benches of takes measure. Each is a list of
 * frames `[x, y, z, qx, qy, qz, qw]`, positions rounded to f32 as a CFrame's are.
 */

/** Uniform numbers from 0 to 1 (mulberry32). */
function seeded(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), state | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The rotation that turns by yaw about Y, then by pitch about its own X, then by roll about its own Z. */
function turned(yaw, pitch, roll) {
	const [sy, cy] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
	const [sp, cp] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
	const [sr, cr] = [Math.sin(roll / 2), Math.cos(roll / 2)];
	const [x, y, z, w] = [cy * sp, sy * cp, -sy * sp, cy * cp];
	return [x * cr + y * sr, y * cr - x * sr, z * cr + w * sr, w * cr - z * sr];
}

function frame(x, y, z, yaw, pitch, roll = 0) {
	return [Math.fround(x), Math.fround(y), Math.fround(z), ...turned(yaw, pitch, roll)];
}

/** A critically damped spring that follows a goal, as Roblox's freecam has for speed and for turning. */
function spring(frequency) {
	let position = 0;
	let velocity = 0;
	return (goal, dt) => {
		const f = 2 * Math.PI * frequency;
		const offset = goal - position;
		const decay = Math.exp(-f * dt);
		const start = velocity;
		velocity = (f * dt * (offset * f - start) + start) * decay;
		position = goal + (start * dt - offset * (f * dt + 1)) * decay;
		return position;
	};
}

/** Keys and a mouse that are pressed and moved now and then; speed and turning go through springs. */
function freecam(count, rate) {
	const random = seeded(1);
	const speeds = [spring(1.5), spring(1.5), spring(1.5)];
	const turns = [spring(1), spring(1)];
	let [x, y, z, yaw, pitch] = [120, 35, -260, 0.4, -0.2];
	let [keys, mouse] = [
		[0, 0, 0],
		[0, 0],
	];
	const frames = [];
	for (let i = 0; i < count; i++) {
		if (random() < 1.2 / rate) keys = [0, 1, 2].map(() => Math.floor(random() * 3) - 1);
		if (random() < 2 / rate) mouse = random() < 0.4 ? [0, 0] : [random() * 2 - 1, (random() - 0.5) * 0.8];
		const [right, up, back] = speeds.map((step, axis) => step(keys[axis] * 64, 1 / rate));
		yaw += turns[0](mouse[0], 1 / rate) / rate;
		pitch = Math.max(-1.4, Math.min(1.4, pitch + turns[1](mouse[1], 1 / rate) / rate));
		x += (Math.cos(yaw) * right + Math.sin(yaw) * back) / rate;
		y = Math.max(5, y + up / rate / 2);
		z += (-Math.sin(yaw) * right + Math.cos(yaw) * back) / rate;
		frames.push(frame(x, y, z, yaw, pitch));
	}
	return frames;
}

/** A camera 12.5 studs behind a character that runs; the mouse turns it by whole pixels, unfiltered. */
function mouseLook(count, rate) {
	const random = seeded(2);
	let [x, z, yaw, pitch, heading] = [-340, 85, 2, -0.3, 2];
	let [vx, vy] = [0, 0];
	const frames = [];
	for (let i = 0; i < count; i++) {
		if (random() < 1.5 / rate) [vx, vy] = random() < 0.35 ? [0, 0] : [(random() - 0.5) * 30, (random() - 0.5) * 10];
		const moves = vx !== 0 || vy !== 0;
		yaw -= moves ? Math.round(vx + (random() - 0.5) * 6) * 0.00436 : 0;
		pitch = Math.max(-1.3, Math.min(1.3, pitch - (moves ? Math.round(vy + (random() - 0.5) * 4) * 0.00436 : 0)));
		heading += Math.atan2(Math.sin(yaw - heading), Math.cos(yaw - heading)) * 0.1;
		x -= (Math.sin(heading) * 16) / rate;
		z -= (Math.cos(heading) * 16) / rate;
		const back = Math.cos(pitch) * 12.5;
		frames.push(frame(x + Math.sin(yaw) * back, 4.5 - Math.sin(pitch) * 12.5, z + Math.cos(yaw) * back, yaw, pitch));
	}
	return frames;
}

/** 1/f noise of about unit size: octaves of smooth noise, each twice as fast and half as strong in power as the one before. */
function pinkNoise(random, rate) {
	const octaves = Array.from({ length: 8 }, (_, octave) => ({
		step: (0.15 * 2 ** octave) / rate,
		weight: 2 ** (-octave / 2),
		phase: random(),
		from: random() - 0.5,
		to: random() - 0.5,
	}));
	return () =>
		octaves.reduce((sum, octave) => {
			octave.phase += octave.step;
			while (octave.phase >= 1) {
				octave.phase -= 1;
				[octave.from, octave.to] = [octave.to, random() - 0.5];
			}
			const t = octave.phase * octave.phase * (3 - 2 * octave.phase);
			return sum + octave.weight * (octave.from + (octave.to - octave.from) * t);
		}, 0);
}

/** Someone who walks with a camera in hand. */
function handHeld(count, rate) {
	const random = seeded(3);
	const noises = Array.from({ length: 6 }, () => pinkNoise(random, rate));
	const frames = [];
	for (let i = 0; i < count; i++) {
		const seconds = i / rate;
		const [dx, dy, dz, yaw, pitch, roll] = noises.map((noise) => noise());
		const bob = 0.12 * Math.sin(seconds * 11);
		frames.push(
			frame(
				40 + 5 * seconds + 0.4 * dx,
				6 + 0.4 * dy + bob,
				-150 + 20 * Math.sin(seconds / 9) + 0.4 * dz,
				-1.2 + 0.3 * Math.sin(seconds / 7) + 0.03 * yaw,
				-0.1 + 0.03 * pitch,
				0.02 * roll,
			),
		);
	}
	return frames;
}

/** A quadcopter from way point to way point: thrust is bounded, it leans where it speeds up, and its motors hum. */
function drone(count, rate) {
	const random = seeded(4);
	const noises = Array.from({ length: 3 }, () => pinkNoise(random, rate));
	const position = [500, 120, 300];
	const velocity = [0, 0, 0];
	let goal = [500, 120, 300];
	let [yaw, lean, tilt] = [0, 0, 0];
	const frames = [];
	for (let i = 0; i < count; i++) {
		if (random() < 0.25 / rate) goal = [random() * 1200 - 200, 60 + random() * 150, random() * 1200 - 400];
		const pull = position.map((from, axis) => {
			const wanted = Math.max(-40, Math.min(40, (goal[axis] - from) * 0.6));
			return Math.max(-22, Math.min(22, (wanted - velocity[axis]) * 1.2));
		});
		pull.forEach((force, axis) => {
			velocity[axis] += force / rate;
			position[axis] += velocity[axis] / rate;
		});
		const heading = Math.atan2(-velocity[0], -velocity[2]);
		yaw += Math.atan2(Math.sin(heading - yaw), Math.cos(heading - yaw)) * Math.min(1, 0.8 / rate);
		lean += (pull[2] * 0.01 - lean) * (4 / rate);
		tilt += (pull[0] * 0.01 - tilt) * (4 / rate);
		const [a, b, c] = noises.map((noise) => noise() * 0.0015);
		frames.push(frame(...position, yaw + a, -0.25 + lean + b, tilt + c));
	}
	return frames;
}

/** A camera on a tripod. */
function still(count) {
	return Array.from({ length: count }, () => frame(12.25, 8.5, -40.125, 0.7, -0.15));
}

/** A chase camera behind a car that steers, on a road with bumps. */
function car(count, rate) {
	const random = seeded(6);
	const bumps = pinkNoise(random, rate);
	let [x, z, heading, steer, speed, wanted, look] = [900, -1400, 0, 0, 90, 0, 0];
	let height = 3;
	const frames = [];
	for (let i = 0; i < count; i++) {
		if (random() < 0.7 / rate) wanted = (random() - 0.5) * 1.2;
		steer += (wanted - steer) * (3 / rate);
		heading += steer / rate;
		speed += ((100 - Math.abs(steer) * 60 - speed) * 0.8) / rate;
		x -= (Math.sin(heading) * speed) / rate;
		z -= (Math.cos(heading) * speed) / rate;
		look += (heading - look) * (5 / rate);
		height += (3 + bumps() * 0.6 - height) * (12 / rate);
		frames.push(frame(x + Math.sin(look) * 22, height + 7, z + Math.cos(look) * 22, look, -0.22 + (height - 3) * 0.01));
	}
	return frames;
}

/** Every flight: its name, its rate, and a minute of frames, a little more where it is slower. */
export function makeFlights() {
	return [
		["freecam on springs", 60, freecam(3600, 60)],
		["third-person mouse look", 60, mouseLook(3600, 60)],
		["hand-held", 60, handHeld(3600, 60)],
		["drone", 60, drone(3600, 60)],
		["still camera", 60, still(3600)],
		["car at 30 Hz", 30, car(3600, 30)],
	].map(([name, rate, frames]) => ({ name, rate, frames, packed: packFrames(frames) }));
}

/** Eighteen bytes a frame, as docs/formats/snapshot.md has them. */
export function packFrames(frames) {
	const bytes = Buffer.alloc(frames.length * 18);
	frames.forEach(([x, y, z, ...q], index) => {
		const at = index * 18;
		let dropped = 0;
		for (let k = 1; k < 4; k++) if (Math.abs(q[k]) > Math.abs(q[dropped])) dropped = k;
		const sign = q[dropped] < 0 ? -1 : 1;
		bytes.writeFloatLE(x, at);
		bytes.writeFloatLE(y, at + 4);
		bytes.writeFloatLE(z, at + 8);
		bytes.writeUInt8((bytes.readUInt8(at + 8) & 0xfc) | dropped, at + 8);
		q.filter((_, k) => k !== dropped).forEach((value, place) => {
			const scaled = sign * value * 32767;
			bytes.writeInt16LE(Math.sign(scaled) * Math.round(Math.abs(scaled)), at + 12 + 2 * place);
		});
	});
	return bytes;
}
