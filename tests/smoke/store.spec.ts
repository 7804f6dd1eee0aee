import { DataStoreService, HttpService } from "@rbxts/services";
import { createTake, encodeCFrame, Take, RecordingStore } from "../../src";
import { FRAME_SIZE } from "../../src/codecs";
import { needs, skip } from "../needs";

const NAME = "DollySmoke";

function threeFrames(): Take {
	const frames = buffer.create(3 * FRAME_SIZE);
	for (const frame of $range(0, 2)) encodeCFrame(new CFrame(frame, 10, -frame), frames, frame * FRAME_SIZE);
	return createTake({ name: "Opening", map: "smoke", rate: 30, frames });
}

export = () => {
	const test = needs("a server", it, itSKIP);

	test("brings a take through a data store and leaves nothing there", () => {
		const [isOpen, problem] = pcall(() => DataStoreService.GetDataStore(NAME).GetAsync("probe"));
		if (!isOpen) skip(`data stores cannot be used here: ${problem}`);
		const store = new RecordingStore(NAME);
		const key = HttpService.GenerateGUID(false);
		const saved = threeFrames();
		store.save(key, saved);
		const take = store.load(key) as Take;
		store.remove(key);
		expect(`${take.name} ${take.map} ${take.rate} ${take.count}`).to.equal("Opening smoke 30 3");
		expect(buffer.tostring(take.frames)).to.equal(buffer.tostring(saved.frames));
		expect(store.load(key)).to.equal(undefined);
	});
};
