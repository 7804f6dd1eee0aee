import { headless } from ".";
import type { ContextName } from "./session";
import { failureOf } from "../expect-failure";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

export = () => {
	describe("Instance", () => {
		const test = headless ? it : itSKIP;

		test("refuses a name of more than 100 characters", () => {
			const folder = new Instance("Folder");
			folder.Name = string.rep("x", 100);
			expect(failureOf(() => (folder.Name = string.rep("x", 101))).find("at most 100", 1, true)[0]).to.be.ok();
			expect(folder.Name.size()).to.equal(100);
		});

		test("takes attributes with names of letters, digits and . - / _, at most 100, and not reserved ones", () => {
			const folder = new Instance("Folder");
			for (const name of ["Rate", "a.b-c/d_e", "7", string.rep("x", 100), "rbx"]) folder.SetAttribute(name, 1);
			for (const name of ["", "my rate", "tilde~", "é", string.rep("x", 101)]) {
				const problem = failureOf(() => folder.SetAttribute(name, 1));
				expect(problem.find("not a valid attribute name", 1, true)[0]).to.be.ok();
			}
			expect(failureOf(() => folder.SetAttribute("RBXRate", 1)).find("reserved", 1, true)[0]).to.be.ok();
		});

		test("takes no table, function or instance for an attribute", () => {
			const folder = new Instance("Folder");
			for (const value of [{ x: 1 }, () => {}, folder, buffer.create(1)]) {
				const problem = failureOf(() => folder.SetAttribute("Rate", value as never));
				expect(problem.find("not a supported attribute type", 1, true)[0]).to.be.ok();
			}
			folder.SetAttribute("Rate", Vector3.one);
			folder.SetAttribute("Rate", undefined);
			expect(folder.GetAttribute("Rate")).to.equal(undefined);
		});
	});

	const { step, advance, now, takeErrors } = headless ?? ({} as NonNullable<typeof headless>);

	describe("the virtual clock", () => {
		const scenario = headless ? it : itSKIP;

		scenario("moves only when frames are stepped, and moves exactly as far", () => {
			const before = os.clock();
			for (const _ of $range(1, 1000)) math.sqrt(2);
			expect(os.clock()).to.equal(before);
			advance(600, 1 / 20);
			expect(math.abs(os.clock() - before - 600) < 1e-6).to.equal(true);
			expect(time()).to.equal(now());
		});

		scenario("takes as long for many short frames as for one long one", () => {
			const before = now();
			for (const _ of $range(1, 20_000)) step(1 / 144);
			// A few times what one number of that size can be off.
			expect(math.abs(now() - before - 20_000 / 144) < 2e-11).to.equal(true);
		});

		scenario("wakes task.wait on the first frame after its time and returns what went by", () => {
			let waited = 0;
			task.spawn(() => {
				waited = task.wait(0.1);
			});
			step(0.06);
			expect(waited).to.equal(0);
			step(0.06);
			expect(math.abs(waited - 0.12) < 1e-9).to.equal(true);
		});

		scenario("runs delayed threads in the order of their times, equal times in the order they came", () => {
			const order = new Array<string>();
			task.delay(0.03, () => order.push("late"));
			task.delay(0.01, () => order.push("first"));
			task.delay(0.01, () => order.push("second"));
			step(0.05);
			expect(order.join(" ")).to.equal("first second late");
		});

		scenario("spawns at once, defers to the next resumption point, and never runs what was cancelled", () => {
			const order = new Array<string>();
			task.defer(() => order.push("deferred"));
			task.spawn(() => order.push("spawned"));
			const cancelled = task.delay(0.01, () => order.push("cancelled"));
			order.push("here");
			task.cancel(cancelled);
			step(0.02);
			expect(order.join(" ")).to.equal("spawned here deferred");
		});

		scenario("keeps the error of a thread that nobody waits for", () => {
			takeErrors();
			task.spawn(() => error("lost", 0));
			const errors = takeErrors();
			expect(errors.size()).to.equal(1);
			expect(errors[0].find("lost", 1, true)[0]).to.equal(1);
		});
	});

	describe("RunService", () => {
		const scenario = headless ? it : itSKIP;
		const { enter } = headless ?? ({} as NonNullable<typeof headless>);
		afterEach(() => enter?.());

		scenario("says where code runs as its page has it", () => {
			const says = (context: ContextName) => {
				enter(context);
				const flags = [RunService.IsStudio(), RunService.IsClient(), RunService.IsServer()];
				return [...flags, RunService.IsRunning(), RunService.IsRunMode()].map((flag) => (flag ? 1 : 0)).join("");
			};
			// Studio, client, server, running, run mode.
			const rows: Array<[ContextName, string]> = [
				["LiveClient", "01010"],
				["LiveServer", "00110"],
				["Edit", "11100"],
				["CollaborativeEdit", "11000"],
				["Run", "10111"],
				["PlayClient", "11010"],
				["PlayServer", "10110"],
				["LuauExecution", "00100"],
			];
			for (const [context, flags] of rows) expect(says(context)).to.equal(flags);
			enter();
			expect(RunService.IsClient()).to.equal(false);
			expect(failureOf(() => RunService.IsEdit()).find("lacking capability Plugin", 1, true)[0]).to.be.ok();
		});

		scenario("keeps the context of a thread through waits, and that of a handler from where it was connected", () => {
			const seen = new Array<string>();
			const side = () => (RunService.IsClient() ? "client" : "server");
			const event = new Instance("BindableEvent");
			enter("PlayClient");
			task.spawn(() => {
				task.wait(0.1);
				seen.push(side());
			});
			event.Event.Connect(() => seen.push(side()));
			enter();
			event.Event.Connect(() => seen.push(side()));
			event.Fire();
			step(0.2);
			seen.sort();
			expect(seen.join(" ")).to.equal("client client server");
			let rendered = 0;
			const connection = RunService.PreRender.Connect(() => (rendered += 1));
			step(0.1);
			connection.Disconnect();
			expect(rendered).to.equal(0);
			expect(failureOf(() => RunService.BindToRenderStep("x", 1, () => {}))).to.be.ok();
		});

		scenario("runs bindings of one priority in any order, and all of a lower one before", () => {
			enter("PlayClient");
			const orders = new Set<string>();
			let order = "";
			for (const name of ["a", "b", "c"]) RunService.BindToRenderStep(name, 100, () => (order += name));
			RunService.BindToRenderStep("z", 101, () => (order += "z"));
			for (const _ of $range(1, 50)) {
				order = "";
				step(1 / 60);
				expect(order.sub(-1)).to.equal("z");
				orders.add(order);
			}
			for (const name of ["a", "b", "c", "z"]) RunService.UnbindFromRenderStep(name);
			expect(orders.size()).to.equal(6);
		});

		scenario(
			"steps physics by 1/15 s at most and by nothing in edit mode, and tells Heartbeat the frame's time",
			() => {
				const heard = new Array<string>();
				const hear = () => {
					const connections = [
						RunService.PreSimulation.Connect((stepped) => heard.push(string.format("pre %.4f", stepped))),
						RunService.PostSimulation.Connect((stepped) => heard.push(string.format("post %.4f", stepped))),
						RunService.Heartbeat.Connect((passed) => heard.push(string.format("beat %.4f", passed))),
					];
					step(0.05);
					step(0.25);
					headless!.setPaused(true);
					step(0.25);
					headless!.setPaused(false);
					for (const connection of connections) connection.Disconnect();
					const all = heard.join(", ");
					heard.clear();
					return all;
				};
				expect(hear()).to.equal(
					"pre 0.0500, post 0.0500, beat 0.0500, pre 0.0667, post 0.0667, beat 0.2500, beat 0.2500",
				);
				const session = headless!.open({ context: "Edit" });
				let pre = -1;
				session.runAsPlugin(() => {
					session.game.GetService("RunService").PreSimulation.Connect((stepped) => (pre = stepped));
				});
				session.step(0.05);
				expect(pre).to.equal(0);
			},
		);

		scenario("runs render steps by priority, then PreRender, PreSimulation, PostSimulation, Heartbeat", () => {
			enter("PlayClient");
			const order = new Array<string>();
			RunService.BindToRenderStep("late", Enum.RenderPriority.Last.Value, () => order.push("last"));
			RunService.BindToRenderStep("camera", Enum.RenderPriority.Camera.Value, () => order.push("camera"));
			RunService.BindToRenderStep("after", Enum.RenderPriority.Camera.Value + 1, () => order.push("after"));
			const connections = [
				RunService.Heartbeat.Connect((dt) => order.push(`heartbeat ${dt}`)),
				RunService.PostSimulation.Connect(() => order.push("post")),
				RunService.PreSimulation.Connect(() => order.push("pre")),
				RunService.PreRender.Connect(() => order.push("render")),
			];
			step(0.25);
			expect(order.join(", ")).to.equal("camera, after, last, render, pre, post, heartbeat 0.25");
			connections.forEach((connection) => connection.Disconnect());
			for (const name of ["late", "camera", "after"]) RunService.UnbindFromRenderStep(name);
			step(0.25);
			expect(order.size()).to.equal(7);
		});
	});

	describe("signals", () => {
		const scenario = headless ? it : itSKIP;

		scenario("run at the next resumption point, once for Once, never after Disconnect", () => {
			const event = new Instance("BindableEvent");
			const order = new Array<string>();
			event.Event.Connect((value: string) => order.push(`each ${value}`));
			event.Event.Once((value: string) => order.push(`once ${value}`));
			const dropped = event.Event.Connect(() => order.push("dropped"));
			event.Fire("a");
			event.Fire("b");
			dropped.Disconnect();
			expect(dropped.Connected).to.equal(false);
			expect(order.size()).to.equal(0);
			step(0);
			expect(order.join(", ")).to.equal("each a, once a, each b");
		});

		scenario("run at once where the place says Immediate, in whatever order", () => {
			headless!.setSignals("Immediate");
			const event = new Instance("BindableEvent");
			const order = new Array<string>();
			event.Event.Connect((value: string) => order.push(`first ${value}`));
			event.Event.Once((value: string) => order.push(`second ${value}`));
			event.Fire("a");
			headless!.setSignals("Deferred");
			order.sort();
			expect(order.join(", ")).to.equal("first a, second a");
		});

		scenario("behave in a DataModel that a spec opens as in the spec's own", () => {
			headless!.setSignals("Immediate");
			const session = headless!.open({ context: "PlayServer" });
			headless!.setSignals("Deferred");
			const event = session.create("BindableEvent") as BindableEvent;
			let heard = 0;
			event.Event.Connect(() => (heard += 1));
			event.Fire();
			expect(heard).to.equal(1);
		});

		scenario("give Wait what they were fired with", () => {
			const event = new Instance("BindableEvent");
			let got = 0;
			task.spawn(() => {
				const [value] = event.Event.Wait() as unknown as LuaTuple<[number]>;
				got = value;
			});
			event.Fire(7);
			step(0);
			expect(got).to.equal(7);
		});
	});

	describe("instances", () => {
		const scenario = headless ? it : itSKIP;

		it("check the type of what is assigned, with Roblox's words", () => {
			const camera = new Instance("Camera");
			const assign = (key: string, value: unknown) => {
				(camera as unknown as Record<string, unknown>)[key] = value;
			};
			expect(failureOf(() => assign("CFrame", 1)).find("CFrame expected, got number", 1, true)[0]).to.be.ok();
			expect(failureOf(() => assign("ViewportSize", 1)).find("read only", 1, true)[0]).to.be.ok();
			expect(failureOf(() => assign("Zoom", 1)).find("Zoom is not a valid member of Camera", 1, true)[0]).to.be.ok();
			camera.FieldOfView = 70.1;
			expect(camera.FieldOfView).to.equal(70.0999984741211);
		});

		scenario("refuse names above 100 characters, which their page rules out without saying what comes of one", () => {
			const part = new Instance("Part");
			part.Name = "x".rep(100);
			const message = failureOf(() => (part.Name = "x".rep(101)));
			expect(message.find("at most 100 characters expected, got 101", 1, true)[0]).to.be.ok();
			expect(part.Name.size()).to.equal(100);
		});

		it("refuse classes that nobody can create", () => {
			expect(
				failureOf(() => new Instance("RunService" as never)).find("Unable to create an Instance", 1, true)[0],
			).to.be.ok();
		});

		scenario("tell of changed properties, and only of real changes", () => {
			const folder = new Instance("Folder");
			let changes = 0;
			folder.GetPropertyChangedSignal("Name").Connect(() => (changes += 1));
			folder.Name = "Folder";
			step(0);
			expect(changes).to.equal(0);
			folder.Name = "Takes";
			step(0);
			expect(changes).to.equal(1);
		});

		it("lock the parent of what was destroyed", () => {
			const folder = new Instance("Folder");
			const child = new Instance("Folder", folder);
			folder.Destroy();
			expect(child.Parent).to.equal(undefined);
			expect(failureOf(() => (child.Parent = Workspace)).find("is locked", 1, true)[0]).to.be.ok();
		});

		it("clone with their children, and point references at the clones", () => {
			const model = new Instance("Model");
			const part = new Instance("Part", model);
			model.PrimaryPart = part;
			model.SetAttribute("rate", 60);
			const copy = model.Clone();
			expect(copy.GetAttribute("rate")).to.equal(60);
			expect(copy.PrimaryPart).never.to.equal(part);
			expect(copy.PrimaryPart).to.equal(copy.FindFirstChild("Part"));
		});

		scenario("come back from a model file with names, properties, attributes and tags", () => {
			const folder = new Instance("Folder");
			folder.Name = "Takes";
			const value = new Instance("NumberValue", folder);
			value.Value = 2.5;
			value.SetAttribute("map", "Harbour");
			value.AddTag("take");
			const [copy] = headless!.loadModel(headless!.saveModel([folder]));
			const back = copy.FindFirstChildOfClass("NumberValue")!;
			expect(copy.Name).to.equal("Takes");
			expect(back.Value).to.equal(2.5);
			expect(back.GetAttribute("map")).to.equal("Harbour");
			expect(back.HasTag("take")).to.equal(true);
		});

		it("are found by class among all descendants where that is asked for, among children otherwise", () => {
			const folder = new Instance("Folder");
			const inner = new Instance("Folder", folder);
			const bone = new Instance("Bone", inner);
			expect(folder.FindFirstChildWhichIsA("Attachment")).to.equal(undefined);
			expect(folder.FindFirstChildWhichIsA("Attachment", true)).to.equal(bone);
		});

		it("wait for a child that comes later, and give up after a time-out", () => {
			const folder = new Instance("Folder");
			task.delay(0.5, () => {
				const child = new Instance("Folder");
				child.Name = "Late";
				child.Parent = folder;
			});
			expect(folder.WaitForChild("Late").Name).to.equal("Late");
			expect(folder.WaitForChild("Never", 1)).to.equal(undefined);
		});
	});
};
