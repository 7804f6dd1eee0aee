/** A file that a person chose. */
export interface SourceFile {
	/** With its extension, without a path. */
	name: string;
	bytes: buffer;
}

/**
 * What the prompt offers. A `.bin` goes with its `.gltf`, and images with what shows them; a `.bin` by itself is taken for a
 * camera archive, as `.archive` is.
 */
export const EXTENSIONS = ["glb", "gltf", "bin", "mdx", "mrn", "nsa", "archive", "png", "jpg", "jpeg", "blp"];

export function extensionOf(name: string): string {
	const [extension] = name.match("%.([^.]+)$");
	return typeIs(extension, "string") ? extension.lower() : "";
}

/** The name without its extension. */
export function titleOf(name: string): string {
	const [title] = name.match("^(.-)%.?[^.]*$");
	return typeIs(title, "string") && title !== "" ? title : name;
}
