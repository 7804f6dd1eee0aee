import { Take, RecordingStore } from "../../src/camera";
import { headless } from "../headless";
import { Seeded } from "../random";
import { fingerprint, noisyTake } from "../roblox/store/sample-takes";
import { Target } from "./fuzz";

/** Virtual seconds in which a call is over, retries and budgets included. */
const A_WHILE = 300;

/** A store that fails at any request, in any way: what is loaded is what was saved before or now, whole, never a mixture. */
export function storeTarget(): Target {
	const { dataStores, advance, takeErrors, takeWarnings } = headless!;
	/** Runs a call that yields to its end; gives what it gave, or what it failed with. */
	const call = <T>(body: () => T): { value?: T; failure?: string } => {
		let outcome: { value?: T; failure?: string } = { failure: "it never ended" };
		task.spawn(() => {
			const [ok, result] = pcall(body);
			outcome = ok ? { value: result as T } : { failure: tostring(result) };
		});
		advance(A_WHILE, 1);
		return outcome;
	};
	const takeOf = (random: Seeded): Take => noisyTake(random.u32(), random.int(1, 400));
	return {
		name: "store",
		seeds: [buffer.create(0)],
		read: (_, random) => {
			dataStores.reset();
			takeErrors();
			takeWarnings();
			const store = new RecordingStore("Fuzz");
			const before = takeOf(random);
			const after = takeOf(random);
			const saved = call(() => store.save("k", before));
			if (saved.failure !== undefined) return `without faults: ${saved.failure}`;
			const share = random.unit();
			dataStores.intercept(() => {
				if (random.unit() > share) return undefined;
				return random.int(0, 1) === 0 ? "fail" : "lose";
			});
			const second = call(() => store.save("k", after));
			if (second.failure !== undefined && second.failure.sub(1, 8) !== "[dolly] ") return second.failure;
			dataStores.intercept(undefined);
			const loaded = call(() => store.load("k"));
			if (loaded.failure !== undefined) return `after faults: ${loaded.failure}`;
			if (loaded.value === undefined) return "the take is gone";
			const found = fingerprint(loaded.value);
			if (found === fingerprint(after)) return undefined;
			if (found !== fingerprint(before)) return "what was loaded was never saved";
			return second.failure === undefined ? "the save said that it was done" : undefined;
		},
	};
}
