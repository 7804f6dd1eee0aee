import type { ImportedModel, ImportModelOptions } from "../../src";
import { LiveKind, liveUser, packLiveNote } from "../../src/take/live/live-packet";
import { Headless, headless } from "../headless";
import { Drawing } from "../pictures/drawing";
import { openPage, PagePlace } from "./open-page";

/** Shots per second. */
const RATE = 12;
/** How long the figure walks, and how far, as `scripts/figure` has it. */
const WALK_SECONDS = 3.6;
const WALK_STUDS = 12;

const RED = new Color3(0.85, 0.25, 0.2);
const DARK = new Color3(0.16, 0.17, 0.2);
const GLASS = new Color3(0.62, 0.74, 0.82);
const WHITE = new Color3(0.95, 0.95, 0.92);

/** Dolly and the film set, as they are in the place of a page. */
interface Modules {
	importModel: (this: void, file: buffer, options: ImportModelOptions) => ImportedModel;
}
interface SetModule {
	buildFilmSet: (this: void, parent: Instance) => void;
}

/** A guide's picture: its code runs, and what the camera shows meanwhile is drawn. */
class GuideFilm {
	public readonly place: PagePlace;
	private readonly drawing = new Drawing();
	private figure?: ImportedModel;

	constructor(
		private readonly engine: Headless,
		private readonly name: string,
		page: string,
		prepare: (film: GuideFilm, place: PagePlace) => void,
	) {
		this.place = openPage(page, "TypeScript", (place) => {
			const { session, workspace, storage } = place;
			session.assets.setMeshApis(true);
			const tests = storage.FindFirstChild("tests")!;
			const set = session.require(tests.FindFirstChild("film-set", true) as ModuleScript) as SetModule;
			session.run(() => set.buildFilmSet(workspace));
			place.camera.FieldOfView = 40;
			(this as { place: PagePlace }).place = place;
			prepare(this, place);
		});
	}

	/** Puts the figure at `z`; it walks along Z when it is told to. */
	public addFigure(z: number): ImportedModel {
		const { session, storage, workspace } = this.place;
		const dolly = session.require(storage.FindFirstChild("dolly") as ModuleScript) as Modules;
		const file = this.engine.readFile("dist/figure.glb");
		session.run(() => (this.figure = dolly.importModel(file, { parent: workspace })));
		const { model } = this.figure!;
		model.Name = "Statue";
		model.PivotTo(model.GetPivot().add(new Vector3(0, 0, z)));
		return this.figure!;
	}

	public walk(): void {
		this.place.session.run(() => this.figure!.play("Walk", { fade: 0 }));
	}

	/** Adds a block or a ball. */
	public addPart(name: string, size: Vector3, cframe: CFrame, color: Color3, parent?: Instance): Part {
		const part = this.place.add("Part", name, parent);
		part.Size = size;
		part.CFrame = cframe;
		part.Color = color;
		return part;
	}

	/** Goes on for `seconds`, without a shot. */
	public skip(seconds: number, each: (now: number) => void = () => {}): void {
		const { session } = this.place;
		for (const step of $range(1, math.round(seconds * 60))) {
			each(step / 60);
			session.step(1 / 60);
		}
	}

	/** Goes on for `seconds` and takes shots, with a line of text in the picture. */
	public shoot(seconds: number, text: string, each: (now: number) => void = () => {}): void {
		const { workspace, camera } = this.place;
		for (const shot of $range(0, math.round(seconds * RATE) - 1)) {
			this.skip(1 / RATE, (now) => each(shot / RATE + now));
			this.drawing.shoot(text, workspace, new CFrame(), camera);
		}
	}

	public keep(): void {
		const said = this.place.session.takeErrors().join("\n");
		assert(said === "", said);
		this.engine.writeFile(`dist/${this.name}.drawing`, this.drawing.toBuffer());
	}
}

/** The view from behind and beside somebody who walks. */
function chase(z: number): CFrame {
	const target = new Vector3(0, 2.6, z);
	return CFrame.lookAt(target.add(new Vector3(-5, 2, -8)), target.add(new Vector3(0, 0, 1)));
}

