import { source } from "@rbxts/vide";
import { diagnose, Diagnosis } from "../../src";
import { ALLOW_SCRIPTS, isInjectionRefusal } from "../place/insert-script";
import { sentenceOf } from "../sentence";

/** Checks whether Studio lets the plugin add scripts. Studio asks the user if they have not answered yet. */
function checkScripts(): Diagnosis {
	const name = "Scripts in the place";
	const probe = new Instance("ModuleScript");
	const [ok, problem] = pcall(() => (probe.Source = "return nil"));
	probe.Destroy();
	if (ok) return { name, ok, text: "Dolly may add playing code as a LocalScript." };
	const needed = "Takes and imports need no scripts; only playing code cannot be added as a LocalScript.";
	return { name, ok, text: `${needed} ${isInjectionRefusal(problem) ? ALLOW_SCRIPTS : sentenceOf(problem)}` };
}

/** The contents of the Diagnose panel. */
export class DiagnoseSession {
	public readonly lines = source<ReadonlyArray<Diagnosis>>([]);
	public readonly isBusy = source(false);

	/** Runs all checks again. Only the user starts this, because Studio may ask them about scripts. */
	public run(): void {
		if (this.isBusy()) return;
		this.isBusy(true);
		this.lines([]);
		task.spawn(() => {
			const lines = diagnose();
			lines.push(checkScripts());
			this.lines(lines);
			this.isBusy(false);
		});
	}
}
