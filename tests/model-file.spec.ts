import { headless } from "./headless";

interface PlainLuauDolly {
	Writer: new () => { u8(value: number): void; finish(): buffer };
	Reader: new (source: buffer, format: string) => { u8(): number };
}

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
			Writer: LuauClass<InstanceType<PlainLuauDolly["Writer"]>>;
			Reader: LuauClass<InstanceType<PlainLuauDolly["Reader"]>>;
		};
		const writer = dolly.Writer.new();
		writer.u8(42);
		expect(dolly.Reader.new(writer.finish(), "test").u8()).to.equal(42);
	});
};
