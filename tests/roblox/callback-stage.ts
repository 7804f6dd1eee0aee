import { Workspace } from "@rbxts/services";
import { CameraPath, CameraPlayer, EndReason, Follower, Modifier } from "../../src/camera";
import { headless } from "../headless";
import { dressCamera } from "./camera/dress-camera";

/** Seconds per frame, and after how many frames everything has ended that is not paused. */
const FRAME = 0.1;
const FRAMES = 40;

/** How often a callback acts at most: some begin what calls them again. */
const MOST_CALLS = 30;

/** Who a callback has to do with. */
interface Scene {
	/** The player that calls it, and another that moves the same. */
	player: CameraPlayer | Follower;
	other: CameraPlayer | Follower;
	moved: Camera | Part;
	relativeTo: Part;
}

/** What callbacks do. */
const ACTS: { [name: string]: (scene: Scene) => void } = {
	"stops it": ({ player }) => player.stop(),
	"destroys it": ({ player }) => player.destroy(),
	"pauses it": ({ player }) => player.pause(),
	"plays it": ({ player }) => player.play(),
	"seeks it": ({ player }) => player.seek(0.7),
	"skips it": ({ player }) => player.skip(),
	"steps it": ({ player }) => player.step(1),
	"stops and plays it": ({ player }) => {
		player.stop();
		player.play();
	},
	"stops it and throws": ({ player }) => {
		player.stop();
		error("broken", 0);
	},
	"plays another": ({ other }) => other.play(),
	"plays and stops another": ({ other }) => {
		other.play();
		other.stop();
	},
	"plays and destroys another": ({ other }) => {
		other.play();
		other.destroy();
	},
	"plays another and throws": ({ other }) => {
		other.play();
		error("broken", 0);
	},
	"plays another and it": ({ player, other }) => {
		other.play();
		player.play();
	},
	"destroys both": ({ player, other }) => {
		player.destroy();
		other.destroy();
	},
	"replaces the current camera": () => {
		const camera = new Instance("Camera");
		camera.Parent = Workspace;
		Workspace.CurrentCamera = camera;
	},
	"leaves no current camera": () => (Workspace.CurrentCamera = undefined),
	"destroys what it moves": ({ moved }) => moved.Destroy(),
	"destroys relativeTo": ({ relativeTo }) => relativeTo.Destroy(),
	"moves relativeTo out of all numbers": ({ relativeTo }) => (relativeTo.CFrame = new CFrame(0 / 0, 0, 0)),
	throws: () => error("broken", 0),
	"throws a table": () => error({ broken: true } as never),
	waits: () => task.wait(0.25),
	"waits for good": () => coroutine.yield(),
	"waits for the end": ({ player }) => player.ended.Wait(),
	"waits and stops it": ({ player }) => {
		task.wait(0.25);
		player.stop();
	},
};

/** Acts after which a playing may be paused, and what it moves is rightly held. */
const PAUSING = new Set(["pauses it", "steps it"]);

/** Acts that end a playing at once, if a path or an easing does them. */
const ENDING = new Set([
	"stops it",
	"destroys it",
	"stops and plays it",
	"stops it and throws",
	"destroys both",
	"plays it",
	"seeks it",
	"skips it",
	"steps it",
	"throws",
	"throws a table",
	"waits",
	"waits for good",
	"waits for the end",
	"waits and stops it",
]);

/** Acts that take what it moves away, unless it has not begun, and give it back. */
const TAKING = new Set(["plays and stops another", "plays and destroys another"]);

function endsAtOnce(site: string, act: string): boolean {
	return ENDING.has(act) || (TAKING.has(act) && site.find("at play")[0] === undefined);
}

const YIELDING = new Set(["waits", "waits for good", "waits for the end", "waits and stops it"]);
const REFUSED: { [name: string]: string } = {
	"plays it": "play",
	"seeks it": "seek",
	"skips it": "skip",
	"steps it": "step",
	"stops and plays it": "play",
	"plays another and it": "play",
};

/** What of a camera is written. With immediate signals the handlers of the engine run inside the write. */
const PROPERTIES = ["CameraType", "CFrame", "Focus", "FieldOfView"];

/** A path of a second along X. `sampled` hears of each sample. */
function pathOf(sampled: (seconds: number) => void): CameraPath {
	return {
		name: "flight",
		duration: 1,
		rate: 10,
		markers: [{ name: "here", seconds: 0.5 }],
		sample(seconds, target) {
			sampled(seconds);
			buffer.fill(target, 0, 0);
			buffer.writef64(target, 0, 10 + seconds * 10);
			buffer.writef64(target, 48, 1);
			buffer.writef64(target, 56, 50 + seconds);
		},
	};
}

/** Players that have a callback at a site, and what came of it. */
export class Stage {
	public readonly ends = new Array<EndReason>();
	public readonly otherEnds = new Array<EndReason>();
	/** How often the callback was called. */
	public calls = 0;
	/** What calls and threads failed with. */
	public readonly problems = new Array<defined>();
	public readonly scene: Scene;
	/** Whether everything was as before right after the call or frame in which the callback acted. */
	public wasBackAtOnce?: boolean;
	private phase = "";
	private isActing = true;
	private readonly handlers = new Array<RBXScriptConnection>();

