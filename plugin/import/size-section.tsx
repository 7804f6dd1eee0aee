import Vide, { For } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Caption, Label } from "../../ui/label";
import { Column, Row } from "../../ui/stack";
import { TextField } from "../../ui/text-field";
import { theme } from "../../ui/theme";
import type { RememberedSettings } from "../settings";
import type { ImportSession } from "./import-session";
import { CHARACTER_HEIGHT } from "./measure";

/** Studs in a metre, as Roblox has it. */
const METRE = 1 / 0.28;

/** What a file's unit of length may be, and how many studs that is. */
const UNITS: ReadonlyArray<{ name: string; text: string; article: string; scale: number }> = [
	{ name: "Metres", text: "m", article: "a metre", scale: METRE },
	{ name: "Centimetres", text: "cm", article: "a centimetre", scale: METRE / 100 },
	{ name: "Inches", text: "in", article: "an inch", scale: METRE * 0.0254 },
	{ name: "Studs", text: "stud", article: "a stud", scale: 1 },
];

/** Pixels of the chart's ground, and of the highest thing that stands on it. */
const CHART_HEIGHT = 84;
const TALLEST = 72;
const CHARACTER_WIDTH = 0.4;

/** Three digits, as many as a person reads. */
function shortNumber(value: number): string {
	if (value >= 100) return string.format("%.0f", value);
	if (value >= 10) return string.format("%.1f", value);
	return string.format("%.2f", value);
}

interface SizeSectionProps {
	session: ImportSession;
	settings: RememberedSettings;
	order: number;
}

/** A character, as blocks, `height` pixels high. */
function Character({ height }: { height: () => number }) {
	const width = () => math.max(height() * CHARACTER_WIDTH, 1);
	const block = (name: string, x: number, y: number, wide: number, high: number) => (
		<frame
			Name={name}
			BorderSizePixel={0}
			BackgroundColor3={() => theme().subText}
			Position={UDim2.fromScale(x, y)}
			Size={UDim2.fromScale(wide, high)}
		/>
	);
	return (
		<frame
			Name="Character"
			BackgroundTransparency={1}
			AnchorPoint={new Vector2(1, 1)}
			Position={new UDim2(0.5, -8, 1, -6)}
			Size={() => UDim2.fromOffset(width(), height())}
		>
			{block("Head", 0.34, 0, 0.32, 0.2)}
			{block("Torso", 0.26, 0.22, 0.48, 0.38)}
			{block("LeftArm", 0, 0.22, 0.22, 0.38)}
			{block("RightArm", 0.78, 0.22, 0.22, 0.38)}
			{block("LeftLeg", 0.26, 0.62, 0.22, 0.38)}
			{block("RightLeg", 0.52, 0.62, 0.22, 0.38)}
		</frame>
	);
}

/** What is chosen as a block beside a character, both to one scale, seen from the front. */
function SizeChart({ session }: { session: ImportSession }) {
	const size = () => session.size() ?? Vector3.zero;
	const pixels = () => {
		const tallest = math.max(size().Y, size().X / 1.4, CHARACTER_HEIGHT);
		return TALLEST / tallest;
	};
	return (
		<frame
			Name="SizeChart"
			LayoutOrder={1}
			BackgroundColor3={() => theme().input}
			Size={new UDim2(1, 0, 0, CHART_HEIGHT)}
			ClipsDescendants={true}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke Color={() => theme().border} />
			<Character height={() => CHARACTER_HEIGHT * pixels()} />
			<frame
				Name="Block"
				AnchorPoint={new Vector2(0, 1)}
				Position={new UDim2(0.5, 8, 1, -6)}
				Size={() => UDim2.fromOffset(math.max(size().X * pixels(), 2), math.max(size().Y * pixels(), 2))}
				BackgroundColor3={() => theme().accent}
				BorderSizePixel={0}
			/>
			<frame
				Name="Ground"
				AnchorPoint={new Vector2(0, 1)}
				Position={new UDim2(0, 0, 1, -5)}
				Size={new UDim2(1, 0, 0, 1)}
				BackgroundColor3={() => theme().border}
				BorderSizePixel={0}
			/>
		</frame>
	);
}

/** How large the import will be, and how to make it another size. */
export function SizeSection({ session, settings, order }: SizeSectionProps) {
	const size = () => session.size();
	function sizeText(): string {
		const now = size();
		if (!now) return "";
		const extents = `${shortNumber(now.X)} × ${shortNumber(now.Y)} × ${shortNumber(now.Z)} studs (wide, high, deep)`;
		return `${extents}\n${shortNumber(now.Y / CHARACTER_HEIGHT)} × as high as a character of ${CHARACTER_HEIGHT} studs`;
	}
	return (
		<Column name="Size" order={order} gap={6}>
			<Column name="Measured" order={1} gap={6} visible={() => size() !== undefined}>
				<SizeChart session={session} />
				<Label name="SizeText" order={2} small={true} text={sizeText} color={() => theme().subText} />
			</Column>
			<Row name="ScaleRow" order={2}>
				<Caption name="ScaleCaption" order={1} text="Scale" />
				<TextField
					name="Scale"
					order={2}
					width={64}
					text={() => string.format("%.4g", session.scale())}
					tip="Studs for one unit of the file. glTF files are in metres: 3.571 studs each."
					onSubmit={(text) => session.setScale(text)}
				/>
				<Caption name="HeightCaption" order={3} text="Height" />
				<TextField
					name="Height"
					order={4}
					width={64}
					text={() => shortNumber(size()?.Y ?? 0)}
					tip="The height of all that is ticked, in studs. Type one to set the scale."
					onSubmit={(text) => session.setHeight(text)}
				/>
			</Row>
			<Row name="UnitRow" order={3}>
				<Caption name="UnitCaption" order={1} text="Unit" />
				<For each={() => UNITS}>
					{({ name, text, article, scale }: (typeof UNITS)[number], index: () => number) => (
						<Button
							name={name}
							order={index() + 1}
							text={text}
							tip={`One unit of the file is ${article}: ${shortNumber(scale)} studs.`}
							selected={() => math.abs(session.scale() / scale - 1) < 1e-3}
							onPress={() => session.scale(scale)}
						/>
					)}
				</For>
			</Row>
			<Row name="AxisRow" order={4}>
				<Caption name="AxisCaption" order={1} text="Up axis" />
				<Button
					name="UpY"
					order={2}
					text="Y"
					tip="Y points up in the file, as glTF has it."
					selected={() => settings.get("upAxis") === "Y"}
					onPress={() => settings.set("upAxis", "Y")}
				/>
				<Button
					name="UpZ"
					order={3}
					text="Z"
					tip="Z points up in the file: turns it onto its feet."
					selected={() => settings.get("upAxis") === "Z"}
					onPress={() => settings.set("upAxis", "Z")}
				/>
				<Button
					name="FitCharacter"
					order={4}
					text="As high as a character"
					tip={`Sets the scale so that it is ${CHARACTER_HEIGHT} studs high.`}
					enabled={() => (size()?.Y ?? 0) > 0}
					onPress={() => session.setHeight(tostring(CHARACTER_HEIGHT))}
				/>
			</Row>
		</Column>
	);
}
