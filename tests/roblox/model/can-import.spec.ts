import { canImport } from "../../../src";
import { headless } from "../../headless";

export = () => {
	const itHeadless = headless ? it : itSKIP;
	const { enter } = headless ?? ({} as NonNullable<typeof headless>);
	afterEach(() => enter?.());

	it("says that models can be built in Studio, and keeps nothing", () => {
		const before = headless?.editableMemory.used();
		const [can, reason] = canImport();
		expect(can).to.equal(true);
		expect(reason).to.equal(undefined);
		expect(headless?.editableMemory.used()).to.equal(before);
	});

	itHeadless("says which switch of a live game is off", () => {
		enter("LiveClient");
		const [can, reason] = canImport();
		expect(can).to.equal(false);
		expect(reason).to.equal(
			"the engine refuses editable meshes (CreateEditableMesh: the Mesh / Image APIs are not enabled for this " +
				"experience): in a published experience its owner, verified by age and ID, must turn on Enable Mesh / Image APIs in " +
				"the Creator Dashboard (create.roblox.com/dashboard/creations)",
		);
		headless!.assets.setMeshApis(true);
		const [allowed] = canImport();
		headless!.assets.setMeshApis();
		expect(allowed).to.equal(true);
	});

	itHeadless("says that the memory is spent", () => {
		headless!.editableMemory.setBudget(headless!.editableMemory.used());
		const [can, reason] = canImport();
		headless!.editableMemory.setBudget();
		expect(can).to.equal(false);
		expect(reason).to.equal("the memory for editable meshes is spent");
	});
};
