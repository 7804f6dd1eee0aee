import { importModel } from "../../src";
import { headless } from "../headless";
import { document, listOf, view } from "./gltf-shapes";

const SCANS = 16;

/**
 * A progressive JPEG of 4096 × 4096 pixels: a scan of DC coefficients and sixteen of others, all of them zeros in a few bytes, and then
 * a marker that may not stand there.
 */
function damagedJpeg(): buffer {
	const bytes = [0xff, 0xd8];
	const put = (...more: Array<number>) => more.forEach((byte) => bytes.push(byte));
	const zeros = (count: number) => {
		for (const _ of $range(1, count)) bytes.push(0);
	};
	put(0xff, 0xdb, 0, 67, 0);
	for (const _ of $range(1, 64)) bytes.push(1);
	put(0xff, 0xc2, 0, 11, 8, 16, 0, 16, 0, 1, 1, 0x11, 0);
	// One code of one bit each: "no difference" for DC, and "16,384 blocks and as many as 14 bits say have nothing more" for others.
	for (const [kind, symbol] of [
		[0x00, 0x00],
		[0x10, 0xe0],
	]) {
		put(0xff, 0xc4, 0, 20, kind, 1);
		zeros(15);
		put(symbol);
	}
	put(0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0);
	zeros((512 * 512) / 8);
	for (const coefficient of $range(1, SCANS)) {
		put(0xff, 0xda, 0, 8, 1, 1, 0, coefficient, coefficient, 0);
		zeros((16 * 15) / 8);
	}
	put(0xff, 0x01);
	const result = buffer.create(bytes.size());
	bytes.forEach((byte, at) => buffer.writeu8(result, at, byte));
	return result;
}

export = () => {
	(headless ? it : itSKIP)("counts the pixels of images that turn out damaged at their end", () => {
		const jpeg = damagedJpeg();
		const three = (piece: (index: number) => string) => listOf(3, piece);
		const source = document(
			[
				`"images":[${three((index) => `{"bufferView":1,"mimeType":"image/jpeg","name":"image ${index}"}`)}]`,
				`"textures":[${three((index) => `{"source":${index}}`)}]`,
				`"materials":[${three((index) => `{"pbrMetallicRoughness":{"baseColorTexture":{"index":${index}}}}`)}]`,
				`"meshes":[{"primitives":[${three((index) => `{"material":${index},"attributes":{"POSITION":0}}`)}]}]`,
				'"nodes":[{"mesh":0}]',
			],
			[],
			[view(36, buffer.len(jpeg))],
			jpeg,
		);
		const imported = importModel(source);
		imported.destroy();
		const lines = imported.report.filter((line) => line.sub(1, 7) === "images ");
		expect(lines.size()).to.equal(2);
		expect(lines[0].find("unexpected marker 01", 1, true)[0]).to.be.ok();
		expect(lines[0].sub(-9)).to.equal(": image 0");
		expect(lines[1]).to.equal("images are left out, because earlier ones have 268435456 pixels: image 1, image 2");
	});
};
