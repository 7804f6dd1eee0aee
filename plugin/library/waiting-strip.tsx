import Vide from "@rbxts/vide";
import { formatTime } from "../../ui/format";
import { Icon } from "../../ui/icon";
import { IconButton } from "../../ui/icon-button";
import { Label } from "../../ui/label";
import { theme } from "../../ui/theme";
import { durationOf } from "../recordings/recording-facts";
import type { Library } from "./library";

/** Describes the waiting recordings, and until when they wait. */
function waitingText({ waiting, isEdit }: Library): string {
	const count = waiting.patient();
	const takes = count === 1 ? "1 take waits" : `${count} takes wait`;
	if (!isEdit) return `${takes} to leave the playtest. Dolly tries again each second.`;
	const isChanging = game.GetService("ChangeHistoryService").IsRecordingInProgress();
	const what = isChanging ? "Another change of the place is under way" : "A playtest is running";
	return `${what}. ${takes} until it ends.`;
}

/** Describes the refused recordings, and why they were refused. */
function refusedText({ waiting, isEdit }: Library): string {
	const refused = waiting.refused();
	const names = refused.map(({ take }) => `${take.name} (${formatTime(durationOf(take))})`).join(", ");
	const isOne = refused.size() === 1;
	const here = isOne ? "is not in the place, and waits here." : "are not in the place, and wait here.";
	return `${names} ${isEdit ? here : "cannot leave the playtest."} ${refused[0]?.problem ?? ""}`;
}

/** Recordings that are not in the place yet, with buttons for those that were refused. */
export function WaitingStrip({ library, order }: { library: Library; order: number }) {
	const { waiting } = library;
	const isRefused = () => !waiting.refused().isEmpty();
	return (
		<frame
			Name="WaitingStrip"
			LayoutOrder={order}
			Visible={() => waiting.count() > 0}
			Size={UDim2.fromScale(1, 0)}
			AutomaticSize="Y"
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
		>
			<Icon icon="warning" color={() => theme().warning} position={UDim2.fromOffset(8, 6)} />
			<frame
				Name="WaitingTexts"
				Position={UDim2.fromOffset(30, 6)}
				Size={new UDim2(1, -38, 0, 0)}
				AutomaticSize="Y"
				BackgroundTransparency={1}
			>
				<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 4)} />
				<uipadding PaddingBottom={new UDim(0, 6)} />
				<Label
					name="Waiting"
					order={1}
					small={true}
					visible={() => waiting.patient() > 0}
					text={() => waitingText(library)}
				/>
				<Label name="Refused" order={2} small={true} visible={isRefused} text={() => refusedText(library)} />
				<frame
					Name="RefusedButtons"
					LayoutOrder={3}
					Visible={isRefused}
					Size={new UDim2(1, 0, 0, 28)}
					BackgroundTransparency={1}
				>
					<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
					<IconButton
						name="TryAgain"
						order={1}
						text="Try again"
						height={28}
						tip="Try again to save them in the place"
						onPress={() => library.tryWaitingAgain()}
					/>
					<IconButton
						name="ThrowAway"
						order={2}
						text="Throw away"
						height={28}
						tip="Delete the refused recordings. This cannot be undone"
						onPress={() => library.waiting.throwAway()}
					/>
				</frame>
			</frame>
		</frame>
	);
}
