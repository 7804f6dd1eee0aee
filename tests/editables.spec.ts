import { AssetService } from "@rbxts/services";
import { refusalOf } from "./editables";

export = () => {
	it("tells why something cannot be created, and nothing if it can", () => {
		const refused = refusalOf("editable meshes", () => error("the experience does not allow them", 0));
		expect(refused).to.equal("editable meshes cannot be used here: the experience does not allow them");
		expect(refusalOf("editable images", () => undefined)).to.equal("the memory for editable images is spent");
		const [ok] = pcall(() => AssetService.CreateEditableMesh());
		if (ok) expect(refusalOf("editable meshes", () => AssetService.CreateEditableMesh())).to.equal(undefined);
	});
};
