/** A file that the user chose. */
export interface SourceFile {
	/** With its extension, without a path. */
	name: string;
	bytes: buffer;
}

/**
 * The extensions that the prompt offers. A `.bin` file goes with its `.gltf`, and images with the file that shows them.
 * A `.bin` file by itself is read as a camera archive, like `.archive`.
 */
export const EXTENSIONS = ["glb", "gltf", "bin", "mdx", "mrn", "nsa", "archive", "png", "jpg", "jpeg", "blp"];

export function extensionOf(name: string): string {
	const [extension] = name.match("%.([^.]+)$");
	return typeIs(extension, "string") ? extension.lower() : "";
}

/** Returns the name without its extension. */
export function titleOf(name: string): string {
	const [title] = name.match("^(.-)%.?[^.]*$");
	return typeIs(title, "string") && title !== "" ? title : name;
}
