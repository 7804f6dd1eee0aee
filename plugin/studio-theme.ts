import { cleanup } from "@rbxts/vide";
import { RECORD, RECORD_HOVER, Theme, theme } from "../ui/theme";

function fromStudio(studioTheme: StudioTheme): Theme {
	const color = (
		name: Enum.StudioStyleGuideColor["Name"],
		modifier: Enum.StudioStyleGuideModifier["Name"] = "Default",
	) => studioTheme.GetColor(Enum.StudioStyleGuideColor[name], Enum.StudioStyleGuideModifier[modifier]);
	return {
		background: color("MainBackground"),
		surface: color("Button"),
		border: color("Border"),
		text: color("MainText"),
		subText: color("SubText"),
		error: color("ErrorText"),
		warning: color("WarningText"),
		button: color("Button"),
		buttonHover: color("Button", "Hover"),
		buttonText: color("ButtonText"),
		disabledText: color("MainText", "Disabled"),
		accent: color("DialogMainButton"),
		accentHover: color("DialogMainButton", "Hover"),
		accentText: color("DialogMainButtonText"),
		input: color("InputFieldBackground"),
		record: RECORD,
		recordHover: RECORD_HOVER,
		selected: color("Item", "Selected"),
		selectedText: color("MainText", "Selected"),
		scrollBar: color("ScrollBar"),
	};
}

/** Draws all widgets in the colours of Studio's theme, and follows when it changes. */
export function followStudioTheme(): void {
	const { Studio } = settings();
	const follow = () => theme(fromStudio(Studio.Theme as StudioTheme));
	follow();
	const connection = Studio.ThemeChanged.Connect(follow);
	cleanup(() => connection.Disconnect());
}
