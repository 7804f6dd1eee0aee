import { headless } from "./headless";

/** Roblox-ts classes are tables with a `new` function for those who come from plain Luau. */
interface LuauClass<T> {
	new: (this: void, ...args: Array<unknown>) => T;
}

export = () => {
	(headless ? it : itSKIP)("dist/dolly.rbxm holds the whole toolkit, runtime included, for plain Luau", () => {
		const roots = headless!.loadModel(headless!.readFile("dist/dolly.rbxm"));
		expect(roots.size()).to.equal(1);
		const module = roots[0];
		expect(module.ClassName).to.equal("ModuleScript");
		expect(module.Name).to.equal("dolly");
		expect(module.FindFirstChild("include")!.FindFirstChild("RuntimeLib")).to.be.ok();

		const dolly = headless!.require(module as ModuleScript) as {
			Job: LuauClass<{ cancel(): void; isCancelled: boolean; report: Array<string> }>;
		};
		const job = dolly.Job.new();
		job.cancel();
		expect(job.isCancelled).to.equal(true);
		expect(job.report.isEmpty()).to.equal(true);
		const { encodeBase64, decodeBase64 } = headless!.require(module.FindFirstChild("codecs") as ModuleScript) as {
			encodeBase64: (this: void, source: buffer) => string;
			decodeBase64: (this: void, text: string) => buffer;
		};
		expect(buffer.tostring(decodeBase64(encodeBase64(buffer.fromstring("dolly"))))).to.equal("dolly");
	});

	(headless ? it : itSKIP)("dist/dolly-camera.rbxm holds the camera entry, and nothing of models", () => {
		const [module] = headless!.loadModel(headless!.readFile("dist/dolly-camera.rbxm"));
		const [whole] = headless!.loadModel(headless!.readFile("dist/dolly.rbxm"));
		const valuesOf = (entry: Instance) => {
			const names = new Array<string>();
			for (const [name] of pairs(headless!.require(entry as ModuleScript) as Map<string, unknown>)) names.push(name);
			return names.sort().join();
		};
		expect(valuesOf(module)).to.equal(valuesOf(whole.FindFirstChild("camera")!));
		for (const room of ["formats", "images", "scene"]) {
			expect(whole.FindFirstChild(room)).to.be.ok();
			expect(module.FindFirstChild(room)).to.equal(undefined);
		}
		for (const part of ["mesh", "model"]) {
			expect(whole.FindFirstChild("roblox")!.FindFirstChild(part)).to.be.ok();
			expect(module.FindFirstChild("roblox")!.FindFirstChild(part)).to.equal(undefined);
		}
	});

	(headless ? it : itSKIP)("dist/dolly.rbxm tells Luau the type of everything that it has, and of nothing else", () => {
		const [module] = headless!.loadModel(headless!.readFile("dist/dolly.rbxm"));
		const source = headless!.sourceOf(module.FindFirstChild("types") as ModuleScript);
		const entries: Array<[Instance, string]> = [
			[module, "Dolly"],
			[module.FindFirstChild("camera")!, "DollyCamera"],
			[module.FindFirstChild("codecs")!, "DollyCodecs"],
			[module.FindFirstChild("files")!, "DollyFiles"],
		];
		for (const [entry, name] of entries) {
			const [body] = source.match(`\nexport type ${name} = (%b{})`);
			const fields = new Array<string>();
			for (const [field] of (body as string).gmatch("\n\t(%w[%w_]*):")) fields.push(field as string);
			const values = new Array<string>();
			for (const [key] of pairs(headless!.require(entry as ModuleScript) as Map<string, unknown>)) values.push(key);
			expect(values.sort().join()).to.equal(fields.sort().join());
		}
	});
};
