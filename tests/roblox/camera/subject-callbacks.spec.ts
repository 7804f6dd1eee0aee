import { Recorder } from "../../../src/camera";
import { headless } from "../../headless";

/** What a recorded function does to its recorder. */
const ACTS: { [name: string]: (recorder: Recorder) => void } = {
	"stops it": (recorder) => recorder.stop(),
	"discards it": (recorder) => recorder.discard(),
	"destroys it": (recorder) => recorder.destroy(),
	"pauses it": (recorder) => recorder.pause(),
	"pauses and resumes it": (recorder) => {
		recorder.pause();
		recorder.resume();
	},
	"starts it": (recorder) => recorder.start(),
	"stops and starts it": (recorder) => {
		recorder.stop();
		recorder.start();
	},
	"looks at it": (recorder) => recorder.peek(),
	"marks and cuts it": (recorder) => {
		recorder.mark("here");
		recorder.cut();
	},
	"stops it and throws": (recorder) => {
		recorder.stop();
		error("broken", 0);
	},
	throws: () => error("broken", 0),
	"throws a table": () => error({ broken: true } as never),
	waits: () => task.wait(0.1),
	"waits for good": () => coroutine.yield(),
};

export = () => {
	const test = headless ? it : itSKIP;

	for (const context of ["PlayClient", "PlayServer"] as const) {
		test(`a recorder starts again whatever its subject does: ${context}`, () => {
			headless!.enter(context);
			for (const [key, act] of pairs(ACTS)) {
				const name = key as string;
				const bound = headless!.countRenderSteps();
				let calls = 0;
				let isActing = true;
				const recorder: Recorder = new Recorder({
					rate: 30,
					subject: () => {
						calls += 1;
						if (isActing && calls > 5) act(recorder);
						return new CFrame(calls, 0, 0);
					},
				});
				recorder.start();
				headless!.advance(0.5);
				expect(calls > 5).to.equal(true);
				isActing = false;
				if (recorder.state === "recording" || recorder.state === "paused") recorder.discard();
				if (recorder.state !== "destroyed") {
					recorder.start();
					headless!.advance(0.5);
					const take = recorder.stop();
					if (take.count < 10) error(`${name}: ${take.count} frames`, 0);
				}
				recorder.destroy();
				headless!.step(1 / 60);
				expect(headless!.countRenderSteps()).to.equal(bound);
				for (const problem of headless!.takeErrors()) {
					if (problem.sub(1, 8) !== "[dolly] " && problem.split("\n")[0] !== "broken") error(`${name}: ${problem}`, 0);
				}
				headless!.takeWarnings();
			}
		});
	}
};
