import { Workspace } from "@rbxts/services";
import { CAMERA_SAMPLE_SIZE, CameraPath } from "../src/motion/camera-path";

/** Points a second of a path's line, and how many at most: long flights get coarser lines. */
const POINTS_PER_SECOND = 20;
const MOST_POINTS = 2000;

/** The most handles: beyond, they stand further apart than a second. */
const MOST_HANDLES = 300;

export interface PathDrawingOptions {
	color: Color3;
	/** Called with the second whose handle was pressed. */
	onHandle?: (seconds: number) => void;
}

/** Where a path is at each of `count` + 1 instants from its start to its end. */
export function samplePositions(path: CameraPath, count: number): Array<Vector3> {
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	const points = new Array<Vector3>();
	for (const index of $range(0, count)) {
		path.sample((path.duration * index) / math.max(count, 1), sample);
		points.push(new Vector3(buffer.readf64(sample, 0), buffer.readf64(sample, 8), buffer.readf64(sample, 16)));
	}
	return points;
}

/**
 * Draws a path in the world: a line along it and a ball at each second. Gives the function that removes it. Adornments are
 * no part of the place: they are made under `parent`, a player's PlayerGui or CoreGui, where alone they feel the mouse.
 */
export function drawPath(path: CameraPath, parent: Instance, options: PathDrawingOptions): () => void {
	const folder = new Instance("Folder");
	folder.Name = "DollyPath";
	// Nothing here is saved with a place, even under Workspace.
	folder.Archivable = false;

	const line = new Instance("WireframeHandleAdornment");
	line.Name = "Line";
	line.Adornee = Workspace.Terrain;
	line.Color3 = options.color;
	line.Thickness = 2;
	line.AlwaysOnTop = true;
	line.Archivable = false;
	line.AddPath(samplePositions(path, math.clamp(math.ceil(path.duration * POINTS_PER_SECOND), 1, MOST_POINTS)), false);
	line.Parent = folder;

	const spacing = math.max(1, math.ceil(path.duration / MOST_HANDLES));
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	for (const second of $range(0, math.floor(path.duration), spacing)) {
		path.sample(second, sample);
		const handle = new Instance("SphereHandleAdornment");
		handle.Name = `Second${second}`;
		handle.Adornee = Workspace.Terrain;
		handle.CFrame = new CFrame(buffer.readf64(sample, 0), buffer.readf64(sample, 8), buffer.readf64(sample, 16));
		handle.Radius = 0.35;
		handle.Color3 = options.color;
		handle.AlwaysOnTop = true;
		handle.ZIndex = 1;
		handle.Archivable = false;
		handle.MouseButton1Down.Connect(() => options.onHandle?.(second));
		handle.Parent = folder;
	}

	folder.Parent = parent;
	return () => folder.Destroy();
}