	constructor(
		kind: "CameraPlayer" | "Follower",
		private readonly site: string,
		private readonly act: (scene: Scene) => void,
		private readonly isOnce: boolean,
		private readonly isBack: () => boolean,
		moved: Camera | Part,
	) {
		const relativeTo = new Instance("Part");
		const path = pathOf((seconds) => this.onSample(seconds));
		const quiet = pathOf(() => {});
		const onModify = (seconds: number) => this.onModify(seconds);
		const modifiers: Array<Modifier> = [
			{
				apply(cframe, fieldOfView, seconds) {
					onModify(seconds);
					return $tuple(cframe, fieldOfView);
				},
			},
		];
		const options = { relativeTo, loop: site === "looped", modifiers };
		const blends = { blendIn: 0.4, blendOut: 0.4, easing: (share: number) => this.onEase(share) };
		const player =
			kind === "CameraPlayer"
				? new CameraPlayer(path, { ...options, ...blends })
				: new Follower(path, moved as Part, options);
		const other = kind === "CameraPlayer" ? new CameraPlayer(quiet) : new Follower(quiet, moved as Part);
		this.scene = { player, other, moved, relativeTo };
		player.ended.Connect((reason) => this.ends.push(reason));
		other.ended.Connect((reason) => this.otherEnds.push(reason));
		player.marker.Connect(() => this.onFired("marker"));
		player.looped.Connect(() => this.onFired("looped"));
		player.ended.Connect(() => this.onFired("ended"));
		for (const property of kind === "CameraPlayer" ? PROPERTIES : ["CFrame"]) {
			const changed = moved.GetPropertyChangedSignal(property as "CFrame");
			this.handlers.push(changed.Connect(() => this.onFired(`${property} ${this.phase}`)));
		}
	}

	/** Plays until everything has ended that ends by itself. */
	public run(): void {
		const { player, other } = this.scene;
		this.during("at play", () => player.play());
		for (const frame of $range(1, FRAMES)) {
			if (frame === 4) this.during("at seek", () => player.seek(0.35));
			if (frame === 5) {
				if (this.site.find("at skip")[0] !== undefined) this.during("at skip", () => player.skip());
				if (this.site.find("at step")[0] !== undefined) this.during("at step", () => player.step(1));
				if (this.site.find("at stop")[0] !== undefined) this.during("at stop", () => player.stop());
				if (this.site.find("at another's play")[0] !== undefined) {
					this.during("at another's play", () => other.play());
				}
				if (this.site === "path while paused") this.during("", () => player.pause());
			}
			const isLeaving = player.position === 1 && player.isPlaying;
			this.phase = isLeaving ? "in blendOut" : player.position > 0.85 ? "at the end" : "in a frame";
			if (frame === 6 && this.site === "path while paused") this.phase = "while paused";
			headless!.step(FRAME);
			this.phase = "";
			this.look();
			// What was paused for the site goes on.
			if (frame === 7 && !player.isPlaying && this.ends.isEmpty()) this.during("", () => player.play());
			if (frame === 30) player.loop = false;
		}
		this.takeErrors();
	}

	/** Ends everything; callbacks do nothing any more. */
	public close(): void {
		this.isActing = false;
		this.scene.player.destroy();
		this.scene.other.destroy();
		headless!.advance(2 * FRAME, FRAME);
		this.takeErrors();
		this.scene.relativeTo.Destroy();
		for (const connection of this.handlers) connection.Disconnect();
	}

	private takeErrors(): void {
		for (const message of headless!.takeErrors()) this.problems.push(message);
	}

	private look(): void {
		if (this.calls > 0) this.wasBackAtOnce ??= this.isBack();
	}

	private during(phase: string, body: () => void): void {
		this.phase = phase;
		// In a thread of its own: a callback that holds it up must not hold up the spec.
		task.spawn(() => {
			const [ok, problem] = pcall(body);
			if (!ok) this.problems.push(problem as defined);
		});
		this.phase = "";
		this.look();
	}

	private onSample(seconds: number): void {
		const isHere = this.site === "path at the end" ? seconds === 1 : this.site === `path ${this.phase}`;
		if (isHere && (this.site !== "path in a frame" || seconds > 0.5)) this.fire();
	}

	private onModify(seconds: number): void {
		const isHere = this.site === "modifier at the end" ? seconds === 1 : this.site === `modifier ${this.phase}`;
		if (isHere && (this.site !== "modifier in a frame" || seconds > 0.5)) this.fire();
	}

	private onEase(share: number): number {
		const isLeaving = this.scene.player.position === 1;
		const site = isLeaving ? "easing in blendOut" : `easing ${this.phase === "at play" ? "at play" : "in blendIn"}`;
		if (site === this.site && (site === "easing at play" || share > 0.2)) this.fire();
		return share;
	}

