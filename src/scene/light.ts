/**
 * A lamp of a model file, as its attachment carries it.
 *
 * @example
 * for (const { name, light } of scene.attachments) if (light) print(`${name} lights ${light.range} studs`);
 */
export interface SceneLight {
	kind: "point" | "spot";
	/** Red, green, blue; linear, 0 to 1. */
	color: [number, number, number];
	/** As the engine counts it: 1 is an ordinary lamp. */
	brightness: number;
	/** How far it shines. */
	range: number;
	/** For a spot, which way it shines: a unit vector, from the joint or from the origin. */
	direction: [number, number, number];
	/** For a spot, the degrees of its whole cone. */
	angle: number;
}
