import { RunService } from "@rbxts/services";
import { Take, RecordingStore } from "../../src/camera";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { straightTake } from "../take/make-take";
import { editAndSave } from "./code/edit-and-save";
import { Track } from "./code/racing-ghost";
import { printDiagnosis } from "./code/troubleshooting-1";

const TEN_MINUTES = 600;

/** Where a car is on its round, `seconds` after the start. */
function roundAt(seconds: number): CFrame {
	const angle = seconds / 5;
	return CFrame.Angles(0, -angle, 0).add(new Vector3(100 * math.cos(angle), 2, 100 * math.sin(angle)));
}

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;

	beforeEach(() => headless?.dataStores.reset());

	test("racing ghost: ten minutes, recorded, stored, loaded, and followed by three", () => {
		const player = engine.players.join("Ada");
		const store = new RecordingStore("Laps");
		const car = new Instance("Model");
		const body = new Instance("Part");
		body.Anchored = true;
		body.Parent = car;
		const wheel = new Instance("Part");
		wheel.Name = "Wheel";
		wheel.Anchored = true;
		wheel.Parent = car;
		car.PrimaryPart = body;
		car.Parent = game.Workspace;
		const wheelAt = (seconds: number) =>
			roundAt(seconds)
				.mul(new CFrame(2, -1, 0))
				.mul(CFrame.Angles(seconds * 5, 0, 0));
		let now = 0;
		const drive = RunService.PreSimulation.Connect((passed) => {
			now += passed;
			car.PivotTo(roundAt(now));
			wheel.CFrame = wheelAt(now);
		});
		car.PivotTo(roundAt(0));
		wheel.CFrame = wheelAt(0);
		const track = new Track(store, "Harbour ring");
		const finish = track.startLap(player, car);
		engine.advance(TEN_MINUTES, 1 / 60);
		const lap = finish();
		drive.Disconnect();
		expectNear([lap.seconds], [TEN_MINUTES], 0.1);
		// Another server: what it knows comes out of the store.
		const later = new Track(store, "Harbour ring");
		later.load(player);
		expect(later.laps.size()).to.equal(1);
		const same = later.laps[0].replay;
		expect(same.rate).to.equal(30);
		for (const driver of ["Bo", "Cy"]) later.laps.push({ driver, seconds: lap.seconds, replay: same });
		later.sendGhosts(car, 3);
		const folders = game.Workspace.GetChildren().filter((child) => child.Name === "DollyReplay");
		const ghosts = folders.map((folder) => folder.FindFirstChild("Car") as Model);
		expect(ghosts.size()).to.equal(3);
		// A server says at the end of a frame how long it took: the first one shows the start.
		engine.step(1 / 50);
		let farthest = 0;
		let wheels = 0;
		let passed = 0;
		const first = 1 / 60; // the recorder's first look was one step after the start
		for (const _ of $range(1, 5000)) {
			engine.step(1 / 50);
			passed += 1 / 50;
			for (const ghost of ghosts) {
				const off = ghost.GetPivot().Position.sub(roundAt(passed + first).Position).Magnitude;
				farthest = math.max(farthest, off);
				const rim = new Vector3(0, 1, 0);
				const shown = (ghost.FindFirstChild("Wheel") as BasePart).CFrame.PointToWorldSpace(rim);
				wheels = math.max(wheels, shown.sub(wheelAt(passed + first).PointToWorldSpace(rim)).Magnitude);
			}
		}
		// Position is f32: 100 studs are exact to 8e-6, and the curve between frames does the rest.
		expect(farthest < 1e-3).to.equal(true);
		// Between frames a rim that turns a sixth of a radian cuts the corner by its square ÷ 8, and a translation is within 0.01 stud.
		expect(wheels < 0.03).to.equal(true);
		engine.advance(TEN_MINUTES, 1 / 10);
		expect(folders.every((folder) => folder.Parent === undefined)).to.equal(true);
		car.Destroy();
	});

	test("troubleshooting: what the engine refuses is printed, a line each", () => {
		printDiagnosis();
		const lines = engine.takePrinted();
		expect(lines.size()).to.equal(7);
		expect(lines[0]).to.equal("yes Editable meshes Models can be built.");
	});

	test("edit and save: trimmed, calmed, slowed and named", () => {
		const player = engine.players.join("Bo");
		const store = new RecordingStore("Films");
		const take: Take = straightTake(600, { name: "Flight" }, 0.1);
		const report = editAndSave(store, player, take, 2, 5);
		expect(report.size()).to.equal(0);
		const saved = store.load(store.keyOf(player.UserId, "Flight, slow")) as Take;
		expectNear([(saved.count - 1) / saved.rate, saved.rate], [6, 30], 1e-9);
		expect(saved.name).to.equal("Flight, slow");
		expect(saved.markers[0].name).to.equal("title");
	});
};
