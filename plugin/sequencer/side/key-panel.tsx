import Vide, { Show, untrack } from "@rbxts/vide";
import { KeyEasing } from "../../../src/camera";
import { formatClock } from "../../../ui/format";
import { IconButton } from "../../../ui/icon-button";
import { TextField } from "../../../ui/text-field";
import { theme } from "../../../ui/theme";
import {
	chooseNeighbour,
	chosenEasing,
	chosenSpan,
	chosenTangents,
	chosenValue,
	goToChosen,
	hasSegment,
	setChosenTime,
	setChosenValue,
} from "../../editor/chosen-values";
import { bendChosen, easeChosen, setKeyFromView } from "../../editor/edits";
import { Channel } from "../../editor/key-values";
import type { Library } from "../../library/library";
import { easingItems, easingWords, PLAIN_EASINGS, TANGENTS } from "../lane-menus";
import { easingIcon } from "../lanes";
import { numberFrom, writeNumber } from "../read-number";
import { secondsFrom } from "../read-time";
import type { Timeline } from "../timeline";
import { SidePlace, SideShell, SideText, SideView, sideWidth } from "./side-parts";

/** The left edge of the fields, and the gap between two of them. */
const FIELDS = 64;
const GAP = 4;

/** Shown in a field if the chosen keys differ. */
const DIFFERENT = "–";

/** A field for a number of the chosen keys. */
interface NumberSpec {
	readonly name: string;
	readonly channel: Channel;
	/** Its name in sentences. */
	readonly what: string;
	readonly unit: string;
	readonly min?: number;
	readonly max?: number;
	readonly expected: string;
	/** The step of history. */
	readonly step: string;
}

function axis(channel: "x" | "y" | "z"): NumberSpec {
	const letter = channel.upper();
	return {
		name: `Key${letter}`,
		channel,
		what: `Position ${letter}`,
		unit: "",
		expected: "a number of studs",
		step: "Move key",
	};
}

const POSITION = [axis("x"), axis("y"), axis("z")];
const TURN: ReadonlyArray<NumberSpec> = [
	{ name: "KeyYaw", channel: "yaw", what: "Yaw", unit: "°", expected: "a number of degrees", step: "Turn key" },
	{
		name: "KeyPitch",
		channel: "pitch",
		what: "Pitch",
		unit: "°",
		min: -90,
		max: 90,
		expected: "−90 to 90 degrees",
		step: "Turn key",
	},
	{ name: "KeyRoll", channel: "roll", what: "Roll", unit: "°", expected: "a number of degrees", step: "Turn key" },
];
const LENS: NumberSpec = {
	name: "KeyLens",
	channel: "lens",
	what: "Field of view",
	unit: "°",
	min: 1,
	max: 120,
	expected: "1 to 120 degrees",
	step: "Change field of view",
};

function isSame(one: KeyEasing | undefined, other: KeyEasing): boolean {
	// After a key at rest, the camera continues along a curve.
	return one === other || (other === "smooth" && one === "stop");
}

