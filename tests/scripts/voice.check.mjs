import assert from "node:assert/strict";
import { checkVoice, commentsOf, findTooMany, proseOf } from "../../scripts/lint/voice.mjs";

/** A page of a thousand words, some of which are given. */
const page = (path, ...words) => ({ path, text: [...words, ...new Array(1000 - words.length).fill("word")].join(" ") });

export const checks = {
	"prose within its ceilings has no problems": () => {
		assert.deepEqual(
			findTooMany([page("a.md", "where"), page("b.md", "Where", "where")], { where: 1.5, alone: 0 }),
			[],
		);
	},
	"a word over its ceiling is named with the files that have most of it": () => {
		const files = [page("a.md", "where"), page("b.md"), page("c.md", "where", "Where", "where")];
		assert.deepEqual(findTooMany(files, { where: 1.3 }), [
			'"where": 1.33 per 1,000 words; at most 1.3: c.md (3), a.md (1)',
		]);
		assert.deepEqual(findTooMany(files, { where: 4 / 3 }), []);
	},
	"one phrase is too many where none is allowed": () => {
		const files = [
			page("a.md"),
			{ path: "b.md", text: "The rate is 60 unless told otherwise, and the key of before is none." },
		];
		const problems = findTooMany(files, { "unless told or given": 0, "of before": 0, "is none": 0, whoever: 0 });
		assert.deepEqual(
			problems.map((line) => line.split(":")[0]),
			['"unless told or given"', '"of before"', '"is none"'],
		);
	},
	"a word inside another is not counted": () => {
		const text = "somewhere, nowhere, standalone, forgives";
		assert.deepEqual(findTooMany([{ path: "a.md", text }], { where: 0, alone: 0, gives: 0 }), []);
	},
	"code is not prose, and comments are": () => {
		assert.equal(proseOf("a\n```ts\nwhere\n```\nb"), "a\n\nb");
		assert.equal(commentsOf("/** One. */\nconst where = 1; // Two.\n"), "/** One. */\n// Two.");
	},
	"this project's prose is within its ceilings": () => {
		assert.deepEqual(checkVoice(), []);
	},
};
