import { Job, sampleCFrame, Take, writeCameraGlb } from "../../src";
import { readRecordingsFile } from "../../plugin/recordings/recording-files";
import { headless } from "../headless";
import { importFiles } from "./import-files";
import { openStudio } from "./open-studio";
import { flight, keptTake } from "./library/in-library";

/** The farthest that two takes are from each other, in studs. */
function distanceBetween(one: Take, other: Take): number {
	let farthest = 0;
	for (const step of $range(0, 40)) {
		const seconds = ((one.count - 1) / one.rate) * (step / 40);
		const [a, b] = [sampleCFrame(one, seconds), sampleCFrame(other, seconds)];
		farthest = math.max(farthest, a.Position.sub(b.Position).Magnitude);
	}
	return farthest;
}

/** Studs: 18-byte frames hold positions as f32. */
const EXACT = 1e-3;

export = () => {
	const test = headless ? it : itSKIP;

	test("brings a camera that was written as GLB back as the same flight", () => {
		const take = flight(61);
		const glb = writeCameraGlb(take);
		const user = openStudio({ panel: "DollyImport" });
		importFiles(user, [{ name: "Shot.glb", contents: buffer.tostring(glb) }]);
		expect(user.kept("Recordings")).to.equal("Shot");
		const kept = keptTake(user, "Shot");
		expect((kept.count - 1) / kept.rate).to.be.near(6, 1e-3);
		expect(distanceBetween(take, kept)).to.be.near(0, EXACT);
		expect(user.errors()).to.equal("");
	});

	it("is the same flight by the way of the takes, too", () => {
		const take = flight(61);
		const [read] = readRecordingsFile("Shot.glb", writeCameraGlb(take), 10, new Job()) as Array<Take>;
		expect(distanceBetween(take, read)).to.be.near(0, EXACT);
	});
};
