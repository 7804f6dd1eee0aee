import Vide, { derive, Index } from "@rbxts/vide";
import { CurveLine } from "../../ui/curve-line";
import { formatClock } from "../../ui/format";
import { IconButton } from "../../ui/icon-button";
import { IconName } from "../../ui/icon";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE, TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { rulerTicks, Tick, timeWidth } from "../sequencer/ruler";
import type { LivePoint, RunningRecording } from "./running-recording";

/** The seconds in view at first. Later, the flight fills three quarters of the view. */
const LEAST_SPAN = 8;
const FILLED = 0.75;

/** The tops of the lanes, and the margins at the left and right, in pixels. */
const RULER_TOP = 44;
const CLIP_TOP = 68;
const LENS_TOP = 92;
const SPEED_TOP = 120;
const LANES_BOTTOM = 148;
const EDGE = 8;

/** The width of the time beside a tick, in pixels. */
const TICK_WIDTH = 56;

const VIEW_BUTTONS: ReadonlyArray<{ icon: IconName; text?: string }> = [
	{ icon: "camera", text: "Look through" },
	{ icon: "safeFrame" },
	{ icon: "loop" },
];

const BUTTONS: ReadonlyArray<IconName> = ["toStart", "frameBack", "play", "frameOn", "toEnd"];

interface LaneProps {
	name: string;
	top: number;
	height: number;
	text: () => string;
	points: () => ReadonlyArray<LivePoint>;
	valueOf: (point: LivePoint) => number;
	/** The values at the lane's lower and upper edge. */
	reach: () => readonly [number, number];
	span: () => number;
	width: () => number;
}

/** A value over time. */
function Lane({ name, top, height, text, points, valueOf, reach, span, width }: LaneProps) {
	return (
		<frame
			Name={name}
			Position={UDim2.fromOffset(EDGE, top)}
			Size={new UDim2(1, -2 * EDGE, 0, height)}
			BackgroundColor3={() => theme().input}
			BorderSizePixel={0}
			ClipsDescendants={true}
		>
			<CurveLine
				name="Curve"
				curves={() => {
					const [low, high] = reach();
					const room = height - 8;
					const pixels = math.max(width() - 2 * EDGE, 1) / span();
					return [
						points().map((point) => {
							const alpha = high > low ? (valueOf(point) - low) / (high - low) : 0.5;
							return new Vector2(point.seconds * pixels, 4 + room * (1 - math.clamp(alpha, 0, 1)));
						}),
					];
				}}
				color={() => theme().line}
			/>
			<textlabel
				Name="Value"
				Text={text}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().subText}
				TextXAlignment="Right"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(0, 0)}
				Size={new UDim2(1, -4, 0, 16)}
			/>
		</frame>
	);
}

interface RecordingTimelineProps {
	recording: RunningRecording;
	height: () => number;
	width: () => number;
}

