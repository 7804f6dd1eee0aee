import { Workspace } from "@rbxts/services";

/** The joints of a figure: name, the joint above it, where it stands in the part above and in its own, and the part's size. */
const JOINTS: Array<[name: string, parent: string, c0: Vector3, c1: Vector3, size: Vector3]> = [
	["LowerTorso", "HumanoidRootPart", new Vector3(0, -1, 0), new Vector3(0, 0.2, 0), new Vector3(2, 0.4, 1)],
	["UpperTorso", "LowerTorso", new Vector3(0, 0.2, 0), new Vector3(0, -0.8, 0), new Vector3(2, 1.6, 1)],
	["Head", "UpperTorso", new Vector3(0, 0.8, 0), new Vector3(0, -0.5, 0), new Vector3(1.2, 1.2, 1.2)],
	["LeftUpperArm", "UpperTorso", new Vector3(-1, 0.6, 0), new Vector3(0.5, 0.4, 0), new Vector3(1, 1.2, 1)],
	["LeftLowerArm", "LeftUpperArm", new Vector3(0, -0.3, 0), new Vector3(0, 0.3, 0), new Vector3(1, 1.1, 1)],
	["LeftHand", "LeftLowerArm", new Vector3(0, -0.5, 0), new Vector3(0, 0.1, 0), new Vector3(1, 0.3, 1)],
	["RightUpperArm", "UpperTorso", new Vector3(1, 0.6, 0), new Vector3(-0.5, 0.4, 0), new Vector3(1, 1.2, 1)],
	["RightLowerArm", "RightUpperArm", new Vector3(0, -0.3, 0), new Vector3(0, 0.3, 0), new Vector3(1, 1.1, 1)],
	["RightHand", "RightLowerArm", new Vector3(0, -0.5, 0), new Vector3(0, 0.1, 0), new Vector3(1, 0.3, 1)],
	["LeftUpperLeg", "LowerTorso", new Vector3(-0.5, -0.2, 0), new Vector3(0, 0.4, 0), new Vector3(1, 1.2, 1)],
	["LeftLowerLeg", "LeftUpperLeg", new Vector3(0, -0.4, 0), new Vector3(0, 0.3, 0), new Vector3(1, 1.1, 1)],
	["LeftFoot", "LeftLowerLeg", new Vector3(0, -0.5, 0), new Vector3(0, 0.1, 0), new Vector3(1, 0.3, 1)],
	["RightUpperLeg", "LowerTorso", new Vector3(0.5, -0.2, 0), new Vector3(0, 0.4, 0), new Vector3(1, 1.2, 1)],
	["RightLowerLeg", "RightUpperLeg", new Vector3(0, -0.4, 0), new Vector3(0, 0.3, 0), new Vector3(1, 1.1, 1)],
	["RightFoot", "RightLowerLeg", new Vector3(0, -0.5, 0), new Vector3(0, 0.1, 0), new Vector3(1, 0.3, 1)],
];

export const JOINT_COUNT = JOINTS.size();

export interface Figure {
	model: Model;
	root: Part;
	motors: Array<Motor6D>;
	/** Puts the joints and the root where they are after `seconds` of a walk along X. */
	pose(this: void, seconds: number): void;
	/** The part of a name. */
	part(this: void, name: string): Part;
}

/** A character of fifteen joints, as players have them, in Workspace. */
export function createFigure(name = "Figure", place = new CFrame()): Figure {
	const model = new Instance("Model");
	model.Name = name;
	const root = new Instance("Part");
	root.Name = "HumanoidRootPart";
	root.Size = new Vector3(2, 2, 1);
	root.Transparency = 1;
	root.Anchored = true;
	root.CFrame = place;
	root.Parent = model;
	model.PrimaryPart = root;
	const parts = new Map<string, Part>([["HumanoidRootPart", root]]);
	const motors = JOINTS.map(([joint, parent, c0, c1, size]) => {
		const part = new Instance("Part");
		part.Name = joint;
		part.Size = size;
		part.Parent = model;
		parts.set(joint, part);
		const motor = new Instance("Motor6D");
		motor.Name = joint;
		motor.C0 = new CFrame(c0);
		motor.C1 = new CFrame(c1);
		motor.Part0 = parts.get(parent);
		motor.Part1 = part;
		motor.Parent = part;
		return motor;
	});
	model.Parent = Workspace;
	return {
		model,
		root,
		motors,
		pose(seconds) {
			root.CFrame = place
				.mul(new CFrame(seconds * 12, 0.2 * math.sin(seconds * 12), 0))
				.mul(CFrame.Angles(0, seconds, 0));
			motors.forEach((motor, index) => {
				const swing = math.sin(seconds * 6 + index) * 0.7;
				motor.Transform = CFrame.Angles(swing, swing * 0.3, math.cos(seconds * 4 + index) * 0.2);
			});
		},
		part: (wanted) => parts.get(wanted)!,
	};
}
