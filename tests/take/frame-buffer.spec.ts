import { FRAME_SIZE } from "../../src/take/frame";
import { FrameBuffer } from "../../src/take/frame-buffer";

/** A buffer that keeps the last `most` frames, after `count` came: at 0, 1, 2 and so on, each with a lens of twice that. */
function filled(most: number, count: number, firstHeld = math.huge): FrameBuffer {
	const frames = new FrameBuffer("spec", most);
	frames.firstHeld = firstHeld;
	for (const x of $range(0, count - 1)) frames.push(x, 0, 0, 0, 0, 0, 1, x * 2);
	return frames;
}

/** The numbers of the first and the last of `count` frames from `first` on, where all between are in order. */
function rangeOf(frames: FrameBuffer, first: number, count: number): string {
	const copy = frames.copy(first, count);
	const lenses = frames.copyLenses(first, count);
	assert(buffer.len(copy) === count * FRAME_SIZE && buffer.len(lenses) === count * 4);
	for (const index of $range(0, count - 1)) {
		const x = buffer.readf32(copy, index * FRAME_SIZE);
		assert(x === buffer.readf32(copy, 0) + index && buffer.readf32(lenses, index * 4) === x * 2, "out of order");
	}
	return `${buffer.readf32(copy, 0)} to ${buffer.readf32(copy, (count - 1) * FRAME_SIZE)}`;
}

/** For how many frames it has taken memory. */
function capacityOf(frames: FrameBuffer): number {
	return (frames as unknown as { capacity: number }).capacity;
}

export = () => {
	it("keeps all frames, in twice the memory whenever it is full", () => {
		for (const [count, capacity] of [
			[1, 600],
			[600, 600],
			[601, 1200],
			[1200, 1200],
			[1201, 2400],
		]) {
			const frames = filled(math.huge, count);
			expect(rangeOf(frames, 0, count)).to.equal(`0 to ${count - 1}`);
			expect(capacityOf(frames)).to.equal(capacity);
		}
	});

	it("keeps the last ones alone, in memory for no more than those", () => {
		for (const most of [1, 5, 599, 600, 601, 700]) {
			for (const more of [0, 1, 2, 650]) {
				const frames = filled(most, most + more);
				expect(rangeOf(frames, more, most)).to.equal(`${more} to ${more + most - 1}`);
				expect(capacityOf(frames)).to.equal(most);
			}
		}
		expect(capacityOf(filled(601, 600))).to.equal(600);
	});

	it("keeps those from one that is held on, however many come after it", () => {
		for (const [held, count] of [
			[0, 6],
			[0, 20],
			[7, 30],
			[13, 2000],
		]) {
			const frames = filled(5, count, held);
			expect(rangeOf(frames, held, count - held)).to.equal(`${held} to ${count - 1}`);
		}
	});

	it("forgets the last ones where it is told that fewer have come", () => {
		const frames = filled(math.huge, 10);
		frames.count = 7;
		frames.push(7, 0, 0, 0, 0, 0, 1, 14);
		expect(rangeOf(frames, 0, 8)).to.equal("0 to 7");
	});
};
