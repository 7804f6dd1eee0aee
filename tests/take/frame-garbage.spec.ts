import { createTake, encodeRecording } from "../../src/camera";
import { floats } from "../buffers";
import { kilobytesPlayed, kilobytesRecorded } from "./frame-garbage";
import { takeOf } from "./make-take";
import { smoothFrames } from "./packed/random-take";

export = () => {
	it("is none for a rendered frame that is recorded", () => {
		expect(kilobytesRecorded(5000)).to.equal(0);
	});

	it("is none for a frame that is played, with cuts, markers and a lens", () => {
		const take = takeOf([0, 1, 2, 50, 51, 52, 53], {
			rate: 10,
			cuts: [3],
			markers: [
				{ name: "a", seconds: 0.1 },
				{ name: "b", seconds: 0.55 },
			],
			fieldOfView: floats(70, 60, 50, 40, 30, 20, 10),
		});
		expect(kilobytesPlayed(take, 20000)).to.equal(0);
	});

	it("is none for a frame that is played out of packed blocks, when those are unpacked neither", () => {
		const lenses = buffer.create(700 * 4);
		const markers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((seconds) => ({ name: "a", seconds }));
		const options = { rate: 60, frames: smoothFrames(700), cuts: [300], markers, fieldOfView: lenses };
		// At 0.0031 s a call, 20,000 calls go through all three blocks five times.
		expect(kilobytesPlayed(encodeRecording(createTake(options)), 20000)).to.equal(0);
	});
};
