/** How a path is read between its frames. */
export type PathInterpolation = "smooth" | "linear" | "step";

/** The bytes that `CameraPath.sample` writes: eight f64, position x y z, rotation x y z w, vertical field of view. */
export const CAMERA_SAMPLE_SIZE = 64;

/** A camera's flight. */
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
