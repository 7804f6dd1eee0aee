import { checkMarkers, Marker } from "../../src/motion/marker";
import { failureOf } from "../expect-failure";

function check(...markers: Array<unknown>): void {
	checkMarkers(markers as Array<Marker>, 2, "spec", "markers");
}

export = () => {
	it("lies from the start to the end, and after it by no more than sums of times are off", () => {
		for (const seconds of [0, 1, 2, 2 + 9e-7, 2 + 1e-6]) check({ name: "a", seconds });
		for (const seconds of [-1e-9, 2 + 1.1e-6, 0 / 0, math.huge, "1"]) {
			const problem = failureOf(() => check({ name: "a", seconds: 1 }, { name: "b", seconds }));
			expect(problem.find("[dolly] spec: seconds of item 2 of markers is ", 1, true)[0]).to.equal(1);
			expect(problem.find("; expected 0 to 2", 1, true)[0]).to.be.ok();
		}
	});

	it("is one of 10,000 at most, and of 100 more for each second", () => {
		const many = (count: number) => new Array<Marker>(count, { name: "a", seconds: 0 });
		checkMarkers(many(10_000), 0, "spec", "markers");
		checkMarkers(many(10_250), 2.5, "spec", "markers");
		expect(failureOf(() => checkMarkers(many(10_251), 2.5, "spec", "markers"))).to.equal(
			"[dolly] spec: markers has 10251 markers; expected at most 10250 in 2.5 s",
		);
	});

	it("has a name of 255 bytes at most", () => {
		check({ name: string.rep("n", 255), seconds: 1 });
		expect(failureOf(() => check({ name: string.rep("n", 256), seconds: 1 }))).to.equal(
			"[dolly] spec: name of item 1 of markers is 256 bytes long; expected at most 255",
		);
		expect(failureOf(() => check({ name: "a", seconds: 1 }, 7))).to.equal(
			"[dolly] spec: item 2 of markers is 7; expected a Marker",
		);
	});
};
