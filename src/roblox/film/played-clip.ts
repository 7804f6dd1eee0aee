import type { RigLayer } from "../../replay/film-layer";
import type { RestRigs } from "./rest-rigs";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/** How far before an end a track is held, in seconds: at the end the Animator would stop it. */
const BEFORE_END = 1e-3;

/** The longest frame, in seconds, in which a track must not end by itself. */
const LONGEST_FRAME = 0.1;

/** The max error of a track, in seconds: the Animator advances by the same frames. */
const TOLERANCE = 1e-3;

/** What a clip needs from the film that plays it. */
export interface ClipStage {
	/** The end of the film, in seconds. */
	readonly filmEnd: number;
	readonly rigs: RestRigs;
	/** Finds the model that plays a clip. */
	find(this: void, target: string): Instance | undefined;
	/** Reports why a clip is not shown. */
	note(this: void, problem: string, layer: RigLayer): void;
}

/** A method that the types hide from games: plugins may step an Animator. */
interface SteppedAnimator {
	StepAnimations(delta: number): void;
}

function stepOf(animator: Animator): void {
	(animator as unknown as SteppedAnimator).StepAnimations(0);
}

function animatorOf(target: Instance): Animator | undefined {
	return target.IsA("Animator") ? target : target.FindFirstChildWhichIsA("Animator", true);
}

/** A rig clip of a film during playback: a track of its target's Animator. */
export class PlayedClip {
	private readonly finish: number;
	private animator?: Animator;
	private track?: AnimationTrack;
	private animation?: Animation;
	/** Whether the film is between its start and its end. */
	private isOn = false;
	/** The speed that the track was set to. */
	private pace = 0;
	private hasEnded = false;

	constructor(
		private readonly layer: RigLayer,
		private readonly stage: ClipStage,
	) {
		const finish = layer.start + layer.duration;
		// A clip that lasts until the film's end is shown at the end, too.
		this.finish = finish >= stage.filmEnd ? math.huge : finish;
	}

	/** Starts to load the clip, which takes a while. */
	public begin(): void {
		this.load();
	}

	/** Shows a time of the film, which moves by `rate` per second. */
	public show(seconds: number, rate: number): void {
		const { layer, finish } = this;
		if (seconds < layer.start || seconds >= finish) {
			this.leave();
			return;
		}
		// Its target may have been added, or replaced, since.
		if (!this.isOn && !this.animator?.IsDescendantOf(Workspace)) this.load();
		this.isOn = true;
		const { track } = this;
		if (!track) return;
		if (!track.IsPlaying) {
			this.pace = 0;
			track.Play(0, 1, 0);
			// A handler that this ran may have ended the film.
			if (this.track !== track) return;
		}
		// A film's clips override the game's.
		if (track.Priority !== Enum.AnimationPriority.Action4) track.Priority = Enum.AnimationPriority.Action4;
		this.place(track, (seconds - layer.start) * (layer.speed ?? 1), rate * (layer.speed ?? 1));
	}

	public end(): void {
		this.hasEnded = true;
		this.leave();
		this.unload();
	}

	/**
	 * Moves a track to a time of its clip at a pace: the Animator shows the next frame before this is called again.
	 */
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
		// In edit mode Animators do not run. Only plugins may step them.
		if (!RunService.IsRunning() && this.animator) pcall(stepOf, this.animator);
	}

	private load(): void {
		const { layer, stage } = this;
		this.unload();
		const target = stage.find(layer.target);
		// The search may have ended the film.
		if (this.hasEnded) return;
		const animator = target && animatorOf(target);
		if (!animator) {
			const missing = target ? "have no Animator" : "are missing";
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
