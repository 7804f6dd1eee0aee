import Vide, { cleanup, Show, source } from "@rbxts/vide";
import { Columns, Half } from "../../ui/stack";
import { theme } from "../../ui/theme";
import { Overlay } from "../../ui/tooltip";
import type { RememberedSettings } from "../settings";
import { ContentsSection } from "./contents-section";
import { EmptyCard } from "./empty-card";
import { ImportFooter } from "./import-footer";
import { ImportHeader } from "./import-header";
import type { ImportSession } from "./import-session";
import { ModelsSection } from "./models-section";
import { Picture, PICTURE_HEIGHT } from "./picture";
import { ReportSection } from "./report-section";
import { SizeSection } from "./size-section";

interface ImportPanelProps {
	session: ImportSession;
	settings: RememberedSettings;
}

/** Below this height in pixels a panel is low: the card's button moves into the header. */
const LOW = 400;
/** The height of the picture in a low panel. */
const LOW_PICTURE = 72;

/** The scrolling part of the panel: the contents of the files and the results. */
function Body({ session, settings, isLow }: ImportPanelProps & { isLow: () => boolean }) {
	const hasContents = () => session.contents() !== undefined;
	const isOpen = () => hasContents() && session.done() === undefined;
	return (
		<>
			<Show when={() => !hasContents()}>{() => <EmptyCard session={session} order={1} isLow={isLow} />}</Show>
			<Columns name="File" order={2} gap={8} visible={hasContents}>
				<Half name="Looks" order={1} gap={8}>
					<Picture
						session={session}
						settings={settings}
						order={1}
						height={() => (isLow() ? LOW_PICTURE : PICTURE_HEIGHT)}
					/>
					<Show when={() => isOpen() && session.contents()?.scene !== undefined}>
						{() => <SizeSection session={session} settings={settings} order={2} />}
					</Show>
				</Half>
				<Half name="Words" order={2} gap={8}>
					<Show when={isOpen}>{() => <ContentsSection session={session} settings={settings} order={1} />}</Show>
					<ReportSection session={session} order={2} />
				</Half>
			</Columns>
			<ModelsSection session={session} settings={settings} order={3} />
		</>
	);
}

/** Choosing files, their contents, the selection and size of the import, and earlier imports of the place. */
export function ImportPanel({ session, settings }: ImportPanelProps) {
	const height = source(640);
	const isLow = () => height() < LOW;
	let list: ScrollingFrame | undefined;

	/** Scrolls down to the imports of the place, or to the one made from the chosen files. */
	function showImports(): void {
		task.defer(() => {
			const index = session.models.rows().findIndex((row) => row === session.doneRow());
			const target = list?.FindFirstChild(index < 0 ? "Models" : `Model${index + 1}`, true) as Frame | undefined;
			if (!list || !target) return;
			const below = target.AbsolutePosition.Y - list.AbsolutePosition.Y + list.CanvasPosition.Y;
			list.CanvasPosition = new Vector2(0, math.max(below - 8, 0));
		});
	}

	return (
		<frame
			Name="ImportPanel"
			Size={UDim2.fromScale(1, 1)}
			BackgroundColor3={() => theme().background}
			BorderSizePixel={0}
			action={(frame) => {
				const follow = () => height(frame.AbsoluteSize.Y);
				const connection = frame.GetPropertyChangedSignal("AbsoluteSize").Connect(follow);
				task.defer(follow);
				cleanup(() => connection.Disconnect());
			}}
		>
			<frame Name="Columns" BackgroundTransparency={1} Size={UDim2.fromScale(1, 1)}>
				<uilistlayout SortOrder="LayoutOrder" />
				<ImportHeader session={session} isLow={isLow} onShowImports={showImports} />
				<scrollingframe
					Name="Import"
					LayoutOrder={2}
					action={(frame) => (list = frame)}
					Size={UDim2.fromScale(1, 0)}
					BackgroundColor3={() => theme().background}
					BorderSizePixel={0}
					CanvasSize={UDim2.fromOffset(0, 0)}
					AutomaticCanvasSize="Y"
					ScrollingDirection="Y"
					ScrollBarThickness={6}
					ScrollBarImageColor3={() => theme().scrollBar}
				>
					<uiflexitem FlexMode="Fill" />
					<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
					<uipadding
						PaddingLeft={new UDim(0, 8)}
						PaddingRight={new UDim(0, 8)}
						PaddingTop={new UDim(0, 8)}
						PaddingBottom={new UDim(0, 8)}
					/>
					<Body session={session} settings={settings} isLow={isLow} />
				</scrollingframe>
				<ImportFooter session={session} onShowImports={showImports} />
			</frame>
			<Overlay />
		</frame>
	);
}
