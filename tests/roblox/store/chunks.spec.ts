import { chunkOf, isCount, isTransferId, sizeProblem } from "../../../src/roblox/store/chunks";
import { TokenBucket } from "../../../src/roblox/store/token-bucket";
import { headless } from "../../headless";

export = () => {
	it("numbers transfers from 0 to 2^31, and takes nothing else for a number of one", () => {
		for (const id of [0, 1, 7, 2 ** 31]) expect(isTransferId(id)).to.equal(true);
		for (const id of [-1, 0.5, 2 ** 31 + 1, 0 / 0, math.huge, "7", undefined]) expect(isTransferId(id)).to.equal(false);
		expect(isCount(5, 5)).to.equal(true);
		expect(isCount(6, 5)).to.equal(false);
	});

	it("refuses sizes that are none, and those that are too large", () => {
		expect(sizeProblem(1, 100)).to.equal(undefined);
		expect(sizeProblem(100, 100)).to.equal(undefined);
		expect(sizeProblem(101, 100)).to.equal("the recording has 101 bytes; expected at most 100");
		expect(sizeProblem(2 ** 53, 100)).to.equal(`the recording has ${2 ** 53} bytes; expected at most 100`);
		// Above 2^53 not every whole number is one: nobody counted these bytes.
		for (const size of [0, -1, 1.5, 2 ** 53 + 2, 0 / 0, "9", undefined]) {
			expect(sizeProblem(size, 100)).to.equal("the size is invalid");
		}
	});

	it("cuts bytes into chunks of 16,384, of which the last has what is left", () => {
		const bytes = buffer.create(2 * 16384 + 5);
		for (const at of [0, 16384, 2 * 16384, 2 * 16384 + 4]) buffer.writeu8(bytes, at, at / 16384 + 1);
		const sizes = [0, 1, 2].map((index) => buffer.len(chunkOf(bytes, index)));
		expect(sizes.join(" ")).to.equal("16384 16384 5");
		expect([0, 1, 2].map((index) => buffer.readu8(chunkOf(bytes, index), 0)).join(" ")).to.equal("1 2 3");
		expect(buffer.readu8(chunkOf(bytes, 2), 4)).to.equal(3);
	});

	(headless ? it : itSKIP)("lets through what is saved up, and then as much as time brings", () => {
		const bucket = new TokenBucket(3, 2);
		const taken = () => [1, 2, 3, 4].filter(() => bucket.take()).size();
		expect(bucket.left()).to.equal(3);
		expect(bucket.isFull()).to.equal(true);
		expect(taken()).to.equal(3);
		expect(bucket.isFull()).to.equal(false);
		headless!.advance(0.45, 0.05);
		expect(taken()).to.equal(0);
		headless!.advance(0.1, 0.05);
		expect(taken()).to.equal(1);
		// No more than it holds, however long nobody came.
		headless!.advance(100, 1);
		expect(bucket.isFull()).to.equal(true);
		expect(taken()).to.equal(3);
	});
};
