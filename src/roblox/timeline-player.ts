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
 * Why a playback ended: it reached its end, `stop` ended it, another player took over, the path or clip failed, or the
 * player or its target was destroyed.
 *
 * @example
 * const player = new CameraPlayer(take);
 * player.play();
 * const [reason]: [EndReason] = player.ended.Wait();
 */
export type EndReason = "finished" | "stop" | "replaced" | "error" | "destroy";

/** Options of every player. */
export interface PlayerOptions {
	/** The speed: 1 is normal, 2 is twice as fast, negative is backwards. Defaults to 1. */
	speed?: number;
	/**
	 * What happens at the end: `true` starts again, `"pingPong"` turns round at both ends. Defaults to false, or to the
	 * shot's `loop`.
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

/** Refuses to play a live source in a way that needs an end. */
function checkLive(speed: number, loop: LoopMode, className: string): void {
	if (speed !== 1) fail(className, `speed is ${speed}; expected 1: a live source has no other speed`);
	if (loop !== false) fail(className, `loop is ${describeValue(loop)}; expected false: a live source has no end`);
}

/**
 * The base of all players. A playback begins with `play` or `step`. It ends at its end (unless it loops), by `stop`,
 * when another player takes over, on an error, and by `destroy`; a pause does not end it.
 */
export abstract class TimelinePlayer {
	/**
	 * Fires when the player starts again at the other end, or turns round, with the number of laps since the last
	 * frame.
	 */
	public readonly looped = new Signal<[laps: number]>();
	/**
	 * Fires when the player passes a marker, once per crossing in either direction. `skipped` is true if `skip` or
	 * `seek` passed it. A replay's marker comes with the `data` from `mark`. It fires at most 1,000 times per frame.
	 */
	public readonly marker = new Signal<[name: string, seconds: number, skipped: boolean, data?: string | number]>();
	/**
	 * Fires exactly once per playback, with the reason: `player.play(); player.ended.Wait()` always returns. It fires
	 * after the thread that ended the playback has continued, and before the next playback begins.
	 */
	public readonly ended = new Signal<[reason: EndReason]>();

	/** Seconds from the start; `seek` changes it. */
	public readonly position: number = 0;
	/** Seconds from the start to the end; infinite for a live source. */
	public readonly duration: number;
	/** Whether it is playing: false while paused. */
	public readonly isPlaying: boolean = false;
	/** The speed; below 0 plays backwards. You can change it at any time; it must be finite. */
	public speed: number;
	/**
	 * What happens at the end. You can change it at any time. After `seek` a ping-pong continues in the direction of
	 * `speed`.
	 */
	public loop: LoopMode;

	protected readonly timeline: Timeline;

	/** The last valid values of `speed` and `loop`. */
	private lastSpeed: number;
	private lastLoop: LoopMode;
	/** Whether a playback has begun and not ended. */
	private isUnderWay = false;
	/** The ends for which `ended` has not fired yet. */
	private readonly untold = new Array<EndReason>();
	/** How many calls of `ended` are running: its handlers may end further playbacks. */
	private tellings = 0;
	/** The time of the frame of the last start, resume or seek: time passes after it. */
	private began = 0;
	/** Whether time has passed that was not shown yet. */
	private hasAdvanced = false;
	private readonly seekMarkers: boolean;
	private readonly skipMarkers: boolean;
	private isDestroyed = false;
	/** Whether a callback of the user is running. It may end the playback, but not begin one or seek. */
	private isAsking = false;
	/** Counts the calls of `end`. Compared after a callback of the user, and after any write that fires signals. */
	protected endings = 0;

	/** @param className the class name in messages */
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

	/** Plays from `position`, or from the other end if nothing is left to play. */
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

	/** Pauses at `position` and keeps its target, until `play` or `stop`. */
	public pause(): void {
		this.expectAlive("pause");
		this.setPlaying(false);
		// Players that are paused in one frame agree, whether they have already shown it or not.
		this.syncPosition();
	}

	/**
	 * Goes to `seconds` from the start, clamped to both ends, and shows it at once if it has its target. Fires no
	 * markers unless `seekMarkers` is set.
	 */
	public seek(seconds: number): void {
		this.expectAlive("seek");
		this.expectUnasked("seek");
		this.expectEnd("seek");
		if (!typeIs(seconds, "number") || seconds !== seconds) {
			fail(this.className, `seconds is ${describeValue(seconds)}; expected a number for seek`);
		}
		this.goTo(seconds, this.seekMarkers);
		this.began = frameTime();
		this.syncPosition();
		this.showSought();
		this.tellEvents(true);
	}

