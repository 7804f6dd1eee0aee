import { RunService, Workspace } from "@rbxts/services";
import { sampleCFrame } from "../../src/camera";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { takeOf } from "../take/make-take";
import { slowAtHit } from "./code/bullet-time";
import { liftPath } from "./code/edit-path";
import { raceAgainstYourself } from "./code/ghost";
import { followByHand } from "./code/hand-held";
import { playIntro } from "./code/intro";
import { playMenu } from "./code/menu-loop";
import { recordAndReplay } from "./code/record-and-replay";

function xyz({ Position: { X, Y, Z } }: CFrame): Array<number> {
	return [X, Y, Z];
}

/** The small examples of filming, each run as a game would run it. */
export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;
	const isOwnView = () => camera().CameraType !== Enum.CameraType.Scriptable;

	/** Moves something every frame, for `seconds`. */
	function during(seconds: number, each: (now: number) => void): void {
		let now = 0;
		RunService.BindToRenderStep("during", Enum.RenderPriority.Camera.Value, (passed) => {
			now += passed;
			each(now);
		});
		engine.advance(seconds, 1 / 60);
		RunService.UnbindFromRenderStep("during");
	}

	/** Starts something that yields; returns the function that says whether it is over. */
	function begin(body: () => void): () => boolean {
		let isOver = false;
		task.spawn(() => {
			body();
			isOver = true;
		});
		return () => isOver;
	}

	test("record and replay: two seconds are recorded and shown again", () => {
		const isOver = begin(() => recordAndReplay(2));
		during(2.1, (now) => (camera().CFrame = new CFrame(10 * now, 0, 0)));
		engine.advance(1.4, 1 / 60);
		expect(isOwnView()).to.equal(false);
		expectNear([camera().CFrame.X], [14.5], 1);
		engine.advance(1.5, 1 / 60);
		expect(isOver()).to.equal(true);
		expect(isOwnView()).to.equal(true);
	});

	test("intro: the parts are visited at their times, and the title is shown", () => {
		const tour = new Instance("Folder");
		[0, 2, 3].forEach((seconds, index) => {
			const part = new Instance("Part");
			part.Name = tostring(index + 1);
			part.CFrame = new CFrame(seconds * 10, (index + 1) * 5, 0);
			part.SetAttribute("Seconds", seconds);
			part.Parent = tour;
		});
		let titles = 0;
		const isOver = begin(() => playIntro(tour, () => (titles += 1)));
		engine.advance(2 + 1 / 60, 1 / 60);
		expectNear(xyz(camera().CFrame), [20, 10, 0], 0.1);
		expect(titles).to.equal(1);
		engine.advance(3, 1 / 60);
		expect(isOver()).to.equal(true);
		expect(isOwnView()).to.equal(true);
	});

	test("ghost: the last lap drives beside the next one", () => {
		const car = new Instance("Model");
		const ghost = new Instance("Model");
		const startLap = raceAgainstYourself(car, ghost);
		startLap();
		during(3, (now) => (car.WorldPivot = new CFrame(20 * now, 0, 0)));
		startLap();
		during(2, (now) => (car.WorldPivot = new CFrame(10 * now, 0, 0)));
		expectNear([ghost.WorldPivot.X], [40], 1);
		startLap();
		during(1, (now) => (car.WorldPivot = new CFrame(5 * now, 0, 0)));
		expectNear([ghost.WorldPivot.X], [10], 0.5);
	});

	test("path editing: the flight passes higher and ends later, with its ends where they were", () => {
		const xs = new Array<number>();
		for (const frame of $range(0, 240)) xs.push(20 * math.sin(frame / 60));
		const take = takeOf(xs);
		const bent = liftPath(take, 2, 5, 0.5);
		let highest = 0;
		for (const frame of $range(0, 270)) highest = math.max(highest, sampleCFrame(bent, frame / 60).Y);
		expectNear([highest], [5], 0.1);
		expectNear([bent.keys[bent.keys.size() - 1].seconds], [4.5], 1e-6);
		expectNear(xyz(sampleCFrame(bent, 0)), xyz(sampleCFrame(take, 0)), 1e-3);
		expectNear(xyz(sampleCFrame(bent, 4.5)), xyz(sampleCFrame(take, 4)), 1e-3);
	});

	test("loop: the view behind a menu goes there and back until the menu closes", () => {
		const [first, last] = [new Instance("Part"), new Instance("Part")];
		last.CFrame = new CFrame(40, 0, 0);
		const close = playMenu(first, last, 4);
		const xs = new Array<number>();
		for (const _ of $range(1, 8)) {
			engine.advance(1, 1 / 60);
			xs.push(camera().CFrame.X);
		}
		// Half a sine: 40 · (1 - cos(45°)) / 2 after a second.
		expectNear(xs, [5.86, 20, 34.14, 40, 34.14, 20, 5.86, 0], 1);
		close();
		engine.advance(1.1, 1 / 60);
		expect(isOwnView()).to.equal(true);
	});

	test("shake: the camera looks at its target by hand, and in the same way each time", () => {
		const target = new Instance("Part");
		target.CFrame = new CFrame(0, 0, -50);
		const xs = new Array<number>();
		for (const frame of $range(0, 180)) xs.push(frame / 20);
		const looks = [0, 0].map(() => {
			const player = followByHand(takeOf(xs), target);
			engine.advance(2, 1 / 60);
			const { Position, LookVector } = camera().CFrame;
			player.destroy();
			return [LookVector.Dot(target.CFrame.Position.sub(Position).Unit), Position.X, LookVector.X, LookVector.Y];
		});
		expect(looks[0][0] > math.cos(math.rad(3))).to.equal(true);
		expect(looks[0][0] < 1 - 1e-7).to.equal(true);
		expect(looks[0].join()).to.equal(looks[1].join());
	});

	test("ramp: the flight is slow around its marker, and its ends stay", () => {
		const xs = new Array<number>();
		for (const frame of $range(0, 240)) xs.push(frame / 6);
		const take = { ...takeOf(xs), markers: [{ name: "hit", seconds: 2 }] };
		const slow = slowAtHit(take);
		const hit = slow.markers[0].seconds;
		const speedAt = (seconds: number) =>
			(sampleCFrame(slow, seconds + 0.02).X - sampleCFrame(slow, seconds - 0.02).X) / 0.04;
		expectNear([speedAt(0.5), speedAt(hit)], [10, 2.5], 0.1);
		expectNear([sampleCFrame(slow, hit).X], [20], 0.01);
		// Half a second whose speed goes in a line from 1 to 0.25 takes 0.5 · ln(4) / 0.75 seconds.
		const ramp = (0.5 * math.log(4)) / 0.75;
		expectNear([hit, (slow.count - 1) / slow.rate], [1.5 + ramp, 3 + 2 * ramp], 1 / 60);
	});
};