/** The timeline during a recording. It shows the camera's motion so far and cannot be edited. */
export function RecordingTimeline({ recording, height, width }: RecordingTimelineProps) {
	const hasLanes = () => height() > LANES_BOTTOM;
	// In steps, so that the ruler does not creep.
	const span = derive(() => {
		let seconds = LEAST_SPAN;
		while (recording.seconds() > seconds * FILLED) seconds *= 2;
		return seconds;
	});
	const ticks = derive(() => rulerTicks({ start: 0, span: span() }, math.max(width() - 2 * EDGE, 1), recording.rate()));
	const last = () => recording.live()[recording.live().size() - 1];
	const lensReach = derive((): [number, number] => {
		let [low, high] = [math.huge, -math.huge];
		for (const { fieldOfView } of recording.live()) {
			low = math.min(low, fieldOfView);
			high = math.max(high, fieldOfView);
		}
		return [low, high];
	});
	const speedReach = derive((): [number, number] => {
		let high = 1;
		for (const { speed } of recording.live()) high = math.max(high, speed);
		return [0, high];
	});
	const share = () => math.clamp(recording.seconds() / span(), 0, 1);
	/** Hides a time that the recording's line would cross. */
	const isCrossed = ({ time = "", fraction }: Tick) => {
		const [x, line] = [fraction, share()].map((place) => place * math.max(width() - 2 * EDGE, 1));
		return line > x + 1 && line < x + timeWidth(time) + 6;
	};
	return (
		<frame Name="RecordingTimeline" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
			<frame
				Name="Transport"
				Position={UDim2.fromOffset(8, 8)}
				Size={new UDim2(1, -16, 0, 28)}
				BackgroundTransparency={1}
			>
				<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 4)} />
				{BUTTONS.map((icon, index) => (
					<IconButton
						name={`Waiting ${icon}`}
						order={index}
						icon={icon}
						width={icon === "play" ? 44 : 28}
						height={28}
						enabled={false}
						tip="Stop the recording first"
						onPress={() => {}}
					/>
				))}
			</frame>
			<textlabel
				Name="Time"
				Text={() => formatClock(recording.seconds())}
				FontFace={SEMIBOLD}
				TextSize={TEXT_SIZE}
				TextColor3={() => theme().text}
				TextXAlignment="Right"
				BackgroundTransparency={1}
				AnchorPoint={new Vector2(1, 0)}
				Position={new UDim2(1, -72, 0, 8)}
				Size={UDim2.fromOffset(60, 28)}
			/>
			<frame Name="LiveLanes" Visible={hasLanes} Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
				<frame
					Name="Ruler"
					Position={UDim2.fromOffset(EDGE, RULER_TOP)}
					Size={new UDim2(1, -2 * EDGE, 0, CLIP_TOP - RULER_TOP)}
					BackgroundColor3={() => theme().header}
					BorderSizePixel={0}
				>
					<Index each={ticks}>
						{(tick: () => Tick) => (
							<frame
								Name="Tick"
								Position={() => UDim2.fromScale(tick().fraction, 0)}
								Size={new UDim2(0, TICK_WIDTH, 1, 0)}
								BackgroundTransparency={1}
							>
								<frame
									Name="TickLine"
									AnchorPoint={new Vector2(0, 1)}
									Position={UDim2.fromScale(0, 1)}
									Size={() => UDim2.fromOffset(1, tick().time === undefined ? 4 : 8)}
									BackgroundColor3={() => theme().subText}
									BorderSizePixel={0}
								/>
								<textlabel
									Name="TickTime"
									Visible={() => tick().time !== undefined && !isCrossed(tick())}
									Text={() => tick().time ?? ""}
									FontFace={REGULAR}
									TextSize={SMALL_TEXT_SIZE}
									TextColor3={() => theme().subText}
									TextXAlignment="Left"
									BackgroundTransparency={1}
									Position={UDim2.fromOffset(3, 1)}
									Size={() => UDim2.fromOffset(timeWidth(tick().time ?? ""), 16)}
								/>
							</frame>
						)}
					</Index>
				</frame>
				<frame
					Name="ClipLane"
					Position={UDim2.fromOffset(EDGE, CLIP_TOP)}
					Size={new UDim2(1, -2 * EDGE, 0, LENS_TOP - CLIP_TOP)}
					BackgroundColor3={() => theme().input}
					BorderSizePixel={0}
				>
					<frame
						Name="RunningClip"
						Position={UDim2.fromOffset(0, 4)}
						Size={() => new UDim2(share(), 0, 1, -8)}
						BackgroundColor3={() => theme().record}
						ClipsDescendants={true}
					>
						<uicorner CornerRadius={new UDim(0, 3)} />
						<textlabel
							Name="RunningFrames"
							Text={() => `${recording.frames()} frames`}
							FontFace={SEMIBOLD}
							TextSize={SMALL_TEXT_SIZE}
							TextColor3={() => theme().accentText}
							TextXAlignment="Left"
							TextTruncate="AtEnd"
							BackgroundTransparency={1}
							Position={UDim2.fromOffset(8, 0)}
							Size={new UDim2(1, -8, 1, 0)}
						/>
					</frame>
				</frame>
				<Lane
					name="LensLane"
					top={LENS_TOP}
					height={SPEED_TOP - LENS_TOP}
					text={() => string.format("Field of view %.1f°", last()?.fieldOfView ?? 70)}
					points={() => recording.live()}
					valueOf={(point) => point.fieldOfView}
					reach={lensReach}
					span={span}
					width={width}
				/>
				<Lane
					name="SpeedLane"
					top={SPEED_TOP}
					height={LANES_BOTTOM - SPEED_TOP}
					text={() => string.format("Speed %.1f studs/s", last()?.speed ?? 0)}
					points={() => recording.live()}
					valueOf={(point) => point.speed}
					reach={speedReach}
					span={span}
					width={width}
				/>
				<frame
					Name="WaitingView"
					AnchorPoint={new Vector2(0, 1)}
					Position={new UDim2(0, EDGE, 1, -4)}
					Size={new UDim2(1, -2 * EDGE, 0, 28)}
					BackgroundTransparency={1}
				>
					<uilistlayout
						FillDirection="Horizontal"
						VerticalAlignment="Center"
						SortOrder="LayoutOrder"
						Padding={new UDim(0, 4)}
					/>
					{VIEW_BUTTONS.map(({ icon, text }, index) => (
						<IconButton
							name={`Waiting ${icon}`}
							order={index}
							icon={icon}
							text={text}
							width={text === undefined ? 32 : undefined}
							enabled={false}
							tip="Stop the recording first"
							onPress={() => {}}
						/>
					))}
				</frame>
				<frame
					Name="Now"
					Position={() => new UDim2(share(), EDGE - share() * 2 * EDGE, 0, RULER_TOP)}
					Size={UDim2.fromOffset(2, LANES_BOTTOM - RULER_TOP)}
					BackgroundColor3={() => theme().record}
					BorderSizePixel={0}
				/>
			</frame>
		</frame>
	);
}
