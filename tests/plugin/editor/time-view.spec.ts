import { fractionAt, followView, moveView, wholeView, zoomView } from "../../../plugin/editor/time-view";

export = () => {
	it("tells where in the view a time is", () => {
		expect(fractionAt({ start: 2, span: 8 }, 4)).to.equal(0.25);
	});

	it("has room for the first keys if there is nothing to show", () => {
		expect(wholeView(0).span).to.equal(12);
		expect(wholeView(7).span).to.equal(7);
	});

	it("zooms around a time, which stays where it is, down to ten frames and up to half as much again", () => {
		const near = zoomView(wholeView(12), 0.5, 9, 12, 60);
		expect(near.span).to.equal(6);
		expect(fractionAt(near, 9)).to.equal(0.75);
		expect(zoomView(near, 1e-9, 9, 12, 60).span).to.be.near(10 / 60, 1e-12);
		const far = zoomView(near, 100, 9, 12, 60);
		expect(far.start).to.equal(0);
		expect(far.span).to.equal(18);
	});

	it("pans no further than half the length behind the end", () => {
		const view = { start: 2, span: 4 };
		expect(moveView(view, -5, 12).start).to.equal(0);
		expect(moveView(view, 21, 12).start).to.equal(14);
		expect(moveView({ start: 0, span: 12 }, 3, 1).start).to.equal(0);
	});

	it("turns the page when the playhead leaves it, forwards and backwards", () => {
		const view = { start: 2, span: 4 };
		expect(followView(view, 5, 12)).to.equal(view);
		expect(followView(view, 6.5, 12).start).to.be.near(6.1, 1e-9);
		expect(followView(view, 1.9, 12).start).to.equal(0);
	});
};
