import { Workspace } from "@rbxts/services";
import { expectPlaying, showClip, skipWithoutPhysics } from "./playing-clips";
import {
	bonesOf,
	idsOf,
	matchTriangles,
	meshOf,
	posedCFrame,
	sharesOf,
	skinnedPlaces,
	trianglesOf,
} from "./built-triangles";
import { ASIDE, BYTE, expectCFrame, expectPlace, GEOMETRY_CHECKS, matched, STUDS } from "./geometry-checks";
import { cframeOf, importSuite, numbersOf, OpenedModel, suiteModel, vectorsOf } from "./suite-model";

const JOINTS = ["Shoulder", "Elbow", "Hand", "Watch", "Grip"];

/** What rotations in f32 may be off, in radians. */
const RADIANS = 1e-3;

export = () => {
	const model = new OpenedModel("skinned");
	afterAll(() => model.close());

	for (const [sentence, check] of GEOMETRY_CHECKS) it(sentence, () => check(model));

	const sleeve = () => model.partOf("Sleeve");
	const boneOf = (name: string) => {
		const bone = bonesOf(sleeve()).get(name);
		assert(bone, `${name} is no Bone of the sleeve`);
		return bone;
	};
	/** Where a joint is in the file: at rest, or at the time of that number. */
	const frameOf = (name: string, moment: number) => cframeOf(suiteModel("skinned").clips[0].nodes[name].frames[moment]);

	/** Shows the clip at a time by its number, from 1, and stops it again. */
	function atMoment(moment: number, look: () => void): void {
		showClip(model.get(), "Wave", (track) => {
			track.seek(suiteModel("skinned").clips[0].times[moment - 1]);
			look();
		});
	}

	it("has skinned meshes", () => {
		for (const { part } of model.parts()) expect(part.HasSkinnedMesh).to.equal(true);
	});

	it("has a Bone for every joint, of its name", () => {
		for (const name of JOINTS) expect(boneOf(name).ClassName).to.equal("Bone");
	});

	it("has Bones below each other as joints are", () => {
		const { nodes } = suiteModel("skinned");
		for (const name of JOINTS) {
			const { parent } = nodes[name];
			const above = boneOf(name).Parent!;
			if (JOINTS.includes(parent!)) expect(above).to.equal(boneOf(parent!));
			else expect(above.IsA("Bone") && JOINTS.includes(above.Name)).to.equal(false);
		}
	});

	it("has Bones where the joints rest", () => {
		for (const name of JOINTS) expectCFrame(name, boneOf(name).WorldCFrame, frameOf(name, 0));
	});

	it("has Bones that stand in each other by their CFrames", () => {
		for (const [name, parent] of [
			["Elbow", "Shoulder"],
			["Hand", "Elbow"],
			["Watch", "Elbow"],
			["Grip", "Hand"],
		]) {
			expectCFrame(name, boneOf(name).CFrame, frameOf(parent, 0).ToObjectSpace(frameOf(name, 0)));
		}
	});

	it("has Bones that nothing moves while nothing plays", () => {
		for (const name of JOINTS) expectCFrame(name, boneOf(name).Transform, new CFrame());
	});

	it("has the bones that vertices follow in its mesh, none of them virtual", () => {
		const mesh = meshOf(sleeve());
		for (const name of ["Shoulder", "Elbow", "Hand", "Watch"]) {
			const id = mesh.GetBoneByName(name);
			expect(mesh.GetBoneName(id)).to.equal(name);
			expect(mesh.GetBoneIsVirtual(id)).to.equal(false);
		}
	});

	it("has the mesh's bones below each other as joints are", () => {
		const mesh = meshOf(sleeve());
		for (const [name, parent] of [
			["Elbow", "Shoulder"],
			["Hand", "Elbow"],
			["Watch", "Elbow"],
		]) {
			expect(mesh.GetBoneName(mesh.GetBoneParent(mesh.GetBoneByName(name)))).to.equal(parent);
		}
	});

	it("has the mesh's bones where they were when it was bound, not where they rest", () => {
		const mesh = meshOf(sleeve());
		const binds = suiteModel("skinned").binds!;
		const bindOf = (name: string) => mesh.GetBoneCFrame(mesh.GetBoneByName(name));
		for (const name of ["Elbow", "Hand", "Watch"]) {
			const [, from] = binds.Shoulder;
			const [, to] = binds[name];
			const length = bindOf(name).Position.sub(bindOf("Shoulder").Position).Magnitude;
			expect(length).to.be.near(to - from, STUDS);
			// Bound upright, every joint was turned alike.
			expectCFrame(name, bindOf(name).Rotation, bindOf("Shoulder").Rotation);
		}
	});

	it("has vertices that follow the joints of the file, by the same shares", () => {
		const shown = model.parts().find(({ part }) => part === sleeve())!;
		const mesh = meshOf(shown.part);
		const names = shown.expected.joints!;
		const numbers = numbersOf(shown.expected.shares!, 8);
		for (const { vertices, expected } of matched(shown)) {
			vertices.forEach((vertex, corner) => {
				const shares = sharesOf(mesh, vertex);
				const four = numbers[expected[corner]];
				for (const index of $range(0, 3)) {
					const name = names[four[index]];
					expect(shares.get(name) ?? 0).to.be.near(four[index + 4], BYTE);
				}
			});
		}
	});

	it("has vertices of one to four bones, whose shares are one together", () => {
		for (const { part } of model.parts()) {
			const mesh = meshOf(part);
			for (const vertex of idsOf(mesh.GetVertices())) {
				const bones = idsOf(mesh.GetVertexBones(vertex)).size();
				const weights = mesh.GetVertexBoneWeights(vertex) as Array<number>;
				expect(bones >= 1 && bones <= 4).to.equal(true);
				expect(weights.size()).to.equal(bones);
				expect(weights.reduce((sum, weight) => sum + weight, 0)).to.be.near(1, BYTE);
			}
		}
	});

	it("has a sword that follows only the hand that holds it", () => {
		const mesh = meshOf(model.partOf("Sword"));
		for (const vertex of idsOf(mesh.GetVertices())) {
			const shares = sharesOf(mesh, vertex);
			expect(shares.size()).to.equal(1);
			expect(shares.get("Hand")).to.be.near(1, BYTE);
		}
	});

	it("has skinned normals that look where the file's do at rest", () => {
		for (const shown of model.parts()) {
			const mesh = meshOf(shown.part);
			const bones = bonesOf(shown.part);
			const numbers = numbersOf(shown.expected.normals, 3);
			for (const { face, vertices, expected } of matched(shown)) {
				idsOf(mesh.GetFaceNormals(face)).forEach((id, corner) => {
					let turned = Vector3.zero;
					for (const [name, share] of sharesOf(mesh, vertices[corner])) {
						const bind = mesh.GetBoneCFrame(mesh.GetBoneByName(name));
						const turn = bones.get(name)!.WorldCFrame.mul(bind.Inverse()).Rotation;
						turned = turned.add(turn.mul(mesh.GetNormal(id)!).mul(share));
					}
					const [x, y, z] = numbers[expected[corner]];
					expectPlace("a normal's end", turned.Unit, new Vector3(x, y, z), 0.01);
				});
			}
		}
	});

	it("is anchored and stops nothing", () => {
		for (const { part } of model.parts()) {
			expect(part.Anchored).to.equal(true);
			expect(part.CanCollide).to.equal(false);
		}
	});

	it("has the clip of the file, as long as it is there", () => {
		const { clips } = model.get();
		expect(clips.size()).to.equal(1);
		expect(clips.get("Wave")!.duration).to.be.near(1.5, 1e-6);
	});

	for (const moment of [1, 2, 3]) {
		it(`has Bones where the joints are while the clip plays, look ${moment} of 3`, () => {
			atMoment(moment, () => {
				for (const name of JOINTS) expectCFrame(name, boneOf(name).TransformedWorldCFrame, frameOf(name, moment));
			});
		});
	}

	it("moves Bones by what is between their rest and the clip", () => {
		for (const moment of [1, 2, 3]) {
			atMoment(moment, () => {
				for (const [name, parent] of [
					["Elbow", "Shoulder"],
					["Hand", "Elbow"],
				]) {
					const rest = frameOf(parent, 0).ToObjectSpace(frameOf(name, 0));
					const moved = frameOf(parent, moment).ToObjectSpace(frameOf(name, moment));
					expectCFrame(name, boneOf(name).Transform, rest.ToObjectSpace(moved));
				}
			});
		}
	});

	it("leaves the CFrames of Bones alone while a clip moves them", () => {
		atMoment(2, () => {
			expectCFrame("Hand", boneOf("Hand").CFrame, frameOf("Elbow", 0).ToObjectSpace(frameOf("Hand", 0)));
			expectCFrame("Hand", boneOf("Hand").WorldCFrame, frameOf("Hand", 0));
		});
	});

	it("has its vertices where the file has them while the clip plays", () => {
		// Found at rest: the engine promises that ids stay.
		for (const shown of model.parts()) {
			const atRest = matched(shown);
			for (const moment of [1, 2, 3]) {
				const corners = vectorsOf(shown.expected.poses[moment - 1]);
				atMoment(moment, () => {
					const placeOf = skinnedPlaces(shown.part, posedCFrame);
					for (const { vertices, expected } of atRest) {
						vertices.forEach((vertex, corner) => {
							expectPlace(shown.part.Name, placeOf(vertex), corners[expected[corner]]);
						});
					}
				});
			}
		}
	});

	it("has its faces where the file has its triangles while the clip plays", () => {
		const { expected, part } = model.parts().find((shown) => shown.part === sleeve())!;
		atMoment(3, () => {
			const placeOf = skinnedPlaces(part, posedCFrame);
			matchTriangles(part.Name, trianglesOf(part, placeOf), vectorsOf(expected.poses[2]), STUDS);
		});
	});

	it("rests again when the clip is stopped", () => {
		atMoment(3, () => {});
		for (const name of JOINTS) expectCFrame(name, boneOf(name).TransformedWorldCFrame, frameOf(name, 0));
	});

	it("takes its Bones along when it is moved", () => {
		const { model: root } = model.get();
		const from = root.GetPivot();
		const to = CFrame.lookAt(new Vector3(5, 6, 7), new Vector3(9, 5, 2));
		root.PivotTo(to);
		const change = to.mul(from.Inverse());
		for (const name of JOINTS) expectCFrame(name, boneOf(name).WorldCFrame, change.mul(frameOf(name, 0)));
		root.PivotTo(from);
	});

	it("turns its Bones as fast as the clip says, in real time", () => {
		skipWithoutPhysics();
		const shown = importSuite("skinned", { parent: Workspace });
		shown.model.PivotTo(ASIDE);
		expectPlaying(shown, "Wave", (seconds) => {
			const bones = bonesOf(shown.model.FindFirstChild("Sleeve", true)!);
			for (const name of ["Elbow", "Hand"]) {
				const { axis, speed } = suiteModel("skinned").turns![name];
				const [x, y, z] = axis;
				const turn = CFrame.fromAxisAngle(new Vector3(x, y, z), speed * seconds);
				const [, angle] = bones.get(name)!.Transform.ToObjectSpace(turn).ToAxisAngle();
				expect(angle).to.be.near(0, RADIANS);
			}
		});
	});
};
