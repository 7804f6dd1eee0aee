import { HttpService } from "@rbxts/services";
import { encodeBase64 } from "../../src/codecs";
import { readModel } from "../../src";
import { mutate } from "../mutate";
import { fromBase64, oracleData } from "../oracle-data";
import { Seeded } from "../random";
import { Target } from "./fuzz";
import { sceneFault } from "./scene-fault";

type Tree = { [key: string]: unknown };

/** The names that buffers and files beside the document have, of which some mean the same file and others none. */
const NAMES = ["a.bin", "A.BIN", "b/a.bin", "b\\a.bin", "%61.bin", "a%2ebin", "a.bin/", "%", "", "c.bin"];

function percentEncoded(bytes: buffer): string {
	const letters = new Array<string>();
	for (const at of $range(0, buffer.len(bytes) - 1)) letters.push(string.format("%%%02x", buffer.readu8(bytes, at)));
	return letters.join("");
}

/** glTF whose buffer is a data URI, damaged or not, or a file beside it, of any length and under names that may fit. */
export function uriTarget(): Target {
	const seeds = oracleData<{ seeds: Array<string> }>("gltf").seeds.map((seed) => fromBase64(seed));
	const whole = seeds.filter((seed) => {
		return (
			buffer.len(seed) > 20 &&
			buffer.readstring(seed, 0, 4) === "glTF" &&
			28 + buffer.readu32(seed, 12) < buffer.len(seed)
		);
	});
	const nameOf = (random: Seeded) => NAMES[random.int(0, NAMES.size() - 1)];
	const uriOf = (binary: buffer, random: Seeded): string => {
		const kind = random.int(0, 2);
		if (kind === 0) return nameOf(random);
		const uri = kind === 1 ? `data:;base64,${encodeBase64(binary)}` : `data:,${percentEncoded(binary)}`;
		if (random.int(0, 1) === 0) return uri;
		// What is no ASCII would be no JSON.
		const text = buffer.fromstring(uri);
		const [damaged] = buffer.tostring(mutate(text, text, random)).gsub("[^\x20-\x7e]", "%%");
		return damaged;
	};
	return {
		name: "uris",
		seeds: [],
		make: (random) => {
			const seed = whole[random.int(0, whole.size() - 1)];
			const size = buffer.readu32(seed, 12);
			const tree = HttpService.JSONDecode(buffer.readstring(seed, 20, size)) as Tree;
			const binary = buffer.fromstring(buffer.readstring(seed, 28 + size, buffer.len(seed) - 28 - size));
			for (const definition of (tree.buffers ?? []) as Array<Tree>) {
				definition.uri = uriOf(binary, random);
				if (random.int(0, 3) === 0) definition.byteLength = math.floor(2 ** random.between(0, 54));
			}
			return buffer.fromstring(HttpService.JSONEncode(tree));
		},
		read: (input, random, job) => {
			const files = new Map<string, buffer>();
			for (const _ of $range(0, random.int(0, 3))) files.set(nameOf(random), buffer.create(random.int(0, 20_000)));
			return sceneFault(readModel(input, { files, job }), random, job);
		},
	};
}
