import type { Scene } from "../plugin/panel-scenes";
import { openDemo } from "./open-demo";

/** The picture's size, and shots per second. */
const WIDTH = 960;
const HEIGHT = 540;
const RATE = 15;
const SECONDS = 10;

/** The demo's first ten seconds, as a visitor sees them. */
export function visitPanels(visit: (scene: Scene) => void): void {
	const { session, player } = openDemo({ skipsOpening: false, screen: [WIDTH, HEIGHT] });
	const behind = session.game.GetService("Workspace");
	const screen = player.FindFirstChild("PlayerGui")!.FindFirstChild("DollyOpening")!;
	for (const shot of $range(1, SECONDS * RATE)) {
		session.advance(1 / RATE);
		const entries = session.userInput.layout(screen);
		visit({ name: `${shot}`, width: WIDTH, height: HEIGHT, entries, behind });
	}
	const errors = session.takeErrors();
	assert(errors.isEmpty(), errors.join("\n"));
}
