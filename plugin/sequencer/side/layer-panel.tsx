import Vide, { Show, untrack } from "@rbxts/vide";
import { isRecording, MusicLayer, RigLayer } from "../../../src/camera";
import { IconButton } from "../../../ui/icon-button";
import { TextField } from "../../../ui/text-field";
import { formatClock } from "../../../ui/format";
import { assetIdOf, changeLayer, TimelineLayer } from "../../editor/film-layers";
import { deleteChosen } from "../../editor/edits";
import { soundFacts } from "../../editor/sound-lengths";
import type { Library } from "../../library/library";
import { numberFrom } from "../read-number";
import { secondsFrom } from "../read-time";
import type { Timeline } from "../timeline";
import { SidePlace, SideShell, SideText, sideWidth } from "./side-parts";

/** The height of a row with a field. */
const ROW = 32;

/** The fields of the chosen layer. Each edit is one step of history. */
export function LayerPanel({ library, timeline }: { library: Library; timeline: Timeline }) {
	const { editor, messages } = library;
	const chosen = () => editor.layers().find(({ id }) => editor.selection.has(id));
	const kind = () => chosen()?.layer.kind;

	function change(what: string, body: (layer: TimelineLayer["layer"]) => TimelineLayer["layer"]): void {
		const found = chosen();
		if (!found) return;
		editor.change(what, (recording) => {
			if (!isRecording(recording, "film")) return recording;
			const layer = recording.layers?.[found.index];
			return layer ? changeLayer(recording, found.index, body(layer)) : recording;
		});
	}

	const field = (name: string, caption: string, row: number, text: () => string, onSubmit: (text: string) => void) => (
		<>
			<SideText name={`${name}Caption`} text={caption} y={row * ROW + 3} width={80} />
			<SidePlace name={`${name}Place`} x={84} y={row * ROW} width={() => sideWidth(timeline) - 84}>
				<TextField
					name={name}
					text={text}
					width={160}
					height={24}
					tip={caption}
					onSubmit={(typed) => {
						// Focusing a field changes nothing, even if it shows rounded digits.
						if (typed !== untrack(text)) onSubmit(typed);
					}}
				/>
			</SidePlace>
		</>
	);

	function time(text: string, apply: (seconds: number) => void): void {
		const seconds = secondsFrom(text, editor.rate());
		if (seconds === undefined) messages.complain("Type a time such as 0:06.67.");
		else apply(seconds);
	}

	function number(text: string, min: number, max: number, apply: (value: number) => void): void {
		const value = numberFrom(text);
		if (value === undefined || !(value >= min && value <= max))
			messages.complain(`Type a number from ${min} to ${max}.`);
		else apply(value);
	}

	const isMusic = () => kind() === "music";
	const isRig = () => kind() === "rig";
	const music = () => chosen()?.layer as MusicLayer | undefined;
	const rig = () => chosen()?.layer as RigLayer | undefined;
	const title = () => (isMusic() ? "Music" : isRig() ? "Clip of a rig" : "Replay beside the camera");

	return (
		<SideShell
			timeline={timeline}
			name="LayerPanel"
			title={title}
			closeTip="Closes the fields"
			onClose={() => editor.side("none")}
			height={ROW * 6 + 28}
		>
			{field(
				"LayerStart",
				"Starts at",
				0,
				() => formatClock(chosen()?.start ?? 0),
				(text) => time(text, (start) => change("Move layer", (layer) => ({ ...layer, start }))),
			)}
			<Show when={isMusic}>
				{() => (
					<>
						{field(
							"SoundId",
							"Sound id",
							1,
							() => music()?.soundId ?? "",
							(text) => {
								const soundId = assetIdOf(text);
								if (soundId === undefined) messages.complain("Type the id of a sound, such as 1843463175.");
								else change("Change sound", (layer) => ({ ...(layer as MusicLayer), soundId }));
							},
						)}
						{field(
							"LayerName",
							"Name",
							2,
							() => music()?.name ?? "",
							(name) => change("Rename music", (layer) => ({ ...(layer as MusicLayer), name })),
						)}
						{field(
							"Volume",
							"Volume",
							3,
							() => tostring(music()?.volume ?? 0.5),
							(text) =>
								number(text, 0, 10, (volume) =>
									change("Change volume", (layer) => ({ ...(layer as MusicLayer), volume })),
								),
						)}
						<SideText
							name="SoundLength"
							text={() => {
								const facts = soundFacts(music()?.soundId ?? "");
								return facts ? `${facts.title}, ${formatClock(facts.duration)}` : "Its length is not known yet.";
							}}
							y={4 * ROW}
						/>
					</>
				)}
			</Show>
			<Show when={isRig}>
				{() => (
					<>
						{field(
							"LayerLength",
							"Lasts",
							1,
							() => formatClock(rig()?.duration ?? 0),
							(text) =>
								time(text, (duration) => change("Change length", (layer) => ({ ...(layer as RigLayer), duration }))),
						)}
						{field(
							"AnimationId",
							"Animation id",
							2,
							() => rig()?.animationId ?? "",
							(text) => {
								const animationId = assetIdOf(text);
								if (animationId === undefined) messages.complain("Type the id of an animation, such as 507777826.");
								else change("Change animation", (layer) => ({ ...(layer as RigLayer), animationId }));
							},
						)}
						{field(
							"Target",
							"Model",
							3,
							() => rig()?.target ?? "",
							(target) => {
								if (target === "") messages.complain("Type the name of the model, or its path under Workspace.");
								else change("Change model", (layer) => ({ ...(layer as RigLayer), target }));
							},
						)}
						{field(
							"ClipSpeed",
							"Speed",
							4,
							() => tostring(rig()?.speed ?? 1),
							(text) =>
								number(text, 0.01, 100, (speed) =>
									change("Change speed", (layer) => ({ ...(layer as RigLayer), speed })),
								),
						)}
					</>
				)}
			</Show>
			<SidePlace name="DeletePlace" y={5 * ROW} width={() => sideWidth(timeline)}>
				<IconButton
					name="DeleteLayer"
					text="Delete"
					tip="Removes it from the film (Del)"
					onPress={() => deleteChosen(editor)}
				/>
			</SidePlace>
		</SideShell>
	);
}
