//!native
//!optimize 2
import { breathe } from "../../breathe";
import { newTally, Tally, Target, tryOne } from "../../fuzz/fuzz";

export interface Damage {
	/** What went wrong, each with the seed that shows it again. */
	findings: Array<string>;
	tally: Tally;
}

/** Has a reader read `count` damaged inputs. */
export function damage(target: Target, count: number): Damage {
	const tally = newTally(target.name);
	const findings = new Array<string>();
	const prefix = `[dolly] ${target.name}: `;
	const read: Target = {
		...target,
		read: (input, random, work) => {
			const [ok, result] = pcall(target.read, input, random, work);
			if (ok) return result as string | undefined;
			// The message has to name the format, not only the library.
			const message = tostring(result);
			error(message.sub(1, prefix.size()) === prefix ? message : `unexpected: ${message}`, 0);
		},
	};
	for (const seed of $range(1, count)) {
		breathe();
		const finding = tryOne(read, seed, os.clock, tally);
		if (finding && findings.size() < 10) findings.push(`seed ${seed}: ${finding.problem}`);
	}
	return { findings, tally };
}
