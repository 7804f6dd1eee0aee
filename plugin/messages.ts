import { source } from "@rbxts/vide";
import { sentenceOf } from "./sentence";

/** The message of the status line: one sentence, which the next one replaces. */
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

	/** Runs a function that may yield or fail. A failure becomes the message. */
	public attempt(body: () => void): void {
		task.spawn(() => {
			const [ok, problem] = pcall(body);
			if (!ok) this.complain(problem);
		});
	}
}
