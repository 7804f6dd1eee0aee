//!native
//!optimize 2

/**
 * What packers of CFrames do otherwise, each written as carefully as our own: for the tables of speed and precision. A
 * layout is the bytes of a CFrame, how to write one and how to read it.
 */
export interface Layout {
	name: string;
	size: number;
	encode: (cframe: CFrame, target: buffer, offset: number) => void;
	decode: (source: buffer, offset: number) => CFrame;
}

function writePosition(cframe: CFrame, target: buffer, offset: number): void {
	buffer.writef32(target, offset, cframe.X);
	buffer.writef32(target, offset + 4, cframe.Y);
	buffer.writef32(target, offset + 8, cframe.Z);
}

const allComponents: Layout = {
	name: "12 × f32 components",
	size: 48,
	encode: (cframe, target, offset) => {
		const [x, y, z, a, b, c, d, e, f, g, h, i] = cframe.GetComponents();
		buffer.writef32(target, offset, x);
		buffer.writef32(target, offset + 4, y);
		buffer.writef32(target, offset + 8, z);
		buffer.writef32(target, offset + 12, a);
		buffer.writef32(target, offset + 16, b);
		buffer.writef32(target, offset + 20, c);
		buffer.writef32(target, offset + 24, d);
		buffer.writef32(target, offset + 28, e);
		buffer.writef32(target, offset + 32, f);
		buffer.writef32(target, offset + 36, g);
		buffer.writef32(target, offset + 40, h);
		buffer.writef32(target, offset + 44, i);
	},
	decode: (source, offset) =>
		new CFrame(
			buffer.readf32(source, offset),
			buffer.readf32(source, offset + 4),
			buffer.readf32(source, offset + 8),
			buffer.readf32(source, offset + 12),
			buffer.readf32(source, offset + 16),
			buffer.readf32(source, offset + 20),
			buffer.readf32(source, offset + 24),
			buffer.readf32(source, offset + 28),
			buffer.readf32(source, offset + 32),
			buffer.readf32(source, offset + 36),
			buffer.readf32(source, offset + 40),
			buffer.readf32(source, offset + 44),
		),
};

/** The axis times the angle, so that three numbers hold both. */
const axisAngle: Layout = {
	name: "axis × angle, 3 × f32",
	size: 24,
	encode: (cframe, target, offset) => {
		writePosition(cframe, target, offset);
		const [axis, angle] = cframe.ToAxisAngle();
		buffer.writef32(target, offset + 12, axis.X * angle);
		buffer.writef32(target, offset + 16, axis.Y * angle);
		buffer.writef32(target, offset + 20, axis.Z * angle);
	},
	decode: (source, offset) => {
		const x = buffer.readf32(source, offset + 12);
		const y = buffer.readf32(source, offset + 16);
		const z = buffer.readf32(source, offset + 20);
		const angle = math.sqrt(x * x + y * y + z * z);
		const scale = angle > 1e-9 ? math.sin(angle / 2) / angle : 0.5;
		return new CFrame(
			buffer.readf32(source, offset),
			buffer.readf32(source, offset + 4),
			buffer.readf32(source, offset + 8),
			x * scale,
			y * scale,
			z * scale,
			math.cos(angle / 2),
		);
	},
};

const euler: Layout = {
	name: "Euler angles, 3 × f32",
	size: 24,
	encode: (cframe, target, offset) => {
		writePosition(cframe, target, offset);
		const [x, y, z] = cframe.ToEulerAnglesYXZ();
		buffer.writef32(target, offset + 12, x);
		buffer.writef32(target, offset + 16, y);
		buffer.writef32(target, offset + 20, z);
	},
	decode: (source, offset) =>
		new CFrame(
			buffer.readf32(source, offset),
			buffer.readf32(source, offset + 4),
			buffer.readf32(source, offset + 8),
		).mul(
			CFrame.fromEulerAnglesYXZ(
				buffer.readf32(source, offset + 12),
				buffer.readf32(source, offset + 16),
				buffer.readf32(source, offset + 20),
			),
		),
};

/** Always w is dropped, and a byte says its sign: precise only while w is large. */
const dropW: Layout = {
	name: "w dropped, 3 × u16 and its sign",
	size: 19,
	encode: (cframe, target, offset) => {
		writePosition(cframe, target, offset);
		const [axis, angle] = cframe.ToAxisAngle();
		const sine = math.sin(angle / 2);
		buffer.writeu16(target, offset + 12, math.round((axis.X * sine + 1) * 32767.5));
		buffer.writeu16(target, offset + 14, math.round((axis.Y * sine + 1) * 32767.5));
		buffer.writeu16(target, offset + 16, math.round((axis.Z * sine + 1) * 32767.5));
		buffer.writeu8(target, offset + 18, math.cos(angle / 2) < 0 ? 1 : 0);
	},
	decode: (source, offset) => {
		const x = buffer.readu16(source, offset + 12) / 32767.5 - 1;
		const y = buffer.readu16(source, offset + 14) / 32767.5 - 1;
		const z = buffer.readu16(source, offset + 16) / 32767.5 - 1;
		const w = math.sqrt(math.max(0, 1 - x * x - y * y - z * z));
		return new CFrame(
			buffer.readf32(source, offset),
			buffer.readf32(source, offset + 4),
			buffer.readf32(source, offset + 8),
			x,
			y,
			z,
			buffer.readu8(source, offset + 18) === 0 ? w : -w,
		);
	},
};

/** The first is what takes no thought, the last what is nearest to ours in size. */
export const OTHER_LAYOUTS = [allComponents, axisAngle, euler, dropW];
