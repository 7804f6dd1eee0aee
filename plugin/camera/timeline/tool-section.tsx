import Vide, { For, Show } from "@rbxts/vide";
import { Button } from "../../../ui/button";
import { formatTime } from "../../../ui/format";
import { Caption } from "../../../ui/label";
import { Column, Row } from "../../../ui/stack";
import { TextField } from "../../../ui/text-field";
import { Message } from "../../message";
import type { CameraSession } from "../camera-session";
import { Tool, TOOLS } from "./take-tools";

/** What the chosen tool takes, and whether its result is kept. */
function Preview({ session }: { session: CameraSession }) {
	const amount = () => TOOLS.find((tool) => tool.name === session.tool())?.amount;
	return (
		<Row name="Preview" order={2}>
			<Caption name="AmountCaption" order={1} text={() => amount()?.caption ?? ""} />
			<Show when={() => amount() !== undefined}>
				{() => (
					<TextField
						name="Amount"
						order={2}
						width={56}
						text={() => tostring(session.amount())}
						tip={() => amount()?.tip ?? ""}
						onSubmit={(text) => session.setAmount(text)}
					/>
				)}
			</Show>
			<Show when={() => session.tool() === "Join"}>
				{() => (
					<Row name="Partner" order={3}>
						<Button
							name="PartnerBack"
							order={1}
							text="–"
							tip="The take before"
							onPress={() => session.stepPartner(-1)}
						/>
						<Button name="PartnerOn" order={2} text="+" tip="The next take" onPress={() => session.stepPartner(1)} />
						<Caption name="PartnerName" order={3} text={() => `then ${session.partner()?.name ?? "nothing"}`} />
					</Row>
				)}
			</Show>
			<Button
				name="Apply"
				order={4}
				isMain={true}
				text="Apply"
				tip="Keeps what is shown, as one step of the undo history"
				enabled={() => !session.results().isEmpty()}
				onPress={() => session.applyTool()}
			/>
			<Button
				name="CancelTool"
				order={5}
				text="Cancel"
				tip="Back to the take as it is"
				onPress={() => session.cancelTool()}
			/>
		</Row>
	);
}

/** The marker that was pressed last. */
function MarkerRow({ session }: { session: CameraSession }) {
	const marker = () => session.shown()?.markers[session.marker() ?? -1];
	return (
		<Row name="MarkerRow" order={4} visible={() => marker() !== undefined}>
			<Caption name="MarkerCaption" order={1} text={() => `Marker at ${formatTime(marker()?.seconds ?? 0)}`} />
			<TextField
				name="MarkerField"
				order={2}
				text={() => marker()?.name ?? ""}
				tip="Players tell of it by this name"
				onSubmit={(text) => session.renameMarker(session.marker() ?? 0, text)}
			/>
			<Button name="RemoveMarker" order={3} text="Remove" onPress={() => session.removeMarker(session.marker() ?? 0)} />
		</Row>
	);
}

/** The edits of the chosen take: tools that show what they would make, and what is marked at the playhead. */
export function ToolSection({ session, order }: { session: CameraSession; order: number }) {
	return (
		<Column name="Tools" order={order}>
			<Row name="ToolButtons" order={1}>
				<For each={() => TOOLS as Array<Tool>}>
					{(tool: Tool, index: () => number) => (
						<Button
							name={tool.name}
							order={index()}
							text={tool.text}
							tip={tool.tip}
							selected={() => session.tool() === tool.name}
							onPress={() => session.startTool(tool.name)}
						/>
					)}
				</For>
			</Row>
			<Show when={() => session.tool() !== undefined}>{() => <Preview session={session} />}</Show>
			<Message
				order={3}
				text={() => (session.tool() === undefined ? "" : session.message())}
				isProblem={() => session.isProblem()}
			/>
			<Row name="AtPlayhead" order={3} visible={() => session.tool() === undefined}>
				<Button
					name="TrimStart"
					order={1}
					text="Start here"
					tip="The trim begins at the playhead (I)"
					onPress={() => session.trimHere("start")}
				/>
				<Button
					name="TrimEnd"
					order={2}
					text="End here"
					tip="The trim ends at the playhead (O)"
					onPress={() => session.trimHere("finish")}
				/>
				<Button
					name="AddMarker"
					order={3}
					text="Add marker"
					tip="A name at the playhead, which players tell of (M)"
					onPress={() => session.addMarker()}
				/>
				<Button
					name="ToggleCut"
					order={4}
					text="Cut here"
					tip="Says that the camera jumps before this frame, or no longer does"
					onPress={() => session.toggleCut()}
				/>
				<Caption
					name="TrimRange"
					order={5}
					text={() => `keeps ${formatTime(session.trimStart())} – ${formatTime(session.trimEnd())}`}
				/>
			</Row>
			<MarkerRow session={session} />
		</Column>
	);
}
