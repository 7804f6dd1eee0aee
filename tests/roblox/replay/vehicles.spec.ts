import { RunService, Workspace } from "@rbxts/services";
import { decodeRecording, encodeRecording, Replay, ReplayPlayer, ReplayRecorder } from "../../../src/camera";
import { headless } from "../../headless";

interface Car {
	model: Model;
	body: Part;
	wheels: Array<Part>;
	/** Drives for `seconds` along X; a wheel of 2 studs rolls. */
	drive(this: void, seconds: number): void;
}

/** A body with a seat that is welded to it, and four wheels of one name, each with a hub that is welded to it. */
function createCar(name = "Car"): Car {
	const model = new Instance("Model");
	model.Name = name;
	const add = (part: string, size: Vector3, place: CFrame) => {
		const made = new Instance("Part");
		made.Name = part;
		made.Size = size;
		made.Anchored = true;
		made.CFrame = place;
		made.Parent = model;
		return made;
	};
	const weld = (first: BasePart, second: BasePart) => {
		const constraint = new Instance("WeldConstraint");
		constraint.Part0 = first;
		constraint.Part1 = second;
		constraint.Parent = first;
	};
	const body = add("Body", new Vector3(8, 2, 4), new CFrame(0, 2, 0));
	model.PrimaryPart = body;
	weld(body, add("Seat", new Vector3(2, 1, 2), new CFrame(0, 3, 0)));
	const wheels = new Array<Part>();
	const hubs = new Array<Part>();
	for (const x of [-3, 3]) {
		for (const z of [-2, 2]) {
			const wheel = add("Wheel", new Vector3(2, 2, 0.5), new CFrame(x, 1, z));
			const hub = add("Hub", new Vector3(0.5, 0.5, 1), new CFrame(x, 1, z * 1.1));
			weld(wheel, hub);
			wheels.push(wheel);
			hubs.push(hub);
		}
	}
	model.Parent = Workspace;
	const parts = model.GetDescendants().filter((part): part is Part => part.IsA("Part"));
	const rest = parts.map((part) => part.CFrame);
	return {
		model,
		body,
		wheels,
		drive(seconds) {
			const place = new CFrame(seconds * 10, 0, 0).mul(CFrame.Angles(0, seconds * 0.2, 0));
			parts.forEach((part, index) => {
				const wheel = wheels.indexOf(part) >= 0 ? wheels.indexOf(part) : hubs.indexOf(part);
				if (wheel < 0) {
					part.CFrame = place.mul(rest[index]);
					return;
				}
				const axle = rest[parts.indexOf(wheels[wheel])];
				const roll = CFrame.Angles(0, 0, -seconds * 10);
				part.CFrame = place.mul(axle).mul(roll).mul(axle.ToObjectSpace(rest[index]));
			});
		},
	};
}

export = () => {
	const test = headless ? it : itSKIP;

	function record(car: Car): { replay: Replay; truth: Array<Array<CFrame>> } {
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(car.model, { parts: "moving", look: "car" });
		replays.start();
		const truth = new Array<Array<CFrame>>();
		for (const step of $range(0, 60)) {
			car.drive(step / 30);
			truth.push(partsOf(car.model).map((part) => part.CFrame));
			headless!.step(1 / 30);
		}
		const replay = replays.stop();
		replays.destroy();
		return { replay, truth };
	}

	const partsOf = (model: Instance) => model.GetDescendants().filter((part): part is BasePart => part.IsA("BasePart"));

	function worstOf(player: ReplayPlayer, truth: Array<Array<CFrame>>, count: number): number {
		player.play();
		player.pause();
		let worst = 0;
		for (const frame of $range(1, count - 2)) {
			player.seek(frame / 30);
			headless!.step(1 / 60);
			partsOf(player.instanceOf("Car")!).forEach((part, index) => {
				const corner = part.Size.mul(0.5);
				const there = truth[frame][index].PointToWorldSpace(corner);
				worst = math.max(worst, part.CFrame.PointToWorldSpace(corner).sub(there).Magnitude);
			});
		}
		player.destroy();
		return worst;
	}

	for (const context of ["PlayClient", "PlayServer"] as const) {
		test(`a car comes back with its wheels turning, and what is welded to them: ${context}`, () => {
			headless!.enter(context);
			const car = createCar();
			const { replay, truth } = record(car);
			expect(replay.subjects[0].joints.map(({ name }) => name).join(", ")).to.equal("Wheel, Wheel 2, Wheel 3, Wheel 4");
			expect(worstOf(new ReplayPlayer(replay), truth, replay.count)).to.be.near(0, 0.02);
			// On another machine, from bytes, with the car that the game has there.
			const other = createCar("Template");
			const again = decodeRecording(encodeRecording(replay)) as Replay;
			const looks = new Array<string>();
			const player = new ReplayPlayer(again, {
				resolve: ({ look }) => {
					looks.push(look!);
					return other.model;
				},
			});
			expect(worstOf(player, truth, replay.count)).to.be.near(0, 0.02);
			expect(looks.join()).to.equal("car");
			expect(player.report.size()).to.equal(0);
			car.model.Destroy();
			other.model.Destroy();
		});
	}

	test("a character's tools and hats are shown while they were held and worn", () => {
		headless!.enter("PlayClient");
		const player = headless!.players.join("Ada");
		const character = headless!.players.spawn(player);
		const hand = (character.FindFirstChild("RightHand") ?? character.FindFirstChildWhichIsA("BasePart")) as BasePart;
		const item = <T extends "Tool" | "Accessory">(className: T, name: string) => {
			const made = new Instance(className) as Tool;
			made.Name = name;
			const handle = new Instance("Part");
			handle.Name = "Handle";
			handle.Parent = made;
			const weld = new Instance("Weld");
			weld.Part0 = hand;
			weld.Part1 = handle;
			weld.Parent = className === "Tool" ? hand : handle;
			return made as Instance;
		};
		const sword = item("Tool", "Sword");
		const hat = item("Accessory", "Hat");
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(player);
		replays.start();
		sword.Parent = character;
		hat.Parent = character;
		headless!.advance(2);
		sword.Parent = undefined;
		headless!.advance(2);
		hat.Parent = undefined;
		headless!.advance(2);
		const replay = replays.stop();
		replays.destroy();
		const shown = new ReplayPlayer(replay, { hideOriginals: false });
		shown.play();
		shown.pause();
		const seenAt = (seconds: number) => {
			shown.seek(seconds);
			headless!.step(1 / 60);
			const model = shown.instanceOf("Ada")!;
			const isSeen = (name: string) => {
				const handle = model.FindFirstChild(name)?.FindFirstChild("Handle") as BasePart | undefined;
				return handle !== undefined && handle.LocalTransparencyModifier === 0;
			};
			return `${isSeen("Sword") ? "sword " : ""}${isSeen("Hat") ? "hat" : ""}`;
		};
		expect(seenAt(1)).to.equal("sword hat");
		expect(seenAt(3)).to.equal("hat");
		expect(seenAt(5)).to.equal("");
		expect(seenAt(1)).to.equal("sword hat");
		// What was taken off hangs on the copy, not on the character.
		const copy = shown.instanceOf("Ada") as Model;
		const handle = copy.FindFirstChild("Sword")!.FindFirstChild("Handle");
		const weld = copy.GetDescendants().find((joint): joint is Weld => joint.IsA("Weld") && joint.Part1 === handle)!;
		expect(weld.Part0!.IsDescendantOf(copy)).to.equal(true);
		shown.destroy();
		headless!.players.leave(player);
		expect(RunService.IsClient()).to.equal(true);
	});
};
