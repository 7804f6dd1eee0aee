import { FRAME_SIZE } from "../../take/frame";
import { Take, trustTake } from "../../take/take";

/** One take of all that an archive holds, with a cut before each but the first: stores of before kept several under a key. */
export function joinArchive(takes: Array<Take>, rate: number): Take {
	if (takes.size() === 1) return takes[0];
	let count = 0;
	for (const take of takes) count += take.count;
	const frames = buffer.create(count * FRAME_SIZE);
	const cuts = new Array<number>();
	let first = 0;
	for (const take of takes) {
		buffer.copy(frames, first * FRAME_SIZE, take.frames);
		if (first > 0 && take.count > 0) cuts.push(first);
		for (const cut of take.cuts) cuts.push(first + cut);
		first += take.count;
	}
	const map = takes.isEmpty() ? "" : takes[0].map;
	return trustTake({ name: map, map, rate, count, frames, markers: [], cuts });
}
