import { Job, readModel, Take, takeFromPath } from "../../src";
import { refuse } from "../sentence";
import { decodeTakes } from "./decode-takes";
import { cleanName } from "../place/clean-name";
import { TakeTextReader } from "./take-text";

/** What the prompt offers: archives, SNAPV1.3 and packed takes by any of these names, text that was copied, and models. */
export const TAKE_EXTENSIONS = ["archive", "bin", "snap", "take", "txt", "glb"];

/** The name without its extension. */
function titleOf(name: string): string {
	const [title] = name.match("^(.+)%.[^.]*$");
	return typeIs(title, "string") ? title : name;
}

/**
 * The takes in a file, whatever it is by its first bytes. `rate` is for those whose files do not have it: archives, SNAPV1.3,
 * and the cameras of models.
 */
export function readTakesFile(file: string, bytes: buffer, rate: number, job: Job): Array<Take> {
	const title = titleOf(file);
	const start = buffer.readstring(bytes, 0, math.min(buffer.len(bytes), 7));
	if (start.match("^dolly1 ")[0] !== undefined) return new TakeTextReader().read(buffer.tostring(bytes));
	if (start.sub(1, 4) === "glTF") {
		const { cameras } = readModel(bytes, { name: title, job });
		if (cameras.isEmpty()) refuse("It holds no camera that moves.");
		return cameras.map((path) =>
			takeFromPath(path, { name: cleanName(path.name === "" ? title : path.name), rate, job }),
		);
	}
	const takes = decodeTakes(bytes, rate, job);
	if (takes.isEmpty()) refuse("It holds no take.");
	return takes.map((take) => ({ ...take, name: take.name === "" ? title : take.name }));
}
