import Vide, { Derivable, read } from "@rbxts/vide";
import { RECORD } from "../../ui/theme";
import { Pill } from "./pill";
import { showScreen } from "./show-screen";

/** Shows text at the top of the viewport if it is not empty, such as "Recording in 3." Ends with the current scope. */
export function showInViewport(text: Derivable<string>): void {
	showScreen(() => (
		<screengui
			Name="DollyBanner"
			Archivable={false}
			ResetOnSpawn={false}
			IgnoreGuiInset={true}
			DisplayOrder={20}
			Enabled={() => read(text) !== ""}
		>
			<Pill
				name="Banner"
				icon="record"
				iconColor={RECORD.Lerp(new Color3(1, 1, 1), 0.3)}
				bold={true}
				text={text}
				position={new UDim2(0.5, 0, 0, 48)}
				anchor={new Vector2(0.5, 0)}
			/>
		</screengui>
	));
}
