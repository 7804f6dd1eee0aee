//!native
//!optimize 2
import { fail } from "../../bytes/fail";

/** The states of a column in a block: the same number in every frame, or differences of an order in a stream. */
export const enum Column {
	/** Zeros; nothing is stored. */
	Zero = 0,
	/** One number. */
	Constant = 1,
	/**
	 * The numbers themselves, their first differences, or their second differences. Subtract this to get the order.
	 */
	Order0 = 2,
	Order1 = 3,
	Order2 = 4,
}

/** The number of states, and of the bytes that encode three of them. */
export const STATES = 5;
const TRIPLES = STATES * STATES * STATES;

/** Returns how many numbers of a column are stored beside its stream, two bytes each, by its state. */
export function seedsOf(state: number): number {
	return state === Column.Constant ? 1 : math.max(state - Column.Order0, 0);
}

/** Returns the states of three columns as a byte. */
export function tripleOf(x: number, y: number, z: number): number {
	return x + STATES * y + STATES * STATES * z;
}

/** Returns the state of one of the three columns, 0 to 2, of a byte. */
export function stateIn(triple: number, axis: number): number {
	return triple.idiv(STATES ** axis) % STATES;
}

/** Refuses a byte at `place` that does not encode three states. */
export function checkTriple(triple: number, place: number): void {
	if (triple >= TRIPLES) fail("replay", `columns of states ${triple} do not exist`, place);
}
