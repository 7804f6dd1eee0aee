import { LiveBuffer } from "../../../src/take/live/live-buffer";
import { LivePacker } from "../../../src/take/live/live-packer";
import { LiveHeader, unpackLiveFrames } from "../../../src/take/live/live-packet";
import { Seeded } from "../../random";
import { at, fly, handHeld, Network } from "./simulated-network";

const NETWORK: Network = {
	seconds: 60,
	delay: 0.2,
	jitter: 0.1,
	loss: 0.05,
	sendingRate: 60,
	watchingRate: 60,
	offset: 12_345.678,
	pace: 1.0001,
	seed: 1,
};

export = () => {
	it("shows a flight within 0.1 stud and 0.5° at p99, at 200 ms, 5 % loss, 100 ms jitter and any clocks", () => {
		for (const [sendingRate, watchingRate, offset, pace] of [
			[60, 60, 12_345.678, 1.0001],
			[144, 60, -50, 0.9999],
			[30, 144, 0, 1],
		]) {
			const { studs, degrees, lens, bytesPerSecond, behind, back } = fly(handHeld, {
				...NETWORK,
				sendingRate,
				watchingRate,
				offset,
				pace,
			});
			expect(at(studs, 0.99) <= 0.1).to.equal(true);
			expect(at(degrees, 0.99) <= 0.5).to.equal(true);
			expect(bytesPerSecond <= 1.2 * 1024).to.equal(true);
			expect(lens < 1).to.equal(true);
			// The network's 200 to 300 ms, and at most 0.3 s after the fastest packet.
			expect(behind > 0.3 && behind < 0.5).to.equal(true);
			expect(back <= 0).to.equal(true);
		}
	});

	it("keeps to that at 10 % loss", () => {
		const { studs, degrees } = fly(handHeld, { ...NETWORK, loss: 0.1 });
		expect(at(studs, 0.99) <= 0.1).to.equal(true);
		expect(at(degrees, 0.99) <= 0.5).to.equal(true);
	});

	it("finds a short delay by itself where the network is calm", () => {
		const { studs, behind } = fly(handHeld, { ...NETWORK, delay: 0.05, jitter: 0.02, loss: 0.01 });
		expect(at(studs, 0.99) <= 0.1).to.equal(true);
		expect(behind < 0.05 + 0.12).to.equal(true);
	});

	it("packs a still subject far from the origin into 26 or 29 bytes", () => {
		for (const [x, bytes] of [
			[1000, 26],
			[-2_000_000.5, 29],
		]) {
			const packets = new Array<buffer>();
			const packer = new LivePacker(7, 2, 10, true, (packet) => packets.push(packet));
			for (const frame of $range(0, 9)) packer.see(frame / 60, x, 2.25, -3.5, 0, 0, 0, 1, 70);
			expect(packets.size()).to.equal(5);
			expect(buffer.len(packets[4])).to.equal(bytes);
			const header: LiveHeader = { number: 0, isCut: false, isTimed: false };
			const target = buffer.create(4 * 64);
			expect(unpackLiveFrames(packets[4], target, header)).to.equal(4);
			expect(header.number).to.equal(19);
			expect(header.isTimed).to.equal(true);
			for (const frame of $range(0, 3)) {
				const numbers = new Array<number>();
				for (const index of $range(0, 7)) numbers.push(buffer.readf64(target, frame * 64 + index * 8));
				expect(numbers.join()).to.equal([x, 2.25, -3.5, 0, 0, 0, 1, 70].join());
			}
		}
	});

	it("writes the bytes of the page on formats", () => {
		let last = buffer.create(0);
		const packer = new LivePacker(0x01020304, 1, 256, false, (packet) => (last = packet));
		// 6 studs per second along X: 25.6 steps of 1/256 stud per frame.
		for (const frame of $range(0, 3)) packer.see(frame / 60, 1 + frame * 0.1, 0, -1, 0, 0, 0, 1, 70);
		let hex = "";
		for (const index of $range(0, buffer.len(last) - 1)) hex += string.format("%02X ", buffer.readu8(last, index));
		expect(hex).to.equal("68 04 03 02 01 03 01 00 46 00 C0 00 C0 00 40 4D 01 00 00 00 00 00 FF FF 06 02 26 00 04 03 ");
	});

	it("shows nothing between the two sides of a jump", () => {
		for (const [phase, steps] of [
			[0, 60],
			[0.004, 60],
			[0.004, 97],
		]) {
			const held = new LiveBuffer();
			const waiting = new Array<{ packet: buffer; due: number }>();
			let now = 0;
			const packer = new LivePacker(7, 0, 0, false, (packet) => waiting.push({ packet, due: now + 0.05 }));
			const sample = buffer.create(64);
			let [left, right] = [0, 0];
			for (const step of $range(0, 3 * steps)) {
				now = step / steps + phase;
				// A jump back and forth each half second, on frames and between them.
				const x = math.floor(now * 2) % 2 === 0 ? 0 : 500;
				packer.see(now - phase, x + now, 0, 0, 0, 0, 0, 1, 0);
				for (const index of $range(waiting.size() - 1, 0, -1)) {
					if (waiting[index].due <= now) held.receive(waiting.remove(index)!.packet, now);
				}
				held.advance(now);
				if (held.newest < 0) continue;
				held.sample(sample);
				const shown = buffer.readf64(sample, 0);
				if (shown < 4) left += 1;
				else if (shown >= 500) right += 1;
				else expect(shown).to.equal("either side");
			}
			expect(left > steps && right > steps).to.equal(true);
		}
	});

	it("keeps its memory, never fails and shows no NaN, whatever comes", () => {
		const random = new Seeded(5);
		const held = new LiveBuffer();
		const sample = buffer.create(64);
		const good = new Array<buffer>();
		const packer = new LivePacker(7, 0, 0, false, (packet) => good.push(packet));
		for (const frame of $range(0, 99)) {
			packer.see(
				frame / 60,
				frame / 7,
				random.unit(),
				frame ** 1.5,
				0,
				math.sin(frame / 30),
				0,
				math.cos(frame / 30),
				70,
			);
		}
		let taken = 0;
		for (const round of $range(1, 20_000)) {
			const packet = buffer.create(random.int(0, 3) > 0 ? buffer.len(good[round % 50]) : random.int(0, 80));
			if (buffer.len(packet) === buffer.len(good[round % 50])) buffer.copy(packet, 0, good[round % 50]);
			for (const _ of $range(1, random.int(0, 4))) {
				if (buffer.len(packet) > 0) buffer.writeu8(packet, random.int(0, buffer.len(packet) - 1), random.int(0, 255));
			}
			if (held.receive(packet, round / 30)) taken += 1;
			held.advance(round / 30);
			if (held.newest < 0) continue;
			held.sample(sample);
			let sum = 0;
			for (const index of $range(0, 7)) sum += buffer.readf64(sample, index * 8);
			expect(sum - sum).to.equal(0);
			let length = 0;
			for (const index of $range(3, 6)) length += buffer.readf64(sample, index * 8) ** 2;
			expect(math.abs(length - 1) < 1e-6).to.equal(true);
		}
		expect(taken > 2000).to.equal(true);
	});
};
