import { Workspace } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";

/** The max number of subjects beside the camera. A larger selection is surely unintended. */
const MOST_MODELS = 50;

function isRecordable(instance: Instance): instance is Model | BasePart {
	if (!instance.IsDescendantOf(Workspace) || instance === Workspace.Terrain) return false;
	return instance.IsA("BasePart") || instance.IsA("Model");
}

/** Returns the selected models and parts that can be recorded beside the camera, none of them inside another. */
export function selectedModels(): Array<Model | BasePart> {
	const selected = game.GetService("Selection").Get() as Array<Instance>;
	const models = selected.filter(isRecordable);
	const outer = models.filter((model) => !models.some((other) => other !== model && model.IsDescendantOf(other)));
	return outer.filter((_, index) => index < MOST_MODELS);
}

/** Members of the service that the types lack. */
interface FollowedSelection {
	readonly SelectionChanged: RBXScriptSignal<() => void>;
}

/** Returns the same as a source that follows the selection. */
export function followSelectedModels(): () => ReadonlyArray<Model | BasePart> {
	const models = source<ReadonlyArray<Model | BasePart>>(selectedModels());
	const selection = game.GetService("Selection") as unknown as FollowedSelection;
	const following = selection.SelectionChanged.Connect(() => models(selectedModels()));
	cleanup(() => following.Disconnect());
	return models;
}
