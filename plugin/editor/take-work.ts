import { effect, source, untrack } from "@rbxts/vide";
import { fitKeys, isRecording, Recording, Shot, Take } from "../../src/camera";
import { LongWork } from "../long-work";
import type { Editor } from "./editor";
import { Difference, measureDifference } from "./take-difference";
import { runTakeTool, TakeTool } from "./take-tools";
import { clipAt, clipsOf, TimelineClip, withClip } from "./timeline-items";

/** Seconds after which work on outdated amounts is abandoned. Work that is done sooner shows its result. */
const PATIENCE = 0.1;

export const PREVIEW_WORDS = "Preview. Nothing is changed until you press Apply.";

/** The tool's action, to begin a sentence. */
const DOING: { [K in TakeTool["name"]]?: string } = { Smooth: "Smoothing", Resample: "Resampling" };

/** Formats a length or an angle with as many digits as are useful. */
export function shortNumber(value: number): string {
	if (value === 0) return "0";
	return value < 0.995 ? string.format("%.2f", value) : string.format("%.1f", value);
}

/** Returns the take to work on: the chosen clip's, that of the clip at a time, or the only one. */
function targetOf(recording: Recording, chosen: ReadonlyArray<string>, seconds: number): TimelineClip | undefined {
	const clips = clipsOf(recording);
	const takes = clips.filter((clip) => isRecording(clip.recording, "take"));
	const found = takes.find(({ index }) => chosen.includes(`clip:${index}`));
	if (found || takes.isEmpty()) return found;
	const here = clipAt(clips, seconds);
	return takes.includes(here) ? here : takes.size() === 1 ? takes[0] : undefined;
}

/**
 * Fits keys to a take, or edits it as a whole. Shows a preview that follows the amounts until it is applied or
 * cancelled.
 */
export class TakeWork {
	/** The open edit, or undefined while keys are fitted. */
	public readonly tool = source<TakeTool | undefined>(undefined);
	/** The max distance of fitted keys from the take, and the seconds of smoothing before the fit. */
	public readonly studs = source(0.25);
	public readonly degrees = source(0.5);
	public readonly smooth = source(0);
	/** The amount of the open edit. */
	public readonly amount = source(0);
	/** The clip to work on, as it is in the place. */
	public readonly clip = source<TimelineClip | undefined>(undefined);
	/** The result. */
	public readonly made = source<Shot | Take | undefined>(undefined);
	public readonly difference = source<Difference | undefined>(undefined);
	/** Whether the shown result is for previous amounts. */
	public readonly isStale = source(false);

	private work?: LongWork;
	private base?: Recording;
	private isOn = false;
	private isWanted = false;
	private began = 0;
	/** Distinguishes results of this work from those of abandoned work. */
	private turn = 0;

	constructor(private readonly editor: Editor) {
		effect(() => {
			const side = editor.side();
			untrack(() => {
				if (side === "fit" || side === "tool") this.begin();
				else this.stop();
			});
		});
		effect(() => {
			editor.opened();
			// A moment later, another recording is open.
			task.defer(() => {
				if (this.isOn && editor.recording() !== this.base) this.begin();
			});
		});
	}

	/** Opens an edit of the chosen take, or the fitting of keys to it. */
	public open(tool?: TakeTool): void {
		const { editor } = this;
		if (!this.findTarget()) {
			editor.messages.complain(
				tool
					? "Only a take can be edited this way. Choose a take."
					: "Only a take can be turned into keys. Choose a take.",
			);
			return;
		}
		this.tool(tool);
		if (tool?.amount) this.amount(tool.amount.usual);
		const side = tool ? "tool" : "fit";
		if (untrack(editor.side) === side) this.begin();
		else editor.side(side);
	}

	/** Updates the preview after an amount has changed. */
	public follow(): void {
		if (this.isOn) this.run();
	}

	/** Returns whether a clip's keys are the preview's. */
	public isPreviewOf(clip: number): boolean {
		return this.editor.isPreview() && this.clip()?.index === clip;
	}