/** The numbers of the chosen keys, their tangents and their easing. */
export function KeyPanel({ library, timeline }: { library: Library; timeline: Timeline }) {
	const { editor, messages, menus } = library;
	const isAny = () => !editor.chosenKeys().isEmpty();
	const isOne = () => editor.chosenKeys().size() === 1;
	const room = () => sideWidth(timeline) - FIELDS;

	/** A valid value clears an old error, even if it changes nothing. */
	function unchanged(typed: string, shown: string): boolean {
		if (typed !== shown) return false;
		if (untrack(messages.isProblem)) messages.say("");
		return true;
	}

	function submit(spec: NumberSpec, typed: string, shown: string): void {
		if (unchanged(typed, shown)) return;
		const value = numberFrom(typed);
		if (value === undefined || value < (spec.min ?? -1e6) || value > (spec.max ?? 1e6)) {
			messages.complain(`${spec.what} is "${typed}"; expected ${spec.expected}.`);
			return;
		}
		setChosenValue(editor, spec.step, spec.channel, value);
	}

	function submitTime(typed: string, shown: string, seconds: number | undefined): void {
		if (unchanged(typed, shown)) return;
		if (seconds !== undefined) setChosenTime(editor, seconds);
		else messages.complain(`Time is "${typed}"; expected a time such as 0:07.20, or a frame such as 432.`);
	}

	const field = (
		name: string,
		text: () => string,
		y: number,
		index: number,
		count: number,
		tip: string,
		onSubmit: (typed: string) => void,
	) => {
		const width = () => math.floor((room() - GAP * (count - 1)) / count);
		return (
			<SidePlace name={`${name}Place`} x={() => FIELDS + (width() + GAP) * index} y={y} width={width}>
				<uilistlayout FillDirection="Horizontal" />
				<TextField name={name} text={text} height={24} isSmall={true} tip={tip} onSubmit={onSubmit} />
			</SidePlace>
		);
	};
	const numberField = (spec: NumberSpec, y: number, index: number, count: number, decimals = 1) => {
		const text = () =>
			chosenValue(editor, spec.channel, (value) => writeNumber(value, decimals, spec.unit)) ?? DIFFERENT;
		return field(spec.name, text, y, index, count, `${spec.what}: ${spec.expected}`, (typed) =>
			submit(spec, typed, untrack(text)),
		);
	};
	const clock = () => (isOne() ? formatClock(editor.chosenKeys()[0].seconds) : DIFFERENT);
	const frame = () => (isOne() ? tostring(math.round(editor.chosenKeys()[0].seconds * editor.rate())) : DIFFERENT);
	const tileWidth = () => math.floor((sideWidth(timeline) - 4 * GAP) / 5);
	const half = () => math.floor((sideWidth(timeline) - 8) / 2);
	const third = () => math.floor(room() / 3);

	const view = new SideView();
	const title = () => {
		const chosen = editor.chosenKeys();
		if (chosen.isEmpty()) return "No key";
		if (chosen.size() > 1) return `${chosen.size()} keys`;
		const keys = editor.keys();
		return `Key ${keys.findIndex(({ id }) => id === chosen[0].id) + 1} of ${keys.size()}`;
	};
	const spanWords = () => {
		const span = chosenSpan(editor);
		const easing = chosenEasing(editor);
		const isPlain = PLAIN_EASINGS.some((plain) => isSame(easing, plain.easing));
		const style = easing === undefined || isPlain ? "" : easingWords(easing);
		const length = span === undefined ? "" : formatClock(span);
		return style === "" || length === "" ? style + length : `${style}, ${length}`;
	};

	return (
		<SideShell
			timeline={timeline}
			name="KeyPanel"
			title={title}
			height={316}
			view={view}
			closeTip="Closes the fields. Double-click a key to open them"
			onClose={() => editor.side("none")}
			buttons={[
				<IconButton
					name="PreviousChosen"
					order={1}
					icon="keyBack"
					width={24}
					tip="Previous key"
					onPress={() => chooseNeighbour(editor, -1)}
				/>,
				<IconButton
					name="NextChosen"
					order={2}
					icon="keyOn"
					width={24}
					tip="Next key"
					onPress={() => chooseNeighbour(editor, 1)}
				/>,
			]}
		>
			<Show
				when={isAny}
				fallback={() => (
					<SideText
						name="NoKeyWords"
						text="Choose a key on the timeline to change it here."
						y={4}
						height={36}
						wraps={true}
						color={() => theme().subText}
					/>
				)}
			>
				{() => (
					<frame Name="KeyFields" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
						<SideText name="TimeCaption" text="Time" y={7} width={FIELDS} color={() => theme().subText} size={15} />
						{field("KeyTime", clock, 4, 0, 2, "The time of the key, such as 0:07.20", (typed) =>
							submitTime(typed, untrack(clock), secondsFrom(typed, untrack(editor.rate))),
						)}
						{field("KeyFrame", frame, 4, 1, 2, "The frame number of the key", (typed) => {
							const value = numberFrom(typed);
							const isFrame = value !== undefined && value >= 0 && value % 1 === 0;
							submitTime(typed, untrack(frame), isFrame ? value / untrack(editor.rate) : undefined);
						})}
						<SideText
							name="PositionCaption"
							text="Position"
							y={39}
							width={FIELDS}
							color={() => theme().subText}
							size={15}
						/>
						{POSITION.map((spec, index) => numberField(spec, 36, index, 3))}
						<SideText name="TurnCaption" text="Turn" y={71} width={FIELDS} color={() => theme().subText} size={15} />
						{TURN.map((spec, index) => numberField(spec, 68, index, 3))}
						<SideText
							name="LensCaption"
							text="Field of view"
							y={103}
							width={FIELDS + 40}
							color={() => theme().subText}
							size={15}
						/>
						{numberField(LENS, 100, 1, 2)}
						<frame
							Name="Line"
							Position={UDim2.fromOffset(0, 132)}
							Size={new UDim2(1, 0, 0, 1)}
							BackgroundColor3={() => theme().button}
							BorderSizePixel={0}
						/>
						<SideText name="NextTitle" text="To the next key" y={142} width={110} height={20} bold={true} size={15} />
						<SideText
							name="NextSpan"
							text={spanWords}
							x={100}
							y={142}
							width={() => sideWidth(timeline) - 100 - 28}
							height={20}
							align="Right"
							color={() => theme().subText}
						/>
						<SidePlace name="MorePlace" x={() => sideWidth(timeline) - 24} y={142} width={24} height={20}>
							<IconButton
								name="MoreEasings"
								icon="more"
								hidesIcon={() => !view.shows(142, 20)}
								width={24}
								height={20}
								isPlain={true}
								enabled={() => hasSegment(editor)}
								tip="Other ways to the next key: Sine, Quad, Back, Bounce…"
								onPress={() => menus.show(easingItems(editor))}
							/>
						</SidePlace>
						{PLAIN_EASINGS.map(({ easing, text }, index) => [
							<SidePlace
								name={`Easing${index}Place`}
								x={() => (tileWidth() + GAP) * index}
								y={168}
								width={tileWidth}
								height={32}
							>
								<IconButton
									name={`Ease-${text}`}
									icon={easingIcon(easing)}
									iconSize={24}
									hidesIcon={() => !view.shows(168, 32)}
									width={tileWidth}
									height={32}
									selected={() => isSame(chosenEasing(editor), easing)}
									enabled={() => hasSegment(editor)}
									tip={() => (hasSegment(editor) ? `${text} to the next key` : "It is the last key of its shot")}
									onPress={() => easeChosen(editor, easing)}
								/>
							</SidePlace>,
							<SidePlace
								name={`Easing${index}Name`}
								x={() => (tileWidth() + GAP) * index - 2}
								y={201}
								width={() => tileWidth() + 4}
								height={18}
							>
								<SideText
									name="EasingName"
									text={text}
									y={0}
									align="Center"
									size={14}
									color={() => (isSame(chosenEasing(editor), easing) ? theme().text : theme().subText)}
								/>
							</SidePlace>,
						])}
						<SideText
							name="TangentsCaption"
							text="Tangents"
							y={229}
							width={FIELDS}
							color={() => theme().subText}
							size={15}
						/>
						<SidePlace name="Tangents" x={FIELDS} y={226} width={() => third() * 3}>
							<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" />
							{TANGENTS.map(({ tangents, text, tip }, index) => (
								<IconButton
									name={`Tangents-${text}`}
									order={index}
									text={text}
									width={third}
									isMain={true}
									isOff={() => chosenTangents(editor) !== tangents}
									tip={tip}
									onPress={() => bendChosen(editor, tangents)}
								/>
							))}
						</SidePlace>
						<SidePlace name="SetPlace" y={260} width={half}>
							<IconButton
								name="SetFromView"
								icon="camera"
								hidesIcon={() => !view.shows(260, 24)}
								text="Set from view"
								width={half}
								enabled={isOne}
								tip={() => (isOne() ? "Sets the key to your view (I)" : "Choose one key to set it from the view")}
								onPress={() => setKeyFromView(editor)}
							/>
						</SidePlace>
						<SidePlace name="GoPlace" x={() => half() + 8} y={260} width={half}>
							<IconButton
								name="GoToView"
								icon="eye"
								hidesIcon={() => !view.shows(260, 24)}
								text="Go to view"
								width={half}
								enabled={isOne}
								tip={() => (isOne() ? "Moves your view to the key" : "Choose one key to go to it")}
								onPress={() => goToChosen(editor)}
							/>
						</SidePlace>
						<SideText
							name="KeyHint"
							text={() =>
								isOne()
									? "While it is chosen, I sets this key from your view."
									: "A number you type applies to all of them."
							}
							y={292}
							size={14}
							color={() => theme().subText}
						/>
					</frame>
				)}
			</Show>
		</SideShell>
	);
}
