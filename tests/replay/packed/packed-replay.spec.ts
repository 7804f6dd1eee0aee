import { encodeRecording } from "../../../src/camera";
import { breathe } from "../../breathe";
import { Seeded } from "../../random";
import { decodeReplay } from "../decode-replay";
import { randomReplay, replayDifference } from "../random-replay";

export = () => {
	it("brings back random replays bit for bit", () => {
		const random = new Seeded(33);
		for (const turn of $range(1, 120)) {
			breathe();
			const counts = [0, 1, 2, 3, 4, 17, 255, 256, 257, 600];
			const replay = randomReplay(counts[turn % counts.size()], random, turn % 9 === 0 ? 40 : 8);
			expect(replayDifference(decodeReplay(encodeRecording(replay)), replay)).to.equal("");
		}
	});
};