function filmGettingStarted(engine: Headless): void {
	const film = new GuideFilm(engine, "getting-started", "docs/getting-started.md", (made, { ada }) => {
		ada.Character = made.addFigure(0).model;
	});
	const { camera } = film.place;
	const follow = (now: number) => (camera.CFrame = chase((now / WALK_SECONDS) * WALK_STUDS));
	film.skip(1.5, () => follow(0));
	film.walk();
	film.skip(1, follow);
	film.shoot(2.5, "recording", (now) => follow(1 + now));
	film.skip(5.1);
	film.shoot(3, "replay, half speed");
	film.keep();
}

function filmCameraPath(engine: Headless): void {
	const film = new GuideFilm(engine, "camera-path", "docs/guides/camera-path.md", (made) => {
		made.addFigure(-WALK_STUDS);
		made.walk();
	});
	film.shoot(3, "");
	film.keep();
}

function filmCutscene(engine: Headless): void {
	const film = new GuideFilm(engine, "cutscene", "docs/guides/cutscene.md", (made, { camera }) => {
		made.addFigure(-WALK_STUDS);
		made.walk();
		camera.CFrame = CFrame.lookAt(new Vector3(-9, 6, -16), new Vector3(0, 3, -6));
	});
	film.shoot(3.5, "bars");
	film.keep();
}

function filmInstantReplay(engine: Headless): void {
	let ball: Part;
	let goal: Part;
	const film = new GuideFilm(engine, "instant-replay", "docs/guides/instant-replay.md", (made) => {
		ball = made.addPart("Ball", new Vector3(1.6, 1.6, 1.6), new CFrame(0, 0.8, 0), RED);
		ball.Shape = Enum.PartType.Ball;
		goal = made.addPart("Goal", new Vector3(8, 0.4, 0.4), new CFrame(0, 5, 14), WHITE);
		for (const side of [-4, 4]) made.addPart("Post", new Vector3(0.4, 5, 0.4), new CFrame(side, 2.5, 14), WHITE);
	});
	const { camera, session } = film.place;
	const watch = CFrame.lookAt(new Vector3(-15, 6, 0), new Vector3(0, 2.5, 8));
	/** The ball lies still, is kicked at 5 seconds, and is in the goal a second later. */
	const play = (now: number) => {
		camera.CFrame = watch;
		const flown = math.max(now - 5, 0);
		const height = math.max(0.8 + 7 * flown - 5 * flown * flown, 0.8);
		const along = -6 + math.min(20 * flown, 23);
		ball.CFrame = new CFrame(1.5 * math.min(flown, 1.1), height, along).mul(CFrame.Angles(9 * flown, 0, 0));
	};
	// The page's last block flies for four seconds and plays that for five.
	film.skip(10);
	film.skip(4.5, play);
	film.shoot(1.5, "live", (now) => play(4.5 + now));
	session.fire(goal!, "Touched", ball!);
	film.shoot(1, "live", (now) => play(6 + now));
	film.skip(4.3);
	film.shoot(3.4, "instant replay");
	film.keep();
}

function filmRacingGhost(engine: Headless): void {
	let parts: Array<[part: Part, place: CFrame]>;
	let line: Part;
	const film = new GuideFilm(engine, "racing-ghost", "docs/guides/racing-ghost.md", (made, { add }) => {
		const car = add("Model", "Car");
		const block = (name: string, size: Vector3, place: CFrame, color: Color3): [Part, CFrame] => [
			made.addPart(name, size, place, color, car),
			place,
		];
		parts = [
			block("Body", new Vector3(2.6, 0.9, 5.4), new CFrame(0, 1.1, 0), RED),
			block("Cabin", new Vector3(2.2, 0.8, 2.4), new CFrame(0, 1.9, -0.3), GLASS),
		];
		for (const [index, x, z] of [
			[1, -1.4, 1.7],
			[2, 1.4, 1.7],
			[3, -1.4, -1.7],
			[4, 1.4, -1.7],
		]) {
			parts.push(block(`Wheel${index}`, new Vector3(0.5, 1.1, 1.1), new CFrame(x, 0.6, z), DARK));
		}
		car.PrimaryPart = parts[0][0];
		line = made.addPart("FinishLine", new Vector3(6, 0.1, 1), new CFrame(0, 0.06, -24), WHITE);
	});
	const { camera, session, workspace } = film.place;
	const drive = (x: number, z: number) => {
		const at = new CFrame(x, 0, z);
		for (const [part, place] of parts) {
			const spins = part.Name.sub(1, 5) === "Wheel";
			part.CFrame = at.mul(place).mul(spins ? CFrame.Angles(z / 0.55, 0, 0) : new CFrame());
		}
	};
	film.skip(6);
	// The block of the page's last part is out of the picture.
	(workspace.FindFirstChild("Part") as Part | undefined)?.Destroy();
	drive(-1.6, -24);
	session.fire(line!, "Touched", parts![0][0]);
	film.skip(4.2, (now) => drive(-1.6, -24 + 12 * now));
	session.fire(line!, "Touched", parts![0][0]);
	film.shoot(4, "", (now) => {
		drive(1.6, -24 + 9 * now + 0.6 * now * now);
		const z = -24 + 10.5 * now;
		camera.CFrame = CFrame.lookAt(new Vector3(-9, 7.5, z - 11), new Vector3(0, 1, z + 3));
	});
	film.keep();
}

