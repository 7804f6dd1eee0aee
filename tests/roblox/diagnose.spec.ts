import { diagnose, RecordingStore } from "../../src";
import { headless } from "../headless";

type Method = (this: void, ...values: Array<unknown>) => unknown;

/** The stand-in's methods by class, to replace one for a while. */
interface StandIn {
	engine: { instances: { methods: { [className: string]: { [name: string]: Method } }; registered: number } };
}

/** Runs `work` while a method of the engine does something else. */
function withMethod(className: string, name: string, change: (original: Method) => Method, work: () => void): void {
	const { instances } = (headless as unknown as StandIn).engine;
	const methods = instances.methods[className];
	const original = methods[name];
	methods[name] = change(original);
	instances.registered += 1;
	const [ok, problem] = pcall(work);
	methods[name] = original;
	instances.registered += 1;
	if (!ok) error(problem, 0);
}

/** What `diagnose` says of one thing, with yes or no before. */
function answerOf(wanted: string): string {
	const { ok, text } = diagnose().find(({ name }) => name === wanted)!;
	return `${ok ? "yes" : "no"}: ${text}`;
}

export = () => {
	const test = headless ? it : itSKIP;
	const SWITCH =
		"In a published experience its owner, verified by age and ID, turns on Enable Mesh / Image APIs in the Creator Dashboard.";

	it("answers each thing by name, in sentences", () => {
		const found = diagnose();
		expect(found.map(({ name }) => name).join(", ")).to.equal(
			"Editable meshes, Editable images, Batch methods, Editable memory, Published place, Data stores, HTTP requests",
		);
		for (const { text } of found) {
			assert(text.match("^[%u%d].*%.$")[0] !== undefined, text);
			assert(text.find("%.luau?:%d")[0] === undefined && text.find("[dolly]", 1, true)[0] === undefined, text);
		}
	});

	test("frees all that it makes", () => {
		const meshes = headless!.editableMeshes.count();
		const images = headless!.editableImages.count();
		diagnose();
		expect(headless!.editableMeshes.count()).to.equal(meshes);
		expect(headless!.editableImages.count()).to.equal(images);
	});

	test("says that everything works, if it does", () => {
		headless!.web.answer(() => undefined);
		const lines = diagnose().map(({ ok, text }) => `${ok ? "yes" : "no"}: ${text}`);
		headless!.web.answer();
		expect(lines[0]).to.equal("yes: Models can be built.");
		expect(lines[1]).to.equal("yes: Textures can be shown.");
		expect(lines[2].sub(1, 35)).to.equal("yes: Large meshes are built quickly");
		expect(lines[3]).to.equal("yes: At least 8 images of 1024 × 1024 pixels (32 MB) fit. Only clients have a limit.");
		expect(lines[4]).to.equal("yes: This is place 4483381587.");
		expect(lines[5]).to.equal("yes: Recordings can be kept.");
		expect(lines[6]).to.equal("yes: Servers can download files.");
	});

	describe("says what to do where", () => {
		test("the Mesh / Image APIs are off", () => {
			const off = () => () => error("EditableMesh is not enabled for this experience", 2);
			withMethod("AssetService", "CreateEditableMesh", off, () => {
				const reason = "EditableMesh is not enabled for this experience";
				expect(answerOf("Editable meshes")).to.equal(`no: Models cannot be built (${reason}). ${SWITCH}`);
				expect(answerOf("Batch methods")).to.equal(`no: Unknown (${reason}).`);
			});
			withMethod("AssetService", "CreateEditableImage", off, () => {
				const reason = "EditableMesh is not enabled for this experience";
				expect(answerOf("Editable images")).to.equal(`no: Models are built without textures (${reason}). ${SWITCH}`);
				expect(answerOf("Editable memory")).to.equal(`no: Unknown (${reason}).`);
			});
		});

		test("the memory for editable objects is spent", () => {
			const spent = () => () => undefined;
			const reason = "the memory for editable objects is spent";
			withMethod("AssetService", "CreateEditableMesh", spent, () => {
				const less = "Use fewer or smaller meshes and textures, or publish them.";
				expect(answerOf("Editable meshes")).to.equal(`no: Models cannot be built (${reason}). ${less}`);
				expect(answerOf("Batch methods")).to.equal(`no: Unknown (${reason}).`);
			});
			const images = headless!.editableImages.count();
			let left = 3;
			const threeMore =
				(original: Method) =>
				(...values: Array<unknown>) => {
					left -= 1;
					return left >= 0 ? original(...values) : undefined;
				};
			withMethod("AssetService", "CreateEditableImage", threeMore, () => {
				// One for the images themselves.
				expect(answerOf("Editable memory")).to.equal(
					"no: 2 images of 1024 × 1024 pixels (8 MB) fit, then the memory is spent. Use fewer or smaller meshes and textures, or publish them.",
				);
			});
			expect(headless!.editableImages.count()).to.equal(images);
		});

		test("the engine is too old for batch methods", () => {
			const meshes = headless!.editableMeshes.count();
			const missing = () => () => error("BatchAdd is not a valid member of EditableMesh", 2);
			withMethod("EditableMesh", "BatchAdd", missing, () => {
				expect(answerOf("Batch methods")).to.equal(
					"no: Meshes are built call by call, which takes longer (BatchAdd is not a valid member of EditableMesh). Update Studio.",
				);
			});
			expect(headless!.editableMeshes.count()).to.equal(meshes);
		});

		test("the place was never published", () => {
			headless!.setPlaceId();
			expect(answerOf("Published place")).to.equal(
				'no: This place was never published, so it has no data stores. Publish it to Roblox, or pass { withoutDataStores = "memory" } to RecordingStore to keep recordings until the server stops.',
			);
			expect(answerOf("Data stores")).to.equal("no: There are none, because the place was never published.");
			// What it says to do can be done.
			expect(new RecordingStore("Shots", { withoutDataStores: "memory" }).isInMemory).to.equal(true);
			headless!.setPlaceId(4483381587);
		});

		test("Studio may not use API services, with and without a number before", () => {
			for (const start of ["", "403: "]) {
				const message = `${start}StudioAccessToApisNotAllowed: Studio does not have access to API services`;
				headless!.dataStores.intercept(() => ({ error: message }));
				expect(answerOf("Data stores")).to.equal(
					'no: Studio may not use data stores. Turn on Enable Studio Access to API Services under File > Experience Settings > Security, or pass { withoutDataStores = "memory" } to RecordingStore to keep recordings until the server stops.',
				);
			}
			headless!.dataStores.reset();
		});

		test("data stores fail otherwise, or do not answer", () => {
			headless!.dataStores.intercept(() => ({ error: "500: the service is asleep" }));
			expect(answerOf("Data stores")).to.equal("no: Recordings cannot be kept (500: the service is asleep).");
			headless!.dataStores.reset();
			headless!.dataStores.setLatency(60);
			const started = headless!.now();
			expect(answerOf("Data stores")).to.equal("no: They did not answer within 3 seconds. Try again later.");
			expect(headless!.now() - started < 3.1).to.equal(true);
			headless!.dataStores.reset();
		});

		test("HTTP requests are off", () => {
			expect(answerOf("HTTP requests")).to.equal(
				"no: Files cannot be downloaded. If you need that, turn on Allow HTTP Requests under File > Experience Settings > Security.",
			);
		});
	});

	test("is what the test place prints as its facts", () => {
		const runner = game.GetService("ReplicatedStorage").FindFirstChild("TestRunner")!;
		const facts = headless!.require(runner.FindFirstChild("facts") as ModuleScript) as (this: void) => string;
		const line = facts();
		expect(line.sub(1, 43)).to.equal("Editable meshes: yes, Models can be built. ");
		for (const { name, ok, text } of diagnose()) {
			expect(line.find(`${name}: ${ok ? "yes" : "NO"}, ${text} |`, 1, true)[0]).to.be.ok();
		}
	});

	test("does not ask a client for data stores", () => {
		headless!.enter("LiveClient");
		const answer = answerOf("Data stores");
		headless!.enter();
		expect(answer).to.equal("yes: Only servers have data stores. Run diagnose on a server.");
	});
};
