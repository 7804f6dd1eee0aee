import { chooseSteps, rulerTicks } from "../../../plugin/sequencer/ruler";

export = () => {
	it("chooses steps that leave room for labels: frames when near, seconds when far", () => {
		// Seconds in 300 pixels, the rate, and what labels and ticks are then apart.
		const cases = [
			[10 / 60, 60, 2 / 60, 1 / 60],
			[1, 60, 15 / 60, 5 / 60],
			[12, 60, 2, 0.5],
			[12, 24, 2, 1],
			[60, 60, 10, 2],
			[3600, 60, 600, 120],
		];
		for (const [span, rate, large, small] of cases) {
			const steps = chooseSteps(span / 300, rate);
			expect(steps.large).to.be.near(large, 1e-9);
			expect(steps.small).to.be.near(small, 1e-9);
		}
	});

	it("writes times and frames at its large ticks, none of which the edge cuts off", () => {
		const ticks = rulerTicks({ start: 0, span: 12 }, 300, 60);
		expect(ticks.size()).to.equal(25);
		const labels = ticks.filter(({ time }) => time !== undefined).map(({ time, frame }) => `${time} ${frame}`);
		// 10 seconds stand at 250 of 300 pixels, where a label has room; 12 stand at the edge.
		expect(labels.join(", ")).to.equal("0:00 0, 0:02 120, 0:04 240, 0:06 360, 0:08 480, 0:10 600");
		expect(ticks[10].fraction).to.be.near(5 / 12, 1e-12);
	});

	it("writes hundredths between seconds, and starts where the view does", () => {
		const ticks = rulerTicks({ start: 4.98, span: 0.2 }, 600, 60);
		const [first] = ticks.filter(({ time }) => time !== undefined);
		expect(first.time).to.equal("0:05.00");
		expect(first.frame).to.equal("300");
		for (const { fraction } of ticks) expect(fraction > -1e-3 && fraction < 1.001).to.equal(true);
	});

	it("makes no more ticks than a screen has room for, whatever the numbers", () => {
		for (const [span, width, rate] of [
			[1e9, 300, 60],
			[1e-9, 300, 240],
			[12, 0, 60],
			[12, 600, 0.01],
		]) {
			expect(rulerTicks({ start: 0, span }, width, rate).size() <= 2001).to.equal(true);
		}
	});
};
