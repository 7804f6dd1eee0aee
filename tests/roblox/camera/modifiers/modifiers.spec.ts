import { Workspace } from "@rbxts/services";
import {
	CameraPath,
	CameraPlayer,
	Follower,
	keepBeside,
	lookAt,
	Modifier,
	offset,
	shake,
} from "../../../../src/camera";
import { failureOf } from "../../../expect-failure";
import { headless } from "../../../headless";
import { needs } from "../../../needs";
import { straightTake, takeOf } from "../../../take/make-take";
import { dressCamera } from "../dress-camera";

/** A path along X at 4 studs per second with a cut at 2 seconds. */
const PATH: CameraPath = {
	name: "flight",
	duration: 4,
	cuts: [2],
	sample(seconds, target) {
		buffer.fill(target, 0, 0);
		buffer.writef64(target, 0, seconds * 4 + (seconds < 2 ? 0 : 50));
		buffer.writef64(target, 48, 1);
		buffer.writef64(target, 56, 60);
	},
};

/** A target that goes round. */
function circle() {
	const path: CameraPath = {
		name: "circle",
		duration: 4,
		sample(seconds, target) {
			buffer.fill(target, 0, 0);
			buffer.writef64(target, 0, 20 * math.sin(seconds * 2));
			buffer.writef64(target, 16, 20 * math.cos(seconds * 3));
			buffer.writef64(target, 48, 1);
		},
	};
	return path;
}

function bitsOf(cframe: CFrame): string {
	return [...cframe.GetComponents()].join(" ");
}

export = () => {
	const test = needs(["the headless engine", "a client"], it, itSKIP);
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;

	const everything = () => [
		keepBeside(circle(), { halfLife: 0.3 }),
		lookAt(circle(), { halfLife: 0.2, offset: new Vector3(0, 1, 0) }),
		shake({ seed: 5 }),
		offset(new CFrame(0, 1, 0)),
	];

	test("30, 60 and 144 frames per second and seeks in any order show the same to the bit", () => {
		dressCamera();
		const modifiers = everything();
		const player = new CameraPlayer(PATH, { modifiers });
		const shown = new Map<number, string>();
		for (const rate of [30, 60, 144]) {
			player.play();
			for (const _ of $range(1, rate * 3)) {
				engine.step(1 / rate);
				const known = shown.get(player.position);
				const bits = bitsOf(camera().CFrame);
				if (known !== undefined) expect(bits).to.equal(known);
				shown.set(player.position, bits);
			}
			player.stop();
		}
		const other = new CameraPlayer(PATH, { modifiers });
		other.play();
		other.pause();
		const times = [...shown].map(([seconds]) => seconds);
		for (const index of $range(0, times.size() - 1)) {
			const seconds = times[(index * 37) % times.size()];
			other.seek(seconds);
			expect(bitsOf(camera().CFrame)).to.equal(shown.get(seconds));
		}
		player.destroy();
		other.destroy();
	});

	test("a fixed target is looked at, from wherever the flight is", () => {
		dressCamera();
		const player = new CameraPlayer(PATH, { modifiers: [lookAt(new Vector3(0, 0, 30))] });
		player.play();
		player.seek(1);
		const { LookVector: look, UpVector: up } = camera().CFrame;
		const length = math.sqrt(16 + 900);
		expect(look.X).to.be.near(-4 / length, 1e-6);
		expect(look.Z).to.be.near(30 / length, 1e-6);
		expect(up.Y).to.be.near(1, 1e-6);
		player.destroy();
	});

	test("an instance is followed softly, while paused too, and a seek starts settled", () => {
		dressCamera();
		const part = new Instance("Part");
		part.CFrame = new CFrame(0, 0, -10);
		const player = new CameraPlayer(straightTake(600, {}, 0), { modifiers: [keepBeside(part, { halfLife: 0.5 })] });
		player.play();
		engine.step(0.1);
		player.pause();
		engine.step(0.1);
		part.CFrame = new CFrame(0, 8, -10);
		engine.step(0);
		const before = camera().CFrame.Y;
		engine.step(0.5);
		expect(8 - camera().CFrame.Y).to.be.near((8 - before) / 2, 1e-4);
		player.seek(3);
		expect(camera().CFrame.Y).to.be.near(8, 1e-5);
		player.destroy();
		part.Destroy();
	});

	test("modifiers come after relativeTo, in their order, for a Follower too", () => {
		const [part, ship] = [new Instance("Part"), new Instance("Part")];
		ship.CFrame = new CFrame(100, 0, 0);
		const modifiers = [
			offset(new CFrame(0, 5, 0)),
			offset(CFrame.Angles(0, math.pi / 2, 0)),
			offset(new CFrame(0, 0, 1)),
		];
		const follower = new Follower(takeOf([1, 1, 1]), part, { relativeTo: ship, modifiers });
		follower.play();
		const { X: x, Y: y, Z: z } = part.CFrame;
		expect(x).to.be.near(102, 1e-4);
		expect(y).to.be.near(5, 1e-4);
		expect(z).to.be.near(0, 1e-4);
		follower.destroy();
	});

	test("a modifier of the user's changes the field of view, and hears of starts, seeks and cuts", () => {
		dressCamera();
		const restarts = new Array<number>();
		const zoom: Modifier = {
			apply(cframe, fieldOfView, seconds) {
				return $tuple(cframe, fieldOfView - seconds);
			},
			restart(seconds) {
				restarts.push(seconds);
			},
		};
		const player = new CameraPlayer(PATH, { modifiers: [zoom] });
		player.play();
		player.seek(1);
		expect(camera().FieldOfView).to.be.near(59, 1e-4);
		engine.advance(1.5, 0.25);
		expect(restarts.join(" ")).to.equal("0 1 2");
		player.destroy();
	});

	test("a modifier that returns what cannot be shown ends the playing in words, and the camera is given back", () => {
		const isBack = dressCamera();
		const problemOf = (apply: () => unknown) => {
			const player = new CameraPlayer(PATH, { modifiers: [shake(), { apply } as unknown as Modifier] });
			const problem = failureOf(() => player.play());
			expect(isBack()).to.equal(true);
			expect(player.isPlaying).to.equal(false);
			player.destroy();
			return problem;
		};
		const start = "[dolly] CameraPlayer: item 2 of modifiers";
		expect(problemOf(() => undefined)).to.equal(`${start} returned nothing instead of a CFrame at 0 seconds`);
		// What Luau's apply = function(cframe) return cframe end does.
		expect(problemOf(((itself: unknown) => itself) as () => unknown)).to.equal(
			`${start} returned itself instead of a CFrame at 0 seconds; ` +
				"apply is a method whose first argument is the modifier itself: function modifier:apply(cframe, …)",
		);
		expect(problemOf(() => new CFrame(0 / 0, 0, 0))).to.equal(
			`${start} returned a CFrame that is not finite at 0 seconds`,
		);
		expect(problemOf(() => $tuple(new CFrame(), "wide"))).to.equal(
			`${start} returned "wide" instead of a field of view at 0 seconds`,
		);
		expect(problemOf(() => error("broken", 0))).to.equal(`${start} failed at 0 seconds: broken`);
		expect(problemOf(() => task.wait())).to.equal(`${start} yielded at 0 seconds; expected a CFrame without a wait`);
		expect(failureOf(() => new CameraPlayer(PATH, { modifiers: [5 as never] }))).to.equal(
			"[dolly] CameraPlayer: item 1 of modifiers is 5; expected a Modifier",
		);
	});
};
