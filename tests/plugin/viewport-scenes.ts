import type { LayoutEntry, Session } from "../headless/session";
import { createShot, Shot } from "../../src";
import { ViewportPicture } from "./viewport/picture-of";
import { openInViewport, ViewportUser } from "./viewport/viewport-user";

interface Scene {
	name: string;
	width: number;
	height: number;
	entries: Array<LayoutEntry>;
	ground?: string;
	clipsPaths?: boolean;
}

type Visit = (scene: Scene) => void;

const WIDTH = 960;
const HEIGHT = 540;

/** Eight keys with a cut after the fourth, as a person sets them. */
function harbourReveal(): Shot {
	const bay = new Vector3(-10, 12, 0);
	const at = (seconds: number, x: number, y: number, z: number, fieldOfView: number, isCut = false) => ({
		seconds,
		cframe: CFrame.lookAt(new Vector3(x, y, z), bay),
		fieldOfView,
		easing: isCut ? ("hold" as const) : ("smooth" as const),
	});
	return createShot(
		[
			at(0, -90, 16, 58, 70),
			at(1.8, -46, 18, 62, 70),
			at(3.4, 6, 26, 56, 64),
			at(5.05, 36, 38, 26, 58, true),
			at(5.1, -66, 16, 46, 56),
			at(7.2, -50, 18, 40, 51),
			at(9.4, -36, 22, 34, 44),
			at(12.1, -26, 24, 28, 38),
		],
		{ name: "Harbour reveal", markers: [{ name: "Gulls", seconds: 1.2 }], metadata: { aspect: 2.39 } },
	);
}

/** A quay with houses, a lighthouse and boats. */
function buildHarbour(session: Session): Array<BasePart> {
	const parts = new Array<BasePart>();
	const block = (size: Vector3, cframe: CFrame, color: Color3) => {
		const part = session.create("Part") as Part;
		part.Size = size;
		part.CFrame = cframe;
		part.Color = color;
		parts.push(part);
	};
	const rgb = (r: number, g: number, b: number) => Color3.fromRGB(r, g, b);
	block(new Vector3(96, 4, 30), new CFrame(-58, 2, -6), rgb(178, 168, 150));
	block(new Vector3(96, 4.4, 24), new CFrame(-58, 2, -30), rgb(134, 168, 110));
	for (const index of $range(0, 4)) {
		const at = new CFrame(-94 + index * 19, 9, -26);
		block(new Vector3(13, 12, 10), at, rgb(176 - index * 6, 172, 160 + index * 5));
		block(new Vector3(13.6, 1, 8), at.mul(new CFrame(0, 7.4, 2.6)).mul(CFrame.Angles(0.7, 0, 0)), rgb(120, 92, 88));
		block(new Vector3(13.6, 1, 8), at.mul(new CFrame(0, 7.4, -2.6)).mul(CFrame.Angles(-0.7, 0, 0)), rgb(108, 84, 82));
	}
	for (const index of $range(0, 2)) {
		const size = 26 - index * 5;
		block(
			new Vector3(size, 4, size),
			new CFrame(28, 1 + index * 3, -30).mul(CFrame.Angles(0, 0.5, 0)),
			rgb(130, 134, 126),
		);
	}
	for (const index of $range(0, 3)) {
		const color = index % 2 === 0 ? rgb(214, 216, 218) : rgb(86, 116, 160);
		const size = 11 - index * 1.3;
		block(new Vector3(size, 9, size), new CFrame(28, 13 + index * 9, -30).mul(CFrame.Angles(0, 0.5, 0)), color);
	}
	block(new Vector3(10, 2, 10), new CFrame(28, 46, -30), rgb(92, 98, 112));
	block(new Vector3(5, 6, 5), new CFrame(28, 50, -30), rgb(218, 206, 130));
	for (const [x, z, turn] of [
		[-20, 44, 0.4],
		[24, 36, -0.5],
		[70, 4, 1.2],
	]) {
		const at = new CFrame(x, 1, z).mul(CFrame.Angles(0, turn, 0));
		block(new Vector3(10, 3, 4.4), at, rgb(196, 180, 150));
		block(new Vector3(0.6, 12, 0.6), at.mul(new CFrame(0, 7, 0)), rgb(110, 88, 70));
	}
	return parts;
}

/** What stands in the viewport and over it, as one picture. */
function shoot(name: string, person: ViewportUser, world: ReadonlyArray<BasePart>, visit: Visit): void {
	const { session } = person;
	const picture = new ViewportPicture(session, world);
	const entries = picture.layout();
	for (const gui of person.ground().GetChildren()) {
		if (!gui.IsA("ScreenGui") || !gui.Enabled || gui.Name === "ScreenGui") continue;
		for (const entry of session.userInput.layout(gui)) entries.push(entry);
	}
	visit({ name, width: WIDTH, height: HEIGHT, entries, ground: "7fa9c2" });
	picture.remove();
}

export function visitPanels(visit: Visit): void {
	const person = openInViewport(harbourReveal());
	const { session } = person;
	session.viewport.resize(WIDTH, HEIGHT);
	const world = buildHarbour(session);
	const camera = person.user.camera();
	camera.FieldOfView = 40;
	camera.CFrame = CFrame.lookAt(new Vector3(10, 100, 170), new Vector3(-18, 16, 10));
	person.user.drag("RulerSurface", [0.1, 0.556]);
	person.click("Key3");
	session.advance(0.1);
	shoot("viewport-keys", person, world, visit);
	person.session.advance(1);
	person.user.press("SafeFrame");
	person.user.press("LookThrough");
	session.advance(0.1);
	shoot("viewport-look-through", person, world, visit);
}
