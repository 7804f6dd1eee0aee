import { createFilm, decodeCFrame, Film, FilmClip, isRecording, Take, takeFromPath } from "../../../src";
import { headless } from "../../headless";
import type { StudioUser } from "../open-studio";
import { harbourFilm, keptRecording, openSequencer, straightFlight, threeKeys } from "./open-sequencer";
import { undo } from "./side-user";

const CLIP_LANE = 24 + 12;

/** Right-clicks the clips at a time of a view that shows `span` seconds. */
function openMenu(user: StudioUser, seconds: number, span: number): void {
	const lanes = user.find("LaneSurface", "Frame");
	const x = 12 + (seconds / span) * (lanes.AbsoluteSize.X - 52);
	user.session.userInput.pointer(lanes).at(x, CLIP_LANE).rightClick();
	user.session.advance(0.1);
}

function choose(user: StudioUser, seconds: number, span: number, text: string): void {
	openMenu(user, seconds, span);
	user.session.menu.choose(text);
	user.session.advance(0.4);
}

function film(user: StudioUser, name: string): Film {
	const found = keptRecording(user, name);
	if (!isRecording(found, "film")) error(`${name} is no film`);
	return found;
}

function take(recording: FilmClip | Film): Take {
	if (!isRecording(recording, "take")) error(`${recording.name} is no take`);
	return recording;
}

/** Where the camera is at each frame of a flight along X. */
function placesOf({ frames, count }: Take): Array<number> {
	const places = new Array<number>();
	for (const frame of $range(0, count - 1)) places.push(math.round(decodeCFrame(frames, frame * 18).X));
	return places;
}

function range(first: number, last: number): Array<number> {
	const numbers = new Array<number>();
	for (const number of $range(first, last)) numbers.push(number);
	return numbers;
}

function markersOf(recording: { markers: Take["markers"] }): string {
	return recording.markers.map(({ name, seconds }) => `${name} ${math.round(seconds * 1000) / 1000}`).join();
}

/** Two flights as a film: 61 and 31 frames, ten per second. */
function twoFlights(blend = 0): Film {
	const second = { ...straightFlight(31), name: "Return", markers: [{ name: "Home", seconds: 1 }] };
	return createFilm([straightFlight(61), second], {
		name: "Flights",
		blend,
		markers: [
			{ name: "Whole", seconds: 4 },
			{ name: "Middle", seconds: 7 },
		],
	});
}

