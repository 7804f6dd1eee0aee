import { onSimulated } from "../../../src/roblox/clock";
import { MorphWork, queueMorph, queueMorphAgain } from "../../../src/roblox/mesh/morph-queue";
import { headless } from "../../headless";

/** Seconds that a slice of work takes: the clock goes on whenever it is looked at. */
const SLICE = 0.0004;

export = () => {
	const itHeadless = headless ? it : itSKIP;
	afterEach(() => headless?.setClockCost());

	/** Work that takes some slices, each of which is noted under its name, and wants to go on once or not at all. */
	function workOf(name: string, slices: number, notes: Array<string>, again = 0): MorphWork {
		let left = slices;
		let more = again;
		const work: MorphWork = {
			advance() {
				notes.push(name);
				left -= 1;
				if (left > 0) return false;
				if (more > 0) {
					more -= 1;
					left = slices;
					queueMorphAgain(work);
				}
				return true;
			},
		};
		return work;
	}

	/** What is worked on now and in the next frames. */
	function framesOf(start: (notes: Array<string>) => void): Array<string> {
		headless!.setClockCost(SLICE);
		const frames = new Array<string>();
		const notes = new Array<string>();
		// Something plays, so the clock of players runs.
		const leave = onSimulated(() => {});
		for (const _ of $range(1, 3)) headless!.step(1 / 60);
		start(notes);
		for (const _ of $range(1, 5)) {
			frames.push(notes.join(""));
			notes.clear();
			headless!.step(1 / 60);
		}
		leave();
		return frames;
	}

	itHeadless("spends a millisecond of each frame, on one after the other", () => {
		const frames = framesOf((notes) => {
			queueMorph(workOf("a", 5, notes));
			queueMorph(workOf("b", 2, notes));
			queueMorph(workOf("c", 1, notes));
		});
		expect(frames.join("|")).to.equal("aaa|aab|bc||");
	});

	itHeadless("lets the others go first before it goes on with what is done already", () => {
		const frames = framesOf((notes) => {
			queueMorph(workOf("a", 4, notes, 1));
			queueMorph(workOf("b", 2, notes));
		});
		expect(frames.join("|")).to.equal("aaa|abb|aaa|a|");
	});

	itHeadless("goes on with the others when one fails", () => {
		const frames = framesOf((notes) => {
			queueMorph(workOf("a", 4, notes));
			queueMorph({
				advance() {
					notes.push("!");
					return error("broken", 0);
				},
			});
			queueMorph(workOf("b", 1, notes));
		});
		expect(frames.join("|")).to.equal("aaa|a!b|||");
		expect(headless!.takeErrors().join().find("broken", 1, true)[0]).to.be.ok();
	});
};
