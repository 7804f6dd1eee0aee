import { cleanup } from "@rbxts/vide";
import { legible } from "../ui/legible";
import { readable } from "../ui/readable";
import { RECORD, RECORD_HOVER, Theme, theme } from "../ui/theme";

function fromStudio(studioTheme: StudioTheme): Theme {
	const color = (
		name: Enum.StudioStyleGuideColor["Name"],
		modifier: Enum.StudioStyleGuideModifier["Name"] = "Default",
	) => studioTheme.GetColor(Enum.StudioStyleGuideColor[name], Enum.StudioStyleGuideModifier[modifier]);
	const white = new Color3(1, 1, 1);
	const accentText = color("DialogMainButtonText");
	const isDark = color("MainBackground").R < 0.5;
	return {
		background: color("MainBackground"),
		surface: color("Button"),
		border: color("Border"),
		text: color("MainText"),
		// Studio's own colour has a contrast of 4.4:1 on the headers of its light theme.
		subText: legible(color("SubText"), color("HeaderSection")),
		error: color("ErrorText"),
		warning: color("WarningText"),
		button: color("Button"),
		buttonHover: color("Button", "Hover"),
		buttonText: color("ButtonText"),
		disabledText: color("MainText", "Disabled"),
		accent: readable(color("DialogMainButton"), accentText),
		accentHover: readable(color("DialogMainButton", "Hover"), accentText),
		accentText,
		accentLine: isDark ? color("InputFieldBorder", "Selected") : readable(color("DialogMainButton"), white),
		line: isDark ? color("MainText") : color("SubText"),
		header: color("HeaderSection"),
		clip: isDark ? color("Button").Lerp(white, 0.1) : color("Button").Lerp(new Color3(0, 0, 0), 0.08),
		input: color("InputFieldBackground"),
		record: RECORD,
		recordHover: RECORD_HOVER,
		selected: color("Item", "Selected"),
		selectedText: color("MainText", "Selected"),
		scrollBar: color("ScrollBar"),
	};
}

/** Draws all widgets in the colours of Studio's theme, and follows its changes. */
export function followStudioTheme(): void {
	const { Studio } = settings();
	const follow = () => theme(fromStudio(Studio.Theme as StudioTheme));
	follow();
	const connection = Studio.ThemeChanged.Connect(follow);
	cleanup(() => connection.Disconnect());
}
