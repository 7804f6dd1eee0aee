import { checkType } from "../../../bytes/check-argument";
import { fail } from "../../../bytes/fail";
import { BuiltInModifier, Modifier, WorkingModifier } from "./modifier";
import { isFiniteCFrame } from "./modifier-chain";

class Offset extends BuiltInModifier implements WorkingModifier {
	constructor(private readonly cframe: CFrame) {
		super();
	}

	public work(): WorkingModifier {
		return this;
	}

	public apply(cframe: CFrame, fieldOfView: number) {
		return $tuple(cframe.mul(this.cframe), fieldOfView);
	}
}

/**
 * Makes a modifier that moves and turns the view in its own space: `new CFrame(0, 2, 0)` raises it by two studs.
 *
 * @example
 * new CameraPlayer(take, { modifiers: [offset(new CFrame(0, 2, 8))] }).play();
 */
export function offset(cframe: CFrame): Modifier {
	checkType(cframe, "CFrame", "offset", "cframe");
	if (!isFiniteCFrame(cframe)) fail("offset", "cframe is not finite");
	return new Offset(cframe);
}