function filmSpectate(engine: Headless): void {
	let bob: Player;
	const film = new GuideFilm(engine, "spectate", "docs/guides/spectate.md", (made, { session, ada }) => {
		bob = session.players.join("Bob");
		session.players.spawn(ada);
		for (const part of ada.Character!.GetDescendants()) if (part.IsA("BasePart")) part.Transparency = 1;
		made.addFigure(-WALK_STUDS);
	});
	const { camera, session, ada, storage } = film.place;
	const live = storage.FindFirstChild("Live") as UnreliableRemoteEvent;
	const sent = new Array<buffer>();
	session.remotes.onClientEvent(bob!, live, (packet) => sent.push(packet as buffer));
	camera.CameraType = Enum.CameraType.Scriptable;
	// What Bob sees of the walking figure.
	film.walk();
	film.skip(WALK_SECONDS, (now) => {
		if (math.round(now * 60) % 60 === 1) {
			session.remotes.fireServer(bob, live, packLiveNote(LiveKind.Watch, liveUser(ada.UserId), 0));
		}
		camera.CFrame = chase(-WALK_STUDS + (now / WALK_SECONDS) * WALK_STUDS);
	});
	const packets = [...sent];
	const own = CFrame.lookAt(new Vector3(9, 7, 6), new Vector3(0, 2, -6));
	film.shoot(0.8, "your own view", () => (camera.CFrame = own));
	camera.CameraType = Enum.CameraType.Custom;
	ada.Character!.FindFirstChildOfClass("Humanoid")!.Health = 0;
	film.walk();
	let index = 0;
	film.shoot(WALK_SECONDS, "live: what Bob sees", (now) => {
		while (index < packets.size() && index / 30 <= now) {
			buffer.writeu32(packets[index], 1, liveUser(bob!.UserId));
			session.remotes.fireServer(bob!, live, packets[index]);
			index += 1;
		}
	});
	film.keep();
}

function filmShake(engine: Headless): void {
	const film = new GuideFilm(engine, "camera-shake", "docs/guides/camera-shake.md", (made) => made.addFigure(0));
	const { camera, session } = film.place;
	// The page's second block plays a shot of four seconds first.
	film.skip(5);
	const view = CFrame.lookAt(new Vector3(-6, 4, 13), new Vector3(0, 3, 0));
	camera.CFrame = view;
	film.shoot(0.5, "");
	const place = new Vector3(4, 1.5, -3);
	const fire = film.addPart("Fire", Vector3.one, new CFrame(place), new Color3(1, 0.62, 0.2));
	fire.Shape = Enum.PartType.Ball;
	const explosion = session.create("Explosion") as Explosion;
	explosion.Position = place;
	explosion.Parent = film.place.workspace;
	film.shoot(1.8, "", (now) => {
		const size = 1 + 9 * (1 - math.exp(-5 * now));
		fire.Size = new Vector3(size, size, size);
		fire.Transparency = math.clamp(now * 1.4, 0, 1);
	});
	film.keep();
}

const FILMS: Array<(engine: Headless) => void> = [
	filmGettingStarted,
	filmCameraPath,
	filmCutscene,
	filmInstantReplay,
	filmRacingGhost,
	filmSpectate,
	filmShake,
];

assert(headless !== undefined, "[dolly] pictures: they are drawn on the virtual clock of the headless engine");
for (const film of FILMS) film(headless);

/** How many pictures there are, for `scripts/guide-pictures.mjs` to print. */
export const verdict = `${FILMS.size()} guides`;
