import { Marker } from "../../src/motion/marker";
import { LoopMode, Timeline, TimelineEvent } from "../../src/motion/timeline";
import { Seeded } from "../random";

function markersAt(...seconds: Array<number>): Array<Marker> {
	return seconds.map((at) => ({ name: tostring(at), seconds: at }));
}

/** What the last step met: the names of markers, and `loop n`. */
function eventsOf(timeline: Timeline): string {
	const events = new Array<string>();
	let event = timeline.nextEvent();
	while (event !== TimelineEvent.None) {
		events.push(event === TimelineEvent.Marker ? timeline.marker!.name : `loop ${timeline.laps}`);
		event = timeline.nextEvent();
	}
	return events.join(" ");
}

function advance(timeline: Timeline, seconds: number, loop: LoopMode = false): string {
	timeline.advance(seconds, loop);
	return eventsOf(timeline);
}

export = () => {
	it("moves on, and stays at the end", () => {
		const timeline = new Timeline(2);
		timeline.advance(0.5, false);
		expect(timeline.position).to.equal(0.5);
		expect(timeline.isFinished).to.equal(false);
		timeline.advance(1.5, false);
		expect(timeline.position).to.equal(2);
		expect(timeline.isFinished).to.equal(true);
		timeline.advance(-3, false);
		expect(timeline.position).to.equal(0);
		expect(timeline.isFinished).to.equal(true);
		timeline.advance(0, false);
		expect(timeline.isFinished).to.equal(false);
	});

	it("starts again at the other end, and counts how often", () => {
		const timeline = new Timeline(2);
		expect(advance(timeline, 2.5, true)).to.equal("loop 1");
		expect(timeline.position).to.equal(0.5);
		expect(advance(timeline, -1, true)).to.equal("loop 1");
		expect(timeline.position).to.equal(1.5);
		expect(advance(timeline, 7, true)).to.equal("loop 4");
		expect(timeline.position).to.equal(0.5);
		// The end itself is still the end.
		timeline.seek(0);
		expect(advance(timeline, 2, true)).to.equal("");
		expect(timeline.position).to.equal(2);
		expect(timeline.isFinished).to.equal(false);
	});

	it("turns round at both ends of a ping-pong, and meets markers in both directions", () => {
		const timeline = new Timeline(2, markersAt(0, 0.5, 2));
		expect(advance(timeline, 1.5, "pingPong")).to.equal("0 0.5");
		expect(advance(timeline, 1, "pingPong")).to.equal("2 loop 1");
		expect(timeline.position).to.equal(1.5);
		expect(advance(timeline, 1.25, "pingPong")).to.equal("0.5");
		expect(timeline.position).to.equal(0.25);
		expect(advance(timeline, 0.5, "pingPong")).to.equal("0 loop 1");
		expect(timeline.position).to.equal(0.25);
		// There and back twice in one step.
		expect(advance(timeline, 8, "pingPong")).to.equal("0.5 2 0.5 0 0.5 2 0.5 0 loop 4");
		expect(timeline.position).to.equal(0.25);
		// Backwards it turns at the start first.
		expect(advance(timeline, -0.75, "pingPong")).to.equal("0 loop 1 0.5");
		expect(timeline.position).to.equal(0.5);
		expect(timeline.isFinished).to.equal(false);
	});

	it("goes on in the direction of the last of many laps", () => {
		for (const laps of [100, 101, 102, 103]) {
			const timeline = new Timeline(1, markersAt(0.5));
			const events = advance(timeline, laps + 0.75, "pingPong").split(" ");
			expect(timeline.position).to.equal(laps % 2 === 0 ? 0.75 : 0.25);
			expect(events[events.size() - 1]).to.equal("0.5");
			expect(advance(timeline, 0.5, "pingPong")).to.equal("loop 1");
		}
	});

	it("ends where it was going when a ping-pong stops looping, and turns once more when it starts to jump", () => {
		const timeline = new Timeline(2);
		timeline.advance(3, "pingPong");
		timeline.advance(5, false);
		expect(timeline.position).to.equal(0);
		expect(timeline.isFinished).to.equal(true);
		timeline.seek(0);
		timeline.advance(3, "pingPong");
		timeline.advance(1.5, true);
		expect(timeline.position).to.equal(0.5);
		timeline.advance(2, true);
		expect(timeline.position).to.equal(0.5);
		timeline.advance(2.5, "pingPong");
		timeline.seek(1);
		timeline.advance(0.5, "pingPong");
		expect(timeline.position).to.equal(1.5);
	});

	it("begins at the other end where there is nothing left to play", () => {
		const timeline = new Timeline(2);
		const positionAfter = (position: number, speed: number) => {
			timeline.seek(position);
			timeline.begin(speed, true);
			return timeline.position;
		};
		expect(positionAfter(2, 1)).to.equal(0);
		expect(positionAfter(2, 0)).to.equal(0);
		expect(positionAfter(2, -1)).to.equal(2);
		expect(positionAfter(0, -1)).to.equal(2);
		expect(positionAfter(0.5, -1)).to.equal(0.5);
	});

	it("ends at once where nothing lasts, and stays where it loops", () => {
		const timeline = new Timeline(0, markersAt(0));
		expect(advance(timeline, 0)).to.equal("0");
		expect(advance(timeline, 0.1)).to.equal("");
		expect(timeline.isFinished).to.equal(true);
		expect(advance(timeline, 0.1, true)).to.equal("");
		expect(timeline.isFinished).to.equal(false);
	});

	it("meets each marker once, in the order of its way", () => {
		const timeline = new Timeline(2, markersAt(1.5, 0, 0.5, 2, 1));
		expect(advance(timeline, 0)).to.equal("0");
		expect(advance(timeline, 0)).to.equal("");
		expect(advance(timeline, 0.5)).to.equal("0.5");
		expect(advance(timeline, 0.25)).to.equal("");
		expect(advance(timeline, 0.75)).to.equal("1 1.5");
		expect(advance(timeline, -0.75)).to.equal("1");
		expect(advance(timeline, 9)).to.equal("1 1.5 2");
		expect(advance(timeline, -9)).to.equal("1.5 1 0.5 0");
	});

	it("meets a marker that rounding put after the end", () => {
		const timeline = new Timeline(1.1, markersAt(1.1 + 2e-16, 1.1 + 1e-6));
		timeline.begin(1, true);
		expect(advance(timeline, 2).split(" ").size()).to.equal(2);
	});

	it("meets those of each lap, with the loop where it was", () => {
		const timeline = new Timeline(2, markersAt(0, 0.5, 2));
		timeline.seek(1);
		expect(advance(timeline, 1.25, true)).to.equal("2 loop 1 0");
		expect(advance(timeline, 4.5, true)).to.equal("0.5 2 0 0.5 2 loop 2 0 0.5");
		expect(timeline.position).to.equal(0.75);
		expect(advance(timeline, -1, true)).to.equal("0.5 0 loop 1 2");
		expect(timeline.position).to.equal(1.75);
	});

	it("meets what lies exactly where it was sent, and not what it was sent over", () => {
		const timeline = new Timeline(2, markersAt(0.5, 1));
		timeline.seek(1);
		expect(advance(timeline, 0)).to.equal("1");
		timeline.seek(0.5);
		expect(advance(timeline, -0.1)).to.equal("0.5");
		// Paused on a marker and going on from there: it was met before.
		timeline.seek(0);
		expect(advance(timeline, 0.5)).to.equal("0.5");
		timeline.begin(1, false);
		expect(advance(timeline, 0)).to.equal("");
		expect(advance(timeline, 0.1)).to.equal("");
		timeline.seek(0);
		advance(timeline, 0.5);
		timeline.begin(1, true);
		expect(advance(timeline, 0)).to.equal("0.5");
	});

	it("forgets what it has not told of when it is sent elsewhere", () => {
		const timeline = new Timeline(2, markersAt(0.5, 1));
		timeline.advance(9, false);
		expect(timeline.nextEvent()).to.equal(TimelineEvent.Marker);
		timeline.seek(1.5);
		expect(timeline.isFinished).to.equal(false);
		expect(eventsOf(timeline)).to.equal("");
	});

	it("stays finite and ends its telling, however far a step goes", () => {
		for (const seconds of [1e300, -1e300, math.huge, -math.huge, 1e15]) {
			const timeline = new Timeline(0.001, markersAt(0.0005));
			timeline.advance(seconds, true);
			let events = 0;
			while (timeline.nextEvent() !== TimelineEvent.None) events += 1;
			expect(events <= 102).to.equal(true);
			expect(timeline.position >= 0 && timeline.position <= 0.001).to.equal(true);
			timeline.advance(seconds, false);
			expect(timeline.isFinished).to.equal(true);
		}
	});

	it("tells of a hundred laps of a step at most, and goes on for no more than 1e12 seconds", () => {
		const timeline = new Timeline(1, markersAt(0.5));
		timeline.advance(250.75, true);
		expect(timeline.laps).to.equal(250);
		let markers = 0;
		let event = timeline.nextEvent();
		while (event !== TimelineEvent.None) {
			if (event === TimelineEvent.Marker) markers += 1;
			event = timeline.nextEvent();
		}
		// Those of a hundred whole laps, and of the stretch after them.
		expect(markers).to.equal(101);
		// 1e12 is one more than a multiple of 3; 2e12 is two more.
		const long = new Timeline(3);
		long.advance(2e12, true);
		expect(long.position).to.equal(1);
		const back = new Timeline(3);
		back.advance(-2e12, true);
		expect(back.position).to.equal(2);
	});

	it("meets a thousand markers as often as they are crossed, at any speed, through hitches and loops", () => {
		const random = new Seeded(12);
		const seconds = new Array<number>();
		for (const _ of $range(1, 1000)) seconds.push(random.between(0, 10));
		for (const loop of [true, false]) {
			const timeline = new Timeline(10, markersAt(...seconds));
			timeline.seek(5);
			advance(timeline, 0, loop);
			// Where it would stand if it did not loop: each marker lies there once in every ten seconds.
			let unrolled = 5;
			let met = 0;
			let expected = 0;
			const crossings = (from: number, to: number) => {
				let count = 0;
				for (const at of seconds) {
					const [low, high] = from < to ? [from, to] : [to, from];
					if (loop) count += math.floor((high - at) / 10) - math.floor((low - at) / 10);
					else if (at > low && at <= high) count += 1;
				}
				return count;
			};
			for (const _ of $range(1, 400)) {
				const gap = (random.unit() < 0.02 ? 1 : random.between(0.001, 0.05)) * random.between(-4, 8);
				const target = loop ? unrolled + gap : math.clamp(unrolled + gap, 0, 10);
				expected += crossings(unrolled, target);
				unrolled = target;
				timeline.advance(gap, loop);
				let event = timeline.nextEvent();
				while (event !== TimelineEvent.None) {
					if (event === TimelineEvent.Marker) met += 1;
					event = timeline.nextEvent();
				}
			}
			expect(met).to.equal(expected);
			expect(met > 1000).to.equal(true);
		}
	});
};
