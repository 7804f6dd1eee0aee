import { Workspace } from "@rbxts/services";
import { headless } from ".";
import { needs } from "../needs";

export = () => {
	describe("Workspace.CurrentCamera in the headless engine", () => {
		const itHeadless = headless ? it : itSKIP;
		needs(
			"a client",
			it,
			itSKIP,
		)("destroys the other cameras when it is set", () => {
			const former = Workspace.CurrentCamera!;
			const camera = new Instance("Camera");
			camera.Parent = Workspace;
			Workspace.CurrentCamera = camera;
			expect(Workspace.CurrentCamera).to.equal(camera);
			expect(former.Parent).never.to.be.ok();
		});

		itHeadless(
			"is made anew before the next frame when it is set to nil, or its camera is destroyed or outside",
			() => {
				for (const spoil of [
					() => (Workspace.CurrentCamera = undefined),
					() => Workspace.CurrentCamera!.Destroy(),
					() => (Workspace.CurrentCamera = new Instance("Camera")),
				]) {
					const former = Workspace.CurrentCamera!;
					spoil();
					expect(Workspace.CurrentCamera).never.to.be.ok();
					headless!.step(1 / 60);
					const camera = Workspace.CurrentCamera;
					expect(camera !== undefined && camera !== former && camera.IsDescendantOf(Workspace)).to.equal(true);
				}
			},
		);
	});
};
