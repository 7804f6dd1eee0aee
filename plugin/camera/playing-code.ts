import { luauString } from "../luau-string";
import type { TakeModule } from "./take-module";

/** A script that plays a take of the place for whoever runs it: a LocalScript's whole source. */
export function playingCode({ name, isPacked }: TakeModule): string {
	// Takes of before they were packed are archives, which do not have their rate.
	const take = isPacked ? "dolly.decodeTake(kept.take)" : "dolly.decodeArchive(kept.archive, kept.rate)[1]";
	return [
		'local ReplicatedStorage = game:GetService("ReplicatedStorage")',
		'local dolly = require(ReplicatedStorage:WaitForChild("dolly"))',
		'local takes = ReplicatedStorage:WaitForChild("Dolly"):WaitForChild("Takes")',
		`local kept = require(takes:WaitForChild(${luauString(name)}))`,
		`local player = dolly.CameraPlayer.new(${take})`,
		"player:play()",
		"",
	].join("\n");
}
