import { Job, resampleTake, retimeRecording, reverseTake, smoothTake, Take } from "../../src/camera";

/** An edit of a whole take, shown before it is applied. */
export interface TakeTool {
	readonly name: "Smooth" | "Retime" | "Reverse" | "Resample";
	readonly text: string;
	/** A sentence on what it does. */
	readonly tip: string;
	/** The step of history. */
	readonly what: string;
	/** The number that the user sets, if any. */
	readonly amount?: { caption: string; unit: string; min: number; max: number; usual: number };
	/** Whether it moves the camera, so that the difference is worth showing. */
	readonly moves: boolean;
}

export const TAKE_TOOLS: ReadonlyArray<TakeTool> = [
	{
		name: "Smooth",
		text: "Smooth…",
		tip: "Removes hand shake. Cuts and both ends stay in place.",
		what: "Smooth take",
		amount: { caption: "Over", unit: "s", min: 0, max: 2, usual: 0.2 },
		moves: true,
	},
	{
		name: "Retime",
		text: "Change speed…",
		tip: "Makes the take last longer or shorter. Every frame stays as it is.",
		what: "Change speed of take",
		amount: { caption: "Speed", unit: "×", min: 0.1, max: 4, usual: 2 },
		moves: false,
	},
	{
		name: "Reverse",
		text: "Reverse…",
		tip: "Plays the take from its end to its start.",
		what: "Reverse take",
		moves: false,
	},
	{
		name: "Resample",
		text: "Change rate…",
		tip: "Sets the take's frames per second.",
		what: "Change rate of take",
		amount: { caption: "Rate", unit: "fps", min: 1, max: 240, usual: 30 },
		moves: true,
	},
];

/** Applies a tool to a take. */
export function runTakeTool({ name }: TakeTool, take: Take, amount: number, job: Job): Take {
	if (name === "Smooth") return smoothTake(take, amount, { job });
	if (name === "Retime") return retimeRecording(take, { speed: amount });
	return name === "Reverse" ? reverseTake(take) : resampleTake(take, amount, { job });
}
