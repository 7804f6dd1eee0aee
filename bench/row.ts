/**
 * One line of the table that `npm run bench` prints. A file `bench/<name>.bench.ts` exports a function that gives its
 * rows; `bench/<name>.rival.mjs` beside it, where there is one, prepares inputs and measures rivals in Node.
 *
 * @example
 * export = (): Array<BenchRow> => [{ name: "decode", unit: "MB/s", work: 2, body: () => decode(source, target) }];
 */
export interface BenchRow {
	/** What is measured; a rival names it to stand beside it. */
	name: string;
	/** What `work` over seconds is, such as `MB/s` or `frames/s`. */
	unit: string;
	/** How much of the unit one call of `body` does. A call should take 0.1 ms or more, for the clock's sake. */
	work: number;
	body: () => void;
	/** The bytes that `body` makes, which must agree with every rival's before anything is timed. */
	result?: () => buffer;
	/** Whether engine values and instances are stubs while it runs, so that the library's own work alone is timed. */
	stubbed?: boolean;
	/** The row of the same file that is the rival where the rival is Luau too. */
	against?: string;
}
