import { theme } from "../../../ui/theme";
import type { Channel } from "../../editor/key-values";
import { writeNumber } from "../read-number";

/** A number with a curve. The speed is computed from the others and cannot be changed. */
export type CurveChannel = Channel | "speed";

export interface ChannelSpec {
	readonly channel: CurveChannel;
	readonly name: string;
	/** Its group in the list. */
	readonly group?: "Position" | "Look";
	readonly unit: string;
}

export const CHANNELS: ReadonlyArray<ChannelSpec> = [
	{ channel: "x", name: "X", group: "Position", unit: "" },
	{ channel: "y", name: "Y", group: "Position", unit: "" },
	{ channel: "z", name: "Z", group: "Position", unit: "" },
	{ channel: "yaw", name: "Yaw", group: "Look", unit: "°" },
	{ channel: "pitch", name: "Pitch", group: "Look", unit: "°" },
	{ channel: "roll", name: "Roll", group: "Look", unit: "°" },
	{ channel: "lens", name: "Field of view", unit: "°" },
	{ channel: "speed", name: "Speed", unit: " studs/s" },
];

export function specOf(channel: CurveChannel): ChannelSpec {
	return CHANNELS.find((spec) => spec.channel === channel)!;
}

export function writeValue(channel: CurveChannel, value: number): string {
	return writeNumber(value, 1, specOf(channel).unit);
}

type Colors = { [K in CurveChannel]?: Color3 };

/** Axes have their usual colours. In the light theme they are dark enough for text on white. */
const DARK: Colors = {
	x: Color3.fromRGB(229, 193, 83),
	y: Color3.fromRGB(122, 199, 107),
	z: Color3.fromRGB(53, 181, 255),
	yaw: Color3.fromRGB(190, 156, 255),
	pitch: Color3.fromRGB(255, 150, 190),
	roll: Color3.fromRGB(90, 210, 200),
};
const LIGHT: Colors = {
	x: Color3.fromRGB(138, 102, 0),
	y: Color3.fromRGB(34, 122, 44),
	z: Color3.fromRGB(0, 109, 179),
	yaw: Color3.fromRGB(112, 62, 200),
	pitch: Color3.fromRGB(180, 40, 110),
	roll: Color3.fromRGB(0, 116, 112),
};

/** Returns the colour of a curve in the current theme. */
export function channelColor(channel: CurveChannel): Color3 {
	const colors = theme();
	if (channel === "lens") return colors.line;
	return (colors.background.R < 0.5 ? DARK : LIGHT)[channel] ?? colors.subText;
}
