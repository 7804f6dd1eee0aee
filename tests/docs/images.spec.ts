import { headless } from "../headless";
import { oracleCases } from "../images/oracle-cases";
import { firstPixel } from "./code/images-1";

export = () => {
	(headless ? it : itSKIP)("decodes a picture as the page on images does", () => {
		const found = oracleCases("png").find(({ name }) => name === "by sharp")!;
		expect(firstPixel(found.file)).to.equal(`45 × 35, red ${buffer.readu8(found.pixels, 0)}`);
	});
};
