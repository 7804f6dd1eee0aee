import { checkSample, heldLens, writeCameraSample } from "../../src/motion/camera-path";
import { CAMERA_SAMPLE_SIZE } from "../../src/camera";
import { failureOf } from "../expect-failure";

export = () => {
	it("holds lenses to what can be seen through", () => {
		expect([-5, 0.005, 0.01, 70, 179, 180, 1e17].map(heldLens).join(" ")).to.equal("0.01 0.01 0.01 70 179 179 179");
	});

	it("refuses samples whose numbers are not finite, whichever it is", () => {
		for (const at of $range(0, CAMERA_SAMPLE_SIZE - 8, 8)) {
			for (const wrong of [0 / 0, math.huge, -math.huge]) {
				const sample = buffer.create(CAMERA_SAMPLE_SIZE);
				writeCameraSample(sample, 1, -2, 3, 0, 0, 0, 1);
				checkSample(sample, "Flight", 2, "spec");
				buffer.writef64(sample, at, wrong);
				expect(failureOf(() => checkSample(sample, "Flight", 2, "spec")).sub(1, 13)).to.equal("[dolly] spec:");
			}
		}
	});
};