	private onFired(name: string): void {
		if (this.site === name) this.fire();
	}

	private fire(): void {
		if (!this.isActing || (this.isOnce && this.calls > 0)) return;
		this.calls += 1;
		if (this.calls > MOST_CALLS) this.isActing = false;
		this.act(this.scene);
	}
}

/** The message or thrown value without its trace. */
function textOf(problem: defined): string {
	return typeIs(problem, "table") ? "a table" : tostring(problem).split("\n")[0];
}

/** Whether a problem is Dolly's own sentence, or what the callback threw. */
function isExpected(problem: defined): boolean {
	const text = textOf(problem);
	return text.sub(1, 8) === "[dolly] " || text === "broken" || text.find("^a? ?table")[0] !== undefined;
}

/** Goes through every act at a site, once and each time, and says what is wrong afterwards. */
function faultsAt(
	site: string,
	isAtOnce: boolean,
	makeStage: (act: (scene: Scene) => void, isOnce: boolean) => Stage,
	check: (stage: Stage, name: string, say: (fault: string) => void) => void,
): string {
	const faults = new Array<string>();
	let stages = 0;
	for (const [key, act] of pairs(ACTS)) {
		const name = key as string;
		for (const isOnce of [true, false]) {
			stages += 1;
			const say = (fault: string) => faults.push(`${name}${isOnce ? "" : ", each time"}: ${fault}`);
			const before = headless!.countRenderSteps();
			const stage = makeStage(act, isOnce);
			stage.run();
			if (stage.calls === 0) say("the callback was not called");
			if (isAtOnce && endsAtOnce(site, name) && stage.wasBackAtOnce !== true) say("nothing was given back at once");
			check(stage, name, say);
			stage.close();
			if (stage.scene.player.isPlaying || stage.scene.other.isPlaying) say("a destroyed player plays");
			if (headless!.countRenderSteps() !== before)
				say(`${headless!.countRenderSteps() - before} render steps are left`);
			for (const problem of stage.problems) if (!isExpected(problem)) say(textOf(problem));
			if (!isAtOnce) continue;
			const texts = stage.problems.map(textOf);
			const has = (pattern: string) => texts.some((text) => text.find(pattern)[0] !== undefined);
			if (YIELDING.has(name) && !has("^%[dolly%] %a+: .* yielded at [%d.]+.*; expected a %a+ without a wait$")) {
				say(`no words about the yield: ${texts.join(", ")}`);
			}
			const refused = REFUSED[name];
			if (
				refused !== undefined &&
				!has(`: ${refused} is called from inside its own path, easing or modifier; call it with`)
			) {
				say(`no words about ${refused}: ${texts.join(", ")}`);
			}
		}
	}
	if (stages !== 2 * 26) faults.push(`${stages} stages`);
	return `${faults.size()} faults\n${faults.join("\n")}`;
}

/** What is wrong after each act of a callback at a site of a CameraPlayer. `isAtOnce`: the player waits for what the callback does. */
export function cameraFaults(site: string, isAtOnce: boolean): string {
	let isBack = () => false;
	let camera = Workspace.CurrentCamera!;
	return faultsAt(
		site,
		isAtOnce,
		(act, isOnce) => {
			isBack = dressCamera();
			camera = Workspace.CurrentCamera!;
			return new Stage("CameraPlayer", site, act, isOnce, isBack, camera);
		},
		({ scene: { player, other } }, name, say) => {
			const isOver = !player.isPlaying && !other.isPlaying && !PAUSING.has(name);
			const isScriptable = (each: Camera) => each.CameraType === Enum.CameraType.Scriptable;
			if (isOver && [camera, Workspace.CurrentCamera!].some(isScriptable))
				say("the camera is Scriptable after the end");
			player.destroy();
			other.destroy();
			if (!isBack()) say("the camera was not given back");
			if (isScriptable(Workspace.CurrentCamera!)) say("the current camera is Scriptable");
		},
	);
}

/** The same of a Follower. */
export function followerFaults(site: string, isAtOnce: boolean): string {
	const origin = new CFrame(-3, 4, 5);
	return faultsAt(
		site,
		isAtOnce,
		(act, isOnce) => {
			const part = new Instance("Part");
			part.CFrame = origin;
			return new Stage("Follower", site, act, isOnce, () => part.CFrame === origin, part);
		},
		({ scene: { player, other, moved }, ends, otherEnds }, _, say) => {
			player.destroy();
			other.destroy();
			headless!.step(FRAME);
			const reasons = [ends[ends.size() - 1], otherEnds[otherEnds.size() - 1]];
			const { CFrame: cframe } = moved;
			// One that has come to the end stays there.
			const isThere = [...ends, ...otherEnds].includes("finished") && cframe.X === 20;
			if (!isThere && cframe !== origin) say(`the part is left at ${cframe.X} (${reasons.join(" ")})`);
			headless!.step(FRAME);
			if (moved.CFrame !== cframe) say("the part goes on");
		},
	);
}
