import { Workspace } from "@rbxts/services";
import { ClipTrack } from "../../../src";
import { meshParts } from "../../built-vertices";
import { rigidPlaces } from "./built-triangles";
import { ASIDE, expectCFrame, expectPlace, GEOMETRY_CHECKS, matched } from "./geometry-checks";
import { jointedCFrame, jointOf, partNamed } from "./jointed-parts";
import { expectPlaying, showClip, skipWithoutPhysics } from "./playing-clips";
import { cframeOf, importSuite, OpenedModel, suiteModel, vectorsOf } from "./suite-model";

/** What moves by itself, and the nearest above it that does. */
const MOVED = new Map([
	["Base", undefined],
	["Mast", "Base"],
	["Pivot", "Mast"],
	["Hook", "Pivot"],
	["Wheel", "Base"],
]);

const CLIPS = ["Work", "Shake"] as const;

export = () => {
	const model = new OpenedModel("animated");
	afterAll(() => model.close());

	for (const [sentence, check] of GEOMETRY_CHECKS) it(sentence, () => check(model));

	const clipOf = (name: string) => suiteModel("animated").clips.find((clip) => clip.name === name)!;
	const frameOf = (clip: string, node: string, moment: number) => cframeOf(clipOf(clip).nodes[node].frames[moment]);
	const part = (name: string) => partNamed(model.get().model, name);
	const motorOf = (name: string) => {
		const joint = jointOf(model.get().model, part(name));
		assert(joint && joint.IsA("Motor6D"), `no motor moves ${name}`);
		return joint;
	};

	/** Shows a clip at each of its times, by their numbers from 1, and stops it again. */
	function atMoments(clip: string, look: (moment: number) => void): void {
		showClip(model.get(), clip, (track) => {
			clipOf(clip).times.forEach((time, index) => {
				track.seek(time);
				look(index + 1);
			});
		});
	}

	/** Where a node is from the nearest above it that moves. */
	function fromAbove(clip: string, node: string, moment: number): CFrame {
		const above = MOVED.get(node);
		const own = frameOf(clip, node, moment);
		return above === undefined ? own : frameOf(clip, above, moment).ToObjectSpace(own);
	}

	it("has a motor for each node that a clip moves, between parts of their names", () => {
		const motors = model
			.get()
			.model.GetDescendants()
			.filter((instance): instance is Motor6D => instance.IsA("Motor6D"));
		expect(motors.size()).to.equal(5);
		for (const [name, above] of MOVED) {
			const { Part0, Part1 } = motorOf(name);
			expect(Part1).to.equal(part(name));
			if (above !== undefined) expect(Part0).to.equal(part(above));
		}
	});

	it("hangs the first motor on the part that holds the model's pivot, which is anchored and not seen", () => {
		const root = motorOf("Base").Part0!;
		expect(model.get().model.PrimaryPart).to.equal(root);
		expect(root.Anchored).to.equal(true);
		expect(root.Transparency).to.equal(1);
		expect(root.CanCollide).to.equal(false);
	});

	it("has motors whose frames meet at rest, where the joints are", () => {
		for (const [name] of MOVED) {
			const { Part0, Part1, C0, C1 } = motorOf(name);
			expectCFrame(name, Part0!.CFrame.mul(C0), frameOf("Work", name, 0));
			expectCFrame(name, Part1!.CFrame.mul(C1), frameOf("Work", name, 0));
		}
	});

	it("has motors that nothing moves while nothing plays", () => {
		for (const [name] of MOVED) expectCFrame(name, motorOf(name).Transform, new CFrame());
	});

	it("lets motors carry what moves: not anchored, massless, stopping nothing", () => {
		for (const [name] of MOVED) {
			const { Anchored, Massless, CanCollide } = part(name);
			expect(Anchored).to.equal(false);
			expect(Massless).to.equal(true);
			expect(CanCollide).to.equal(false);
		}
	});

	it("holds what moves with another by a joint that no clip moves", () => {
		const joint = jointOf(model.get().model, model.partOf("Spacer"))!;
		expect(joint.IsA("Motor6D")).to.equal(false);
		expect(joint.Part0).to.equal(part("Mast"));
	});

	it("gives a joint without a mesh of its own the name of the part that it carries", () => {
		expect(model.partOf("Boom").Name).to.equal("Pivot");
	});

	it("leaves what no clip moves anchored, and without a joint", () => {
		const floor = part("Floor");
		expect(floor.Anchored).to.equal(true);
		expect(jointOf(model.get().model, floor)).to.equal(undefined);
	});

	it("has the clips of the file, as long as they are there", () => {
		const { clips } = model.get();
		expect(clips.size()).to.equal(2);
		for (const name of CLIPS) expect(clips.get(name)!.duration).to.be.near(1.5, 1e-6);
	});

	for (const clip of CLIPS) {
		it(`moves motors by what is between rest and "${clip}"`, () => {
			atMoments(clip, (moment) => {
				for (const [name] of MOVED) {
					const wanted = fromAbove(clip, name, 0).ToObjectSpace(fromAbove(clip, name, moment));
					expectCFrame(`${name} at look ${moment}`, motorOf(name).Transform, wanted);
				}
			});
		});
	}

	CLIPS.forEach((clip, clipIndex) => {
		it(`has vertices where the file has them in "${clip}", through the joints`, () => {
			for (const shown of model.parts()) {
				const atRest = matched(shown);
				atMoments(clip, (moment) => {
					const corners = vectorsOf(shown.expected.poses[clipIndex * 3 + moment - 1]);
					const placeOf = rigidPlaces(shown.part, jointedCFrame(model.get().model, shown.part));
					for (const { vertices, expected } of atRest) {
						vertices.forEach((vertex, corner) => {
							expectPlace(shown.part.Name, placeOf(vertex), corners[expected[corner]]);
						});
					}
				});
			}
		});
	});

	it("makes a part as large as the clip makes its node, and gives it its size back", () => {
		const wheel = model.partOf("Wheel");
		const before = wheel.Size;
		atMoments("Work", (moment) => {
			const seconds = clipOf("Work").times[moment - 1];
			const factor = new Vector3(1 + seconds, 1 + 0.5 * seconds, 1 + seconds);
			expectPlace("the size of the wheel", wheel.Size, before.mul(factor), 5e-3);
		});
		expectPlace("the size of the wheel", wheel.Size, before);
	});

	it("moves only what a clip moves", () => {
		atMoments("Shake", () => {
			for (const name of ["Base", "Pivot", "Wheel"]) expectCFrame(name, motorOf(name).Transform, new CFrame());
		});
	});

	it("leaves the frames of motors alone while a clip moves them", () => {
		const { C0, C1 } = motorOf("Hook");
		atMoments("Work", () => {
			expectCFrame("C0", motorOf("Hook").C0, C0);
			expectCFrame("C1", motorOf("Hook").C1, C1);
		});
	});

	it("rests again when the clip is stopped", () => {
		atMoments("Work", () => {});
		for (const [name] of MOVED) expectCFrame(name, motorOf(name).Transform, new CFrame());
		for (const shown of model.parts()) matched(shown);
	});

	it("blends two clips that play at once", () => {
		const blended = (work: ClipTrack, shake: ClipTrack) => {
			work.seek(1.3);
			shake.seek(1.3);
			// Turned by 1.3 radians in the one, and held at the key of 0.9 seconds in the other.
			const [, angle] = motorOf("Mast").Transform.ToAxisAngle();
			expect(angle).to.be.near(0.75 * 1.3 + 0.25 * 1.3 * 0.9, 1e-2);
		};
		const shakeOver = (work: ClipTrack) => showClip(model.get(), "Shake", (shake) => blended(work, shake));
		showClip(model.get(), "Work", shakeOver, { weight: 3 });
	});

	it("moves its parts where its motors have them, in real time", () => {
		skipWithoutPhysics();
		const shown = importSuite("animated", { parent: Workspace });
		shown.model.PivotTo(ASIDE);
		expectPlaying(shown, "Work", (seconds) => {
			const motor = jointOf(shown.model, partNamed(shown.model, "Mast")) as Motor6D;
			const [, angle] = motor.Transform.ToAxisAngle();
			expect(angle).to.be.near(seconds, 1e-3);
			for (const moved of meshParts(shown.model)) {
				expectCFrame(moved.Name, moved.CFrame, jointedCFrame(shown.model, moved));
			}
		});
	});
};
