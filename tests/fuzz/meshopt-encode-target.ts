import { EncodeMeshoptOptions } from "../../src/meshopt/encode";
import { MeshoptMode } from "../../src/meshopt/layout";
import { encodeAndCompare, encodeLossless } from "../meshopt/encoder-cases";
import { Target } from "./fuzz";

const MODES: Array<MeshoptMode> = ["ATTRIBUTES", "TRIANGLES", "INDICES"];

/** Mode, version and stride stand before the elements, so that they are damaged too. */
const HEAD = 4;

const SEEDS = 200;

/** Any bytes are something to encode: what is not refused must decode to itself. */
export function meshoptEncodeTarget(): Target {
	const seeds = encodeLossless(SEEDS, 4).map(({ source, options }) => {
		const seed = buffer.create(HEAD + buffer.len(source));
		buffer.writeu8(seed, 0, MODES.indexOf(options.mode));
		buffer.writeu8(seed, 1, options.version ?? 1);
		buffer.writeu16(seed, 2, options.byteStride);
		buffer.copy(seed, HEAD, source);
		return seed;
	});
	return {
		name: "meshopt-encode",
		seeds,
		read: (input) => {
			if (buffer.len(input) < HEAD) return undefined;
			const mode = MODES[buffer.readu8(input, 0) % MODES.size()];
			const byteStride = math.max(buffer.readu16(input, 2), 1);
			const source = buffer.create(buffer.len(input) - HEAD);
			buffer.copy(source, 0, input, HEAD);
			const count = buffer.len(source).idiv(byteStride);
			const options: EncodeMeshoptOptions = {
				mode,
				byteStride,
				count,
				version: (buffer.readu8(input, 1) % 2) as 0 | 1,
			};
			const [ok, problem] = pcall(encodeAndCompare, source, options);
			if (!ok) {
				if (tostring(problem).sub(1, 23) === "[dolly] encodeMeshopt: ") error(problem, 0);
				return tostring(problem);
			}
			return undefined;
		},
	};
}
