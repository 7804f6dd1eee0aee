//!native
//!optimize 2

/** Returns the CFrame of seven f64: translation x y z, rotation x y z w. */
export function rigidCFrame(rigid: buffer, at: number): CFrame {
	return new CFrame(
		buffer.readf64(rigid, at),
		buffer.readf64(rigid, at + 8),
		buffer.readf64(rigid, at + 16),
		buffer.readf64(rigid, at + 24),
		buffer.readf64(rigid, at + 32),
		buffer.readf64(rigid, at + 40),
		buffer.readf64(rigid, at + 48),
	);
}
