import { DataStoreService, HttpService } from "@rbxts/services";
import { encodeFrame, FRAME_SIZE, Recording, RecordingStore } from "../../src";
import { needs, skip } from "../needs";

const NAME = "DollySmoke";

function threeFrames(): Recording {
	const frames = buffer.create(3 * FRAME_SIZE);
	for (const frame of $range(0, 2)) encodeFrame(frame, 10, -frame, 0, 0, 0, 1, frames, frame * FRAME_SIZE);
	return { map: "smoke", count: 3, frames };
}

export = () => {
	const test = needs("a server", it, itSKIP);

	test("brings a take through a data store and leaves nothing there", () => {
		const [isOpen, problem] = pcall(() => DataStoreService.GetDataStore(NAME).GetAsync("probe"));
		if (!isOpen) skip(`data stores cannot be used here: ${problem}`);
		const store = new RecordingStore(NAME);
		const key = HttpService.GenerateGUID(false);
		const recording = threeFrames();
		store.save(key, [recording], { rate: 30 });
		const take = store.load(key)!;
		store.remove(key);
		expect(take.rate).to.equal(30);
		expect(take.recordings.size()).to.equal(1);
		expect(take.recordings[0].map).to.equal("smoke");
		expect(buffer.tostring(take.recordings[0].frames)).to.equal(buffer.tostring(recording.frames));
		expect(store.load(key)).to.equal(undefined);
	});
};
