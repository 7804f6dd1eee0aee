import Vide, { cleanup, Derivable, effect, read, source } from "@rbxts/vide";

/** Corners of a curve, in pixels from the top left of its background. */
export type Corners = ReadonlyArray<Vector2>;

export interface CurveLineProps {
	name: string;
	/** One curve per segment. Nothing is drawn between segments. */
	curves: Derivable<ReadonlyArray<Corners>>;
	color: Derivable<Color3>;
	/** Pixels. Defaults to 2. */
	thickness?: Derivable<number>;
	zIndex?: number;
}

/** Cuts curves into pieces that a Path2D can hold, each beginning at the end of the previous one. */
function piecesOf(curves: ReadonlyArray<Corners>, most: number): Array<Corners> {
	const pieces = new Array<Corners>();
	for (const corners of curves) {
		for (const first of $range(0, math.max(corners.size() - 2, 0), most - 1)) {
			const piece = new Array<Vector2>();
			for (const index of $range(first, math.min(first + most, corners.size()) - 1)) piece.push(corners[index]);
			pieces.push(piece);
		}
	}
	return pieces;
}

/** The assumed size until the layout is known. */
const USUAL_SIZE = 1000;

/**
 * Returns a position with a fraction of a pixel. Offsets are whole, so the rest is a scale; whole pixels would draw
 * slopes as steps.
 */
function placeOf({ X, Y }: Vector2, size: Vector2): UDim2 {
	const [x, y] = [math.floor(X), math.floor(Y)];
	const width = size.X > 0 ? size.X : USUAL_SIZE;
	const height = size.Y > 0 ? size.Y : USUAL_SIZE;
	return new UDim2((X - x) / width, x, (Y - y) / height, y);
}

/** Curves through corners, with as few Path2Ds as possible. */
export function CurveLine({ name, curves, color, thickness = 2, zIndex = 1 }: CurveLineProps) {
	return (
		<frame
			Name={name}
			Size={UDim2.fromScale(1, 1)}
			BackgroundTransparency={1}
			ZIndex={zIndex}
			action={(ground) => {
				const paths = new Array<Path2D>();
				const size = source(ground.AbsoluteSize);
				const sized = ground.GetPropertyChangedSignal("AbsoluteSize");
				cleanup(sized.Connect(() => size(ground.AbsoluteSize)));
				effect(() => {
					const probe = paths[0] ?? new Instance("Path2D");
					const pieces = piecesOf(read(curves), probe.GetMaxControlPoints());
					if (!paths[0]) probe.Destroy();
					pieces.forEach((corners, index) => {
						let path = paths[index];
						if (!path) {
							path = new Instance("Path2D");
							path.ZIndex = zIndex;
							path.Parent = ground;
							paths[index] = path;
						}
						path.Color3 = read(color);
						path.Thickness = read(thickness);
						path.SetControlPoints(corners.map((corner) => new Path2DControlPoint(placeOf(corner, size()))));
						path.Visible = true;
					});
					for (const index of $range(pieces.size(), paths.size() - 1)) paths[index].Visible = false;
				});
			}}
		/>
	);
}
