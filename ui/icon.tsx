import Vide, { Derivable, effect, read } from "@rbxts/vide";

/** A corner of a stroke: x and y in a box of 16 pixels, then the ends of its tangents, relative to the corner. */
type Corner = readonly [x: number, y: number, leftX?: number, leftY?: number, rightX?: number, rightY?: number];

interface Stroke {
	readonly corners: ReadonlyArray<Corner>;
	readonly isClosed?: boolean;
	/** Drawn solid: the same shape again and again inside itself. */
	readonly isFilled?: boolean;
}

/** The length of the tangents of a quarter circle, relative to its radius. */
const ROUND = 0.5523;
const BOX = 16;
const THICKNESS = 1.5;

function line(...corners: ReadonlyArray<Corner>): Stroke {
	return { corners };
}

function shape(...corners: ReadonlyArray<Corner>): Stroke {
	return { corners, isClosed: true };
}

function solid(...corners: ReadonlyArray<Corner>): Stroke {
	return { corners, isClosed: true, isFilled: true };
}

function box(x: number, y: number, width: number, height: number): Stroke {
	return shape([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
}

function circle(x: number, y: number, radius: number): Stroke {
	const bend = radius * ROUND;
	return shape(
		[x, y - radius, -bend, 0, bend, 0],
		[x + radius, y, 0, -bend, 0, bend],
		[x, y + radius, bend, 0, -bend, 0],
		[x - radius, y, 0, bend, 0, -bend],
	);
}

function diamond(x: number, y: number, radius: number): Stroke {
	return solid([x, y - radius], [x + radius, y], [x, y + radius], [x - radius, y]);
}

/**
 * Every icon, as strokes. A filled triangle means play, a chevron a frame, a chevron with a diamond a key, a bar an
 * end.
 */
const ICONS = {
	play: [solid([5, 3], [13, 8], [5, 13])],
	pause: [line([5.5, 3.5], [5.5, 12.5]), line([10.5, 3.5], [10.5, 12.5])],
	toStart: [line([3.5, 3.5], [3.5, 12.5]), solid([13, 3.5], [6, 8], [13, 12.5])],
	toEnd: [solid([3, 3.5], [10, 8], [3, 12.5]), line([12.5, 3.5], [12.5, 12.5])],
	frameBack: [line([10, 3.5], [5.5, 8], [10, 12.5])],
	frameOn: [line([6, 3.5], [10.5, 8], [6, 12.5])],
	keyBack: [line([6, 3.5], [1.5, 8], [6, 12.5]), diamond(11, 8, 3.5)],
	keyOn: [diamond(5, 8, 3.5), line([10, 3.5], [14.5, 8], [10, 12.5])],
	key: [diamond(8, 8, 5)],
	addKey: [diamond(5.5, 9.5, 3.5), line([12.5, 1.5], [12.5, 6.5]), line([10, 4], [15, 4])],
	curve: [line([2.5, 13.5, 0, 0, 5, 0], [13.5, 2.5, -5, 0, 0, 0])],
	loop: [
		line([12, 5.5], [5, 5.5, 0, 0, -3, 0], [5, 11.5, -3, 0, 0, 0], [11, 11.5, 0, 0, 3, 0], [13.5, 8.5, 0, 2, 0, 0]),
		line([9.5, 2.5], [12.5, 5.5], [9.5, 8.5]),
	],
	magnet: [
		line([3.5, 2.5], [3.5, 8, 0, 0, 0, 6], [12.5, 8, 0, 6, 0, 0], [12.5, 2.5]),
		line([3.5, 5], [5.5, 5]),
		line([10.5, 5], [12.5, 5]),
	],
	safeFrame: [box(1.5, 3.5, 13, 9), box(4.5, 6, 7, 4)],
	camera: [box(1.5, 4.5, 8, 7), shape([9.5, 7], [14.5, 4.5], [14.5, 11.5], [9.5, 9])],
	film: [box(1.5, 3.5, 13, 9), line([4.5, 3.5], [4.5, 12.5]), line([11.5, 3.5], [11.5, 12.5])],
	send: [line([8, 10.5], [8, 2.5]), line([5, 5], [8, 2], [11, 5]), line([2, 9], [2, 13.5], [14, 13.5], [14, 9])],
	plus: [line([8, 2.5], [8, 13.5]), line([2.5, 8], [13.5, 8])],
	minus: [line([2.5, 8], [13.5, 8])],
	close: [line([4, 4], [12, 12]), line([12, 4], [4, 12])],
	fit: [
		line([1.5, 3.5], [1.5, 12.5]),
		line([14.5, 3.5], [14.5, 12.5]),
		line([4, 8], [12, 8]),
		line([6, 5.5], [3.5, 8], [6, 10.5]),
		line([10, 5.5], [12.5, 8], [10, 10.5]),
	],
	flag: [line([3.5, 14], [3.5, 2.5], [12.5, 2.5], [10, 5.5], [12.5, 8.5], [3.5, 8.5])],
	cut: [box(1.5, 4.5, 4.5, 7), box(10, 4.5, 4.5, 7), line([8, 2], [8, 14])],
	eye: [
		shape([1.5, 8, 2, 3, 2, -3], [8, 4, -3, 0, 3, 0], [14.5, 8, -2, -3, -2, 3], [8, 12, 3, 0, -3, 0]),
		circle(8, 8, 1.8),
	],
	gauge: [line([2.5, 12, 0, 0, -2, -5], [8, 4, -4, 0, 4, 0], [13.5, 12, 2, -5, 0, 0]), line([8, 11], [11, 7])],
	person: [circle(8, 3.5, 1.8), line([8, 6], [8, 10]), line([4, 7.5], [12, 7.5]), line([5, 14.5], [8, 10], [11, 14.5])],
	history: [
		line([3, 5.5, 0, 0, 2, -3], [8, 2.5, -2, 0, 3.5, 0], [13.5, 8, 0, -3, 0, 3], [8, 13.5, 3, 0, -3, 0], [3, 10, 1, 2]),
		line([3, 2], [3, 5.5], [6.5, 5.5]),
		line([8, 5.5], [8, 8.5], [10.5, 10]),
	],
	music: [circle(4.5, 12, 2), circle(11.5, 10.5, 2), line([6.5, 12], [6.5, 4], [13.5, 2.5], [13.5, 10.5])],
	info: [circle(8, 8, 6), line([8, 7.5], [8, 11.5]), line([8, 4.5], [8, 5])],
	warning: [shape([8, 2], [14.5, 13.5], [1.5, 13.5]), line([8, 6.5], [8, 9.5]), line([8, 11.5], [8, 12])],
	down: [line([3.5, 6], [8, 10.5], [12.5, 6])],
	right: [line([6, 3.5], [10.5, 8], [6, 12.5])],
	search: [circle(7, 7, 4.5), line([10.5, 10.5], [14, 14])],
	folder: [shape([1.5, 3.5], [6, 3.5], [7.5, 5.5], [14.5, 5.5], [14.5, 12.5], [1.5, 12.5])],
	more: [circle(3, 8, 0.8), circle(8, 8, 0.8), circle(13, 8, 0.8)],
	record: [{ ...circle(8, 8, 3.2), isFilled: true }],
	cube: [
		shape([8, 1.5], [14, 4.75], [14, 11.25], [8, 14.5], [2, 11.25], [2, 4.75]),
		line([2, 4.75], [8, 8], [14, 4.75]),
		line([8, 8], [8, 14.5]),
	],
	stop: [solid([4, 4], [12, 4], [12, 12], [4, 12])],
	linear: [line([2.5, 13], [13.5, 3])],
	hold: [line([2.5, 12.5], [11.5, 12.5], [11.5, 3.5])],
	easeIn: [line([2.5, 13, 0, 0, 7, 0], [13.5, 3, -1.5, 5, 0, 0])],
	easeOut: [line([2.5, 13, 0, 0, 1.5, -5], [13.5, 3, -7, 0, 0, 0])],
	easeInOut: [line([2.5, 13, 0, 0, 6, 0], [13.5, 3, -6, 0, 0, 0])],
} satisfies Record<string, ReadonlyArray<Stroke>>;

export type IconName = keyof typeof ICONS;

/**
 * Returns the corners of a stroke, drawn towards its centre by `share`. Positions are scales of the box: offsets are
 * whole pixels, which distort circles.
 */
function controlPoints(corners: ReadonlyArray<Corner>, share: number): Array<Path2DControlPoint> {
	let [middleX, middleY] = [0, 0];
	for (const [x, y] of corners) {
		middleX += x / corners.size();
		middleY += y / corners.size();
	}
	return corners.map(([x, y, leftX = 0, leftY = 0, rightX = 0, rightY = 0]) => {
		const at = UDim2.fromScale((x + (middleX - x) * share) / BOX, (y + (middleY - y) * share) / BOX);
		const bend = (1 - share) / BOX;
		const left = UDim2.fromScale(leftX * bend, leftY * bend);
		return new Path2DControlPoint(at, left, UDim2.fromScale(rightX * bend, rightY * bend));
	});
}

/** How far towards its centre a solid shape is drawn again, so that no gap is left at 16 pixels. */
const SHARES = [0, 0.3, 0.6, 0.85];

export interface IconProps {
	icon: Derivable<IconName>;
	color: Derivable<Color3>;
	order?: number;
	/** The size of its box in pixels. Defaults to 16. */
	size?: number;
	position?: Derivable<UDim2>;
	anchor?: Vector2;
}

/** An icon of thin lines. */
export function Icon({ icon, color, order, size = BOX, position, anchor }: IconProps) {
	return (
		<frame
			Name="Icon"
			LayoutOrder={order}
			Position={position}
			AnchorPoint={anchor}
			Size={UDim2.fromOffset(size, size)}
			BackgroundTransparency={1}
			action={(frame) => {
				effect(() => {
					frame.ClearAllChildren();
					const strokes: ReadonlyArray<Stroke> = ICONS[read(icon)];
					for (const { corners, isClosed = false, isFilled = false } of strokes) {
						for (const share of isFilled ? SHARES : [0]) {
							const path = new Instance("Path2D");
							path.Thickness = isFilled ? 2 : THICKNESS;
							path.Closed = isClosed;
							path.Color3 = read(color);
							path.Parent = frame;
							path.SetControlPoints(controlPoints(corners, share));
						}
					}
				});
			}}
		/>
	);
}
