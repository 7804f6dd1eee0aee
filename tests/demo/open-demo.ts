import { headless } from "../headless";
import type { Session } from "../headless/session";

export interface DemoOptions {
	/** 0 for a place that was never published. */
	placeId?: number;
	/** Whether the client starts before anything of the scene has been streamed to it. */
	isStreamedOut?: boolean;
	/** Whether the opening is skipped, as Space does. Defaults to true. */
	skipsOpening?: boolean;
	/** Whether the Mesh / Image APIs are on. Defaults to true. */
	hasMeshApis?: boolean;
	/** The size of the screen. Defaults to 1280 by 720. */
	screen?: [width: number, height: number];
}

/** The built demo place, running as a server with one player on it. */
export function openDemo({
	placeId,
	isStreamedOut,
	skipsOpening = true,
	hasMeshApis = true,
	screen,
}: DemoOptions = {}) {
	const session = headless!.open({ file: "dist/demo.rbxl", context: "PlayServer" });
	if (placeId !== undefined) session.setPlaceId(placeId);
	session.assets.setMeshApis(hasMeshApis);
	if (screen) session.viewport.resize(...screen);
	const player = session.players.join("Ada");
	session.players.setLocal(player);
	session.runScript(session.game.GetService("ServerScriptService").FindFirstChild("start")!);
	// Both sides share a DataModel here: what has not been streamed is what the server has not got either.
	if (isStreamedOut) session.game.GetService("Workspace").FindFirstChild("Park")!.Destroy();
	session.runScript(session.game.GetService("StarterPlayer").FindFirstChild("start", true)!);
	if (skipsOpening) {
		session.advance(0.25);
		session.pressKey("Space");
		session.advance(0.25);
	}
	const hud = player.FindFirstChild("PlayerGui")!.FindFirstChild("DollyHud")!;
	return { session, hud, player };
}

/** Moves the camera along a circle around the middle of the park for `seconds`. */
export function fly(session: Session, seconds: number): void {
	const camera = session.game.GetService("Workspace").CurrentCamera!;
	const started = session.now();
	while (session.now() < started + seconds - 1e-6) {
		const angle = session.now() - started;
		camera.CFrame = CFrame.lookAt(new Vector3(math.cos(angle) * 30, 12, math.sin(angle) * 30), new Vector3(0, 8, 0));
		session.step(1 / 60);
	}
}
