import { RunService } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";

/** Seconds after which an animation that has not loaded counts as failed. */
const PATIENCE = 10;

/** A published clip that is shown on its model. */
interface Shown {
	model: Model;
	name: string;
}

/** Returns the Animator of a model, and a function that removes the instances that were added for it. */
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

/** Resets the joints, which otherwise keep the pose of the last animation. */
function restJoints(model: Model): void {
	for (const joint of model.GetDescendants()) {
		if (joint.IsA("Bone") || joint.IsA("Motor6D")) joint.Transform = CFrame.identity;
	}
}

/** Plays published clips by their ids through the engine's Animator, as a game does. */
export class ClipPreview {
	public readonly shown = source<Shown | undefined>(undefined);
	private finish?: () => void;

	/** Calls `complain` if an animation does not load. */
	constructor(private readonly complain: (problem: string) => void) {
		cleanup(() => this.stop());
	}

	public isPlaying(model: Model | undefined, name: string): boolean {
		const now = this.shown();
		return now !== undefined && now.model === model && now.name === name;
	}

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
			// In edit mode, no simulation advances animations.
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
