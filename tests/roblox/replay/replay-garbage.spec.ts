import { replayOf, subjectOf } from "../../replay/make-replay";
import { headless } from "../../headless";
import { createFigure } from "./figure";
import { kilobytesFollowed, kilobytesLooked } from "./replay-garbage";

export = () => {
	const itHeadless = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));

	itHeadless("makes no garbage of its own per look and per frame into the ring", () => {
		const figure = createFigure();
		expect(kilobytesLooked(figure, 5000)).to.equal(0);
		figure.model.Destroy();
	});

	itHeadless("makes no garbage beside CFrames per played frame", () => {
		const values = [{ name: "Visible", frames: [0, 60], values: [true, false] }];
		const spans = [
			{ first: 0, last: 40 },
			{ first: 50, last: 89 },
		];
		expect(kilobytesFollowed(replayOf(90, [subjectOf("Ada", 90, { values, spans })]), 5000)).to.equal(0);
	});
};
