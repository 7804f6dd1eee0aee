import { headless } from "../headless";
import { compareCases } from "./oracle-cases";

export = () => {
	const whenHeadless = headless ? it : itSKIP;

	whenHeadless("decodes PNG of every colour type, depth, filter and interlacing to the pixels of libpng", () => {
		const result = compareCases("png", 0, 0);
		expect(result.trouble).to.equal("");
	});

	whenHeadless("decodes JPEG of every sampling and kind of scan to the pixels of libjpeg", () => {
		const result = compareCases("jpeg", 2, 0.5);
		expect(result.trouble).to.equal("");
	});

	whenHeadless("decodes BLP2 of every encoding to the pixels of decode-dxt, and to those written by hand", () => {
		const result = compareCases("blp", 1, 0.5);
		expect(result.trouble).to.equal("");
	});
};
