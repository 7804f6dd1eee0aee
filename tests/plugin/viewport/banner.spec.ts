import { root, source } from "@rbxts/vide";
import { showInViewport } from "../../../plugin/viewport/viewport-banner";
import { GROUND_TRANSPARENCY, INK, PAPER, TEXT } from "../../../plugin/viewport/screen-colors";
import { contrastOf } from "../../../ui/contrast";
import { theme } from "../../../ui/theme";
import { headless } from "../../headless";

export = () => {
	const test = headless ? it : itSKIP;

	test("shows a text over the viewport while there is one, until its scope ends", () => {
		headless!.enter("Edit");
		const ground = game.GetService("CoreGui");
		const text = source("");
		const [destroy] = root((stop) => {
			showInViewport(text);
			return stop;
		});
		const screen = ground.FindFirstChild("DollyBanner") as ScreenGui;
		expect(screen.Enabled).to.equal(false);
		expect(screen.Archivable).to.equal(false);
		text("Recording in 3. Press Esc to cancel.");
		expect(screen.Enabled).to.equal(true);
		expect((screen.FindFirstChild("Text", true) as TextLabel).Text).to.equal("Recording in 3. Press Esc to cancel.");
		destroy();
		expect(ground.FindFirstChild("DollyBanner")).never.to.be.ok();
	});

	it("has texts that can be read, whatever the place looks like behind them", () => {
		for (const behind of [new Color3(1, 1, 1), new Color3(0, 0, 0)]) {
			expect(contrastOf(TEXT, INK.Lerp(behind, GROUND_TRANSPARENCY)) >= 4.5).to.equal(true);
		}
		expect(contrastOf(INK, PAPER) >= 4.5).to.equal(true);
		expect(contrastOf(INK, theme().accentLine) >= 4.5).to.equal(true);
	});
};
