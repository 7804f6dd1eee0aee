import { Job } from "../../../src/roblox/job";
import { Budget } from "../../../src/bytes/budget";
import { Take, encodeRecording } from "../../../src/camera";
import { bytesOf, forgetBytes, rememberBytes, sparingBudget } from "../../../src/roblox/store/recording-bytes";
import { floats } from "../../buffers";
import { takeOf } from "../../take/make-take";
import { decodeTake } from "../../take/decode-take";

/** A take that came in as bytes, and those, which are of another packer: they differ from ours in their last byte. */
function received(options = {}): { take: Take; bytes: buffer } {
	const packed = encodeRecording(takeOf([1, 2, 3], options));
	const take = decodeTake(packed);
	const bytes = buffer.create(buffer.len(packed) + 1);
	buffer.copy(bytes, 0, packed);
	rememberBytes(take, bytes);
	return { take, bytes };
}

/** What a take is packed as after a change where it is. */
function changed(take: Take, change: Partial<Take>): buffer {
	for (const [key, value] of pairs(change as Map<string, unknown>))
		(take as never as Map<string, unknown>).set(key, value);
	return bytesOf(take, new Budget());
}

export = () => {
	it("gives the bytes that a take came in as, as long as it is what it was", () => {
		const { take, bytes } = received({ fieldOfView: floats(50, 60, 70) });
		expect(bytesOf(take, new Budget())).to.equal(bytes);
		forgetBytes(take);
		expect(buffer.tostring(bytesOf(take, new Budget()))).to.equal(buffer.tostring(encodeRecording(take)));
	});

	it("packs a take anew of which anything was changed where it is", () => {
		const other = takeOf([4, 5, 6], { fieldOfView: floats(20, 30, 40) });
		const changes: Array<Partial<Take>> = [
			{ frames: other.frames },
			{ fieldOfView: other.fieldOfView },
			{ fieldOfView: 33 },
			{ name: "other" },
			{ rate: 30 },
			{ markers: [{ name: "a", seconds: 0 }] },
			// Longer than all that came.
			{ name: string.rep("n", 250), map: string.rep("m", 250) },
		];
		for (const change of changes) {
			const { take, bytes } = received({ fieldOfView: floats(50, 60, 70) });
			const packed = changed(take, change);
			expect(packed === bytes).to.equal(false);
			expect(buffer.tostring(packed)).to.equal(buffer.tostring(encodeRecording({ ...take })));
		}
	});

	it("pauses where the frame's time is spent unless told how", () => {
		expect(typeOf(sparingBudget({}, "spec").pause)).to.equal("function");
		const pause = () => {};
		const job = new Job({ pause });
		expect(sparingBudget({ job }, "spec")).to.equal(job.budget);
		expect(job.budget.pause).to.equal(pause);
	});
};
