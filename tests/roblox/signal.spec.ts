import { Signal } from "../../src/roblox/signal";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";

export = () => {
	it("calls its handlers in order, with what it fires", () => {
		const signal = new Signal<[first: number, second: string]>();
		const calls = new Array<string>();
		signal.Connect((first, second) => calls.push(`a ${first} ${second}`));
		signal.Connect((first) => calls.push(`b ${first}`));
		signal.Fire(1, "x");
		expect(calls.join(", ")).to.equal("a 1 x, b 1");
	});

	it("calls a handler of Once a single time", () => {
		const signal = new Signal();
		let calls = 0;
		const connection = signal.Once(() => {
			calls += 1;
			signal.Fire();
		});
		signal.Fire();
		signal.Fire();
		expect(calls).to.equal(1);
		expect(connection.Connected).to.equal(false);
	});

	it("does not call a handler that was disconnected, even while it fires", () => {
		const signal = new Signal();
		const calls = new Array<string>();
		signal.Connect(() => {
			calls.push("first");
			second.Disconnect();
		});
		const second = signal.Connect(() => calls.push("second"));
		signal.Fire();
		second.Disconnect();
		signal.Fire();
		expect(calls.join(" ")).to.equal("first first");
	});

	it("does not call a handler that was connected while it fires until the next time", () => {
		const signal = new Signal();
		let calls = 0;
		signal.Once(() => signal.Connect(() => (calls += 1)));
		signal.Fire();
		expect(calls).to.equal(0);
		signal.Fire();
		expect(calls).to.equal(1);
	});

	it("wakes who waits, with what it fires", () => {
		const signal = new Signal<[value: number]>();
		let got = 0;
		task.spawn(() => {
			[got] = signal.Wait();
		});
		expect(got).to.equal(0);
		signal.Fire(7);
		expect(got).to.equal(7);
	});

	it("wakes nobody whose thread was cancelled meanwhile", () => {
		const signal = new Signal();
		let woken = 0;
		const wait = () => {
			signal.Wait();
			woken += 1;
		};
		const thread = task.spawn(wait);
		task.spawn(wait);
		task.cancel(thread);
		signal.Fire();
		expect(woken).to.equal(1);
		expect(headless?.takeErrors().join("") ?? "").to.equal("");
	});

	it("refuses a handler that is no function", () => {
		const signal = new Signal();
		expect(failureOf(() => signal.Connect(5 as never))).to.equal(
			"[dolly] Signal.Connect: handler is 5; expected a function",
		);
		expect(failureOf(() => signal.Once(undefined as never))).to.equal(
			"[dolly] Signal.Once: handler is missing; expected a function",
		);
	});

	it("calls nobody after it was destroyed", () => {
		const signal = new Signal();
		let calls = 0;
		const connection = signal.Connect(() => (calls += 1));
		signal.Destroy();
		signal.Fire();
		expect(calls).to.equal(0);
		expect(connection.Connected).to.equal(false);
	});

	(headless ? it : itSKIP)("lets a handler that fails hold up no other", () => {
		const signal = new Signal();
		let calls = 0;
		signal.Connect(() => error("broken handler", 0));
		signal.Connect(() => (calls += 1));
		signal.Fire();
		expect(calls).to.equal(1);
		const errors = headless!.takeErrors();
		expect(errors.size()).to.equal(1);
		expect(errors[0].find("broken handler")[0]).to.be.ok();
	});
};
