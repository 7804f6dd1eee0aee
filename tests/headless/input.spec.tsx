import Vide, { mount, source } from "@rbxts/vide";
import { failureOf } from "../expect-failure";
import { headless } from ".";

function Counter() {
	const count = source(0);
	const name = source("");
	const moved = source(0);
	return (
		<>
			<textbutton
				Name="Press"
				Size={UDim2.fromOffset(100, 20)}
				Text={() => `pressed ${count()}`}
				Activated={() => count(count() + 1)}
			/>
			<textbox
				Name="Type"
				Position={UDim2.fromOffset(0, 30)}
				Size={UDim2.fromOffset(100, 20)}
				FocusLost={() => name("left")}
			/>
			<frame
				Name="Drag"
				Position={UDim2.fromOffset(0, 60)}
				Size={UDim2.fromOffset(200, 20)}
				InputChanged={(input) => moved(input.Position.X)}
			/>
			<textlabel Name="Result" Position={UDim2.fromOffset(0, 90)} Text={() => `${name()} ${moved()}`} />
		</>
	);
}

export = () => {
	const test = headless ? it : itSKIP;

	function counter() {
		const screen = new Instance("ScreenGui");
		const destroy = mount(() => <Counter />, screen);
		return { screen, destroy, userInput: headless!.userInput };
	}

	function child<T extends keyof Instances>(screen: Instance, name: string, className: T): Instances[T] {
		const found = screen.FindFirstChild(name);
		assert(found !== undefined && found.IsA(className));
		return found;
	}

	test("press buttons, type into boxes and drag, as Vide hears it", () => {
		const { screen, destroy, userInput } = counter();
		userInput.press(child(screen, "Press", "TextButton"));
		userInput.press(child(screen, "Press", "TextButton"));
		expect(child(screen, "Press", "TextButton").Text).to.equal("pressed 2");
		userInput.type(child(screen, "Type", "TextBox"), "abc");
		expect(child(screen, "Type", "TextBox").Text).to.equal("abc");
		userInput.drag(child(screen, "Drag", "Frame"), [0.1, 0.5, 0.75]);
		// 0.75 × 200
		expect(child(screen, "Result", "TextLabel").Text).to.equal("left 150");
		destroy();
	});

	test("cannot press what is covered, hidden or off", () => {
		const { screen, destroy, userInput } = counter();
		const button = child(screen, "Press", "TextButton");
		const cover = new Instance("TextButton");
		cover.Name = "Cover";
		cover.Size = UDim2.fromScale(1, 1);
		cover.Parent = screen;
		expect(failureOf(() => userInput.press(button)).find("Press cannot be reached", 1, true)[0]).to.be.ok();
		cover.Destroy();
		button.Visible = false;
		expect(failureOf(() => userInput.press(button)).find("Press is not visible", 1, true)[0]).to.be.ok();
		button.Visible = true;
		button.Active = false;
		userInput.press(button);
		expect(button.Text).to.equal("pressed 0");
		destroy();
	});
};
