import { headless } from "../headless";
import { contrastOf, contrasts } from "./contrast";

export = () => {
	const test = headless ? it : itSKIP;

	test("counts as WCAG does", () => {
		expect(contrastOf(new Color3(1, 1, 1), new Color3())).to.be.near(21, 1e-6);
		// #777777 on white is the well-known grey that just fails 4.5.
		expect(contrastOf(Color3.fromRGB(119, 119, 119), new Color3(1, 1, 1))).to.be.near(4.48, 0.005);
		expect(contrastOf(Color3.fromRGB(255, 255, 255), Color3.fromRGB(0, 162, 255))).to.be.near(2.76, 0.005);
	});

	test("finds the worst text, by what lies behind it", () => {
		const screen = new Instance("ScreenGui");
		function add(name: string, ground: Color3, clear: number, text?: string, x = 0): TextLabel {
			const label = new Instance("TextLabel");
			label.Name = name;
			label.Size = UDim2.fromOffset(100, 20);
			label.Position = UDim2.fromOffset(x, 0);
			label.BackgroundColor3 = ground;
			label.BackgroundTransparency = clear;
			label.TextColor3 = new Color3(1, 1, 1);
			label.Text = text ?? "";
			label.Parent = screen;
			return label;
		}
		add("Ground", new Color3(), 0);
		add("Shade", new Color3(1, 1, 1), 0.5);
		const text = add("Text", new Color3(), 1, "On half white");
		add("Dark", new Color3(), 0, "On black", 150);
		const list = contrasts(headless!.layout(screen, 300, 100));
		expect(list.map(({ text: shown }) => shown).join(", ")).to.equal("On half white, On black");
		expect(list[0].behind.lower()).to.equal("7f7f7f");
		// Half of white is a light of 0.214.
		expect(list[0].ratio).to.be.near(1.05 / (0.214 + 0.05), 0.01);
		text.TextTransparency = 1;
		expect(contrasts(headless!.layout(screen, 300, 100)).size()).to.equal(1);
		screen.Destroy();
	});
};
