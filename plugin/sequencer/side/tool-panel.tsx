import Vide, { Show, untrack } from "@rbxts/vide";
import { formatClock } from "../../../ui/format";
import { theme } from "../../../ui/theme";
import { shortNumber } from "../../editor/take-work";
import type { Library } from "../../library/library";
import { durationOf } from "../../recordings/recording-facts";
import { numberFrom } from "../read-number";
import type { Timeline } from "../timeline";
import { ApplyButtons } from "./apply-buttons";
import { AmountRow, Measures, SideShell, SideText, sideWidth } from "./side-parts";

/** Edits a whole take by an amount, as a preview. */
export function ToolPanel({ library, timeline }: { library: Library; timeline: Timeline }) {
	const { editor, messages } = library;
	const { takeWork } = editor;
	const amount = () => takeWork.tool()?.amount;
	const title = () => (takeWork.tool()?.text ?? "").gsub("…$", "")[0];

	function submit(text: string): void {
		const wanted = untrack(amount);
		if (!wanted) return;
		const value = numberFrom(text);
		if (value === undefined || value < wanted.min || value > wanted.max) {
			messages.complain(`${wanted.caption} is "${text}"; expected ${wanted.min} to ${wanted.max} ${wanted.unit}.`);
			return;
		}
		takeWork.amount(value);
		takeWork.follow();
	}

	/** In steps that the field can show: whole numbers if they are large. */
	function slide(share: number): void {
		const wanted = untrack(amount);
		if (!wanted) return;
		const exact = wanted.min + (wanted.max - wanted.min) * share;
		const step = wanted.max >= 100 ? 1 : 0.05;
		const value = math.clamp(math.round(exact / step) * step, wanted.min, wanted.max);
		if (value === untrack(takeWork.amount)) return;
		takeWork.amount(value);
		takeWork.follow();
	}

	const moves = () => takeWork.tool()?.moves === true;
	const lasts = () => {
		const made = takeWork.made();
		return made ? formatClock(durationOf(made)) : "–";
	};
	return (
		<SideShell
			timeline={timeline}
			name="ToolPanel"
			title={title}
			closeTip="Goes back to the take"
			onClose={() => takeWork.cancel()}
			height={150}
			footer={<ApplyButtons takeWork={takeWork} isNarrow={() => sideWidth(timeline) < 264} />}
		>
			<SideText
				name="ToolWords"
				text={() => (takeWork.clip() ? (takeWork.tool()?.tip ?? "") : "Choose a take on the timeline.")}
				y={0}
				height={36}
				wraps={true}
				color={() => theme().subText}
			/>
			<Show when={() => amount() !== undefined}>
				{() => (
					<AmountRow
						timeline={timeline}
						name="ToolAmount"
						caption={() => amount()?.caption ?? ""}
						y={40}
						text={() => {
							const value = math.round(takeWork.amount() * 1000) / 1000;
							const unit = amount()?.unit ?? "";
							return unit === "×" ? `${value}×` : `${value} ${unit}`;
						}}
						tip={() => `From ${amount()?.min ?? 0} to ${amount()?.max ?? 0} ${amount()?.unit ?? ""}`}
						share={() => {
							const wanted = amount();
							return wanted ? (takeWork.amount() - wanted.min) / (wanted.max - wanted.min) : 0;
						}}
						onShare={slide}
						onSubmit={submit}
					/>
				)}
			</Show>
			<Measures
				y={88}
				isStale={takeWork.isStale}
				rows={[
					{ name: "ToolLasts", caption: "Lasts", value: lasts },
					{
						name: "ToolFarthest",
						caption: "Furthest off",
						value: () => {
							const difference = takeWork.difference();
							return difference && moves() ? `${shortNumber(difference.farthest)} studs` : "–";
						},
					},
					{
						name: "ToolTurned",
						caption: "Most turned",
						value: () => {
							const difference = takeWork.difference();
							return difference && moves() ? `${shortNumber(difference.turned)}°` : "–";
						},
					},
				]}
			/>
		</SideShell>
	);
}
