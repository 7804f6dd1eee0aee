import Vide from "@rbxts/vide";
import { IconButton } from "../../../ui/icon-button";
import type { TakeWork } from "../../editor/take-work";

/** The Apply and Cancel buttons of a preview. */
export function ApplyButtons({ takeWork, isNarrow }: { takeWork: TakeWork; isNarrow: () => boolean }) {
	return (
		<frame Name="ApplyButtons" Size={new UDim2(1, 0, 0, 24)} BackgroundTransparency={1}>
			<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
			<IconButton
				name="ApplyPreview"
				order={1}
				isMain={true}
				text="Apply"
				width={() => (isNarrow() ? 88 : 96)}
				enabled={() => takeWork.canApply()}
				tip={() => (takeWork.canApply() ? "Keeps the preview, as one step of history" : "The preview is not ready yet")}
				onPress={() => takeWork.apply()}
			/>
			<IconButton
				name="CancelPreview"
				order={2}
				text="Cancel"
				width={() => (isNarrow() ? 72 : 80)}
				tip="Goes back to the take"
				onPress={() => takeWork.cancel()}
			/>
		</frame>
	);
}
