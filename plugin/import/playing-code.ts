import { Workspace } from "@rbxts/services";
import { luauString } from "../luau-string";
import { refuse } from "../refuse";
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
			refuse("import", `${Parent!.Name} holds several things called "${Name}"; ${advice}`);
		}
		steps.unshift(`:WaitForChild(${luauString(Name)})`);
		at = Parent;
	}
	return start + steps.join("");
}

/** Luau that plays the first clip of an import on its model, in a game that has the toolkit and no plugin. */
export function clipPlayingCode(model: Model, module: ModuleScript): string {
	const [clip] = clipsOf(module);
	const chosen = clip === undefined ? "next(imported.clips)" : luauString(clip);
	return [
		"-- For a LocalScript in StarterPlayerScripts; the toolkit (dolly.rbxm) is in ReplicatedStorage.",
		'local ReplicatedStorage = game:GetService("ReplicatedStorage")',
		'local dolly = require(ReplicatedStorage:WaitForChild("dolly"))',
		`local kept = require(${pathTo(module, game.GetService("ReplicatedStorage"), "ReplicatedStorage")})`,
		"",
		"-- The import's files, one after another; the first is the model.",
		"local main, files, at = nil, {}, 0",
		'for index, file in game:GetService("HttpService"):JSONDecode(kept.files) do',
		"\tlocal bytes = buffer.create(file.size)",
		"\tbuffer.copy(bytes, 0, kept.bytes, at, file.size)",
		"\tat += file.size",
		"\tif index == 1 then main = bytes else files[file.name] = bytes end",
		"end",
		"",
		"local scene = dolly.readModel(main, { files = files, scale = kept.scale, axes = kept.axes })",
		`local imported = dolly.bindModel(scene, ${pathTo(model, Workspace, "workspace")})`,
		`imported:play(${chosen}, { loop = true })`,
		"",
	].join("\n");
}
