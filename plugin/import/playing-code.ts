import { Workspace } from "@rbxts/services";
import { luauString } from "../luau-string";
import { refuse } from "../sentence";
import type { ClipAsset } from "../publish/publish-clips";

/** Returns a TypeScript string literal on one line. */
function scriptString(text: string): string {
	return `"${text.gsub('[%c"\\]', (character) => string.format("\\u%04x", character.byte()[0]))[0]}"`;
}

export type CodeLanguage = "luau" | "typescript";

/** Returns the names from a service down to an instance. Fails if one of them is not unique. */
function namesTo(instance: Instance, service: Instance): Array<string> {
	const names = new Array<string>();
	let at: Instance | undefined = instance;
	while (at && at !== service) {
		const { Name, Parent }: Instance = at;
		const alike = Parent?.GetChildren().filter((child) => child.Name === Name) ?? [];
		if (alike.size() > 1) {
			const advice = "Give this one a unique name, then copy the code";
			refuse(`${Parent!.Name} holds several objects called "${Name}". ${advice}.`);
		}
		names.unshift(Name);
		at = Parent;
	}
	return names;
}

/** Returns code that walks from a service down to an instance and waits at each step. */
function pathTo(instance: Instance, service: Instance, start: string, call: ":" | "."): string {
	const quoted = call === ":" ? luauString : scriptString;
	const steps = namesTo(instance, service).map((name) => `${call}WaitForChild(${quoted(name)})`);
	return start + steps.join("");
}

/**
 * Returns Luau that plays the first of an import's published clips by its id. It needs neither the toolkit nor the
 * plugin.
 */
function publishedLuau(model: Model, clips: ReadonlyArray<ClipAsset>): string {
	const ids = clips.map(({ name, id }) => string.format("\t[%s] = %q,", luauString(name), `rbxassetid://${id}`));
	return [
		"-- For a LocalScript in StarterPlayerScripts.",
		"local clips = {",
		...ids,
		"}",
		"if not game:IsLoaded() then game.Loaded:Wait() end",
		`local model = ${pathTo(model, Workspace, "workspace", ":")}`,
		"",
		'local controller = model:FindFirstChildOfClass("Humanoid") or model:FindFirstChildOfClass("AnimationController")',
		'if not controller then controller = Instance.new("AnimationController", model) end',
		'local animator = controller:FindFirstChildOfClass("Animator") or Instance.new("Animator", controller)',
		'local animation = Instance.new("Animation")',
		`animation.AnimationId = clips[${luauString(clips[0].name)}]`,
		"local track = animator:LoadAnimation(animation)",
		"track.Looped = true",
		"track:Play()",
		"",
	].join("\n");
}

/** Returns the same as TypeScript. */
function publishedTypeScript(model: Model, clips: ReadonlyArray<ClipAsset>): string {
	const ids = clips.map(({ name, id }) => string.format("\t[%s, %q],", scriptString(name), `rbxassetid://${id}`));
	return [
		"// For a client script.",
		'import { Workspace } from "@rbxts/services";',
		"",
		"const clips = new Map([",
		...ids,
		"]);",
		"if (!game.IsLoaded()) game.Loaded.Wait();",
		`const model = ${pathTo(model, Workspace, "Workspace", ".")};`,
		"",
		'const found = model.FindFirstChildOfClass("Humanoid") ?? model.FindFirstChildOfClass("AnimationController");',
		'const controller = found ?? new Instance("AnimationController", model);',
		'const animator = controller.FindFirstChildOfClass("Animator") ?? new Instance("Animator", controller);',
		'const animation = new Instance("Animation");',
		`animation.AnimationId = clips.get(${scriptString(clips[0].name)})!;`,
		"const track = animator.LoadAnimation(animation);",
		"track.Looped = true;",
		"track.Play();",
		"",
	].join("\n");
}

/** Returns Luau that plays a clip from the files in the place. It needs the toolkit, but not the plugin. */
function keptLuau(model: Model, kept: Folder, clip: string): string {
	return [
		"-- For a LocalScript in StarterPlayerScripts; the toolkit (dolly.rbxm) is in ReplicatedStorage.",
		'local ReplicatedStorage = game:GetService("ReplicatedStorage")',
		'local dolly = require(ReplicatedStorage:WaitForChild("dolly"))',
		`local kept = ${pathTo(kept, game.GetService("ReplicatedStorage"), "ReplicatedStorage", ":")}`,
		"if not game:IsLoaded() then game.Loaded:Wait() end",
		"",
		"local files = {}",
		'for _, file in kept:WaitForChild("Files"):GetChildren() do',
		'\tfiles[file:GetAttribute("FileName")] = dolly.readBytes(file)',
		"end",
		'local main, scale, axes = kept:GetAttribute("Main"), kept:GetAttribute("Scale"), kept:GetAttribute("Axes")',
		"local scene = dolly.readModel(files[main], { files = files, scale = scale, axes = axes })",
		`local imported = dolly.bindModel(scene, ${pathTo(model, Workspace, "workspace", ":")})`,
		`imported:play(${luauString(clip)}, { loop = true })`,
		"",
	].join("\n");
}

/** Returns the same as TypeScript. */
function keptTypeScript(model: Model, kept: Folder, clip: string): string {
	return [
		"// For a client script, in a project with @rbxts/dolly.",
		'import { Axes, bindModel, readBytes, readModel } from "@rbxts/dolly";',
		'import { ReplicatedStorage, Workspace } from "@rbxts/services";',
		"",
		`const kept = ${pathTo(kept, game.GetService("ReplicatedStorage"), "ReplicatedStorage", ".")};`,
		"if (!game.IsLoaded()) game.Loaded.Wait();",
		"",
		"const files = new Map<string, buffer>();",
		'for (const file of kept.WaitForChild("Files").GetChildren()) {',
		'\tfiles.set(file.GetAttribute("FileName") as string, readBytes(file));',
		"}",
		'const main = files.get(kept.GetAttribute("Main") as string)!;',
		'const scale = kept.GetAttribute("Scale") as number;',
		'const axes = kept.GetAttribute("Axes") as Axes;',
		`const model = ${pathTo(model, Workspace, "Workspace", ".")} as Model;`,
		"const imported = bindModel(readModel(main, { files, scale, axes }), model);",
		`imported.play(${scriptString(clip)}, { loop: true });`,
		"",
	].join("\n");
}

/**
 * Returns code that plays the first clip of an import on its model: by its id if it is published, otherwise from the
 * files in the place.
 */
export function clipPlayingCode(
	model: Model,
	kept: Folder,
	clips: ReadonlyArray<ClipAsset>,
	language: CodeLanguage,
): string {
	const published = clips.filter(({ id }) => id !== undefined);
	const isLuau = language === "luau";
	if (published.isEmpty()) {
		const [{ name }] = clips;
		return isLuau ? keptLuau(model, kept, name) : keptTypeScript(model, kept, name);
	}
	return isLuau ? publishedLuau(model, published) : publishedTypeScript(model, published);
}
