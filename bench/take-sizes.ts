import { encodeTake } from "../src/camera";
import { readFlights } from "./read-flights";

/** The bytes that each flight takes, a line of JSON each. */
export const verdict = readFlights()
	.map((take) => `${take.name}\t${buffer.len(encodeTake(take)) / take.count}`)
	.join("\n");
