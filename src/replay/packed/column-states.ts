//!native
//!optimize 2
import { fail } from "../../bytes/fail";

/** What a column of a block is: the same number in every frame, or differences of an order in a stream. */
export const enum Column {
	/** Zeros, of which nothing is stored. */
	Zero = 0,
	/** One number. */
	Constant = 1,
	/** The numbers themselves, their first differences, or their second differences; less these, a state is the order. */
	Order0 = 2,
	Order1 = 3,
	Order2 = 4,
}

/** How many states there are, and how many bytes hold three of them. */
export const STATES = 5;
const TRIPLES = STATES * STATES * STATES;

/** The numbers that are stored of a column beside its stream, two bytes each, by its state. */
export function seedsOf(state: number): number {
	return state === Column.Constant ? 1 : math.max(state - Column.Order0, 0);
}

/** The states of three columns as a byte. */
export function tripleOf(x: number, y: number, z: number): number {
	return x + STATES * y + STATES * STATES * z;
}

/** The state of one of the three columns, 0 to 2, of a byte. */
export function stateIn(triple: number, axis: number): number {
	return triple.idiv(STATES ** axis) % STATES;
}

/** Refuses a byte at `place` that holds no three states. */
export function checkTriple(triple: number, place: number): void {
	if (triple >= TRIPLES) fail("replay", `columns of states ${triple} do not exist`, place);
}
