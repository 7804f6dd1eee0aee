import { Workspace } from "@rbxts/services";
import { failureOf } from "../expect-failure";
import { headless } from ".";
import { needs } from "../needs";

export = () => {
	describe("Workspace.GetServerTimeNow in the headless engine", () => {
		const itHeadless = headless ? it : itSKIP;

		itHeadless("moves with the clock, and fails on a client that is not connected", () => {
			const { serverTime, step } = headless!;
			const before = Workspace.GetServerTimeNow();
			expect(before > 1.6e9).to.equal(true);
			step(0.5);
			expect(Workspace.GetServerTimeNow() - before).to.be.near(0.5, 1e-6);
			serverTime.setOffset(3);
			expect(Workspace.GetServerTimeNow() - before).to.be.near(3.5, 1e-6);
			serverTime.setOffset(0);
			serverTime.setConnected(false);
			expect(pcall(() => Workspace.GetServerTimeNow())[0]).to.equal(false);
			serverTime.setConnected(true);
		});
	});

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

	describe("a Camera", () => {
		it("holds its field of view between 1 and 120 degrees", () => {
			const camera = new Instance("Camera");
			expect(camera.FieldOfView).to.equal(70);
			for (const [written, read] of [
				[0, 1],
				[-40, 1],
				[1, 1],
				[40, 40],
				[120, 120],
				[121, 120],
				[math.huge, 120],
			]) {
				camera.FieldOfView = written;
				expect(camera.FieldOfView).to.be.near(read, 1e-4);
			}
		});

		it("keeps its subject when that is set to nil", () => {
			const camera = new Instance("Camera");
			const subject = new Instance("Part");
			camera.CameraSubject = subject;
			camera.CameraSubject = undefined;
			expect(camera.CameraSubject).to.equal(subject);
		});

		(headless ? it : itSKIP)("fires for a field of view that changes, and refuses NaN", () => {
			const camera = new Instance("Camera");
			let changes = 0;
			camera.GetPropertyChangedSignal("FieldOfView").Connect(() => (changes += 1));
			for (const degrees of [70, 150, 120, 130, 40]) camera.FieldOfView = degrees;
			headless!.step(1 / 60);
			expect(changes).to.equal(2);
			expect(
				failureOf(() => (camera.FieldOfView = 0 / 0)).find("FieldOfView. number expected, got nan", 1, true)[0],
			).to.be.ok();
		});
	});
};
