import { ContextActionService, StarterGui, UserInputService } from "@rbxts/services";
import { failureOf } from "../expect-failure";
import { headless } from ".";

const { E, W } = Enum.KeyCode;
const { Pass } = Enum.ContextActionResult;

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const heard = new Array<string>();

	function bind(
		name: string,
		priority: number,
		result: Enum.ContextActionResult | undefined,
		...keys: Array<Enum.KeyCode>
	) {
		const handler = (_: string, state: Enum.UserInputState) => {
			heard.push(`${name} ${state.Name}`);
			return result;
		};
		ContextActionService.BindActionAtPriority(name, handler, false, priority, ...keys);
	}

	function takeHeard(): string {
		const text = heard.join(", ");
		heard.clear();
		return text;
	}

	beforeEach(() => headless?.enter("LiveClient"));
	afterEach(() => {
		if (!headless) return;
		for (const name of ["low", "high", "late"]) ContextActionService.UnbindAction(name);
		heard.clear();
		engine.enter();
	});

	test("of the actions of a key the highest hears, then the one that was bound last, until one sinks it", () => {
		bind("high", 2, Pass, E);
		bind("low", 1, undefined, E);
		engine.pressKey("E");
		expect(takeHeard()).to.equal("high Begin, low Begin, high End, low End");
		bind("late", 2, undefined, E);
		engine.pressKey("E");
		expect(takeHeard()).to.equal("late Begin, late End");
		ContextActionService.UnbindAction("late");
		engine.pressKey("W");
		expect(takeHeard()).to.equal("");
		expect(engine.countActions()).to.equal(2);
	});

	test("an action that is bound over a key that is down, or unbound, cancels", () => {
		bind("low", 1, undefined, W);
		engine.holdKey("W");
		bind("high", 2, undefined, W);
		expect(takeHeard()).to.equal("low Begin, low Cancel");
		engine.releaseKey("W");
		engine.holdKey("W");
		ContextActionService.UnbindAction("high");
		expect(takeHeard()).to.equal("high End, high Begin, high Cancel");
		engine.releaseKey("W");
	});

	test("a key that an action sinks is processed", () => {
		const keys = UserInputService.InputBegan.Connect((_, isProcessed) => heard.push(tostring(isProcessed)));
		engine.pressKey("E");
		bind("low", 1, undefined, E);
		engine.pressKey("E");
		expect(takeHeard()).to.equal("false, low Begin, true, low End");
		keys.Disconnect();
	});

	test("servers have neither actions nor Roblox's own GUIs", () => {
		engine.enter("LiveServer");
		const failures = [
			failureOf(() => bind("low", 1, undefined, E)),
			failureOf(() => StarterGui.SetCoreGuiEnabled(Enum.CoreGuiType.Chat, false)),
		];
		engine.enter("LiveClient");
		expect(failures[0].find("from the client", 1, true)[0]).to.be.ok();
		expect(failures[1].find("on the client", 1, true)[0]).to.be.ok();
	});

	test("Roblox's own GUIs are switched one by one or all at once", () => {
		const { All, Chat, Health } = Enum.CoreGuiType;
		const state = () => `${StarterGui.GetCoreGuiEnabled(Chat)} ${StarterGui.GetCoreGuiEnabled(Health)}`;
		expect(state()).to.equal("true true");
		StarterGui.SetCoreGuiEnabled(Chat, false);
		expect(state()).to.equal("false true");
		StarterGui.SetCoreGuiEnabled(All, false);
		expect(state()).to.equal("false false");
		StarterGui.SetCoreGuiEnabled(All, true);
		expect(state()).to.equal("true true");
	});
};
