import Vide, { cleanup, mount } from "@rbxts/vide";

/** Shows a ScreenGui over the viewport until the current scope ends. It is not part of the place. */
export function showScreen(draw: () => Vide.Node): void {
	const ground = game.GetService("CoreGui");
	let screen: Instance | undefined;
	const unmount = mount(() => {
		const drawn = draw();
		screen = drawn as unknown as Instance;
		return drawn;
	}, ground);
	cleanup(() => {
		unmount();
		screen?.Destroy();
	});
}
