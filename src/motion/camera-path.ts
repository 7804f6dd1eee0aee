//!native
//!optimize 2

/**
 * How a path is read between its frames.
 *
 * @example
 * const interpolation: PathInterpolation = "step"; // shows the frames alone, to look for a bad one
 * new Player(path, { interpolation, speed: 0.1 }).play();
 */
export type PathInterpolation = "smooth" | "linear" | "step";

/**
 * The bytes that `CameraPath.sample` writes: eight f64, position x y z, rotation x y z w, vertical field of view.
 *
 * @example
 * const sample = buffer.create(CAMERA_SAMPLE_SIZE);
 * path.sample(1.5, sample);
 * const height = buffer.readf64(sample, 8);
 */
export const CAMERA_SAMPLE_SIZE = 64;

/**
 * A camera's flight.
 *
 * @example
 * const flight: CameraPath = scene.cameras[0];
 * print(`${flight.name} lasts ${flight.duration} seconds`);
 * new Player(flight).play();
 */
export interface CameraPath {
	name: string;
	/** Seconds from the first frame to the last. */
	duration: number;
	/** Frames a second, where the path is made of frames. */
	rate?: number;
	/**
	 * Writes where the camera is at `seconds` (held at both ends) into `target` as eight f64: position x y z, rotation
	 * x y z w (unit length; the camera looks along -Z with Y up), and vertical field of view in degrees, or 0 where the
	 * path has none. `interpolation` matters to paths made of frames; others have curves of their own.
	 */
	sample(seconds: number, target: buffer, interpolation?: PathInterpolation): void;
}

/** Writes the position and rotation of a sample, as `CameraPath.sample` lays them out; the field of view stays. */
export function writeCameraSample(
	target: buffer,
	x: number,
	y: number,
	z: number,
	qx: number,
	qy: number,
	qz: number,
	qw: number,
): void {
	buffer.writef64(target, 0, x);
	buffer.writef64(target, 8, y);
	buffer.writef64(target, 16, z);
	buffer.writef64(target, 24, qx);
	buffer.writef64(target, 32, qy);
	buffer.writef64(target, 40, qz);
	buffer.writef64(target, 48, qw);
}
