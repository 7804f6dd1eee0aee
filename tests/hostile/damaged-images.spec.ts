import { importModel } from "../../src";
import { buildEmptyJpeg } from "../builders/jpeg";
import { headless } from "../headless";
import { pictured } from "./attacks";

export = () => {
	(headless ? it : itSKIP)("counts the pixels of images that turn out damaged at their end", () => {
		const jpeg = buildEmptyJpeg({ side: 2048, scans: 12, isDamaged: true });
		const imported = importModel(pictured(jpeg, "jpeg", { images: 3, isShared: false }));
		imported.destroy();
		const lines = imported.report.filter((line) => line.sub(1, 7) === "images ");
		expect(lines.size()).to.equal(2);
		expect(lines[0].find("unexpected marker 01", 1, true)[0]).to.be.ok();
		expect(lines[0].sub(-18)).to.equal(": image 0, image 1");
		expect(lines[1]).to.equal(
			"images are left out, because their pixels cost more than a file of this size may; pass a Job with maxSteps and maxBytes to allow more: image 2",
		);
	});
};
