import type { RigLayer } from "../../replay/film-layer";
import type { RestRigs } from "./rest-rigs";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/** Seconds of a clip that are left before an end at which the Animator would stop the track. */
const BEFORE_END = 1e-3;

/** The longest frame, in seconds, in which a track must not come to an end by itself. */
const LONGEST_FRAME = 0.1;

/** By how many seconds a track may be off: the Animator goes on by the same frames. */
const TOLERANCE = 1e-3;

/** What a clip needs to know of the film that plays it. */
export interface ClipStage {
	/** When the film is over. */
	readonly filmEnd: number;
	readonly rigs: RestRigs;
	/** The model that plays a clip. */
	find(this: void, target: string): Instance | undefined;
	/** Says why a clip is not shown. */
	note(this: void, problem: string, layer: RigLayer): void;
}

/** What the types leave out for games: plugins may step an Animator. */
interface SteppedAnimator {
	StepAnimations(delta: number): void;
}

function stepOf(animator: Animator): void {
	(animator as unknown as SteppedAnimator).StepAnimations(0);
}

function animatorOf(target: Instance): Animator | undefined {
	return target.IsA("Animator") ? target : target.FindFirstChildWhichIsA("Animator", true);
}

/** A rig clip of a film that plays: a track of its target's Animator. */
export class PlayedClip {
	private readonly finish: number;
	private animator?: Animator;
	private track?: AnimationTrack;
	private animation?: Animation;
	/** Whether the film is between its start and its end. */
	private isOn = false;
	/** The speed that the track was given. */
	private pace = 0;
	private hasEnded = false;

	constructor(
		private readonly layer: RigLayer,
		private readonly stage: ClipStage,
	) {
		const finish = layer.start + layer.duration;
		// A clip that goes on to the end is shown at the end, too.
		this.finish = finish >= stage.filmEnd ? math.huge : finish;
	}

	/** Has the clip loaded, which takes a while. */
	public begin(): void {
		this.load();
	}

	/** Stands as it does at a time of the film, which goes on by `rate` per second. */
	public show(seconds: number, rate: number): void {
		const { layer, finish } = this;
		if (seconds < layer.start || seconds >= finish) {
			this.leave();
			return;
		}
		// Its target may have come, or come again, since.
		if (!this.isOn && !this.animator?.IsDescendantOf(Workspace)) this.load();
		this.isOn = true;
		const { track } = this;
		if (!track) return;
		if (!track.IsPlaying) {
			this.pace = 0;
			track.Play(0, 1, 0);
			// Whoever heard of it may have ended the film.
			if (this.track !== track) return;
		}
		// What a film shows covers what the game plays.
		if (track.Priority !== Enum.AnimationPriority.Action4) track.Priority = Enum.AnimationPriority.Action4;
		this.place(track, (seconds - layer.start) * (layer.speed ?? 1), rate * (layer.speed ?? 1));
	}

	public end(): void {
		this.hasEnded = true;
		this.leave();
		this.unload();
	}

	/** Brings a track to a time of its clip, and has it go on at a pace: the Animator shows the next frame before this hears of it. */
	private place(track: AnimationTrack, seconds: number, pace: number): void {
		const { Length: length } = track;
		const isLooped = this.layer.loop === true;
		let position = seconds;
		let speed = pace;
		if (track.Looped !== isLooped) track.Looped = isLooped;
		if (length > 0 && isLooped) position %= length;
		else if (length > 0) {
			position = math.min(position, math.max(length - BEFORE_END, 0));
			const room = pace > 0 ? length - position : position;
			if (room <= math.abs(pace) * LONGEST_FRAME) speed = 0;
		}
		if (speed !== this.pace) {
			this.pace = speed;
			track.AdjustSpeed(speed);
		}
		if (math.abs(track.TimePosition - position) > TOLERANCE) track.TimePosition = position;
		// In edit mode no Animator shows anything by itself. Only plugins may have it do so.
		if (!RunService.IsRunning() && this.animator) pcall(stepOf, this.animator);
	}

	private load(): void {
		const { layer, stage } = this;
		this.unload();
		const target = stage.find(layer.target);
		// What looked for it may have ended the film.
		if (this.hasEnded) return;
		const animator = target && animatorOf(target);
		if (!animator) {
			const missing = target ? "have no Animator" : "are not there";
			stage.note(`clips whose targets ${missing} are not shown`, layer);
			return;
		}
		const animation = new Instance("Animation");
		animation.Name = layer.name;
		animation.AnimationId = layer.animationId;
		const [ok, track] = pcall(() => animator.LoadAnimation(animation));
		if (!ok) {
			animation.Destroy();
			stage.note("clips that the engine does not load are not shown", layer);
			return;
		}
		stage.rigs.remember(animator);
		this.animator = animator;
		this.animation = animation;
		this.track = track as AnimationTrack;
	}

	private unload(): void {
		this.track?.Destroy();
		this.animation?.Destroy();
		this.track = undefined;
		this.animation = undefined;
		this.animator = undefined;
	}

	private leave(): void {
		if (!this.isOn) return;
		this.isOn = false;
		const { animator, track, stage } = this;
		if (!animator || !track) return;
		track.Stop(0);
		stage.rigs.restore(animator);
	}
}
