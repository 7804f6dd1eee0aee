import { readMrn } from "../../src/formats/morpheme/mrn";
import { readNsa } from "../../src/formats/morpheme/nsa";
import { exampleNetwork, STAND, WALK } from "../formats/morpheme/example-network";
import { faultOfMrn, faultOfNsa } from "../formats/morpheme/mutations";
import { Target } from "./fuzz";

export function nsaTarget(): Target {
	return {
		name: "nsa",
		seeds: [buffer.create(0), WALK, STAND],
		read: (input) => {
			const fault = faultOfNsa(readNsa(input, { bakeRoot: true, checkCrc: true }));
			return fault === "" ? undefined : fault;
		},
	};
}

export function mrnTarget(): Target {
	return {
		name: "mrn",
		seeds: [buffer.create(0), exampleNetwork()],
		read: (input) => {
			const fault = faultOfMrn(readMrn(input, { bakeRoot: true }));
			return fault === "" ? undefined : fault;
		},
	};
}
