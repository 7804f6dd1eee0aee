import {
	fractionAt,
	followView,
	moveView,
	onFrame,
	secondsAt,
	wholeView,
	zoomView,
} from "../../../plugin/camera/timeline/time-view";

export = () => {
	it("goes from seconds to shares of the view and back", () => {
		const view = { start: 2, span: 8 };
		expect(fractionAt(view, 4)).to.equal(0.25);
		expect(secondsAt(view, 0.25)).to.equal(4);
		expect(secondsAt(view, fractionAt(view, 9.5))).to.equal(9.5);
	});

	it("shows a take of one frame too", () => {
		expect(wholeView(0, 60).span).to.be.near(10 / 60, 1e-12);
		expect(wholeView(12, 60).span).to.equal(12);
	});

	it("zooms around a time, which stays where it is, down to ten frames and up to the whole", () => {
		const near = zoomView(wholeView(12, 60), 0.5, 9, 12, 60);
		expect(near.span).to.equal(6);
		expect(fractionAt(near, 9)).to.equal(0.75);
		expect(zoomView(near, 1e-9, 9, 12, 60).span).to.be.near(10 / 60, 1e-12);
		const far = zoomView(near, 100, 9, 12, 60);
		expect(far.start).to.equal(0);
		expect(far.span).to.equal(12);
	});

	it("pans no further than the take goes", () => {
		const view = { start: 2, span: 4 };
		expect(moveView(view, -5, 12).start).to.equal(0);
		expect(moveView(view, 11, 12).start).to.equal(8);
		expect(moveView({ start: 0, span: 4 }, 3, 1).start).to.equal(0);
	});

	it("turns the page when the playhead leaves it, forwards and backwards", () => {
		const view = { start: 2, span: 4 };
		expect(followView(view, 5, 12)).to.equal(view);
		expect(followView(view, 6.5, 12).start).to.be.near(6.1, 1e-9);
		expect(followView(view, 1.9, 12).start).to.equal(0);
	});

	it("puts what is dragged on frames of the take", () => {
		expect(onFrame(0.51, 10, 2)).to.equal(0.5);
		expect(onFrame(-1, 10, 2)).to.equal(0);
		expect(onFrame(7, 10, 2)).to.equal(2);
	});
};