export = () => {
	const test = headless ? it : itSKIP;

	test("splits a take at the playhead into two clips, and joins them to what it was", () => {
		const flight = { ...straightFlight(61), markers: [{ name: "Here", seconds: 2.5 }], metadata: { aspect: 2 } };
		const user = openSequencer([flight]);
		user.type("Time", "25f");
		choose(user, 1, 6, "Split at the playhead");
		expect(user.message()).to.equal("Split clip. Ctrl+Z undoes it.");
		const split = film(user, "Flight");
		const [before, after] = split.items.map(({ recording }) => take(recording));
		expect(placesOf(before).join()).to.equal(range(0, 25).join());
		expect(placesOf(after).join()).to.equal(range(25, 60).join());
		expect(markersOf(before)).to.equal("");
		expect(markersOf(after)).to.equal("Here 0");
		expect(split.metadata?.aspect).to.equal(2);
		choose(user, 4, 6, "Join with the clip before");
		expect(user.message()).to.equal("Join 2 takes. Ctrl+Z undoes it.");
		const joined = take(keptRecording(user, "Flight") as Take);
		expect(buffer.tostring(joined.frames)).to.equal(buffer.tostring(flight.frames));
		expect(joined.cuts.size()).to.equal(0);
		expect(markersOf(joined)).to.equal("Here 2.5");
		expect(joined.metadata?.aspect).to.equal(2);
		undo(user);
		undo(user);
		expect(isRecording(keptRecording(user, "Flight"), "take")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("splits a shot of a film, and the camera goes as before", () => {
		const whole = harbourFilm() as Film;
		const user = openSequencer([whole]);
		user.type("Time", "0:02.50");
		choose(user, 1, 12.08, "Split at the playhead");
		const split = film(user, "Harbour reveal");
		const seconds = split.items.map(({ recording }) =>
			isRecording(recording, "shot")
				? recording.keys.map((key) => math.round(key.seconds * 100) / 100).join()
				: recording.name,
		);
		expect(seconds.join(" | ")).to.equal("0, 1.8, 2.5 | 0, 0.9, 2.55 | 0, 2.15, 4.35, 7.03");
		const [was, is] = [takeFromPath(whole, { rate: 60 }), takeFromPath(split, { rate: 60 })];
		expect(is.count).to.equal(was.count);
		let farthest = 0;
		for (const frame of $range(0, was.count - 1)) {
			const [a, b] = [decodeCFrame(was.frames, frame * 18), decodeCFrame(is.frames, frame * 18)];
			farthest = math.max(farthest, a.Position.sub(b.Position).Magnitude);
		}
		expect(farthest < 0.05).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("splits only the clip that the playhead is in, and not where clips meet or blend", () => {
		const user = openSequencer([twoFlights(1)]);
		const refused = (text: string, words: string) => {
			choose(user, 1, 8, text);
			expect(user.message()).to.equal(words);
			expect(film(user, "Flights").items.size()).to.equal(2);
		};
		user.type("Time", "0:07");
		refused("Split at the playhead", "The playhead is not in this clip. Move it to where the clip should be split.");
		user.type("Time", "0");
		refused("Split at the playhead", "The clip begins or ends here. Move the playhead to where it should be split.");
		user.type("Time", "0:05.50");
		choose(user, 7, 8, "Split at the playhead");
		expect(user.message()).to.equal("Two clips blend here. Choose another time, or make the blend a cut.");
		choose(user, 7, 8, "Join with the clip before");
		expect(user.message()).to.equal("Return blends with the clip before it. Make the blend a cut, then join them.");
		expect(film(user, "Flights").items.size()).to.equal(2);
		expect(user.errors()).to.equal("");
	});

	test("cuts out of a take what lies between two markers", () => {
		const markers = [
			{ name: "From", seconds: 2 },
			{ name: "To", seconds: 4 },
			{ name: "End", seconds: 6 },
		];
		const user = openSequencer([{ ...straightFlight(61), markers }]);
		choose(user, 3, 6, "Cut out from From to To");
		expect(user.message()).to.equal("Cut out. Ctrl+Z undoes it.");
		const left = take(keptRecording(user, "Flight") as Take);
		expect(placesOf(left).join()).to.equal([...range(0, 19), ...range(40, 60)].join());
		expect(left.cuts.join()).to.equal("20");
		expect(markersOf(left)).to.equal("To 2, End 4");
		expect(user.text("PlayheadTime")).to.equal("0:02.00");
		choose(user, 1, 4, "Cut out between markers");
		expect(user.message()).to.equal(
			"Put a marker on each side first: move the playhead, press M. Then right-click between the two.",
		);
		undo(user);
		expect(take(keptRecording(user, "Flight") as Take).count).to.equal(61);
		expect(user.errors()).to.equal("");
	});

	test("cuts out across the clips of a film, and what follows moves up", () => {
		const user = openSequencer([harbourFilm()]);
		choose(user, 3, 12.08, "Cut out from Gulls to Cut to the quay");
		const left = film(user, "Harbour reveal");
		const [harbour, quay] = left.items.map(({ recording }) => recording);
		expect(left.items.size()).to.equal(2);
		expect(isRecording(harbour, "shot") && harbour.keys[harbour.keys.size() - 1].seconds).to.be.near(1.2, 1e-6);
		// Two frames of the second shot go, and its marker comes as much earlier.
		expect(isRecording(quay, "shot") && quay.keys[3].seconds).to.be.near(7.03 - 2 / 60, 1e-3);
		expect(markersOf(quay)).to.equal("Bell 4.017");
		expect(markersOf(left)).to.equal("Cut to the quay 1.2");
		expect(left.layers!.size()).to.equal(2);
		expect(user.errors()).to.equal("");
	});

	test("leaves something: nothing is cut out from the start to the end", () => {
		const user = openSequencer([
			{ ...threeKeys(), markers: [0, 2].map((seconds) => ({ name: `At ${seconds}`, seconds })) },
		]);
		choose(user, 0.5, 2, "Cut out from At 0 to At 2");
		expect(user.message()).to.equal("Nothing would be left. Move one of the markers.");
		expect(isRecording(keptRecording(user, "Three"), "shot")).to.equal(true);
		expect(user.errors()).to.equal("");
	});

	test("joins the takes of a film into one take, markers and all", () => {
		const user = openSequencer([twoFlights()]);
		choose(user, 8, 9, "Join with the clip before");
		const joined = take(keptRecording(user, "Flights") as Take);
		expect(placesOf(joined).join()).to.equal([...range(0, 60), ...range(0, 30)].join());
		expect(joined.cuts.join()).to.equal("61");
		// The second take begins a frame after the end of the first.
		expect(markersOf(joined)).to.equal("Whole 4, Home 7.1, Middle 7.1");
		expect(user.errors()).to.equal("");
	});

	test("joins all takes of three, leaves music beside them, and refuses shots", () => {
		const flights = [straightFlight(21), straightFlight(31), straightFlight(41)];
		const layers = [{ kind: "music" as const, name: "Tidal", soundId: "rbxassetid://42", start: 0 }];
		const user = openSequencer([createFilm(flights, { name: "Song", layers })]);
		choose(user, 1, 9, "Join all takes");
		const song = film(user, "Song");
		expect(song.items.map(({ recording }) => take(recording).count).join()).to.equal(`${21 + 31 + 41}`);
		expect(song.layers!.size()).to.equal(1);
		const mixed = openSequencer([createFilm([straightFlight(21), threeKeys()], { name: "Mixed" })]);
		choose(mixed, 3, 4, "Join with the clip before");
		expect(mixed.message()).to.equal("Three is not a take. Only takes can be joined.");
		expect(film(mixed, "Mixed").items.size()).to.equal(2);
		expect(user.errors() + mixed.errors()).to.equal("");
	});
};
