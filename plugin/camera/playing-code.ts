import { luauString } from "../luau-string";
import type { KeptTake } from "./kept-take";

/** A script that plays a take of the place for whoever runs it: a LocalScript's whole source. */
export function playingCode({ name }: KeptTake): string {
	return [
		'local ReplicatedStorage = game:GetService("ReplicatedStorage")',
		'local dolly = require(ReplicatedStorage:WaitForChild("dolly"))',
		'local takes = ReplicatedStorage:WaitForChild("Dolly"):WaitForChild("Takes")',
		`local take = dolly.decodeRecording(dolly.readBytes(takes:WaitForChild(${luauString(name)})))`,
		"dolly.CameraPlayer.new(take):play()",
		"",
	].join("\n");
}
