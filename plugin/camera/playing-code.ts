import { luauString } from "../luau-string";
import type { TakeModule } from "./take-module";

/** A script that plays a take of the place for whoever runs it: a LocalScript's whole source. */
export function playingCode({ name }: TakeModule): string {
	return [
		'local ReplicatedStorage = game:GetService("ReplicatedStorage")',
		'local dolly = require(ReplicatedStorage:WaitForChild("dolly"))',
		'local takes = ReplicatedStorage:WaitForChild("Dolly"):WaitForChild("Takes")',
		`local kept = require(takes:WaitForChild(${luauString(name)}))`,
		"local player = dolly.CameraPlayer.new(dolly.decodeRecording(kept.take))",
		"player:play()",
		"",
	].join("\n");
}
