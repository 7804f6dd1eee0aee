import Vide, { Show } from "@rbxts/vide";
import { formatBytes } from "../../ui/format";
import { Label } from "../../ui/label";
import { PanelButton } from "../../ui/panel-button";
import { theme } from "../../ui/theme";
import type { ImportSession } from "./import-session";

export const CHOOSE_TIP = "Opens files to import: a model and its other files, or a camera archive.";

interface HeaderProps {
	session: ImportSession;
	/** Whether the panel is too low for the card that invites the user to choose files. */
	isLow: () => boolean;
	onShowImports: () => void;
}

/** The chosen file, with a button to choose another. */
export function ImportHeader({ session, isLow, onShowImports }: HeaderProps) {
	const { work } = session;
	const contents = () => session.contents();
	const isEmpty = () => contents() === undefined;
	const count = () => session.models.rows().size();
	return (
		<frame
			Name="Header"
			LayoutOrder={1}
			BackgroundColor3={() => theme().background}
			BorderSizePixel={0}
			Size={new UDim2(1, 0, 0, 44)}
		>
			<frame
				Name="Rule"
				AnchorPoint={new Vector2(0, 1)}
				Position={UDim2.fromScale(0, 1)}
				Size={new UDim2(1, 0, 0, 1)}
				BackgroundColor3={() => theme().border}
				BorderSizePixel={0}
			/>
			<frame Name="Line" BackgroundTransparency={1} Size={new UDim2(1, 0, 1, -1)}>
				<uilistlayout
					FillDirection="Horizontal"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
				<frame Name="Titles" LayoutOrder={1} BackgroundTransparency={1} Size={UDim2.fromOffset(40, 36)}>
					<uiflexitem FlexMode="Fill" />
					<uilistlayout SortOrder="LayoutOrder" VerticalAlignment="Center" />
					<Label
						name="Summary"
						order={1}
						bold={true}
						oneLine={true}
						text={() => contents()?.main ?? "Import a model"}
					/>
					<Label
						name="Kind"
						order={2}
						small={true}
						oneLine={true}
						visible={() => !isEmpty()}
						text={() => `${contents()?.format ?? ""}, ${formatBytes(session.bytes())}`}
						color={() => theme().subText}
					/>
				</frame>
				<Show when={() => isEmpty() && count() > 0}>
					{() => (
						<PanelButton
							name="ImportsHere"
							order={2}
							text={() => `Imports here  ${count()}`}
							tip="Shows the imports in this place."
							onPress={onShowImports}
						/>
					)}
				</Show>
				<Show when={() => !isEmpty() || isLow()}>
					{() => (
						<PanelButton
							name="Choose"
							order={3}
							isMain={isEmpty()}
							text={isEmpty() ? "Choose files…" : "Change…"}
							tip={CHOOSE_TIP}
							enabled={() => !work.isBusy()}
							onPress={() => session.choose()}
						/>
					)}
				</Show>
			</frame>
		</frame>
	);
}
