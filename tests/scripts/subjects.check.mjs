import assert from "node:assert/strict";
import { refuseSubject } from "../../scripts/check-subjects.mjs";

export const checks = {
	"a commit's subject has at most 72 characters, a capital letter first and no full stop": () => {
		assert.equal(refuseSubject("Keep camera type that the game sets"), undefined);
		assert.equal(refuseSubject(`A${"a".repeat(71)}`), undefined);
		assert.match(refuseSubject(`A${"a".repeat(72)}`), /73 characters/);
		assert.match(refuseSubject("keep it"), /capital/);
		assert.match(refuseSubject("Keep it."), /full stop/);
		assert.match(refuseSubject("fixup! Keep it"), /folded/);
	},
};
