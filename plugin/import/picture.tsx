import { RunService } from "@rbxts/services";
import Vide, { cleanup, effect, Show, source } from "@rbxts/vide";
import { createDrag } from "../../ui/drag";
import { IconButton } from "../../ui/icon-button";
import { Label } from "../../ui/label";
import { REGULAR, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { tooltip } from "../../ui/tooltip";
import type { RememberedSettings } from "../settings";
import { Figure } from "./figure";
import type { ImportSession } from "./import-session";
import { CHARACTER_HEIGHT } from "./measure";
import { shortNumber } from "./short-number";

/** Pixels; less in shorter panels. */
export const PICTURE_HEIGHT = 168;

/** The vertical field of view in degrees. */
const FIELD_OF_VIEW = 40;
/** The camera's angle above its target, and its initial angle to the right, in radians. */
const TILT = 0.14;
const FIRST_TURN = 0.45;
/** Radians per second: a turn in 24 seconds. */
const TURN_SPEED = math.pi / 12;
/** Radians per pixel of a drag, and seconds of rest after it. */
const DRAG_TURN = 0.012;
const REST = 3;
/** The gap between a model and the character beside it, as a fraction of the taller one. */
const GAP = 0.12;
/** The camera's distance relative to a tight fit, which leaves a margin. */
const MARGIN = 1.3;
/** The height at which the camera looks, as a fraction of the total: the label covers the bottom. */
const MIDDLE = 0.42;
/** The size of the ground, in heights and widths of the model. */
const GROUND = 12;
/** The direction of the light relative to the camera: from the upper right, into the picture. */
const LIGHT = new Vector3(-0.6, -1, -0.8);
/** The width of the narrowest picture in pixels. */
const WIDTH = 284;

/** Turns a model with Z up upright. */
const Z_UP = CFrame.Angles(-math.pi / 2, 0, 0);

const SKY = Color3.fromRGB(176, 208, 232);

/** The surroundings of a model as it turns: a cylinder on the ground, with a character to its left. */
interface Stage {
	/** The centre of the model's base, upright. */
	foot: Vector3;
	radius: number;
	height: number;
	figure: number;
	figureWidth: number;
}

const NOTHING: Stage = { foot: Vector3.zero, radius: 1, height: 1, figure: 1, figureWidth: 0 };

/** Returns the size of the import as a short and a long text. */
function sizeWords(size: Vector3 | undefined): LuaTuple<[short: string, long: string]> {
	if (!size) return $tuple("", "");
	const { X, Y, Z } = size;
	const times = shortNumber(Y / CHARACTER_HEIGHT);
	return $tuple(
		`${shortNumber(Y)} studs, ${times} × a character`,
		`${shortNumber(X)} × ${shortNumber(Y)} × ${shortNumber(Z)} studs: wide, high, deep. The figure is a character, ${CHARACTER_HEIGHT} studs high. Drag to turn.`,
	);
}

interface PictureProps {
	session: ImportSession;
	settings: RememberedSettings;
	order: number;
	height: () => number;
}

/** The ticked items, turning slowly beside a character of 5 studs. A drag turns them. */
export function Picture({ session, settings, order, height }: PictureProps) {
	const { picture } = session;
	const camera = new Instance("Camera");
	camera.FieldOfView = FIELD_OF_VIEW;
	const world = new Instance("WorldModel");
	const figure = new Figure();
	const turn = source(FIRST_TURN);
	const stage = source(NOTHING);
	let frame: ViewportFrame | undefined;
	let rested = REST;

	const upright = () => (settings.get("upAxis") === "Z" ? Z_UP : CFrame.identity);

	let from = 0;
	let startTurn = 0;
	const drag = createDrag(() => frame, {
		onStart: (x) => {
			[from, startTurn] = [x, turn()];
			return picture.model() !== undefined;
		},
		onMove: (x) => {
			rested = 0;
			turn(startTurn - (x - from) * DRAG_TURN);
		},
	});

	effect(() => {
		const model = picture.model();
		if (!model) return;
		// The picture has the file's own scale, so the character is scaled instead.
		const figureHeight = (CHARACTER_HEIGHT * (session.contents()?.scale ?? 1)) / session.scale();
		const [box, size] = model.GetBoundingBox();
		const center = upright().mul(box.Position);
		const across = upright().VectorToWorldSpace(size);
		const high = math.abs(across.Y);
		stage({
			foot: center.sub(new Vector3(0, high / 2, 0)),
			radius: math.max(new Vector3(across.X, 0, across.Z).Magnitude / 2, 1e-3),
			height: math.max(high, figureHeight),
			figure: figureHeight,
			figureWidth: figure.resize(figureHeight),
		});
		model.Parent = world;
	});
	effect(() => {
		const { foot, radius, height: high, figure: figureHeight, figureWidth } = stage();
		const back = upright().Inverse();
		// Everything turns with the camera, so that it always sees the character beside the model.
		const view = new CFrame(foot).mul(CFrame.Angles(0, turn(), 0));
		const gap = GAP * high;
		const left = radius + gap + figureWidth;
		figure.place(back.mul(view).mul(new CFrame(-left + figureWidth / 2, 0, 0)), figureHeight);
		figure.spread(back.mul(new CFrame(foot)), (high + left) * GROUND);
		const slope = math.tan(math.rad(FIELD_OF_VIEW / 2));
		const wide = (left + radius) / 2 / (slope * (WIDTH / height()));
		const distance = math.max(high / 2 / slope, wide) * MARGIN + radius;
		const middle = new Vector3((radius - left) / 2, high * MIDDLE, 0);
		const eye = middle.add(new Vector3(0, math.sin(TILT) * distance, math.cos(TILT) * distance));
		if (frame) frame.LightDirection = back.mul(view).VectorToWorldSpace(LIGHT);
		camera.CFrame = back.mul(view).mul(CFrame.lookAt(eye, middle));
	});
	const turning = RunService.Heartbeat.Connect((delta) => {
		if (!picture.model() || !frame?.IsDescendantOf(game)) return;
		rested += delta;
		if (rested >= REST) turn(turn() + delta * TURN_SPEED);
	});
	cleanup(() => {
		turning.Disconnect();
		figure.destroy();
		world.Destroy();
		camera.Destroy();
	});

	const size = () => session.size();
	return (
		<frame
			Name="PictureCard"
			LayoutOrder={order}
			Visible={() => session.contents()?.scene !== undefined}
			BackgroundColor3={() => theme().input}
			Size={() => new UDim2(1, 0, 0, height())}
			ClipsDescendants={true}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<viewportframe
				Name="Picture"
				Visible={() => picture.model() !== undefined}
				CurrentCamera={camera}
				BackgroundColor3={SKY}
				Ambient={Color3.fromRGB(190, 195, 205)}
				LightColor={Color3.fromRGB(255, 250, 240)}
				Size={UDim2.fromScale(1, 1)}
				InputBegan={drag.began}
				InputChanged={drag.changed}
				action={(instance) => {
					frame = instance;
					tooltip(() => sizeWords(size())[1])?.(instance);
					camera.Parent = instance;
					world.Parent = instance;
					figure.model.Parent = world;
				}}
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
			</viewportframe>
			<frame
				Name="NoPicture"
				Visible={() => picture.model() === undefined}
				BackgroundTransparency={1}
				Position={new UDim2(0, 12, 0.5, -10)}
				Size={new UDim2(1, -24, 0, 20)}
			>
				<Label
					name="PictureNote"
					small={true}
					oneLine={true}
					text={() =>
						picture.problem() !== "" ? picture.problem() : size() ? "Building the picture…" : "No mesh is ticked"
					}
					color={() => theme().subText}
				/>
			</frame>
			<Show when={() => picture.clip() !== undefined}>
				{() => (
					<frame
						Name="PlayCorner"
						BackgroundTransparency={1}
						AnchorPoint={new Vector2(1, 0)}
						Position={new UDim2(1, -8, 0, 8)}
						Size={UDim2.fromOffset(28, 28)}
						ZIndex={2}
					>
						<IconButton
							name="PlayPicture"
							icon={() => (picture.isPlaying() ? "stop" : "play")}
							tip={() => (picture.isPlaying() ? "Stops the clip." : `Plays ${picture.clip()} here.`)}
							width={28}
							height={28}
							onPress={() => picture.togglePlaying()}
						/>
					</frame>
				)}
			</Show>
			<textlabel
				Name="SizeText"
				Visible={() => size() !== undefined}
				Text={() => sizeWords(size())[0]}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={Color3.fromRGB(255, 255, 255)}
				BackgroundColor3={Color3.fromRGB(24, 26, 30)}
				BackgroundTransparency={0.1}
				AnchorPoint={new Vector2(0, 1)}
				Position={new UDim2(0, 8, 1, -8)}
				Size={UDim2.fromOffset(0, 22)}
				AutomaticSize="X"
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
				<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
			</textlabel>
		</frame>
	);
}
