import { Workspace } from "@rbxts/services";
import { sampleCFrame, Take } from "../src/camera";

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

/** Where the camera of a take is at each of `count` + 1 instants from its start to `duration` seconds. */
function samplePositions(take: Take, duration: number, count: number): Array<Vector3> {
	const points = new Array<Vector3>();
	for (const index of $range(0, count)) {
		points.push(sampleCFrame(take, (duration * index) / math.max(count, 1)).Position);
	}
	return points;
}

/**
 * Draws a take's path in the world: a line along it and a ball at each second. Gives the function that removes it. Adornments are
 * no part of the place: they are made under `parent`, a player's PlayerGui or CoreGui, where alone they feel the mouse.
 */
export function drawPath(take: Take, parent: Instance, options: PathDrawingOptions): () => void {
	const duration = (take.count - 1) / take.rate;
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
	const points = math.clamp(math.ceil(duration * POINTS_PER_SECOND), 1, MOST_POINTS);
	line.AddPath(samplePositions(take, duration, points), false);
	line.Parent = folder;

	const spacing = math.max(1, math.ceil(duration / MOST_HANDLES));
	for (const second of $range(0, math.floor(duration), spacing)) {
		const handle = new Instance("SphereHandleAdornment");
		handle.Name = `Second${second}`;
		handle.Adornee = Workspace.Terrain;
		handle.CFrame = new CFrame(sampleCFrame(take, second).Position);
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
