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
			Work: LuauClass<{ warn(message: string): void; report: { lines(): Array<string> } }>;
			encodeBase64: (this: void, source: buffer) => string;
			decodeBase64: (this: void, text: string) => buffer;
		};
		const work = dolly.Work.new();
		work.warn("odd");
		expect(work.report.lines().join()).to.equal("odd");
		const { encodeBase64, decodeBase64 } = dolly;
		expect(buffer.tostring(decodeBase64(encodeBase64(buffer.fromstring("dolly"))))).to.equal("dolly");
	});

	(headless ? it : itSKIP)("dist/dolly.rbxm tells Luau the type of everything that it has, and of nothing else", () => {
		const [module] = headless!.loadModel(headless!.readFile("dist/dolly.rbxm"));
		const source = (module.FindFirstChild("types") as ModuleScript).Source;
		const entries: Array<[Instance, string]> = [
			[module, "Dolly"],
			[module.FindFirstChild("camera")!, "DollyCamera"],
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
