import { source } from "@rbxts/vide";

/** The colours of widgets. */
export interface Theme {
	background: Color3;
	/** The background of headings, and the tracks of sliders and progress bars. */
	surface: Color3;
	border: Color3;
	text: Color3;
	subText: Color3;
	error: Color3;
	warning: Color3;
	button: Color3;
	buttonHover: Color3;
	buttonText: Color3;
	disabledText: Color3;
	accent: Color3;
	accentHover: Color3;
	accentText: Color3;
	/** Lines and text in the accent colour, on the normal background and on that of chosen items. */
	accentLine: Color3;
	/** Keys and curves that are not chosen. */
	line: Color3;
	/** The background of toolbars and headers, and that of lanes. */
	header: Color3;
	/** The clips of a timeline, and the text on them. */
	clip: Color3;
	input: Color3;
	/** The record button and the running clock. */
	record: Color3;
	recordHover: Color3;
	selected: Color3;
	selectedText: Color3;
	scrollBar: Color3;
}

/** Red in every theme, with white text. */
export const RECORD = Color3.fromRGB(209, 43, 43);
export const RECORD_HOVER = Color3.fromRGB(230, 68, 68);

const DARK: Theme = {
	background: Color3.fromRGB(30, 32, 36),
	surface: Color3.fromRGB(78, 83, 94),
	border: Color3.fromRGB(16, 17, 20),
	text: Color3.fromRGB(229, 231, 235),
	subText: Color3.fromRGB(164, 170, 180),
	error: Color3.fromRGB(255, 107, 97),
	warning: Color3.fromRGB(255, 177, 66),
	button: Color3.fromRGB(60, 64, 72),
	buttonHover: Color3.fromRGB(74, 79, 89),
	buttonText: Color3.fromRGB(229, 231, 235),
	disabledText: Color3.fromRGB(110, 115, 124),
	accent: Color3.fromRGB(0, 116, 189),
	accentHover: Color3.fromRGB(0, 128, 208),
	accentText: Color3.fromRGB(255, 255, 255),
	accentLine: Color3.fromRGB(53, 181, 255),
	line: Color3.fromRGB(204, 204, 204),
	header: Color3.fromRGB(38, 40, 45),
	clip: Color3.fromRGB(78, 83, 94),
	input: Color3.fromRGB(22, 23, 27),
	record: RECORD,
	recordHover: RECORD_HOVER,
	selected: Color3.fromRGB(18, 82, 133),
	selectedText: Color3.fromRGB(255, 255, 255),
	scrollBar: Color3.fromRGB(92, 98, 108),
};

/** The current theme. Widgets follow it; the plugin sets it to Studio's. */
export const theme = source(DARK);
