import { fromBase64, oracleData } from "../../oracle-data";

/** Pixels as `tests/oracle/surfaces.mjs` has them: RGBA, Base64. */
export interface ExpectedImage {
	width: number;
	height: number;
	pixels: string;
}

/** A model, and what of its first part must arrive in the engine. */
export interface SurfaceCase {
	glb: string;
	files: { [name: string]: string };
	expected: {
		color: Array<number>;
		transparency: number;
		doubleSided: boolean;
		texture?: ExpectedImage;
		/** The maps of its SurfaceAppearance: these and no others. */
		maps?: { [map: string]: ExpectedImage };
		/** Those of the second part. */
		second?: { [map: string]: ExpectedImage };
		surface?: { alphaMode: string; color: Array<number>; emissiveTint?: Array<number>; emissiveStrength?: number };
		/** Texture coordinates of the vertices at these places, in metres. */
		coordinates?: { places: Array<Array<number>>; uvs: Array<Array<number>> };
		/** For each set of the scene's mesh. */
		sceneCoordinates?: Array<Array<Array<number>>>;
		vertexAlphas?: Array<number>;
		/** What a line of the report starts with; `quiet` where there is none. */
		report?: string;
		quiet?: boolean;
	};
}

interface SurfaceData {
	cases: { [name: string]: SurfaceCase };
	/** A BLP2 of two alphas. */
	blp: { file: string; image: ExpectedImage };
}

export const surfaceData = () => oracleData<SurfaceData>("surfaces");

export function surfaceCase(name: string): SurfaceCase {
	const found = surfaceData().cases[name];
	assert(found !== undefined, `there is no case "${name}"`);
	return found;
}

const MAPS = ["ColorMap", "MetalnessMap", "NormalMap", "RoughnessMap"];

function imageIn(content: Content): EditableImage | undefined {
	return (content as unknown as { Object?: EditableImage }).Object;
}

/** The image that a part shows as its texture. */
export function textureOf(part: MeshPart): EditableImage | undefined {
	return imageIn(part.TextureContent);
}

/** The images of a surface by the names of its maps. */
export function mapsOf(surface: SurfaceAppearance): Map<string, EditableImage> {
	const found = new Map<string, EditableImage>();
	for (const map of [...MAPS.map((name) => `${name}Content`), "EmissiveMaskContent"]) {
		const image = imageIn((surface as unknown as { [key: string]: Content })[map]);
		if (image) found.set(map.sub(1, -8), image);
	}
	return found;
}

/** How an image differs from what it should be, in words; nothing where it does not. */
export function imageDifference(image: EditableImage | undefined, expected: ExpectedImage | undefined): string {
	if (!image || !expected) return image === expected ? "" : `${image ? "an" : "no"} image`;
	const { X, Y } = image.Size;
	if (X !== expected.width || Y !== expected.height) return `${X} × ${Y}, not ${expected.width} × ${expected.height}`;
	const pixels = image.ReadPixelsBuffer(Vector2.zero, image.Size);
	const wanted = fromBase64(expected.pixels);
	for (const at of $range(0, buffer.len(wanted) - 1)) {
		const [is, should] = [buffer.readu8(pixels, at), buffer.readu8(wanted, at)];
		if (is !== should) return `${is}, not ${should} in channel ${at % 4} of pixel ${at.idiv(4)}`;
	}
	return "";
}

/** How the images of a surface differ from what they should be. */
export function mapsDifference(
	surface: SurfaceAppearance | undefined,
	expected: { [map: string]: ExpectedImage } | undefined,
): string {
	if (!surface || !expected) return surface === expected ? "" : `${surface ? "a" : "no"} surface`;
	const maps = mapsOf(surface);
	const lines = new Array<string>();
	for (const name of [...MAPS, "EmissiveMask"]) {
		const difference = imageDifference(maps.get(name), expected[name]);
		if (difference !== "") lines.push(`${name}: ${difference}`);
	}
	return lines.join("\n");
}
