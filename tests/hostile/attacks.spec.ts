import { collectGarbage } from "../collect-garbage";
import { MAX_BYTES, MAX_SECONDS } from "../fuzz/fuzz";
import { headless } from "../headless";
import { Session } from "../headless/session";
import * as native from "./attacks";

/** What pixels and vertices that are really there may take where nothing is native. */
const MAX_INTERPRETED_SECONDS = 4;
/** The longest work between two pauses, interpreted. */
const MAX_STRETCH = 0.016;
/** What else the machine does lengthens a stretch, but not the same one in each of so many rounds. */
const ROUNDS = 5;

export = () => {
	const itHeadless = headless ? it : itSKIP;
	let session: Session | undefined;
	let interpreted: typeof native | undefined;
	afterAll(() => {
		session = undefined;
		interpreted = undefined;
	});

	/** The same modules in a session of their own, which interprets all of them. */
	function openInterpreted(): LuaTuple<[Session, typeof native]> {
		session ??= headless!.open({ file: "dist/test.rbxl", context: "PlayServer" });
		const { ReplicatedStorage } = session.game as unknown as { ReplicatedStorage: Instance };
		const module = ["tests", "hostile", "attacks"].reduce((at, name) => at.FindFirstChild(name)!, ReplicatedStorage);
		interpreted ??= session.require(module as ModuleScript) as typeof native;
		return $tuple(session, interpreted);
	}

	native.ATTACKS.forEach((attack, index) => {
		itHeadless(`${attack.name}: a second and 64 MB, native`, () => {
			const input = attack.build();
			const opened = attack.open?.(input);
			collectGarbage(2);
			const started = headless!.processorClock();
			const { bytes, refused } = native.measure((job) => attack.run(input, job, opened), headless!.realClock);
			expect(headless!.processorClock() - started < MAX_SECONDS).to.equal(true);
			expect(bytes < MAX_BYTES).to.equal(true);
			if (refused !== undefined) expect(refused.sub(1, 8)).to.equal("[dolly] ");
		});

		itHeadless(`${attack.name}: four seconds and no long stretch, interpreted`, () => {
			const [place, { ATTACKS, measure }] = openInterpreted();
			const input = attack.build();
			const { open, run } = ATTACKS[index];
			const opened = open?.(input);
			let shortest: Array<number> | undefined;
			const isSmooth = () => shortest !== undefined && shortest.every((seconds) => seconds < MAX_STRETCH);
			for (const _ of $range(1, ROUNDS)) {
				if (isSmooth()) break;
				collectGarbage(2);
				const started = headless!.processorClock();
				let cost = { bytes: 0, stretches: new Array<number>() };
				place.run(() => (cost = measure((job) => run(input, job, opened), headless!.realClock)));
				expect(headless!.processorClock() - started < MAX_INTERPRETED_SECONDS).to.equal(true);
				expect(cost.bytes < MAX_BYTES).to.equal(true);
				const former = shortest ?? cost.stretches;
				// It looks at the same places whether to pause, each time.
				expect(cost.stretches.size()).to.equal(former.size());
				shortest = cost.stretches.map((seconds, index) => math.min(seconds, former[index]));
			}
			if (!attack.isAlone) expect(isSmooth()).to.equal(true);
		});
	});
};
