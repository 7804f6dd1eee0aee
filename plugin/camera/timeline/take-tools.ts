import {
	cutOutTake,
	Job,
	joinTakes,
	retimeRecording,
	reverseTake,
	smoothTake,
	splitRecording,
	Take,
	trimRecording,
} from "../../../src/camera";
import { refuse } from "../../sentence";

export type ToolName = "Trim" | "CutOut" | "Split" | "Join" | "Reverse" | "Retime" | "Smooth";

/** An edit of a take that a person can choose. */
export interface Tool {
	name: ToolName;
	text: string;
	tip: string;
	/** The number that it takes, where it takes one. */
	amount?: { caption: string; tip: string; usual: number };
}

export const TOOLS: ReadonlyArray<Tool> = [
	{ name: "Trim", text: "Trim", tip: "Keeps what lies between the two handles" },
	{ name: "CutOut", text: "Cut out", tip: "Removes what lies between the two handles, and cuts there" },
	{ name: "Split", text: "Split", tip: "Makes two takes of one, at the playhead" },
	{ name: "Join", text: "Join", tip: "Puts another take behind this one, with a cut between" },
	{ name: "Reverse", text: "Reverse", tip: "From its end to its start" },
	{
		name: "Retime",
		text: "Retime",
		tip: "Makes the take last longer or shorter; every frame stays as it is",
		amount: { caption: "Speed ×", tip: "2 is twice as fast, 0.5 half as fast", usual: 2 },
	},
	{
		name: "Smooth",
		text: "Smooth",
		tip: "Takes the tremor out; cuts and both ends stay where they are",
		amount: { caption: "Seconds", tip: "Over how many seconds frames are averaged, 0 to 10", usual: 0.2 },
	},
];

/** What a tool works with. Times are seconds. */
export interface ToolInput {
	start: number;
	finish: number;
	position: number;
	amount: number;
	/** What is joined. */
	other?: Take;
}

/** What becomes of a take: one take, or two of a split. */
export function runTool(name: ToolName, take: Take, input: ToolInput, job: Job): Array<Take> {
	const { start, finish, position, amount, other } = input;
	if (name === "Trim") return [trimRecording(take, start, finish)];
	// The handles stand on frames, and both of those go.
	if (name === "CutOut") return [cutOutTake(take, start, finish + 0.5 / take.rate)];
	if (name === "Split") return [...splitRecording(take, position)];
	if (name === "Reverse") return [reverseTake(take)];
	if (name === "Retime") return [retimeRecording(take, { speed: amount })];
	if (name === "Smooth") return [smoothTake(take, amount, { job })];
	if (!other) refuse("There is no other take in the place.");
	return [joinTakes([take, other], { job })];
}
