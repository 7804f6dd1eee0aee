import { decodeBase64, encodeBase64 } from "../../src/codecs";
import { decodeRecording, encodeRecording } from "../../src";
import { mutate } from "../mutate";
import { Seeded } from "../random";
import { randomTake } from "../take/packed/random-take";
import { Target } from "./fuzz";

/** Text as people paste it: takes in Base64, of which the bytes or the letters are damaged, with lines and spaces in it. */
export function textTarget(): Target {
	const chance = new Seeded(4);
	const takes = [0, 1, 30, 300].map((count) => encodeRecording(randomTake(count, chance)));
	return {
		name: "text",
		seeds: [],
		make: (random) => {
			const take = takes[random.int(0, takes.size() - 1)];
			const bytes = random.int(0, 1) === 0 ? mutate(take, take, random) : take;
			let text = encodeBase64(bytes);
			if (random.int(0, 1) === 0) [text] = text.gsub("(..........)", "%1\r\n ");
			const pasted = buffer.fromstring(text);
			return random.int(0, 1) === 0 ? mutate(pasted, pasted, random) : pasted;
		},
		read: (input, _, job) => {
			decodeRecording(decodeBase64(buffer.tostring(input)), { job });
			return undefined;
		},
	};
}
