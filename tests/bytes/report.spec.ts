import { Report } from "../../src/bytes/report";

export = () => {
	it("has each kind in one line, with the first places and how many more", () => {
		const report = new Report();
		report.add("weights did not sum to 1", "meshes[0]");
		report.add("no MODL chunk");
		for (const index of $range(1, 4)) report.add("weights did not sum to 1", `meshes[${index}]`);
		report.add("keys were thinned", undefined, 12);
		report.flush();
		expect(report.lines.join("\n")).to.equal(
			[
				"weights did not sum to 1: meshes[0], meshes[1], meshes[2] and 2 more",
				"no MODL chunk",
				"keys were thinned (12 times)",
			].join("\n"),
		);
	});

	it("does not take many of a kind at one place for many places", () => {
		const report = new Report();
		report.add("normals have no direction", "geoset 0", 5);
		report.flush();
		expect(report.lines.join()).to.equal("normals have no direction: geoset 0 (5 times)");
		for (const index of $range(1, 3)) report.add("normals have no direction", `geoset ${index}`, 2);
		report.flush();
		expect(report.lines.join()).to.equal(
			"normals have no direction: geoset 0, geoset 1, geoset 2 and 1 more (11 times)",
		);
	});

	it("counts what has no place", () => {
		const report = new Report();
		report.add("odd");
		report.flush();
		expect(report.lines.join()).to.equal("odd");
		report.add("odd");
		report.flush();
		expect(report.lines.join()).to.equal("odd (2 times)");
		report.add("odd", "a");
		report.flush();
		expect(report.lines.join()).to.equal("odd: a (3 times)");
	});

	it("counts a thousand of one kind in one line", () => {
		const report = new Report();
		for (const index of $range(1, 1000)) report.add("odd", `${index}`, 2);
		report.flush();
		expect(report.lines.join()).to.equal("odd: 1, 2, 3 and 997 more (2000 times)");
	});

	it("grows in place, so that whoever holds the lines sees the next ones", () => {
		const report = new Report();
		const { lines } = report;
		report.add("odd", "a");
		report.add("strange");
		report.add("odd", "b");
		expect(lines.join("; ")).to.equal("odd: a, b; strange");
	});
};