	/** Returns whether the result can be applied. */
	public canApply(): boolean {
		return this.editor.isPreview() && !this.isStale();
	}

	/** Keeps the preview as one step of history. */
	public apply(): void {
		const { editor } = this;
		if (!untrack(() => this.canApply())) return;
		const tool = untrack(this.tool);
		const made = untrack(this.made);
		this.halt();
		if (tool || !made || !isRecording(made, "shot")) editor.applyPreview(tool?.what ?? "Fit keys");
		else editor.applyPreview("Fit keys", `Fitted ${made.keys.size()} keys. Ctrl+Z brings the take back.`);
		editor.side("none");
	}

	/** Goes back to the take. */
	public cancel(): void {
		this.editor.side("none");
	}

	private findTarget(): TimelineClip | undefined {
		const { editor } = this;
		const recording = editor.recording();
		if (!recording) return undefined;
		return targetOf(recording, editor.selection.of("clip"), untrack(editor.playback.position));
	}

	private begin(): void {
		this.halt();
		this.editor.cancelPreview();
		this.base = this.editor.recording();
		this.clip(this.findTarget());
		this.made(undefined);
		this.difference(undefined);
		this.isOn = true;
		this.run();
	}

	private stop(): void {
		if (!this.isOn) return;
		this.halt();
		this.made(undefined);
		this.difference(undefined);
		if (!untrack(this.editor.isPreview)) return;
		this.editor.cancelPreview();
		this.editor.messages.say("");
	}

	private halt(): void {
		this.isOn = false;
		this.isWanted = false;
		this.turn += 1;
		this.work?.cancel();
		this.work = undefined;
		this.isStale(false);
	}

	private run(): void {
		const clip = untrack(this.clip);
		const { base } = this;
		if (!clip || !base || !isRecording(clip.recording, "take")) return;
		this.isStale(true);
		if (this.work?.isRunning()) {
			this.isWanted = true;
			if (os.clock() - this.began > PATIENCE) this.work.cancel();
			return;
		}
		this.isWanted = false;
		this.began = os.clock();
		this.turn += 1;
		const { turn } = this;
		const take = clip.recording;
		const over = (body?: () => void) => {
			if (turn !== this.turn) return;
			body?.();
			if (this.isWanted) this.run();
		};
		let made: Shot | Take | undefined;
		let difference: Difference | undefined;
		this.work = new LongWork(
			(work) => {
				made = this.make(take, work);
				if (untrack(this.tool)?.moves === false) return;
				difference = measureDifference(take, made, work.job, () => work.pausePoint());
			},
			{
				onProgress: () => undefined,
				onDone: () => over(() => this.show(base, clip, made!, difference)),
				onFail: (message) => over(() => this.fail(message)),
				onCancel: () => over(),
			},
		);
	}

	private make(take: Take, work: LongWork): Shot | Take {
		const tool = untrack(this.tool);
		if (tool) return runTakeTool(tool, take, untrack(this.amount), work.job);
		const smooth = untrack(this.smooth);
		return fitKeys(take, {
			studs: untrack(this.studs),
			degrees: untrack(this.degrees),
			smooth: smooth > 0 ? smooth : undefined,
			job: work.job,
		});
	}

	private show(base: Recording, clip: TimelineClip, made: Shot | Take, difference: Difference | undefined): void {
		this.editor.preview(withClip(base, clip.index, made));
		this.made(made);
		this.difference(difference);
		this.isStale(this.isWanted);
		this.editor.messages.say(this.words(difference));
	}

	private fail(message: string): void {
		this.editor.cancelPreview();
		this.made(undefined);
		this.difference(undefined);
		this.isStale(false);
		this.editor.messages.complain(message);
	}

	private words(difference: Difference | undefined): string {
		const tool = untrack(this.tool);
		const doing = tool && DOING[tool.name];
		if (doing === undefined || !difference) return PREVIEW_WORDS;
		const { farthest, turned } = difference;
		return `${doing} moves the camera by up to ${shortNumber(farthest)} studs and ${shortNumber(turned)}°. Apply or cancel.`;
	}
}
