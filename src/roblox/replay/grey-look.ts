import { Frame7, ReplaySubject } from "../../replay/replay";

const GREY = Color3.fromRGB(163, 162, 165);

/** The min thickness of a drawn part along an axis. */
const THINNEST = 0.1;

export function cframeOf7([x, y, z, qx, qy, qz, qw]: Frame7): CFrame {
	return new CFrame(x, y, z, qx, qy, qz, qw);
}

function greyPart(name: string, [x, y, z]: readonly [number, number, number]): Part {
	const part = new Instance("Part");
	part.Name = name;
	part.Size = new Vector3(math.max(x, THINNEST), math.max(y, THINNEST), math.max(z, THINNEST));
	part.Color = GREY;
	part.TopSurface = Enum.SurfaceType.Smooth;
	part.BottomSurface = Enum.SurfaceType.Smooth;
	part.CanCollide = false;
	part.CanTouch = false;
	part.CanQuery = false;
	part.Massless = true;
	return part;
}

/** Makes a figure of grey boxes for a subject of unknown look: its root, and the part of each motor. */
export function greyLook(subject: ReplaySubject): Model {
	const model = new Instance("Model");
	model.Name = subject.name;
	const root = greyPart("Root", subject.size);
	// A character's root part is an invisible box around it.
	if (!subject.joints.isEmpty()) root.Transparency = 1;
	root.Anchored = true;
	root.Parent = model;
	model.PrimaryPart = root;
	// All parts are in place before any are joined: a joined part takes along everything that hangs on it.
	const parts = subject.joints.map(({ name, kind, size }) => {
		const part = greyPart(name, size);
		if (kind === "bone") part.Transparency = 1;
		if (kind === "part") part.Anchored = true;
		return part;
	});
	const places = new Array<CFrame>();
	subject.joints.forEach(({ parent, kind, c0, c1 }, index) => {
		const above = parent < 0 ? root.CFrame : places[parent];
		const place = kind === "part" ? new CFrame() : above.mul(cframeOf7(c0)).mul(cframeOf7(c1).Inverse());
		places.push(place);
		parts[index].CFrame = place;
	});
	subject.joints.forEach(({ name, parent, kind, c0, c1 }, index) => {
		const part = parts[index];
		part.Parent = model;
		if (kind === "part") return;
		const motor = new Instance("Motor6D");
		motor.Name = name;
		motor.C0 = cframeOf7(c0);
		motor.C1 = cframeOf7(c1);
		motor.Part0 = parent < 0 ? root : parts[parent];
		motor.Part1 = part;
		motor.Parent = part;
	});
	return model;
}
