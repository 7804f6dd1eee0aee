import { Job, readBytes, readModel, Recording, takeFromPath } from "../../src";
import { cleanName } from "../place/clean-name";
import { refuse } from "../sentence";
import { decodeFile } from "./decode-file";
import { renamed } from "./kept-recording";
import { RecordingTextReader } from "./recording-text";

/**
 * The extensions that the prompt offers: archives, SNAPV1.3 and packed takes, copied text, models, and files saved by
 * Studio.
 */
export const RECORDING_EXTENSIONS = ["archive", "bin", "snap", "take", "txt", "glb", "gltf", "rbxm"];

/** The first bytes of the formats that have a signature. */
const TEXT_START = "dolly1 ";
const GLB_START = "glTF";
const RBXM_START = "<roblox";

/** Returns the name without its extension. */
function titleOf(name: string): string {
	const [title] = name.match("^(.+)%.[^.]*$");
	return typeIs(title, "string") ? title : name;
}

/** Members of the service that the types lack. */
type Deserializer = Instance & { DeserializeInstancesAsync: (this: Deserializer, bytes: buffer) => Array<Instance> };

/** Reads the instances of a file that Studio saved. Yields. */
function readInstances(bytes: buffer): Array<Instance> {
	const [ok, result] = pcall(() => {
		const service = game.GetService("SerializationService" as never) as Deserializer;
		return service.DeserializeInstancesAsync(bytes);
	});
	if (ok) return result as Array<Instance>;
	return refuse("Studio cannot read it here. Drag it into ReplicatedStorage > Dolly > Recordings instead.");
}

/** Reads the recordings in a model file that Studio saved, each under its instance's name. */
function readSavedModel(bytes: buffer, rate: number, job: Job): Array<Recording> {
	const found = new Array<Recording>();
	for (const root of readInstances(bytes)) {
		for (const holder of [root, ...root.GetDescendants()]) {
			if (!holder.IsA("StringValue") || holder.GetAttribute("Parts") === undefined) continue;
			const isRecording = holder.GetAttribute("Kind") !== undefined;
			for (const recording of readRecordingsFile(holder.Name, readBytes(holder), rate, job)) {
				// Renaming the instance renames the recording.
				found.push(isRecording ? renamed(recording, cleanName(holder.Name)) : recording);
			}
		}
		root.Destroy();
	}
	if (found.isEmpty()) refuse("It holds no recording.");
	return found;
}

/**
 * Reads the recordings in a file of any format, recognised by its first bytes. `rate` applies to formats without one:
 * archives, SNAPV1.3 and the cameras of models. Cameras of models get the same scale as in the Import panel, so that
 * files written by Dolly keep theirs.
 */
export function readRecordingsFile(file: string, bytes: buffer, rate: number, job: Job): Array<Recording> {
	const title = titleOf(file);
	const start = buffer.readstring(bytes, 0, math.min(buffer.len(bytes), TEXT_START.size()));
	if (start === TEXT_START) return new RecordingTextReader().read(buffer.tostring(bytes));
	if (start === RBXM_START) return readSavedModel(bytes, rate, job);
	// An archive can begin like JSON.
	const isText = file.lower().match("%.gltf$")[0] !== undefined;
	if (start.sub(1, GLB_START.size()) === GLB_START || isText) {
		const { cameras } = readModel(bytes, { name: title, job });
		if (cameras.isEmpty()) refuse("It holds no camera that moves.");
		return cameras.map((path) =>
			takeFromPath(path, { name: cleanName(path.name === "" ? title : path.name), rate, job }),
		);
	}
	const recordings = decodeFile(bytes, rate, job);
	if (recordings.isEmpty()) refuse("It holds no recording.");
	return recordings.map((recording) => renamed(recording, recording.name === "" ? title : recording.name));
}
