import { Handle, hitTest } from "../../../plugin/camera/timeline/hit-test";

export = () => {
	const handles: Array<Handle> = [
		{ kind: "start", index: 0, x: 10 },
		{ kind: "cut", index: 0, x: 40 },
		{ kind: "cut", index: 1, x: 46 },
		{ kind: "finish", index: 0, x: 46 },
	];

	it("takes the nearest within seven pixels, of two as near the later", () => {
		expect(hitTest(handles, 16)).to.equal(handles[0]);
		expect(hitTest(handles, 18)).to.equal(undefined);
		expect(hitTest(handles, 42)).to.equal(handles[1]);
		expect(hitTest(handles, 46)).to.equal(handles[3]);
	});
};