	/** Pauses, takes its target, and moves by `frames`, which may be negative, onto whole frames. Fires no markers. */
	public step(frames: number): void {
		this.beginCall("step");
		this.expectEnd("step");
		if (!typeIs(frames, "number") || frames % 1 !== 0) {
			fail(this.className, `frames is ${describeValue(frames)}; expected a whole number for step`);
		}
		this.expectPlayable();
		const rate = this.frameRate();
		this.timeline.seek((math.round(this.timeline.position * rate) + frames) / rate);
		this.beginAt(false);
	}

	/**
	 * Ends the playback as if it had reached its end. Fires the markers up to there, with `skipped`, unless
	 * `skipMarkers` is false. Does nothing if nothing is playing or paused.
	 */
	public skip(): void {
		this.expectAlive("skip");
		this.expectUnasked("skip");
		if (!this.isUnderWay) return;
		// Time that has passed without being shown has passed markers too.
		if (this.hasAdvanced && this.skipMarkers) this.tellEvents(true);
		if (!this.isUnderWay) return;
		if (this.duration === math.huge) {
			this.setPlaying(true);
			this.reachEnd();
			return;
		}
		const target = this.lastSpeed < 0 ? 0 : this.duration;
		// If a marker's handler skips again, it continues with the remaining markers.
		if (this.timeline.position !== target || !this.timeline.hasEvents) this.goTo(target, this.skipMarkers);
		this.syncPosition();
		this.show();
		this.tellEvents(true);
		// A handler may have ended the playback, or sought.
		if (!this.isUnderWay || this.timeline.position !== target) return;
		// The rest of the end runs even if it was paused.
		this.setPlaying(true);
		this.reachEnd();
	}

	/**
	 * Calls `callback` each time the player passes the marker `name`, in either direction and in a thread of its own,
	 * like `marker`. `skipped` is true if `skip` or `seek` passed it. Fails if the source has no such marker.
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
			fail(this.className, `name is ${describeValue(name)}; ${expected} for atMarker`);
		}
		return this.marker.Connect((marked, seconds, skipped, data) => {
			if (marked === name) callback(seconds, skipped, data);
		});
	}

	/** Stops, gives back its target and goes to the start. */
	public stop(): void {
		this.end("stop");
	}

	/** Stops for good, and disconnects all signals after `ended` has fired. */
	public destroy(): void {
		if (this.isDestroyed) return;
		this.isDestroyed = true;
		this.end("destroy");
		this.looped.Destroy();
		this.marker.Destroy();
		this.destroyEnded();
	}

	/** Fails if this cannot play here. */
	protected expectPlayable(): void {}

	/** Returns frames per second, for `step`. */
	protected abstract frameRate(): number;

	/** Samples at `timeline.position`. May fail. */
	protected abstract sample(): void;

	/** Shows the sample. */
	protected abstract apply(): void;

	/**
	 * Takes its target, unless it has it, makes `tick`, or `advance` and `present`, run every frame, and shows the
	 * sample.
	 */
	protected abstract hold(): void;

	/** Shows the position of `seek`, if it has its target. */
	protected abstract showSought(): void;

	/** Gives back its target as it was, and ends those calls. */
	protected abstract release(): void;

	/** Handles the target at the end. Gives it back by default. */
	protected afterFinish(): void {
		this.release();
	}

	/** Called after `seconds` of real time, in which the timeline moved by `passed`. */
	protected onAdvance(_seconds: number, _passed: number): void {}

	/** Runs one frame: the clock shows `time`, `gap` seconds after the last. */
	protected tick(time: number, gap: number): void {
		this.advance(time, gap);
		this.present();
	}

	/** Returns the timeline's seconds per second: 0 while paused, negative while it goes back. */
	protected timeRate(): number {
		return this.isPlaying ? this.lastSpeed * this.timeline.heading : 0;
	}

	/** Returns the part of a frame's `gap` after the last start, resume or seek. */
	protected elapsedAt(time: number, gap: number): number {
		return math.clamp(time - this.began, 0, gap);
	}

