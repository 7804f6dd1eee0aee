import { Workspace } from "@rbxts/services";
import { CameraPath, CameraPlayer, lookAt, shake } from "../../src/camera";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { needs } from "../needs";
import { dressCamera } from "./camera/dress-camera";

/** A path of four seconds along X at 10 studs per second that turns, with markers. */
const PATH: CameraPath = {
	name: "flight",
	duration: 4,
	markers: [
		{ name: "door", seconds: 1 },
		{ name: "end", seconds: 4 },
		{ name: "door", seconds: 3 },
	],
	sample(seconds, target) {
		buffer.fill(target, 0, 0);
		buffer.writef64(target, 0, seconds * 10);
		buffer.writef64(target, 32, math.sin(seconds / 4));
		buffer.writef64(target, 48, math.cos(seconds / 4));
		buffer.writef64(target, 56, 50 + seconds);
	},
};

export = () => {
	const test = needs(["the headless engine", "a client"], it, itSKIP);
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;

	test("a ping-pong goes there and back, and fires looped at each turn and markers in both directions", () => {
		dressCamera();
		const player = new CameraPlayer(PATH, { loop: "pingPong" });
		const heard = new Array<string>();
		player.marker.Connect((name, seconds) => heard.push(`${name} ${seconds}`));
		player.looped.Connect((laps) => heard.push(`turn ${laps}`));
		player.play();
		engine.advance(9.75, 0.25); // the first frame shows the start
		expect(player.position).to.be.near(1.5, 1e-9);
		expect(heard.join(", ")).to.equal("door 1, door 3, end 4, turn 1, door 3, door 1, turn 1, door 1");
		player.loop = "back" as never;
		engine.step(0.25);
		expect(engine.takeErrors()[0].split("\n")[0]).to.equal(
			'[dolly] CameraPlayer: loop is "back"; expected true, false or "pingPong"',
		);
		player.destroy();
	});

	test("a loop that blends shows no jump in place, direction, speed and field of view, with modifiers too", () => {
		dressCamera();
		for (const modifiers of [[], [shake(), lookAt(new Vector3(0, 0, 90))]]) {
			const player = new CameraPlayer(PATH, { loop: true, loopBlend: 1.5, modifiers });
			player.play();
			player.pause();
			const at = (seconds: number) => {
				player.seek(seconds);
				return camera().CFrame;
			};
			const step = 1e-3;
			const [before, last] = [at(4 - step), at(4)];
			const wide = camera().FieldOfView;
			const [first, after] = [at(0), at(step)];
			expect(last.Position.sub(first.Position).Magnitude).to.be.near(0, 1e-4);
			expect(last.LookVector.sub(first.LookVector).Magnitude).to.be.near(0, 1e-5);
			expect(wide).to.be.near(camera().FieldOfView, 0.01);
			const [v, w] = [last.X - before.X, after.X - first.X];
			expect(v / w).to.be.near(1, 0.05);
			// Before the blend nothing differs.
			if (modifiers.isEmpty()) expect(at(2.5).X).to.be.near(25, 1e-5);
			player.destroy();
		}
		expect(failureOf(() => new CameraPlayer(PATH, { loopBlend: 2.5 }))).to.equal(
			"[dolly] CameraPlayer: loopBlend is 2.5; expected up to half of the duration, 2",
		);
	});

	test("atMarker calls back at one marker, and refuses a name that there is none of", () => {
		dressCamera();
		const player = new CameraPlayer(PATH);
		const heard = new Array<string>();
		const connection = player.atMarker("door", (seconds, skipped) => heard.push(`${seconds} ${skipped}`));
		player.play();
		engine.advance(1.5, 0.25);
		player.skip();
		expect(heard.join(", ")).to.equal("1 false, 3 true");
		connection.Disconnect();
		player.play();
		engine.advance(1.5, 0.25);
		expect(heard.size()).to.equal(2);
		expect(failureOf(() => player.atMarker("dor", () => {}))).to.equal(
			'[dolly] CameraPlayer: name is "dor"; expected "end", "door" for atMarker',
		);
		player.destroy();
		expect(failureOf(() => player.atMarker("door", () => {}))).to.equal(
			"[dolly] CameraPlayer: atMarker needs a player that is not destroyed",
		);
	});
};
