//!native
//!optimize 2
import { ClipPieces } from "../../src/scene/clip-pieces";
import { breathe } from "../breathe";

/** How many kilobytes so many samplings leave behind, away from the specs, whose framework makes some too. */
export function pieceKilobytes(pieces: ClipPieces, calls: number): number {
	breathe();
	for (const call of $range(1, 300)) pieces.sample(call / 60);
	const before = gcinfo();
	for (const call of $range(1, calls)) pieces.sample(call / 60);
	return gcinfo() - before;
}
