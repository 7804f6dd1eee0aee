import { RunService } from "@rbxts/services";
import { withHistory } from "../history";
import { refuse } from "../sentence";
import { cleanName } from "./clean-name";
import { freeName } from "./dolly-folder";

/** Shown if Studio lets the plugin add no scripts. */
export const ALLOW_SCRIPTS =
	"Allow Script Injection for Dolly: in Studio open the Plugins tab, Manage Plugins, and the settings of Dolly.";

/** Returns whether this is why something failed. */
export function isInjectionRefusal(problem: unknown): boolean {
	return tostring(problem).lower().find("script injection", 1, true)[0] !== undefined;
}

/**
 * Adds a LocalScript to StarterPlayerScripts as one step of history, and selects it. If Studio lets the plugin add no
 * scripts, fails with a message on how to allow them.
 */
export function insertScript(name: string, source: string): LocalScript {
	if (!RunService.IsEdit()) refuse("A playtest does not keep scripts: stop it first.");
	const folder = game.GetService("StarterPlayer").FindFirstChildOfClass("StarterPlayerScripts");
	if (!folder) refuse("The place has no StarterPlayerScripts.");
	const added = new Instance("LocalScript");
	const [ok, problem] = pcall(() =>
		withHistory(`Add ${name}`, () => {
			added.Name = freeName(folder, cleanName(name));
			added.Source = source;
			added.Parent = folder;
		}),
	);
	if (!ok) {
		added.Destroy();
		if (isInjectionRefusal(problem))
			refuse(`Studio does not let Dolly add scripts. ${ALLOW_SCRIPTS} Then press the button again.`);
		error(problem, 0);
	}
	game.GetService("Selection").Set([added]);
	return added;
}
