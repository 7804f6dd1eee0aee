import { Workspace } from "@rbxts/services";
import { luauString } from "../luau-string";
import { refuse } from "../sentence";
import { clipsOf } from "./kept-import";

/** Luau that walks from a service down to an instance, waiting for each step. Fails where names do not lead to it. */
function pathTo(instance: Instance, service: Instance, start: string): string {
	const steps = new Array<string>();
	let at: Instance | undefined = instance;
	while (at && at !== service) {
		const { Name, Parent }: Instance = at;
		const alike = Parent?.GetChildren().filter((child) => child.Name === Name) ?? [];
		if (alike.size() > 1) {
			const advice = "give this one a name of its own, then copy the code";
			refuse(`${Parent!.Name} holds several things called "${Name}"; ${advice}.`);
		}
		steps.unshift(`:WaitForChild(${luauString(Name)})`);
		at = Parent;
	}
	return start + steps.join("");
}

/** Luau that plays the first clip of an import on its model, in a game that has the toolkit and no plugin. */
export function clipPlayingCode(model: Model, kept: Folder): string {
	const [clip] = clipsOf(kept);
	const chosen = clip === undefined ? "next(imported.clips)" : luauString(clip);
	return [
		"-- For a LocalScript in StarterPlayerScripts; the toolkit (dolly.rbxm) is in ReplicatedStorage.",
		'local ReplicatedStorage = game:GetService("ReplicatedStorage")',
		'local dolly = require(ReplicatedStorage:WaitForChild("dolly"))',
		`local kept = ${pathTo(kept, game.GetService("ReplicatedStorage"), "ReplicatedStorage")}`,
		"if not game:IsLoaded() then game.Loaded:Wait() end",
		"",
		"local files = {}",
		'for _, file in kept:WaitForChild("Files"):GetChildren() do',
		'\tfiles[file:GetAttribute("FileName")] = dolly.readBytes(file)',
		"end",
		'local main, scale, axes = kept:GetAttribute("Main"), kept:GetAttribute("Scale"), kept:GetAttribute("Axes")',
		"local scene = dolly.readModel(files[main], { files = files, scale = scale, axes = axes })",
		`local imported = dolly.bindModel(scene, ${pathTo(model, Workspace, "workspace")})`,
		`imported:play(${chosen}, { loop = true })`,
		"",
	].join("\n");
}
