import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { panelSvg } from "../../scripts/picture/panel-svg.mjs";
import { encodePng } from "../../scripts/picture/png.mjs";
import { drawViewport } from "../../scripts/picture/viewport.mjs";

const area = { x: 10, y: 20, width: 12, height: 12 };
const clip = { x: 0, y: 0, width: 100, height: 50 };
const svgOf = (node) =>
	panelSvg({ width: 100, height: 50, nodes: [{ ...area, clip, ...node }] }, () => Buffer.of(1, 2, 3));

export const checks = {
	"turned objects and strokes are drawn as Roblox has them": () => {
		const turned = svgOf({ background: "ff0000", opacity: 0.5, turns: [{ angle: 45, x: 16, y: 26 }] });
		assert.match(
			turned,
			/<g clip-path="url\(#clip0\)"><g transform="rotate\(45 16 26\)"><rect [^>]*fill-opacity="0.5"/,
		);

		const stroked = svgOf({ stroke: { color: "ffffff", width: 2, opacity: 1 }, radius: 4 });
		assert.match(stroked, /<rect x="9" y="19" width="14" height="14" rx="5" fill="none"/, "a stroke lies outside");
	},
	"a path is a line, closed or not, and never filled": () => {
		const segments = [
			[0, 0, 1, 2, 3, 4, 5, 6],
			[5, 6, 5, 6, 0, 0, 0, 0],
		];
		const path = svgOf({ path: { segments, color: "00ff00", thickness: 2, closed: true } });
		assert.match(path, /d="M0 0C1 2 3 4 5 6C5 6 0 0 0 0Z" fill="none" stroke="#00ff00" stroke-width="2"/);
		assert.doesNotMatch(svgOf({ path: { segments, color: "00ff00", thickness: 2, closed: false } }), /Z"/);
	},
	"gradients and viewports are drawn": () => {
		const stops = [
			{ at: 0, color: "ff0000", opacity: 1 },
			{ at: 1, color: "0000ff", opacity: 0 },
		];
		const gradient = svgOf({ background: "ffffff", opacity: 1, gradient: { stops, angle: 0, offset: [0, 0] } });
		assert.match(gradient, /x1="10" y1="26" x2="22" y2="26"/);
		assert.match(svgOf({ viewport: { opacity: 1 } }), /href="data:image\/png;base64,AQID"/);
	},
	"a viewport without parts is clear": () => {
		const camera = { cframe: [0, 0, 5, 1, 0, 0, 0, 1, 0, 0, 0, 1], fieldOfView: 40 };
		const light = { ambient: "c8c8c8", light: "8c8c8c", direction: [-1, -1, -1] };
		const empty = drawViewport({ parts: [], camera }, light, 4, 3);
		assert.deepEqual([...empty.pixels], new Array(48).fill(0), "nothing shows where no part is");
		const png = encodePng(empty);
		assert.equal(png[25], 6, "four bytes a pixel are red, green, blue and alpha");
		const data = png.indexOf("IDAT");
		assert.equal(inflateSync(png.subarray(data + 4)).length, 3 * (4 * 4 + 1));
	},
};
