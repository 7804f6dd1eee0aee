import { RunService } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";

/** Seconds after which an animation that has not come is taken for one that does not. */
const PATIENCE = 10;

/** A published clip that is shown on its model. */
interface Shown {
	model: Model;
	name: string;
}

/** What the engine animates a model by, and how to take away what was added for it. */
function animatorOf(model: Model): LuaTuple<[animator: Animator, remove: () => void]> {
	const known = model.FindFirstChildOfClass("Humanoid") ?? model.FindFirstChildOfClass("AnimationController");
	const controller = known ?? new Instance("AnimationController");
	const own = controller.FindFirstChildOfClass("Animator");
	const animator = own ?? new Instance("Animator");
	// Neither is saved with the place.
	if (!known) controller.Archivable = false;
	if (!own) animator.Archivable = false;
	animator.Parent = controller;
	controller.Parent = model;
	return $tuple(animator, () => {
		if (!own) animator.Destroy();
		if (!known) controller.Destroy();
	});
}

/** Joints stay where an animation left them until somebody puts them back. */
function restJoints(model: Model): void {
	for (const joint of model.GetDescendants()) {
		if (joint.IsA("Bone") || joint.IsA("Motor6D")) joint.Transform = CFrame.identity;
	}
}

/** Plays published clips by their ids through the engine's Animator, as a game does. */
export class ClipPreview {
	public readonly shown = source<Shown | undefined>(undefined);
	private finish?: () => void;

	/** `complain` is told where an animation does not come. */
	constructor(private readonly complain: (problem: string) => void) {
		cleanup(() => this.stop());
	}

	public isPlaying(model: Model | undefined, name: string): boolean {
		const now = this.shown();
		return now !== undefined && now.model === model && now.name === name;
	}

	/** Plays a clip on its model until it is stopped. */
	public play(model: Model, name: string, id: number): void {
		this.stop();
		const animation = new Instance("Animation");
		animation.AnimationId = string.format("rbxassetid://%d", id);
		const [animator, remove] = animatorOf(model);
		const [ok, track] = pcall(() => animator.LoadAnimation(animation));
		if (!ok) {
			remove();
			this.complain(`"${name}" cannot be played: ${track}`);
			return;
		}
		const playing = track as AnimationTrack;
		playing.Looped = true;
		playing.Play(0);
		let waited = 0;
		const following = RunService.Heartbeat.Connect((delta) => {
			if (!model.IsDescendantOf(game)) {
				this.stop();
				return;
			}
			// Where nothing runs, nobody else moves animations on.
			if (RunService.IsEdit()) animator.StepAnimations(delta);
			if (playing.Length > 0) return;
			waited += delta;
			if (waited < PATIENCE) return;
			this.stop();
			this.complain(`Roblox has not delivered "${name}". It may be in review: try again in a few minutes.`);
		});
		this.finish = () => {
			following.Disconnect();
			playing.Stop(0);
			if (RunService.IsEdit()) animator.StepAnimations(0);
			playing.Destroy();
			remove();
			animation.Destroy();
			restJoints(model);
		};
		this.shown({ model, name });
	}

	public stop(): void {
		const { finish } = this;
		this.finish = undefined;
		this.shown(undefined);
		finish?.();
	}
}
