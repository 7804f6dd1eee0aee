import { readGltf } from "../../src/roblox/read-gltf";
import { checkValid } from "../formats/gltf/damaged-files";
import { fromBase64, oracleData } from "../oracle-data";
import { Target } from "./fuzz";

export function gltfTarget(): Target {
	return {
		name: "gltf",
		seeds: oracleData<{ seeds: Array<string> }>("gltf").seeds.map((seed) => fromBase64(seed)),
		read: (input) => {
			checkValid(readGltf(input));
			return undefined;
		},
	};
}
