import { decodeArchive, readModel, Scene, Take } from "../../src";
import type { LongWork } from "../long-work";
import { cleanName } from "../place/clean-name";
import { refuse } from "../sentence";
import { readingProblem } from "./plain-words";
import { extensionOf, SourceFile, titleOf } from "./source-file";

/** The contents of the chosen files. */
export interface Contents {
	/** The import's name: that of the main file. */
	title: string;
	/** The file that the others belong to. */
	main: string;
	format: string;
	/** Studs per unit of the file, unless the user chooses otherwise. */
	scale: number;
	/** In the file's own unit of length and axes. */
	scene?: Scene;
	/** Takes of a camera archive. The file does not store their rate; the user sets it. */
	takes: Array<Take>;
	/** What reading left out, approximated or found odd, one line per kind. */
	report: Array<string>;
}

/** Extensions by precedence: the first that is present is the main file. */
const MAIN_FIRST = ["glb", "gltf", "mdx", "nsa", "mrn", "archive", "bin"];

/** The rate of archives unless the user sets one. */
const ASSUMED_RATE = 60;

/** Extensions of camera recordings, which cannot be recognised by their first bytes. */
const ARCHIVES = ["archive", "bin"];

/** Reads the chosen files: a main file and the files that it needs. Fails with a message if they cannot be read. */
export function readContents(files: Array<SourceFile>, work: LongWork): Contents {
	const rankOf = (file: SourceFile) => MAIN_FIRST.indexOf(extensionOf(file.name));
	const known = files.filter((file) => rankOf(file) >= 0);
	const [main] = known.sort((a, b) => rankOf(a) < rankOf(b));
	if (!main) refuse(files.isEmpty() ? "No file was chosen." : `"${files[0].name}" cannot be imported.`);
	const name = cleanName(titleOf(main.name));
	const title = name === "" ? "Import" : name;
	work.progress(0.1, `Reading ${main.name}`);
	const [ok, contents] = pcall(() => readMain(main, title, files, work));
	// A cancelled run ends here.
	work.pausePoint();
	if (!ok) refuse(readingProblem(main.name, contents));
	return contents as Contents;
}

/** Reads the main file and the files that it needs. */
function readMain(main: SourceFile, title: string, files: Array<SourceFile>, work: LongWork): Contents {
	if (ARCHIVES.includes(extensionOf(main.name))) {
		const takes = decodeArchive(main.bytes, ASSUMED_RATE);
		return { title, main: main.name, format: "Camera archive", scale: 1, takes, report: [] };
	}
	const others = new Map<string, buffer>();
	for (const file of files) if (file !== main) others.set(file.name, file.bytes);
	const scene = readModel(main.bytes, { files: others, name: title, scale: 1, job: work.job });
	return {
		title,
		main: main.name,
		format: scene.format,
		scale: scene.studs,
		scene,
		takes: [],
		report: scene.report,
	};
}
