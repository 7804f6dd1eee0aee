import Vide, { Index, Show } from "@rbxts/vide";
import { Icon, IconName } from "../../ui/icon";
import { IconButton } from "../../ui/icon-button";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { setKeyFromView } from "../editor/edits";
import { isRecording } from "../../src/camera";
import { laneValue } from "./lane-value";
import { LANE_TEXT } from "./lanes";
import { isMusic, layerIcon, layerName, layerValue } from "./layer-lane";
import type { Lane, LaneKind } from "./layout";
import type { Timeline } from "./timeline";

const ICONS: { [K in LaneKind]: IconName } = {
	markers: "flag",
	clips: "cut",
	camera: "camera",
	lens: "eye",
	speed: "gauge",
	subject: "person",
	layer: "music",
	difference: "info",
};

const NAMES: { [K in LaneKind]: string } = {
	markers: "Markers",
	clips: "Cuts",
	camera: "Camera",
	lens: "Field of view",
	speed: "Speed",
	subject: "Subject",
	layer: "Layer",
	difference: "Difference",
};

interface HeaderProps {
	timeline: Timeline;
	lane: () => Lane;
	onFit: () => void;
}

/** A lane's icon, its name, and its value at the playhead. */
function Header({ timeline, lane, onFit }: HeaderProps) {
	const { editor, layout } = timeline;
	const isCamera = () => lane().kind === "camera";
	const isChosen = () => isCamera() && editor.shown() !== undefined;
	/** A narrow header has no room for the kind of a layer beside its name. */
	const hasValue = () => {
		const { kind, name } = lane();
		return kind === "layer"
			? layout().headers >= 200 || isMusic(timeline, name)
			: kind !== "subject" || layout().headers >= 200;
	};
	/** The width taken by the icon and the value. */
	const nameMargin = () => {
		if (!hasValue()) return 36;
		if (lane().kind === "lens") return 70;
		return lane().kind === "difference" ? (layout().headers >= 200 ? 128 : 64) : 100;
	};
	const hasTake = () => editor.clips().some(({ recording }) => isRecording(recording, "take"));
	return (
		<frame
			Name={() => `Header-${lane().kind}`}
			Position={() => UDim2.fromOffset(0, lane().y)}
			Size={() => new UDim2(1, 0, 0, lane().height)}
			BackgroundColor3={() => (isChosen() ? theme().header.Lerp(theme().selected, 0.2) : theme().header)}
			BorderSizePixel={0}
			ClipsDescendants={true}
		>
			<frame
				Name="Edge"
				AnchorPoint={new Vector2(0, 1)}
				Position={UDim2.fromScale(0, 1)}
				Size={new UDim2(1, 0, 0, 1)}
				BackgroundColor3={() => theme().border}
				BorderSizePixel={0}
			/>
			<frame
				Name="Mark"
				Visible={isChosen}
				Size={new UDim2(0, 3, 1, 0)}
				BackgroundColor3={() => theme().accentLine}
				BorderSizePixel={0}
			/>
			<Icon
				icon={() => (lane().kind === "layer" ? layerIcon(timeline, lane().name) : ICONS[lane().kind])}
				color={() => (isChosen() ? theme().accentLine : theme().subText)}
				anchor={new Vector2(0, 0.5)}
				position={new UDim2(0, 8, 0.5, 0)}
			/>
			<textlabel
				Name="LaneName"
				Position={UDim2.fromOffset(32, 0)}
				Size={() => new UDim2(1, -nameMargin(), 1, 0)}
				Text={() => {
					const { kind, name } = lane();
					return kind === "layer" ? layerName(timeline, name) : name === "" ? NAMES[kind] : name;
				}}
				FontFace={() => (isChosen() ? SEMIBOLD : REGULAR)}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().text}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
			/>
			<textlabel
				Name="LaneValue"
				Visible={() => hasValue() && (!isCamera() || editor.isPreview())}
				AnchorPoint={new Vector2(1, 0)}
				Position={new UDim2(1, -12, 0, 0)}
				Size={UDim2.fromScale(0, 1)}
				AutomaticSize="X"
				Text={() => (lane().kind === "layer" ? layerValue(timeline, lane().name) : laneValue(timeline, lane()))}
				FontFace={REGULAR}
				TextSize={LANE_TEXT}
				TextColor3={() => theme().subText}
				BackgroundTransparency={1}
			/>
			<Show when={() => isCamera() && !editor.isPreview()}>
				{() => (
					<frame
						Name="CameraButtons"
						AnchorPoint={new Vector2(1, 0.5)}
						Position={new UDim2(1, -8, 0.5, 0)}
						Size={UDim2.fromOffset(0, 24)}
						AutomaticSize="X"
						BackgroundTransparency={1}
					>
						<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
						<IconButton
							name="AddKey"
							order={1}
							icon="addKey"
							width={24}
							tip="Adds a key from your view at the playhead (I)"
							onPress={() => setKeyFromView(editor)}
						/>
						<Show when={() => layout().headers >= 200}>
							{() => (
								<IconButton
									name="FitKeys"
									order={2}
									text="Fit keys…"
									enabled={hasTake}
									tip={() => (hasTake() ? "Turns the take into a few keys" : "Only a take can be turned into keys")}
									onPress={onFit}
								/>
							)}
						</Show>
					</frame>
				)}
			</Show>
		</frame>
	);
}

interface HeadersProps {
	timeline: Timeline;
	onFit: () => void;
}

/** The names of all lanes, which scroll with them. */
export function Headers({ timeline, onFit }: HeadersProps) {
	return (
		<frame Name="Headers" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1} ClipsDescendants={true}>
			<frame
				Name="HeaderRows"
				Position={() => UDim2.fromOffset(0, -timeline.scrolled())}
				Size={UDim2.fromScale(1, 1)}
				BackgroundTransparency={1}
			>
				<Index each={() => timeline.lanes()}>
					{(lane: () => Lane) => <Header timeline={timeline} lane={lane} onFit={onFit} />}
				</Index>
			</frame>
		</frame>
	);
}
