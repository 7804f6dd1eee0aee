import { Workspace } from "@rbxts/services";
import { createShot, KeyOptions, Shot } from "../../src";

/** Seconds from one key to the next. */
const KEY_SECONDS = 2;

/** A shot that is made key by key, from the camera's position. */
export class KeyShot {
	private readonly keys = new Array<KeyOptions>();

	constructor(private readonly name: string) {}

	/** Places a key at the camera and returns the number of keys. */
	public add(): number {
		const { CFrame: cframe, FieldOfView: fieldOfView } = Workspace.CurrentCamera!;
		this.keys.push({ seconds: this.keys.size() * KEY_SECONDS, cframe, fieldOfView });
		return this.keys.size();
	}

	public toShot(): Shot {
		return createShot(this.keys, { name: this.name });
	}
}
