import { compareShape, Shape } from "./nsa-shapes";

const NOTHING: Shape = {
	samples: 7,
	translations: 0,
	rotations: 0,
	staticTranslations: 0,
	staticRotations: 0,
	root: "none",
};

/** Reads a shape back and expects `compared` components, none further off than half a quantum. */
function expectShape(changes: Partial<Shape>, seed: number, compared: number) {
	const report = compareShape({ ...NOTHING, ...changes }, seed);
	assert(report.compared === compared, `${report.compared} components were compared`);
	assert(report.worst <= 1, `a component is ${report.worst} times half a quantum off`);
	return report;
}

export = () => {
	describe("every sample is within half a quantum of what was quantised, for", () => {
		it("a file with nothing in it", () => {
			expect(expectShape({}, 1, 0).tracks).to.equal(0);
		});

		it("static bones only", () => {
			expectShape({ staticTranslations: 5, staticRotations: 4 }, 2, 5 * 3 + 4 * 3);
		});

		it("static translations without rotations, and the other way round", () => {
			expectShape({ staticTranslations: 3 }, 3, 9);
			expectShape({ staticRotations: 3 }, 4, 9);
		});

		it("dynamic bones only", () => {
			expectShape({ translations: 3, rotations: 4 }, 5, 7 * (9 + 12));
		});

		it("dynamic translations without rotations, and the other way round", () => {
			expectShape({ translations: 6 }, 6, 7 * 18);
			expectShape({ rotations: 6 }, 7, 7 * 18);
		});

		it("static and dynamic bones together", () => {
			const shape = { translations: 3, rotations: 5, staticTranslations: 4, staticRotations: 2 };
			expect(expectShape(shape, 8, 7 * (9 + 15) + 12 + 6).tracks).to.equal(7);
		});

		it("odd and even numbers of rotating bones, whose rows are padded or not", () => {
			for (const rotations of $range(1, 9)) expectShape({ rotations }, 20 + rotations, 7 * 3 * rotations);
		});

		it("a root that stays, moves, turns, or does both", () => {
			expectShape({ root: "constant" }, 31, 7 * 3);
			expectShape({ root: "translating" }, 32, 7 * 6);
			expectShape({ root: "rotating" }, 33, 7 * 3);
			expectShape({ root: "both", translations: 2, rotations: 3 }, 34, 7 * (6 + 6 + 9));
		});

		it("a single sample", () => {
			expectShape({ samples: 1, translations: 1, rotations: 1, root: "both" }, 41, 12);
			expectShape({ samples: 1, translations: 250, rotations: 250 }, 42, 1500);
		});

		it("a thousand samples of one bone", () => {
			expectShape({ samples: 1000, translations: 1, rotations: 1, root: "both" }, 43, 12000);
		});

		it("a thousand samples of 250 bones", () => {
			expectShape({ samples: 1000, translations: 250, rotations: 250 }, 44, 1500000);
		});

		it("250 static bones", () => {
			expectShape({ staticTranslations: 250, staticRotations: 250 }, 45, 1500);
		});
	});
};
