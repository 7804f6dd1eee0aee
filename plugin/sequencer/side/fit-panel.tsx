import Vide, { untrack } from "@rbxts/vide";
import { isRecording } from "../../../src/camera";
import { formatClock } from "../../../ui/format";
import { IconButton } from "../../../ui/icon-button";
import { theme } from "../../../ui/theme";
import { shortNumber } from "../../editor/take-work";
import type { Library } from "../../library/library";
import { numberFrom, writeNumber } from "../read-number";
import type { Timeline } from "../timeline";
import { ApplyButtons } from "./apply-buttons";
import { AmountRow, Measures, SidePlace, SideShell, SideText, SideView, sideWidth } from "./side-parts";

/** The height of the sentence at the top, and that of the sliders with the box below them. */
const WORDS = 40;
const AMOUNTS = 162;

/** The range of a slider. */
type Range = readonly [least: number, most: number];

const STUDS: Range = [0.01, 2];
const DEGREES: Range = [0.05, 5];

/** The choices of smoothing before the fit, in seconds. */
const SMOOTH = [0, 0.1, 0.2, 0.5, 1, 2];

/** Returns the position of a value on a logarithmic slider. */
function shareOf(value: number, [least, most]: Range): number {
	return math.clamp(math.log(value / least) / math.log(most / least), 0, 1);
}

/** Returns the value at a position, rounded to two digits. */
function valueAt(share: number, [least, most]: Range): number {
	const exact = least * (most / least) ** share;
	const digit = 10 ** (math.floor(math.log10(exact) + 1e-9) - 1);
	return math.clamp(math.round(exact / digit) * digit, least, most);
}

/** Turns a take into a few keys. Sets how closely they follow it, and shows the result at once. */
export function FitPanel({ library, timeline }: { library: Library; timeline: Timeline }) {
	const { editor, messages, menus } = library;
	const { takeWork } = editor;

	function submit(caption: string, text: string, [least, most]: Range, unit: string, set: (value: number) => void) {
		const value = numberFrom(text);
		if (value === undefined || value < least || value > most) {
			messages.complain(`${caption} is "${text}"; expected ${least} to ${most} ${unit}.`);
			return;
		}
		set(value);
		takeWork.follow();
	}

	const amount = (
		name: string,
		caption: string,
		y: number,
		range: Range,
		value: { (): number; (value: number): number },
		written: (value: number) => string,
		unit: string,
		tip: string,
	) => (
		<AmountRow
			timeline={timeline}
			name={name}
			caption={caption}
			y={y}
			text={() => written(value())}
			tip={tip}
			share={() => shareOf(value(), range)}
			onShare={(share) => {
				const wanted = valueAt(share, range);
				if (wanted === untrack(value)) return;
				value(wanted);
				takeWork.follow();
			}}
			onSubmit={(text) => submit(caption, text, range, unit, value)}
		/>
	);
	const view = new SideView();
	/** A low dock has room only for the settings and their result. */
	const hasWords = () => view.height() >= WORDS + AMOUNTS;
	const frames = () => {
		const recording = takeWork.clip()?.recording;
		return recording && isRecording(recording, "take") ? recording.count : 0;
	};
	const at = (seconds: number) => formatClock((takeWork.clip()?.start ?? 0) + seconds);
	const keys = () => {
		const made = takeWork.made();
		return made && isRecording(made, "shot") ? `${made.keys.size()}, for ${frames()} frames` : "–";
	};
	return (
		<SideShell
			timeline={timeline}
			name="FitPanel"
			title="Fit keys to take"
			closeTip="Goes back to the take"
			onClose={() => takeWork.cancel()}
			height={() => (hasWords() ? WORDS : 0) + AMOUNTS}
			view={view}
			footer={[
				<ApplyButtons takeWork={takeWork} isNarrow={() => sideWidth(timeline) < 264} />,
				<SidePlace name="SmoothPlace" x={() => sideWidth(timeline) - 64} y={0} width={64}>
					<IconButton
						name="SmoothFirst"
						text={() => (takeWork.smooth() === 0 ? "Smooth" : `${takeWork.smooth()} s`)}
						width={64}
						selected={() => takeWork.smooth() > 0}
						tip="Smooths the take first: a shaky flight then needs far fewer keys"
						onPress={() =>
							menus.show(
								SMOOTH.map((seconds) => ({
									text: seconds === 0 ? "Do not smooth" : `Smooth over ${seconds} s`,
									isChecked: seconds === untrack(takeWork.smooth),
									run: () => {
										takeWork.smooth(seconds);
										takeWork.follow();
									},
								})),
							)
						}
					/>
				</SidePlace>,
			]}
		>
			<SideText
				name="FitWords"
				visible={hasWords}
				text={() =>
					takeWork.clip()
						? `The fewest keys that stay this close to all ${frames()} frames.`
						: "Choose a take on the timeline to turn it into keys."
				}
				y={0}
				height={36}
				wraps={true}
				color={() => theme().subText}
			/>
			<frame
				Name="FitAmounts"
				Position={() => UDim2.fromOffset(0, hasWords() ? WORDS : 0)}
				Size={UDim2.fromScale(1, 1)}
				BackgroundTransparency={1}
			>
				{amount(
					"FitStuds",
					"Position",
					0,
					STUDS,
					takeWork.studs,
					(value) => `${shortNumber(value)} studs`,
					"studs",
					"The max distance between keys and take: 0.01 to 2 studs",
				)}
				{amount(
					"FitDegrees",
					"Direction",
					48,
					DEGREES,
					takeWork.degrees,
					(value) => writeNumber(value, 2, "°"),
					"degrees",
					"The max angle between keys and take: 0.05 to 5 degrees",
				)}
				<Measures
					y={96}
					isStale={takeWork.isStale}
					rows={[
						{ name: "FitKeysCount", caption: "Keys", value: keys, isBold: true },
						{
							name: "FitFarthest",
							caption: "Furthest off",
							value: () => {
								const difference = takeWork.difference();
								return difference ? `${shortNumber(difference.farthest)} studs at ${at(difference.farthestAt)}` : "–";
							},
						},
						{
							name: "FitTurned",
							caption: "Most turned",
							value: () => {
								const difference = takeWork.difference();
								return difference ? `${writeNumber(difference.turned, 2)}° at ${at(difference.turnedAt)}` : "–";
							},
						},
					]}
				/>
			</frame>
		</SideShell>
	);
}
