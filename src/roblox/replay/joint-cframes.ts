//!native
//!optimize 2
import { Column } from "../../replay/joint-row";
import { TRANSLATION_STEP } from "../../replay/replay";

/**
 * Reads the row at `at` as CFrames, counted from 1: those of the joints at `offsets`, in bytes, with the steps of their
 * rotations. The engine normalises quaternions: θ ÷ tan(θ / 2) relates to a rotation vector of length θ as cos(θ / 2)
 * to the quaternion's vector part.
 */
export function readCFrames(
	rotations: buffer,
	translations: buffer,
	at: number,
	offsets: Column,
	steps: Column,
	count: number,
	target: Map<number, CFrame>,
): void {
	for (const index of $range(1, count)) {
		const offset = at + offsets.get(index)!;
		const step = steps.get(index)!;
		const x = buffer.readi16(rotations, offset) * step;
		const y = buffer.readi16(rotations, offset + 2) * step;
		const z = buffer.readi16(rotations, offset + 4) * step;
		const angle = math.sqrt(x * x + y * y + z * z);
		const w = angle > 0 ? angle / math.tan(angle * 0.5) : 1;
		// Most joints only turn.
		if (buffer.readu32(translations, offset) === 0 && buffer.readu16(translations, offset + 4) === 0) {
			target.set(index, new CFrame(0, 0, 0, x, y, z, w));
		} else {
			const tx = buffer.readi16(translations, offset) * TRANSLATION_STEP;
			const ty = buffer.readi16(translations, offset + 2) * TRANSLATION_STEP;
			const tz = buffer.readi16(translations, offset + 4) * TRANSLATION_STEP;
			target.set(index, new CFrame(tx, ty, tz, x, y, z, w));
		}
	}
}
