import { RunService, Workspace } from "@rbxts/services";
import { CameraPlayer, Recorder } from "../../../src/camera";
import { headless } from "../../headless";
import { straightTake } from "../../take/make-take";
import { dressCamera } from "./dress-camera";

/** A stud a frame along X, ten frames a second, for `seconds`. */
function straight(seconds: number, fieldOfView?: number) {
	return straightTake(seconds * 10 + 1, { rate: 10, fieldOfView });
}

/** Binds functions at a priority: some now, and some more whenever the function that it gives is called. */
function bindMany(priority: number, body: () => void) {
	const names = new Array<string>();
	const bindMore = () => {
		for (const _ of $range(1, 4)) {
			const name = `spec-${priority}-${names.size()}`;
			names.push(name);
			RunService.BindToRenderStep(name, priority, body);
		}
	};
	bindMore();
	return { bindMore, unbind: () => names.forEach((name) => RunService.UnbindFromRenderStep(name)) };
}

function currentX(): number {
	return Workspace.CurrentCamera!.CFrame.X;
}

function put(x: number): void {
	Workspace.CurrentCamera!.CFrame = new CFrame(x, 0, 0);
}

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;

	test("lets a player write after the camera scripts and before whatever reads, whoever bound first", () => {
		// The default scripts are at 200. Two bindings of one priority may run in any order: there are several of each.
		const scripts = bindMany(200, () => put(-1));
		const seen = new Set<number>();
		const readers = bindMany(202, () => seen.add(currentX()));
		const player = new CameraPlayer(straight(10));
		player.play();
		scripts.bindMore();
		readers.bindMore();
		engine.step(0.1);
		engine.step(0.1);
		scripts.unbind();
		readers.unbind();
		player.destroy();
		expect(seen.size()).to.equal(2);
		expect(seen.has(-1)).to.equal(false);
	});

	test("lets a recorder read after every player and before whatever comes later", () => {
		const others = bindMany(201, () => put(7));
		const late = bindMany(203, () => put(-1));
		const recorder = new Recorder({ rate: 10 });
		recorder.start();
		others.bindMore();
		late.bindMore();
		engine.advance(0.5, 0.1);
		const take = recorder.stop();
		others.unbind();
		late.unbind();
		for (const frame of $range(0, take.count - 1)) expect(buffer.readf32(take.frames, frame * 18)).to.equal(7);
		expect(take.count).to.equal(5);
	});

	test("lets a recorder see what a player plays", () => {
		const scripts = bindMany(200, () => put(-1));
		const recorder = new Recorder({ rate: 10 });
		recorder.start();
		const player = new CameraPlayer(straight(10));
		player.play();
		scripts.bindMore();
		engine.advance(0.6, 0.1);
		const take = recorder.stop();
		scripts.unbind();
		player.destroy();
		for (const frame of $range(0, 5)) expect(buffer.readf32(take.frames, frame * 18)).to.be.near(frame, 1e-4);
	});

	test("makes the camera Scriptable again in every frame, and gives back the type that was written last", () => {
		dressCamera();
		const camera = Workspace.CurrentCamera!;
		const player = new CameraPlayer(straight(2));
		player.play();
		for (const _ of $range(1, 10)) {
			// As a respawn does.
			camera.CameraType = Enum.CameraType.Custom;
			engine.step(0.05);
			expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
		}
		player.pause();
		camera.CameraType = Enum.CameraType.Custom;
		engine.step(0.05);
		expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
		player.stop();
		expect(camera.CameraType).to.equal(Enum.CameraType.Custom);
	});

	test("comes back to a player whose handler of ended plays again, and is given back in the end", () => {
		const isBack = dressCamera();
		const first = new CameraPlayer(straight(2));
		const second = new CameraPlayer(straight(2));
		const ends = new Array<string>();
		first.ended.Connect((reason) => ends.push(`first ${reason}`));
		second.ended.Connect((reason) => ends.push(`second ${reason}`));
		first.ended.Once(() => first.play());
		first.play();
		engine.step(0.1);
		second.play();
		engine.step(0.1);
		expect(first.isPlaying).to.equal(true);
		expect(second.isPlaying).to.equal(false);
		engine.advance(0.5, 0.1);
		expect(currentX()).to.be.near(5, 1e-5);
		first.stop();
		expect(isBack()).to.equal(true);
		engine.step(0.1);
		expect(isBack()).to.equal(true);
		expect(ends.join(", ")).to.equal("first replaced, second replaced, first stop");
	});

	test("is given back where a handler of ended destroys the player that took it", () => {
		const isBack = dressCamera();
		const first = new CameraPlayer(straight(2));
		const second = new CameraPlayer(straight(2));
		first.ended.Connect(() => second.destroy());
		first.play();
		engine.step(0.1);
		second.play();
		engine.step(0.1);
		expect(second.isPlaying).to.equal(false);
		expect(isBack()).to.equal(true);
	});

	test("goes from player to player and back, and is what it was before the first when the last is done", () => {
		const isBack = dressCamera();
		const players = [new CameraPlayer(straight(9)), new CameraPlayer(straight(9, 50)), new CameraPlayer(straight(9))];
		for (const turn of $range(0, 11)) {
			players[turn % 3].play();
			engine.step(0.1);
			expect(players.filter(({ isPlaying }) => isPlaying).size()).to.equal(1);
			// A path without a lens shows through the camera's own, whoever had it before.
			expect(Workspace.CurrentCamera!.FieldOfView).to.equal(turn % 3 === 1 ? 50 : 33);
		}
		expect(isBack()).to.equal(false);
		players.forEach((player) => player.stop());
		expect(isBack()).to.equal(true);
	});

	test("survives two players that both want it back", () => {
		const isBack = dressCamera();
		const first = new CameraPlayer(straight(2));
		const second = new CameraPlayer(straight(2));
		let quarrels = 0;
		for (const player of [first, second]) {
			player.ended.Connect(() => {
				quarrels += 1;
				if (quarrels < 50) player.play();
			});
		}
		first.play();
		engine.step(0.1);
		second.play();
		engine.step(0.1);
		expect(quarrels).to.equal(50);
		expect(first.isPlaying !== second.isPlaying).to.equal(true);
		first.destroy();
		second.destroy();
		expect(isBack()).to.equal(true);
		engine.step(0.1);
		expect(engine.takeErrors().join("\n")).to.equal("");
	});

	test("is let go of when another becomes the current one, when there is none, and when it is destroyed", () => {
		const player = new CameraPlayer(straight(9));
		let ended = 0;
		player.ended.Connect(() => (ended += 1));
		player.play();
		engine.step(0.1);
		for (const round of $range(1, 5)) {
			const camera = new Instance("Camera");
			camera.Parent = Workspace;
			Workspace.CurrentCamera = camera;
			engine.step(0.1);
			expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
			expect(camera.CFrame.X).to.be.near(player.position * 10, 1e-4);
			if (round === 2) Workspace.CurrentCamera = undefined;
			if (round === 3) camera.Destroy();
			engine.step(0.1);
			expect(currentX()).to.be.near(player.position * 10, 1e-4);
		}
		expect(player.position).to.be.near(1, 1e-6);
		player.stop();
		engine.step(0.1);
		expect(Workspace.CurrentCamera!.CameraType).never.to.equal(Enum.CameraType.Scriptable);
		expect(ended).to.equal(1);
		expect(engine.takeErrors().join("\n")).to.equal("");
	});

	test("that a player was told to move may be destroyed: the player ends with it", () => {
		const camera = new Instance("Camera");
		camera.Parent = Workspace.Terrain;
		const player = new CameraPlayer(straight(1), { camera });
		const reasons = new Array<string>();
		player.ended.Connect((reason) => reasons.push(reason));
		player.play();
		engine.advance(0.3, 0.1);
		camera.Destroy();
		engine.advance(1.5, 0.1);
		expect(reasons.join(" ")).to.equal("destroy");
		expect(engine.takeErrors().join("\n")).to.equal("");
	});

	test("gets its own lens back where a path's lens ends", () => {
		Workspace.CurrentCamera!.FieldOfView = 70;
		const lens = buffer.create(11 * 4);
		for (const frame of $range(3, 6)) buffer.writef32(lens, frame * 4, 40);
		const player = new CameraPlayer(straightTake(11, { rate: 10, fieldOfView: lens }), { loop: true });
		player.play();
		const seen = new Array<number>();
		engine.step(0.1);
		for (const _ of $range(1, 10)) {
			seen.push(Workspace.CurrentCamera!.FieldOfView);
			engine.step(0.1);
		}
		expect(seen.join(" ")).to.equal("70 70 70 40 40 40 40 70 70 70");
		player.destroy();
	});

	test("gets the widest and the narrowest lens that a Camera takes where a path has more or less", () => {
		for (const [lens, shown] of [
			[150, 120],
			[120, 120],
			[0.5, 1],
			[1, 1],
			[119, 119],
		]) {
			const camera = new Instance("Camera");
			camera.FieldOfView = 70;
			const player = new CameraPlayer(straightTake(11, { rate: 10, fieldOfView: lens }), { camera });
			player.play();
			engine.step(0.1);
			expect(camera.FieldOfView).to.equal(shown);
			player.destroy();
			expect(camera.FieldOfView).to.equal(70);
		}
	});

	test("goes back to its own lens as it goes back to its own view", () => {
		for (const [lens, start] of [
			[30, 30],
			[170, 120],
			[0, 70],
		]) {
			const camera = new Instance("Camera");
			camera.FieldOfView = 70;
			const take = straightTake(11, { rate: 10, fieldOfView: lens });
			const player = new CameraPlayer(take, { camera, blendOut: 1, easing: (share) => share });
			player.play();
			while (player.position < 1) engine.step(0.1);
			for (const step of $range(1, 9)) {
				engine.step(0.1);
				expect(camera.FieldOfView).to.be.near(start + ((70 - start) * step) / 10, 1e-4);
			}
			engine.advance(0.3, 0.1);
			expect(player.isPlaying).to.equal(false);
			expect(camera.FieldOfView).to.equal(70);
			player.destroy();
		}
	});
};
