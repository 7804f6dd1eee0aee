import { Workspace } from "@rbxts/services";

export = () => {
	// Without them, characters of a playtest fall, die and spawn anew every few seconds, and take the camera each time.
	it("the test place has a baseplate, and a place to spawn on it", () => {
		const ground = Workspace.FindFirstChild("Baseplate");
		const spawn = Workspace.FindFirstChildOfClass("SpawnLocation");
		assert(ground && ground.IsA("Part") && spawn, "there is no Baseplate, or no SpawnLocation");
		for (const part of [ground, spawn]) {
			expect(part.Anchored).to.equal(true);
			expect(part.CanCollide).to.equal(true);
		}
		expect(spawn.Neutral).to.equal(true);
		expect(spawn.Enabled).to.equal(true);
		const reach = ground.Size.div(2).sub(spawn.Size.div(2));
		const offset = spawn.Position.sub(ground.Position);
		expect(math.abs(offset.X) <= reach.X && math.abs(offset.Z) <= reach.Z).to.equal(true);
		expect(offset.Y).to.be.near((ground.Size.Y + spawn.Size.Y) / 2, 1e-3);
		expect(ground.Position.Y > Workspace.FallenPartsDestroyHeight).to.equal(true);
	});
};