	/**
	 * Advances up to `time`. Every player does so at the same moment of a frame, so that a change of speed, a pause or
	 * a seek affects all alike, whenever they are shown.
	 */
	protected advance(time: number, gap: number): void {
		if (!this.isPlaying) return;
		// Luau looks up a method of this class in the subclasses first: call only those with work to do.
		const { timeline, speed, loop } = this;
		const elapsed = math.clamp(time - this.began, 0, gap);
		const passed = elapsed * (speed === this.lastSpeed ? speed : this.steadySpeed());
		timeline.advance(passed, loop === this.lastLoop ? loop : this.steadyLoop());
		if (elapsed > 0) this.onAdvance(elapsed, passed);
		this.hasAdvanced = true;
	}

	/** Shows `position`, and fires the events on the way to it. */
	protected present(): void {
		const { hasAdvanced } = this;
		const isMoving = hasAdvanced || this.isPlaying;
		// The markers at the start fire when it is first shown.
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

	/** Calls `body`. If it fails, ends the playback and rethrows. */
	protected attempt<T extends TimelinePlayer>(this: T, body: (player: T) => void): void {
		const [ok, problem] = pcall(body, this);
		if (!ok) this.endWith(problem);
	}

	/** Ends the playback because of an error, and rethrows it. */
	private endWith(problem: unknown): never {
		this.end("error");
		error(problem, 0);
	}

	/** Returns whether the end is reached, with work left that takes time: `play` continues it. */
	protected isEnding(): boolean {
		return false;
	}

	/** Starts every call that may begin a playback. */
	protected beginCall(method: string): void {
		this.expectAlive(method);
		this.expectUnasked(method);
		// A thread that waits for the end of this playback must not receive the previous one's.
		for (const _ of $range(1, this.untold.size())) this.tellEnded();
		this.expectAlive(method);
	}

	/** Returns whether it was destroyed. */
	protected isGone(): boolean {
		return this.isDestroyed;
	}

	/** Refuses a call from one of this player's own callbacks, which would recurse. */
	private expectUnasked(method: string): void {
		if (this.isAsking)
			fail(this.className, `${method} is called from inside its own path, easing or modifier; call it with task.defer`);
	}

	/** Refuses a call on a destroyed player. */
	protected expectAlive(method: string): void {
		if (this.isDestroyed) fail(this.className, `${method} needs a player that is not destroyed`);
	}

	/** Refuses a call that needs a source with an end. */
	protected expectEnd(method: string): void {
		if (this.duration !== math.huge) return;
		fail(this.className, `${method} needs a source with an end; a live source has none`);
	}

	/** Calls a callback of the user, which must not yield, and returns its result. */
	protected ask<A, B, C, D>(body: (a: A, b: B, c: C, d: D) => unknown, a: A, b: B, c: C, d: D) {
		this.isAsking = true;
		const [outcome, result] = callAtOnce(body, a, b, c, d);
		this.isAsking = false;
		return $tuple(outcome, result);
	}

	/** Ends the playback, if any, and gives back its target. */
	protected end(reason: EndReason): void {
		// Before anything is given back: a handler that this runs may begin another playback.
		if (this.isUnderWay) this.deferEnded(reason);
		this.endings += 1;
		this.isUnderWay = false;
		this.hasAdvanced = false;
		this.setPlaying(false);
		this.timeline.seek(0);
		this.syncPosition();
		this.release();
	}

	/** Returns the current speed. Refuses an invalid one, after restoring the last valid one. */
	protected checkSpeed(): number {
		const { speed } = this;
		if (!typeIs(speed, "number") || speed - speed !== 0) {
			this.speed = this.lastSpeed;
			fail(this.className, `speed is ${describeValue(speed)}; expected a finite number. It stays ${this.lastSpeed}`);
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

	/**
	 * Begins or continues at `timeline.position`. If sampling fails, nothing begins, and the current playback ends.
	 */
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

	/** Returns the current speed. An invalid one fails in a thread of its own, and the last valid one stays. */
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

	/** Fires the events of the last step. A handler may do anything: after a seek no events are left. */
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

	/** Handles the end. Finishes by default. */
	protected reachEnd(): void {
		this.finish();
	}

	/** Ends the playback at its end. */
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

	/**
	 * Disconnects `ended` after it has fired for every handler, including those after the one that destroyed the
	 * player.
	 */
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
