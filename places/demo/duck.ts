import { RunService } from "@rbxts/services";
import type { ImportedModel } from "../../src";
import { importFromPlace } from "./models";
import { POND, POND_RADIUS, WATER_HEIGHT } from "./park/lay-ground";

/** The radius of the duck's circle in the pond, and its speed in studs per second. */
const RADIUS = POND_RADIUS * 0.6;
const SPEED = 2.4;

/** A duck whose model is stored in the place. */
export class Duck {
	public readonly model: Model;
	private readonly imported: ImportedModel;
	private readonly swimming: RBXScriptConnection;
	private angle = math.pi;

	/** Imports the duck. Yields. */
	constructor(parent: Instance) {
		this.imported = importFromPlace("Duck", parent);
		this.model = this.imported.model;
		const standing = this.model.GetPivot();
		this.imported.play("Swim", { loop: true });
		const swim = (delta: number) => {
			this.angle += (SPEED / RADIUS) * delta;
			const around = CFrame.Angles(0, this.angle, 0).mul(new CFrame(-RADIUS, 0, 0));
			this.model.PivotTo(
				new CFrame(POND)
					.mul(new CFrame(0, WATER_HEIGHT, 0))
					.mul(around)
					.mul(standing),
			);
		};
		swim(0);
		this.swimming = RunService.PreSimulation.Connect(swim);
	}

	public destroy(): void {
		this.swimming.Disconnect();
		this.imported.destroy();
	}
}
