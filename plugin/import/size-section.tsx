import Vide, { untrack } from "@rbxts/vide";
import { Choice } from "../../ui/choice";
import { Caption } from "../../ui/label";
import { PanelButton } from "../../ui/panel-button";
import { Column, Row } from "../../ui/stack";
import { TextField } from "../../ui/text-field";
import type { RememberedSettings } from "../settings";
import type { ImportSession } from "./import-session";
import { CHARACTER_HEIGHT } from "./measure";
import { shortNumber } from "./short-number";

/** Studs per metre, as Roblox defines them. */
const METRE = 1 / 0.28;

/** Units of length, with their size in studs. */
const UNITS: ReadonlyArray<{ name: string; text: string; article: string; scale: number }> = [
	{ name: "Metres", text: "m", article: "a metre", scale: METRE },
	{ name: "Centimetres", text: "cm", article: "a centimetre", scale: METRE / 100 },
	{ name: "Inches", text: "in", article: "an inch", scale: METRE * 0.0254 },
	{ name: "Studs", text: "stud", article: "a stud", scale: 1 },
];

interface SizeSectionProps {
	session: ImportSession;
	settings: RememberedSettings;
	order: number;
}

/** Sets the size and the up axis. */
export function SizeSection({ session, settings, order }: SizeSectionProps) {
	const size = () => session.size();
	const height = () => shortNumber(size()?.Y ?? 0);
	const scale = () => string.format("%.4g", session.scale());
	/** Focusing a field changes nothing, even if it shows rounded digits. */
	const changed = (typed: string, shown: string, set: (text: string) => void) => {
		if (typed !== shown) set(typed);
		else if (untrack(session.work.isProblem)) session.work.clear();
	};
	return (
		<Column name="Size" order={order} gap={8}>
			<Row name="HeightRow" order={1} gap={8}>
				<Caption name="HeightCaption" order={1} text="Height" />
				<TextField
					name="Height"
					order={2}
					width={64}
					text={height}
					tip="The height of everything ticked, in studs. Type a height to set the scale."
					onSubmit={(text) => changed(text, untrack(height), (typed) => session.setHeight(typed))}
				/>
				<PanelButton
					name="FitCharacter"
					order={3}
					text={`${CHARACTER_HEIGHT} studs`}
					tip={`Makes it as high as a character: ${CHARACTER_HEIGHT} studs.`}
					enabled={() => (size()?.Y ?? 0) > 0}
					onPress={() => session.setHeight(tostring(CHARACTER_HEIGHT))}
				/>
				<Caption name="UpCaption" order={4} text="Up" />
				<Choice
					name="Up"
					order={5}
					width={28}
					options={(["Y", "Z"] as const).map((axis) => ({
						name: `Up${axis}`,
						text: axis,
						tip:
							axis === "Y"
								? "Y points up in the file, as in glTF."
								: "Z points up in the file: the model is turned upright.",
						isChosen: () => settings.get("upAxis") === axis,
						onChoose: () => session.chooseAxis(axis),
					}))}
				/>
			</Row>
			<Row name="UnitRow" order={2} gap={8}>
				<Caption name="UnitCaption" order={1} text="Unit" />
				<Choice
					name="Unit"
					order={2}
					width={38}
					options={UNITS.map(({ name, text, article, scale }) => ({
						name,
						text,
						tip: `One unit of the file is ${article}: ${shortNumber(scale)} studs.`,
						isChosen: () => math.abs(session.scale() / scale - 1) < 1e-3,
						onChoose: () => session.chooseScale(scale),
					}))}
				/>
				<TextField
					name="Scale"
					order={3}
					width={64}
					text={scale}
					tip="Studs per unit of the file. glTF files are in metres: 3.571 studs each."
					onSubmit={(text) => changed(text, untrack(scale), (typed) => session.setScale(typed))}
				/>
			</Row>
		</Column>
	);
}
