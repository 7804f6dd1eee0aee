import { Job, readBytes } from "../../src";
import { encodeBase64 } from "../../src/codecs";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";

/** Bytes that no repetition hides. */
function someBytes(size: number): buffer {
	const bytes = buffer.create(size);
	for (const at of $range(0, size - 1)) buffer.writeu8(bytes, at, (at * at + 7) % 251);
	return bytes;
}

/** A holder whose parts have `sizes` bytes. */
function holderOf(sizes: Array<number>): LuaTuple<[holder: StringValue, bytes: buffer]> {
	let total = 0;
	for (const size of sizes) total += size;
	const bytes = someBytes(total);
	const holder = new Instance("StringValue");
	holder.Name = "Harbour";
	holder.SetAttribute("Parts", sizes.size());
	let at = 0;
	sizes.forEach((size, index) => {
		const piece = buffer.create(size);
		buffer.copy(piece, 0, bytes, at, size);
		at += size;
		const part = index === 0 ? holder : new Instance("StringValue");
		part.Value = encodeBase64(piece);
		if (index === 0) return;
		part.Name = `Part${index + 1}`;
		part.Parent = holder;
	});
	return $tuple(holder, bytes);
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	it("reads a StringValue, and one that goes on in its children, in their order", () => {
		for (const sizes of [[5], [0], [3, 3, 2], [135_000, 135_000, 1]]) {
			const [holder, bytes] = holderOf(sizes);
			expect(buffer.tostring(readBytes(holder)) === buffer.tostring(bytes)).to.equal(true);
		}
	});

	it("reads what was typed by hand: no attribute, and line breaks", () => {
		const holder = new Instance("StringValue");
		holder.Value = "ZG9s\nbHk=\n";
		expect(buffer.tostring(readBytes(holder))).to.equal("dolly");
	});

	it("says which part is missing or damaged", () => {
		const refuses = (harm: (holder: StringValue) => void, problem: string) => {
			const [holder] = holderOf([3, 3, 3]);
			harm(holder);
			expect(failureOf(() => readBytes(holder))).to.equal(`[dolly] readBytes: ${problem}`);
		};
		refuses((holder) => holder.FindFirstChild("Part2")!.Destroy(), '"Harbour" lacks Part2 of 3');
		refuses((holder) => (holder.FindFirstChild("Part3")!.Name = "Part4"), '"Harbour" lacks Part3 of 3');
		const wrong = "the Base64 text has an invalid character among characters 0 to 3";
		refuses((holder) => (holder.Value = "####"), `"Harbour": ${wrong}`);
		refuses(
			(holder) => ((holder.FindFirstChild("Part2") as StringValue).Value = "####"),
			`Part2 of "Harbour": ${wrong}`,
		);
		for (const parts of [0, -1, 1.5, 0 / 0, "many"]) {
			refuses(
				(holder) => holder.SetAttribute("Parts", parts),
				`the attribute Parts of "Harbour" is ${parts}; expected a whole number, 1 or more`,
			);
		}
		// Costs no more than what is there.
		refuses((holder) => holder.SetAttribute("Parts", 1e15), `"Harbour" lacks Part4 of ${1e15}`);
	});

	it("pauses for a job, and ends with it", () => {
		const [holder] = holderOf([135_000, 135_000]);
		let pauses = 0;
		const job = new Job({
			pause: () => {
				pauses += 1;
				if (pauses === 3) job.cancel();
			},
		});
		expect(failureOf(() => readBytes(holder, { job }))).to.equal("[dolly] cancelled");
		expect(pauses).to.equal(3);
	});

	itHeadless("waits on a client until the game is loaded, and not elsewhere", () => {
		const read = (context: "LiveClient" | "LiveServer") => {
			const session = headless!.open({ context, loading: true });
			const storage = session.game.GetService("ReplicatedStorage");
			for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = storage;
			const holder = session.create("StringValue") as StringValue;
			holder.Name = "Harbour";
			holder.Value = "ZG9s";
			holder.SetAttribute("Parts", 2);
			holder.Parent = storage;
			const source = session.createScript(
				context === "LiveClient" ? "LocalScript" : "Script",
				[
					"local storage = game:GetService('ReplicatedStorage')",
					"local dolly = require(storage:WaitForChild('dolly'))",
					"local ok, result = pcall(dolly.readBytes, storage:WaitForChild('Harbour'))",
					"script.Name = if ok then buffer.tostring(result) else result",
				].join("\n"),
			);
			source.Parent = storage;
			session.runScript(source);
			session.advance(1);
			const early = source.Name;
			const second = session.create("StringValue") as StringValue;
			second.Name = "Part2";
			second.Value = "bHk=";
			second.Parent = holder;
			session.finishLoading();
			session.advance(1);
			return `${early}, ${source.Name}`;
		};
		expect(read("LiveClient")).to.equal("LocalScript, dolly");
		const lacks = '[dolly] readBytes: "Harbour" lacks Part2 of 2';
		expect(read("LiveServer")).to.equal(`${lacks}, ${lacks}`);
	});
};
