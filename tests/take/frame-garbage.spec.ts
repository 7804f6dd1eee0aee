import { floats } from "../buffers";
import { kilobytesPlayed, kilobytesRecorded } from "./frame-garbage";
import { takeOf } from "./make-take";

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
};
