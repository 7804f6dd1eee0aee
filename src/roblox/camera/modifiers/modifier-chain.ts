import { checkArray, describeValue, itemOf } from "../../../bytes/check-argument";
import { fail, problemOf } from "../../../bytes/fail";
import { atSeconds } from "../../../motion/camera-path";
import { Outcome } from "../../call-at-once";
import { BuiltInModifier, Modifier, Moment, WorkingModifier } from "./modifier";

/** The max field of view that can be drawn, in degrees, exclusive. */
const WIDEST = 180;

/** The problem of a modifier that returns itself: its function lacks the first argument, which is the modifier. */
const ITSELF = "itself instead of a CFrame";
const ITSELF_HINT =
	"; apply is a method whose first argument is the modifier itself: function modifier:apply(cframe, …)";

/** Returns whether every component of a CFrame is finite. */
export function isFiniteCFrame(cframe: CFrame): boolean {
	const [x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz] = cframe.GetComponents();
	const sum = x + y + z + xx + yx + zx + xy + yy + zy + xz + yz + zz;
	// NaN for NaN and for infinities.
	return sum - sum === 0;
}

export class ModifierChain {
	/** The view: before `run` without the modifiers, after it with them. */
	public cframe = CFrame.identity;
	public fieldOfView = 0;
	public readonly moment: Moment;

	/** By index: the state of a built-in modifier, or a modifier of the user. */
	private readonly working = new Map<number, WorkingModifier>();
	private readonly modifiers: Array<Modifier>;
	/** The modifier being called, and the problem with its result. */
	private index = 0;
	private problem?: string;

	constructor(
		modifiers: ReadonlyArray<Modifier>,
		duration: number,
		private readonly caller: string,
	) {
		checkArray(modifiers, caller, "modifiers");
		modifiers.forEach((modifier: unknown, index) => {
			const { apply, restart } = (typeIs(modifier, "table") ? modifier : {}) as { apply?: unknown; restart?: unknown };
			if (typeIs(apply, "function") && (restart === undefined || typeIs(restart, "function"))) return;
			fail(caller, `${itemOf("modifiers", index)} is ${describeValue(modifier)}; expected a Modifier`);
		});
		this.modifiers = [...modifiers];
		this.modifiers.forEach((modifier, index) => {
			if (modifier instanceof BuiltInModifier) this.working.set(index, modifier.work());
		});
		this.moment = { seconds: 0, duration, start: 0, seam: 0, now: 0, isRestart: true };
	}

	public isEmpty(): boolean {
		return this.modifiers.isEmpty();
	}

	/** Runs all modifiers. Those of the user may do anything: call it with `callAtOnce`, then `check`. */
	public static run(this: void, chain: ModifierChain): void {
		const { modifiers, working, moment } = chain;
		chain.problem = undefined;
		for (const index of $range(0, modifiers.size() - 1)) {
			chain.index = index;
			const built = working.get(index);
			if (built) {
				const [cframe, fieldOfView] = built.apply(chain.cframe, chain.fieldOfView, moment);
				chain.cframe = cframe;
				chain.fieldOfView = fieldOfView;
				continue;
			}
			const modifier = modifiers[index];
			if (moment.isRestart) modifier.restart?.(moment.seconds);
			const [cframe, fieldOfView] = modifier.apply(chain.cframe, chain.fieldOfView, moment.seconds);
			if ((cframe as unknown) === modifier) chain.problem = ITSELF;
			else chain.accept(cframe, fieldOfView);
			if (chain.problem !== undefined) return;
		}
	}

	/** Refuses an invalid result of `run`. */
	public check(outcome: Outcome, problem: unknown): void {
		const { moment, caller } = this;
		if (outcome === Outcome.Returned && this.problem === undefined) {
			if (!isFiniteCFrame(this.cframe))
				fail(caller, `modifiers leave the range of numbers ${atSeconds(moment.seconds)}`);
			return;
		}
		const who = itemOf("modifiers", this.index);
		const at = atSeconds(moment.seconds);
		if (outcome === Outcome.Failed) fail(caller, `${who} failed ${at}: ${problemOf(problem)}`);
		if (outcome === Outcome.Yielded) fail(caller, `${who} yielded ${at}; expected a CFrame without a wait`);
		fail(caller, `${who} returned ${this.problem} ${at}${this.problem === ITSELF ? ITSELF_HINT : ""}`);
	}

	/** Accepts the result of a user's modifier, if it is valid. */
	private accept(cframe: unknown, fieldOfView: unknown): void {
		if (!typeIs(cframe, "CFrame")) {
			this.problem = `${cframe === undefined ? "nothing" : describeValue(cframe)} instead of a CFrame`;
		} else if (!isFiniteCFrame(cframe)) {
			this.problem = "a CFrame that is not finite";
		} else if (
			fieldOfView !== undefined &&
			!(typeIs(fieldOfView, "number") && fieldOfView >= 0 && fieldOfView < WIDEST)
		) {
			this.problem = `${describeValue(fieldOfView)} instead of a field of view`;
		} else {
			this.cframe = cframe;
			if (fieldOfView !== undefined) this.fieldOfView = fieldOfView as number;
		}
	}
}
