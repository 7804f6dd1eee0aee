import { Workspace } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";

/** The most that is recorded beside the camera: more, and nobody meant to. */
const MOST_MODELS = 50;

function isRecordable(instance: Instance): instance is Model | BasePart {
	if (!instance.IsDescendantOf(Workspace) || instance === Workspace.Terrain) return false;
	return instance.IsA("BasePart") || instance.IsA("Model");
}

/** What of the selection can be recorded beside the camera: models and parts, none of them inside another. */
export function selectedModels(): Array<Model | BasePart> {
	const selected = game.GetService("Selection").Get() as Array<Instance>;
	const models = selected.filter(isRecordable);
	const outer = models.filter((model) => !models.some((other) => other !== model && model.IsDescendantOf(other)));
	return outer.filter((_, index) => index < MOST_MODELS);
}

/** What the types leave out of the service. */
interface FollowedSelection {
	readonly SelectionChanged: RBXScriptSignal<() => void>;
}

/** The same as a source that follows the selection. */
export function followSelectedModels(): () => ReadonlyArray<Model | BasePart> {
	const models = source<ReadonlyArray<Model | BasePart>>(selectedModels());
	const selection = game.GetService("Selection") as unknown as FollowedSelection;
	const following = selection.SelectionChanged.Connect(() => models(selectedModels()));
	cleanup(() => following.Disconnect());
	return models;
}
