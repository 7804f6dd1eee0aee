import { Workspace } from "@rbxts/services";
import { sampleCFrame, Take } from "../src/camera";
import { speedBetween, speedColor, topSpeed } from "./take-speed";

/** Points per second of a path's line, and the max number of points: long flights get coarser lines. */
const POINTS_PER_SECOND = 20;
const MOST_POINTS = 2000;

/** The max number of handles. Above it they are more than a second apart. */
const MOST_HANDLES = 300;

/** The number of colours of a line. A stretch within one colour is drawn at once. */
const COLORS = 16;

export interface PathDrawingOptions {
	/** The handles' colour; the line's colours show the speed. */
	color: Color3;
	markerColor?: Color3;
	/** Called with the second of a pressed handle. */
	onHandle?: (seconds: number) => void;
}

/**
 * Sets the properties that all adornments of a path share: drawn over everything, at any distance, and never saved with
 * a place.
 */
export function adorn<T extends HandleAdornment>(adornment: T, name: string, parent: Instance): T {
	adornment.Name = name;
	adornment.Adornee = Workspace.Terrain;
	adornment.AlwaysOnTop = true;
	adornment.AdornCullingMode = Enum.AdornCullingMode.Never;
	adornment.Archivable = false;
	adornment.Parent = parent;
	return adornment;
}

/** Makes an adornment of lines, relative to the world. */
export function createLines(name: string, parent: Instance): WireframeHandleAdornment {
	const lines = adorn(new Instance("WireframeHandleAdornment"), name, parent);
	lines.Thickness = 2;
	return lines;
}

/** Draws the line from `start` to `finish` seconds, with no cut between. Drawn lines keep their colour. */
function drawStretch(line: WireframeHandleAdornment, take: Take, start: number, finish: number, top: number): void {
	const share = (finish - start) / math.max((take.count - 1) / take.rate, 1e-6);
	const count = math.clamp(math.ceil((finish - start) * POINTS_PER_SECOND), 1, math.max(MOST_POINTS * share, 1));
	const at = (index: number) => start + ((finish - start) * index) / count;
	let points = [sampleCFrame(take, start).Position];
	let color = -1;
	for (const index of $range(1, math.floor(count))) {
		const speed = speedBetween(take, at(index - 1), at(index));
		const wanted = math.min(math.floor((speed / top) * COLORS), COLORS - 1);
		if (wanted !== color && points.size() > 1) {
			line.Color3 = speedColor(color / (COLORS - 1));
			line.AddPath(points, false);
			points = [points[points.size() - 1]];
		}
		color = wanted;
		points.push(sampleCFrame(take, at(index)).Position);
	}
	line.Color3 = speedColor(color / (COLORS - 1));
	line.AddPath(points, false);
}

/**
 * Draws a take's path in the world: a line coloured by speed and broken at cuts, a ball at each second, and a named one
 * at each marker. Returns a function that removes it. Adornments are made under `parent`, a player's PlayerGui or
 * CoreGui, because only there do they receive mouse input. They are not part of the place.
 */
export function drawPath(take: Take, parent: Instance, options: PathDrawingOptions): () => void {
	const { color, markerColor = color, onHandle } = options;
	const duration = (take.count - 1) / take.rate;
	const folder = new Instance("Folder");
	folder.Name = "DollyPath";
	// Nothing here is saved with a place, even under Workspace.
	folder.Archivable = false;

	const line = createLines("Line", folder);
	const top = topSpeed(take);
	let first = 0;
	for (const index of $range(0, take.cuts.size())) {
		const after = take.cuts[index] ?? take.count;
		drawStretch(line, take, first / take.rate, (after - 1) / take.rate, top);
		first = after;
	}

	const ball = (name: string, seconds: number, radius: number, ballColor: Color3) => {
		const handle = adorn(new Instance("SphereHandleAdornment"), name, folder);
		handle.CFrame = new CFrame(sampleCFrame(take, seconds).Position);
		handle.Radius = radius;
		handle.Color3 = ballColor;
		handle.ZIndex = 1;
		handle.MouseButton1Down.Connect(() => onHandle?.(seconds));
	};
	const spacing = math.max(1, math.ceil(duration / MOST_HANDLES));
	for (const second of $range(0, math.floor(duration), spacing)) ball(`Second${second}`, second, 0.35, color);
	const names = createLines("MarkerNames", folder);
	names.Color3 = markerColor;
	for (const index of $range(0, math.min(take.markers.size(), MOST_HANDLES) - 1)) {
		const { name, seconds } = take.markers[index];
		ball(`Marker${index + 1}`, seconds, 0.5, markerColor);
		names.AddText(sampleCFrame(take, seconds).Position.add(new Vector3(0, 1, 0)), name);
	}

	folder.Parent = parent;
	return () => folder.Destroy();
}
