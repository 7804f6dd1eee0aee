//!native
//!optimize 2
import { checkFinite, checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import type { Marker } from "../motion/marker";
import { isLoopMode, LoopMode, Timeline, TimelineEvent } from "../motion/timeline";
import { callAtOnce } from "./call-at-once";
import { frameTime } from "./clock";
import { Connection, Signal } from "./signal";

/**
 * Why a playing ended: it reached its end, `stop` ended it, another player took what it moves, the path or clip failed, or the player or
 * what it moves was destroyed.
 *
 * @example
 * const player = new CameraPlayer(take);
 * player.play();
 * const [reason]: [EndReason] = player.ended.Wait();
 */
export type EndReason = "finished" | "stop" | "replaced" | "error" | "destroy";

/** How a player plays. */
export interface PlayerOptions {
	/** How fast: 1 as it was made, 2 twice as fast, negative backwards. 1 unless told otherwise. */
	speed?: number;
	/**
	 * What happens at the end: `true` starts again, `"pingPong"` goes back to the start and turns there, too. Defaults to false, or to what
	 * a shot says.
	 */
	loop?: LoopMode;
	/** Whether `seek` fires `marker` for the markers between the two positions. Defaults to false. */
	seekMarkers?: boolean;
	/** Whether `skip` fires `marker` for the markers up to the end. Defaults to true. */
	skipMarkers?: boolean;
}

export const PLAYER_OPTIONS: Array<keyof PlayerOptions> = ["loop", "seekMarkers", "skipMarkers", "speed"];
const PLAYER_DEFAULTS = { speed: 1, loop: false as LoopMode, seekMarkers: false, skipMarkers: true };

/** The max names that a message lists. */
const MAX_LISTED = 20;

function checkLoop(loop: unknown, caller: string): void {
	if (!isLoopMode(loop)) fail(caller, `loop is ${describeValue(loop)}; expected true, false or "pingPong"`);
}

/** Refuses to play a live source in a way that only one with an end has. */
function checkLive(speed: number, loop: LoopMode, className: string): void {
	if (speed !== 1) fail(className, `speed is ${speed}; expected 1: a live source has no other speed`);
	if (loop !== false) fail(className, `loop is ${describeValue(loop)}; expected false: a live source has no end`);
}

/**
 * What everything that plays has in common. A playing begins with `play` or `step` and ends when the end is reached (where
 * it does not loop), by `stop`, when another player takes over, on an error, and by `destroy`; pausing does not end it.
 */
export abstract class TimelinePlayer {
	/** Fires when playing starts again at the other end, or turns round there, with how often it did since the last frame. */
	public readonly looped = new Signal<[laps: number]>();
	/**
	 * Fires when a marker is passed, once per crossing in either direction; `skipped` if `skip` or `seek` passed it. A marker of a replay
	 * comes with the `data` that `mark` was given.
	 */
	public readonly marker = new Signal<[name: string, seconds: number, skipped: boolean, data?: string | number]>();
	/**
	 * Fires exactly once per playing, with the reason: `player.play(); player.ended.Wait()` always returns. It fires after the thread
	 * that ended the playing has gone on, and before the next playing begins.
	 */
	public readonly ended = new Signal<[reason: EndReason]>();

	/** Seconds from the start; `seek` changes it. */
	public readonly position: number = 0;
	/** Seconds from the start to the end; infinite for a live source. */
	public readonly duration: number;
	/** Whether time is going: false while paused. */
	public readonly isPlaying: boolean = false;
	/** How fast it plays; below 0 backwards. May be changed at any time; what is no finite number is refused. */
	public speed: number;
	/** What happens at the end. May be changed at any time. After `seek` a ping-pong goes on in the direction of `speed`. */
	public loop: LoopMode;

	protected readonly timeline: Timeline;

	/** What `speed` and `loop` were when they last made sense. */
	private lastSpeed: number;
	private lastLoop: LoopMode;
	/** Whether a playing has begun and not ended. */
	private isUnderWay = false;
	/** How playings ended that `ended` has not told of yet. */
	private readonly untold = new Array<EndReason>();
	/** How often `ended` is firing at the moment: its handlers may end further playings. */
	private tellings = 0;
	/** The time of the frame in which it began, went on, or was sought: time goes by after it. */
	private began = 0;
	/** Whether time has gone by that was not shown yet. */
	private hasAdvanced = false;
	private readonly seekMarkers: boolean;
	private readonly skipMarkers: boolean;
	private isDestroyed = false;
	/** Whether a function of the user's is being called. It may end the playing, but begin none and go nowhere. */
	private isAsking = false;
	/** How often `end` was called: what has called a function of the user's, or written what others hear of, looks at it. */
	protected endings = 0;

	/** @param className what messages name */
	constructor(
		protected readonly className: string,
		timeline: Timeline,
		options: PlayerOptions,
	) {
		const { speed, loop, seekMarkers, skipMarkers } = { ...PLAYER_DEFAULTS, ...options };
		checkFinite(speed, className, "speed");
		checkLoop(loop, className);
		checkType(seekMarkers, "boolean", className, "seekMarkers");
		checkType(skipMarkers, "boolean", className, "skipMarkers");
		if (timeline.duration === math.huge) checkLive(speed, loop, className);
		this.timeline = timeline;
		this.duration = timeline.duration;
		this.speed = speed;
		this.lastSpeed = speed;
		this.loop = loop;
		this.lastLoop = loop;
		this.seekMarkers = seekMarkers;
		this.skipMarkers = skipMarkers;
	}

	/** Plays from `position` on; from the other end where there is nothing left to play. */
	public play(): void {
		this.beginCall("play");
		const speed = this.checkSpeed();
		if (this.isPlaying) return;
		if (this.isEnding()) {
			this.began = frameTime();
			this.setPlaying(true);
			return;
		}
		this.expectPlayable();
		this.timeline.begin(speed, !this.isUnderWay);
		this.beginAt(true);
	}

	/** Stays where it is, with what it moves, until `play` or `stop`. */
	public pause(): void {
		this.expectAlive("pause");
		this.setPlaying(false);
		// Of players that are paused in one frame, those that have shown it and those that will agree.
		this.syncPosition();
	}

	/**
	 * Goes to `seconds` from the start, clamped to both ends; shown at once if it has what it moves. Fires no markers unless
	 * `seekMarkers` is set.
	 */
	public seek(seconds: number): void {
		this.expectAlive("seek");
		this.expectUnasked("seek");
		this.expectEnd("seek");
		if (!typeIs(seconds, "number") || seconds !== seconds) {
			fail(this.className, `seconds is ${describeValue(seconds)}; it must be a number, for seek`);
		}
		this.goTo(seconds, this.seekMarkers);
		this.began = frameTime();
		this.syncPosition();
		this.showSought();
		this.tellEvents(true);
	}

	/** Pauses, with what it moves, and goes `frames` further, or back if negative, onto whole frames. Fires no markers. */
	public step(frames: number): void {
		this.beginCall("step");
		this.expectEnd("step");
		if (!typeIs(frames, "number") || frames % 1 !== 0) {
			fail(this.className, `frames is ${describeValue(frames)}; it must be a whole number, for step`);
		}
		this.expectPlayable();
		const rate = this.frameRate();
		this.timeline.seek((math.round(this.timeline.position * rate) + frames) / rate);
		this.beginAt(false);
	}

	/**
	 * Ends the playing as if its end had been reached. Fires the markers up to there, with `skipped`, unless `skipMarkers` is false. Does
	 * nothing if nothing is playing or paused.
	 */
	public skip(): void {
		this.expectAlive("skip");
		this.expectUnasked("skip");
		if (!this.isUnderWay) return;
		// Time that has gone by and was not shown yet has passed markers too.
		if (this.hasAdvanced && this.skipMarkers) this.tellEvents(true);
		if (!this.isUnderWay) return;
		if (this.duration === math.huge) {
			this.setPlaying(true);
			this.reachEnd();
			return;
		}
		const target = this.lastSpeed < 0 ? 0 : this.duration;
		// A handler of a marker that skips again goes on with the markers that are left.
		if (this.timeline.position !== target || !this.timeline.hasEvents) this.goTo(target, this.skipMarkers);
		this.syncPosition();
		this.show();
		this.tellEvents(true);
		// A handler may have ended the playing, or gone elsewhere.
		if (!this.isUnderWay || this.timeline.position !== target) return;
		// What is left to be done at the end goes on, though it was paused.
		this.setPlaying(true);
		this.reachEnd();
	}

	/**
	 * Calls `callback` each time the marker called `name` is passed, in either direction, like `marker`: in a thread of its own, with
	 * `skipped` if `skip` or `seek` passed it. Fails if what is played has no such marker.
	 *
	 * @example
	 * const connection = player.atMarker("door", () => openDoor());
	 * connection.Disconnect();
	 */
	public atMarker(
		name: string,
		callback: (seconds: number, skipped: boolean, data?: string | number) => void,
	): Connection {
		this.expectAlive("atMarker");
		checkType(callback, "function", this.className, "callback");
		const names = this.timeline.markerNames();
		if (!names.includes(name)) {
			const listed = names.filter((_, index) => index < MAX_LISTED).map((each) => `"${each}"`);
			if (names.size() > MAX_LISTED) listed.push(`or ${names.size() - MAX_LISTED} others`);
			const expected = names.isEmpty() ? "there are no markers" : `expected ${listed.join(", ")}`;
			fail(this.className, `name is ${describeValue(name)}; ${expected}, for atMarker`);
		}
		return this.marker.Connect((marked, seconds, skipped, data) => {
			if (marked === name) callback(seconds, skipped, data);
		});
	}

	/** Gives back what it moves and goes to the start. */
	public stop(): void {
		this.end("stop");
	}

	/** Stops for good, and disconnects all signals once `ended` has told. */
	public destroy(): void {
		if (this.isDestroyed) return;
		this.isDestroyed = true;
		this.end("destroy");
		this.looped.Destroy();
		this.marker.Destroy();
		this.destroyEnded();
	}

	/** Fails where this cannot be played here. */
	protected expectPlayable(): void {}

	/** Frames a second, for `step`. */
	protected abstract frameRate(): number;

	/** Reads what is to be shown at `timeline.position`; may fail. */
	protected abstract sample(): void;

	/** Shows what was sampled. */
	protected abstract apply(): void;

	/** Takes what it moves, where it has not, sees to it that `tick`, or `advance` and `present`, are called every frame, and shows what was sampled. */
	protected abstract hold(): void;

	/** Shows where `seek` went, where it has what it moves. */
	protected abstract showSought(): void;

	/** Gives back what it moves, as it was, and ends those calls. */
	protected abstract release(): void;

	/** What becomes of that at the end; it is given back unless told otherwise. */
	protected afterFinish(): void {
		this.release();
	}

	/** Hears that `seconds` of real time have gone by, in which the timeline moved by `passed`. */
	protected onAdvance(_seconds: number, _passed: number): void {}

	/** One frame: the clock shows `time`, `gap` seconds after the last. */
	protected tick(time: number, gap: number): void {
		this.advance(time, gap);
		this.present();
	}

	/** Seconds of the timeline that go by in a second: 0 while it is paused, less than 0 while it goes back. */
	protected timeRate(): number {
		return this.isPlaying ? this.lastSpeed * this.timeline.heading : 0;
	}

	/** The part of a frame's `gap` that lies after this began, went on, or was sought. */
	protected elapsedAt(time: number, gap: number): number {
		return math.clamp(time - this.began, 0, gap);
	}

	/**
	 * Lets time go by, up to `time`. Every player does so at the same moment of a frame, so that what changes its speed, pauses or seeks it
	 * changes all alike, whenever they are shown.
	 */
	protected advance(time: number, gap: number): void {
		if (!this.isPlaying) return;
		// Luau looks a method of this class up in the classes below it first: only those with something to do are called.
		const { timeline, speed, loop } = this;
		const elapsed = math.clamp(time - this.began, 0, gap);
		const passed = elapsed * (speed === this.lastSpeed ? speed : this.steadySpeed());
		timeline.advance(passed, loop === this.lastLoop ? loop : this.steadyLoop());
		if (elapsed > 0) this.onAdvance(elapsed, passed);
		this.hasAdvanced = true;
	}

	/** Shows `position`, and fires what was met on the way to it. */
	protected present(): void {
		const { hasAdvanced } = this;
		const isMoving = hasAdvanced || this.isPlaying;
		// The markers at the start are met when it is first shown.
		if (isMoving && !hasAdvanced) this.timeline.advance(0, this.lastLoop);
		this.hasAdvanced = false;
		(this as { position: number }).position = this.timeline.position;
		const [ok, problem] = pcall(TimelinePlayer.showOf, this);
		if (!ok) this.endWith(problem);
		if (!isMoving) return;
		if (this.timeline.hasEvents) this.tellEvents(false);
		if (this.isPlaying && this.timeline.isFinished) this.reachEnd();
	}

	/** Shows `position`. */
	protected show(): void {
		this.attempt(TimelinePlayer.showOf);
	}

	/** Does something; where that fails, the playing ends, and the failure goes on. */
	protected attempt<T extends TimelinePlayer>(this: T, body: (player: T) => void): void {
		const [ok, problem] = pcall(body, this);
		if (!ok) this.endWith(problem);
	}

	/** Ends the playing because of a failure, which goes on. */
	private endWith(problem: unknown): never {
		this.end("error");
		error(problem, 0);
	}

	/** Whether the end is reached, and something that takes time is still to be done there: `play` goes on with it. */
	protected isEnding(): boolean {
		return false;
	}

	/** What every call starts with that may begin a playing. */
	protected beginCall(method: string): void {
		this.expectAlive(method);
		this.expectUnasked(method);
		// Whoever waits for the end of the playing that now begins must not be told of the last one's.
		for (const _ of $range(1, this.untold.size())) this.tellEnded();
		this.expectAlive(method);
	}

	/** Whether it was destroyed. */
	protected isGone(): boolean {
		return this.isDestroyed;
	}

	/** Refuses a call from a function that this player calls: it would call it again. */
	private expectUnasked(method: string): void {
		if (this.isAsking)
			fail(this.className, `${method} is called from inside its own path, easing or modifier; call it with task.defer`);
	}

	/** Refuses a call on a player that is destroyed. */
	protected expectAlive(method: string): void {
		if (this.isDestroyed) fail(this.className, `${method} needs a player that is not destroyed`);
	}

	/** Refuses a call that only a source with an end can answer. */
	protected expectEnd(method: string): void {
		if (this.duration !== math.huge) return;
		fail(this.className, `${method} needs a source with an end; a live source has none`);
	}

	/** Calls a function of the user's, which must not yield, and returns what became of it. */
	protected ask<A, B, C, D>(body: (a: A, b: B, c: C, d: D) => unknown, a: A, b: B, c: C, d: D) {
		this.isAsking = true;
		const [outcome, result] = callAtOnce(body, a, b, c, d);
		this.isAsking = false;
		return $tuple(outcome, result);
	}

	/** Ends the playing, where there is one, and gives back what it moves. */
	protected end(reason: EndReason): void {
		// Before anything is given back: a handler of the game's that hears of it may begin another playing.
		if (this.isUnderWay) this.deferEnded(reason);
		this.endings += 1;
		this.isUnderWay = false;
		this.hasAdvanced = false;
		this.setPlaying(false);
		this.timeline.seek(0);
		this.syncPosition();
		this.release();
	}

	/** The speed at this moment; refuses one that makes no sense, after putting back the last that did. */
	protected checkSpeed(): number {
		const { speed } = this;
		if (!typeIs(speed, "number") || speed - speed !== 0) {
			this.speed = this.lastSpeed;
			fail(this.className, `speed is ${describeValue(speed)}; it must be a finite number, and stays ${this.lastSpeed}`);
		}
		if (speed !== 1 && this.duration === math.huge) {
			this.speed = 1;
			checkLive(speed, false, this.className);
		}
		this.lastSpeed = speed;
		return speed;
	}

	private static showOf(this: void, player: TimelinePlayer): void {
		const { endings } = player;
		player.sample();
		if (player.endings === endings) player.apply();
	}

	private static sampleOf(this: void, player: TimelinePlayer): void {
		player.sample();
	}

	private static holdOf(this: void, player: TimelinePlayer): void {
		player.hold();
	}

	private static tellEndedOf(this: void, player: TimelinePlayer): void {
		player.tellEnded();
	}

	private static checkSpeedOf(this: void, player: TimelinePlayer, speed: number): void {
		player.speed = speed;
		player.checkSpeed();
	}

	/** Begins or goes on at `timeline.position`. If that cannot be sampled, nothing begins, and what is under way ends. */
	private beginAt(isPlaying: boolean): void {
		const { endings, isUnderWay: wasUnderWay } = this;
		this.isUnderWay = true;
		this.began = frameTime();
		this.setPlaying(isPlaying);
		this.syncPosition();
		const [ok, problem] = pcall(TimelinePlayer.sampleOf, this);
		const hasEnded = this.endings !== endings;
		if (ok) {
			if (!hasEnded) this.attempt(TimelinePlayer.holdOf);
			return;
		}
		if (!hasEnded && !wasUnderWay) {
			this.isUnderWay = false;
			this.setPlaying(false);
		}
		if (this.isUnderWay) this.end("error");
		error(problem, 0);
	}

	/** Goes to a time, and meets the markers between if `isMeeting`. */
	private goTo(seconds: number, isMeeting: boolean): void {
		const { timeline } = this;
		if (isMeeting) timeline.travel(seconds);
		else timeline.seek(seconds);
	}

	/** The speed at this moment. One that makes no sense is refused on a thread of its own, and time goes on as before. */
	private steadySpeed(): number {
		const { speed } = this;
		if (typeIs(speed, "number") && speed - speed === 0 && this.duration < math.huge) {
			this.lastSpeed = speed;
			return speed;
		}
		task.spawn(TimelinePlayer.checkSpeedOf, this, speed);
		return this.lastSpeed;
	}

	private steadyLoop(): LoopMode {
		const { loop } = this;
		if (!isLoopMode(loop)) {
			this.loop = this.lastLoop;
			task.spawn(checkLoop, loop, this.className);
		} else if (loop && this.duration === math.huge) {
			this.loop = false;
			task.spawn(checkLive, 1, true, this.className);
		}
		this.lastLoop = this.loop;
		return this.lastLoop;
	}

	/** Tells what the last step met. A handler may do anything: what it goes to has nothing left to tell. */
	private tellEvents(skipped: boolean): void {
		let event = this.timeline.nextEvent();
		while (event !== TimelineEvent.None) {
			if (event === TimelineEvent.Marker) {
				const { name, seconds, data } = this.timeline.marker! as Marker & { data?: string | number };
				this.marker.Fire(name, seconds, skipped, data);
			} else {
				this.looped.Fire(this.timeline.laps);
			}
			event = this.timeline.nextEvent();
		}
	}

	/** What happens at the end: it finishes, unless told otherwise. */
	protected reachEnd(): void {
		this.finish();
	}

	/** Ends the playing at its end. */
	protected finish(): void {
		this.deferEnded("finished");
		this.isUnderWay = false;
		this.setPlaying(false);
		this.afterFinish();
	}

	private deferEnded(reason: EndReason): void {
		this.untold.push(reason);
		task.defer(TimelinePlayer.tellEndedOf, this);
	}

	private tellEnded(): void {
		const reason = this.untold.shift();
		if (reason === undefined) return;
		this.tellings += 1;
		this.ended.Fire(reason);
		this.tellings -= 1;
		this.destroyEnded();
	}

	/** Disconnects `ended`, once it has told everybody of everything: also those who come after the one who destroyed it. */
	private destroyEnded(): void {
		if (this.isDestroyed && this.untold.isEmpty() && this.tellings === 0) this.ended.Destroy();
	}

	private setPlaying(isPlaying: boolean): void {
		(this as { isPlaying: boolean }).isPlaying = isPlaying;
	}

	private syncPosition(): void {
		(this as { position: number }).position = this.timeline.position;
	}
}
