import { createTake, decodeCFrame, encodeCFrame, smoothTake, Take, takeFromPath } from "../../../src";
import { harbourFilm } from "./open-sequencer";

/** The flight of the harbour as a hand would fly it: 725 frames with a cut, never quite still. */
export function harbourTake(name = "Harbour reveal"): Take {
	const film = harbourFilm();
	const flight = smoothTake(takeFromPath(film as never, { rate: 60 }), 1);
	const frames = buffer.create(flight.count * 18);
	for (const frame of $range(0, flight.count - 1)) {
		const seconds = frame / 60;
		const sway = new Vector3(
			math.sin(seconds * 2.3) * 0.3,
			math.sin(seconds * 4.1) * 0.22,
			math.cos(seconds * 3.1) * 0.25,
		);
		const turn = CFrame.fromOrientation(math.sin(seconds * 3.7) * 0.006, math.sin(seconds * 2.9) * 0.008, 0);
		const cframe = decodeCFrame(flight.frames, frame * 18)
			.mul(turn)
			.add(sway);
		encodeCFrame(cframe, frames, frame * 18);
	}
	const { fieldOfView, cuts } = flight;
	const markers = [
		{ name: "Gulls", seconds: 1.2 },
		{ name: "Cut to the quay", seconds: 5.08 },
		{ name: "Bell", seconds: 9.1 },
	];
	return { ...createTake({ name, map: "Harbour", rate: 60, frames, cuts: [...cuts], markers }), fieldOfView };
}
