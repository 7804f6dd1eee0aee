import Vide, { For, Show } from "@rbxts/vide";
import { Icon } from "../../ui/icon";
import { Label } from "../../ui/label";
import { PanelButton } from "../../ui/panel-button";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { CHOOSE_TIP } from "./import-header";
import type { ImportSession } from "./import-session";

const FORMATS: ReadonlyArray<[extension: string, what: string]> = [
	[".glb", "model, animations, cameras"],
	[".gltf", "with its .bin and images"],
	[".mdx", "with its .blp textures"],
	[".mrn  .nsa", "skeleton and animation"],
	[".archive", "camera takes"],
];

const TAG_WIDTH = 72;
const LINE = 24;

/** A character made of blocks beside an empty box, to show at a glance what the panel does. */
function Sketch({ order }: { order: number }) {
	const block = (name: string, x: number, y: number, width: number, height: number) => (
		<frame
			Name={name}
			BackgroundColor3={() => theme().scrollBar}
			Position={new UDim2(0.5, x, 0, y)}
			Size={UDim2.fromOffset(width, height)}
		>
			<uicorner CornerRadius={new UDim(0, 2)} />
		</frame>
	);
	return (
		<frame Name="Sketch" LayoutOrder={order} BackgroundTransparency={1} Size={new UDim2(1, 0, 0, 88)}>
			{block("Head", -52, 0, 16, 16)}
			{block("Torso", -58, 18, 28, 34)}
			{block("LeftArm", -70, 18, 10, 34)}
			{block("RightArm", -28, 18, 10, 34)}
			{block("LeftLeg", -58, 54, 13, 32)}
			{block("RightLeg", -43, 54, 13, 32)}
			<frame Name="Box" BackgroundTransparency={1} Position={new UDim2(0.5, 10, 0, 6)} Size={UDim2.fromOffset(60, 78)}>
				<uicorner CornerRadius={new UDim(0, 4)} />
				<uistroke Color={() => theme().accent} Thickness={2} />
				<Icon
					icon="cube"
					color={() => theme().accentLine}
					size={20}
					position={UDim2.fromScale(0.5, 0.5)}
					anchor={new Vector2(0.5, 0.5)}
				/>
			</frame>
			<frame
				Name="Ground"
				Position={new UDim2(0.5, -112, 1, -1)}
				Size={UDim2.fromOffset(224, 1)}
				BackgroundColor3={() => theme().scrollBar}
				BorderSizePixel={0}
			/>
		</frame>
	);
}

/** A file extension on a tag, and what Dolly makes of such a file. */
function FormatLine({ extension, what, order }: { extension: string; what: string; order: number }) {
	return (
		<frame Name="Format" LayoutOrder={order} BackgroundTransparency={1} Size={new UDim2(1, 0, 0, LINE)}>
			<textlabel
				Name="Tag"
				Text={extension}
				FontFace={SEMIBOLD}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().buttonText}
				BackgroundColor3={() => theme().button}
				Size={UDim2.fromOffset(TAG_WIDTH, LINE - 2)}
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
			</textlabel>
			<textlabel
				Name="What"
				Text={what}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().subText}
				TextXAlignment="Left"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(TAG_WIDTH + 12, 0)}
				Size={new UDim2(1, -TAG_WIDTH - 12, 0, LINE - 2)}
			/>
		</frame>
	);
}

/** The panel's purpose, and its first button. In a low panel the header has the button. */
export function EmptyCard({ session, order, isLow }: { session: ImportSession; order: number; isLow: () => boolean }) {
	return (
		<frame
			Name="EmptyCard"
			LayoutOrder={order}
			BackgroundColor3={() => theme().input}
			Size={UDim2.fromScale(1, 0)}
			AutomaticSize="Y"
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uilistlayout SortOrder="LayoutOrder" HorizontalAlignment="Center" Padding={new UDim(0, 12)} />
			<uipadding
				PaddingLeft={new UDim(0, 16)}
				PaddingRight={new UDim(0, 16)}
				PaddingTop={() => new UDim(0, isLow() ? 16 : 24)}
				PaddingBottom={() => new UDim(0, isLow() ? 16 : 24)}
			/>
			<Show when={() => !isLow()}>{() => <Sketch order={1} />}</Show>
			<Label name="EmptyTitle" order={2} bold={true} center={true} text="No model chosen" />
			<Label
				name="EmptyText"
				order={3}
				small={true}
				center={true}
				text="Choose a model and its other files. You see the model and its size before anything changes."
				color={() => theme().subText}
			/>
			<frame
				Name="Formats"
				LayoutOrder={4}
				BackgroundTransparency={1}
				Size={UDim2.fromOffset(252, 0)}
				AutomaticSize="Y"
			>
				<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 4)} />
				<uipadding PaddingTop={new UDim(0, 12)} PaddingBottom={new UDim(0, 12)} />
				<For each={() => FORMATS}>
					{([extension, what]: (typeof FORMATS)[number], index: () => number) => (
						<FormatLine extension={extension} what={what} order={index()} />
					)}
				</For>
			</frame>
			<Show when={() => !isLow()}>
				{() => (
					<PanelButton
						name="Choose"
						order={5}
						isMain={true}
						width={144}
						text="Choose files…"
						tip={CHOOSE_TIP}
						enabled={() => !session.work.isBusy()}
						onPress={() => session.choose()}
					/>
				)}
			</Show>
			<Label
				name="EmptyNote"
				order={6}
				small={true}
				center={true}
				text="A file with the name of an earlier import replaces it, at its position."
				color={() => theme().subText}
			/>
		</frame>
	);
}
