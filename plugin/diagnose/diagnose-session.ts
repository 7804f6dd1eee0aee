import { source } from "@rbxts/vide";
import { diagnose, Diagnosis } from "../../src";
import { ALLOW_SCRIPTS, isInjectionRefusal } from "../place/insert-script";
import { sentenceOf } from "../sentence";

/** Whether Studio lets the plugin add scripts. Where the person has not answered yet, Studio asks them. */
function checkScripts(): Diagnosis {
	const name = "Scripts in the place";
	const probe = new Instance("ModuleScript");
	const [ok, problem] = pcall(() => (probe.Source = "return nil"));
	probe.Destroy();
	if (ok) return { name, ok, text: "Dolly may add playing code as a LocalScript." };
	const needed = "Takes and imports do without scripts; only playing code cannot be added as a LocalScript.";
	return { name, ok, text: `${needed} ${isInjectionRefusal(problem) ? ALLOW_SCRIPTS : sentenceOf(problem)}` };
}

/** What the Diagnose panel shows. */
export class DiagnoseSession {
	public readonly lines = source<ReadonlyArray<Diagnosis>>([]);
	public readonly isBusy = source(false);

	/** Asks everything anew. Only a person starts this: Studio may ask them about scripts. */
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
