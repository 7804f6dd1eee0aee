import { source } from "@rbxts/vide";
import { sentenceOf } from "./sentence";

/** What the status line says to the person: one sentence, which the next one takes the place of. */
export class Messages {
	public readonly text = source("");
	public readonly isProblem = source(false);

	public say(text: string): void {
		this.isProblem(false);
		this.text(text);
	}

	public complain(problem: unknown): void {
		this.isProblem(true);
		this.text(sentenceOf(problem));
	}

	/** Runs what may yield or fail; a failure is said. */
	public attempt(body: () => void): void {
		task.spawn(() => {
			const [ok, problem] = pcall(body);
			if (!ok) this.complain(problem);
		});
	}
}
