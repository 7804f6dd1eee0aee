import type { Scene } from "../plugin/panel-scenes";
import { fly, openDemo } from "./open-demo";

/** The demo's HUD over what the visitor sees. */
export function visitPanels(visit: (scene: Scene) => void): void {
	for (const [name, width, height] of [
		["demo-hud", 960, 540],
		["demo-hud-phone", 390, 844],
	] as const) {
		const { session, hud } = openDemo({ screen: [width, height] });
		const behind = session.game.GetService("Workspace");
		session.pressKey("I");
		session.pressKey("B");
		session.pressKey("R");
		fly(session, 4);
		session.pressKey("R");
		session.step(1 / 60);
		visit({ name, width, height, entries: session.userInput.layout(hud), behind, density: 1 });
	}
}
