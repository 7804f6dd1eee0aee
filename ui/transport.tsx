import Vide, { Derivable, read } from "@rbxts/vide";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { formatSpeed, formatTime } from "./format";
import { Caption } from "./label";
import type { Playback } from "./playback";
import { Slider } from "./slider";
import { Column, Row } from "./stack";

/** The speeds that the buttons step through; negative ones play backwards. */
export const SPEEDS = [-2, -1, -0.5, -0.25, 0.25, 0.5, 1, 2, 4];

/** Returns the speed `steps` away in the list from the one nearest to `speed`. */
export function stepSpeed(speed: number, steps: number): number {
	let nearest = 0;
	SPEEDS.forEach((candidate, index) => {
		if (math.abs(candidate - speed) < math.abs(SPEEDS[nearest] - speed)) nearest = index;
	});
	return SPEEDS[math.clamp(nearest + steps, 0, SPEEDS.size() - 1)];
}

export interface TransportProps {
	playback: Playback;
	order?: number;
	enabled?: Derivable<boolean>;
}

/** Playback speed, and whether it loops. */
export function SpeedRow({ playback, order }: { playback: Playback; order?: number }) {
	return (
		<Row name="Speeds" order={order}>
			<Button
				name="Slower"
				order={1}
				text="–"
				tip="Slower; below 0 it plays backwards"
				onPress={() => playback.setSpeed(stepSpeed(playback.speed(), -1))}
			/>
			<Caption name="Speed" order={2} text={() => formatSpeed(playback.speed())} />
			<Button
				name="Faster"
				order={3}
				text="+"
				tip="Faster"
				onPress={() => playback.setSpeed(stepSpeed(playback.speed(), 1))}
			/>
			<Checkbox
				name="Loop"
				order={4}
				text="Loop"
				tip="Plays again from the start"
				checked={() => playback.loop()}
				onChange={(loop) => playback.setLoop(loop)}
			/>
		</Row>
	);
}

/** Play and pause, a scrub bar with the time, speed and loop. */
export function Transport({ playback, order, enabled = true }: TransportProps) {
	const share = () => (playback.duration() > 0 ? math.clamp(playback.position() / playback.duration(), 0, 1) : 0);
	return (
		<Column name="Transport" order={order}>
			<Slider
				name="Scrub"
				order={1}
				value={share}
				enabled={enabled}
				onChange={(value) => playback.scrub(value * playback.duration())}
				onRelease={() => playback.endScrub()}
			/>
			<Row name="Controls" order={2}>
				<Button
					name="Play"
					order={1}
					text={() => (playback.isPlaying() ? "Pause" : "Play")}
					enabled={enabled}
					onPress={() => playback.toggle()}
				/>
				<Button
					name="Stop"
					order={2}
					text="Stop"
					enabled={() => read(enabled) && playback.isHolding()}
					onPress={() => playback.stop()}
				/>
				<Caption
					name="Time"
					order={3}
					text={() => `${formatTime(playback.position())} / ${formatTime(playback.duration())}`}
				/>
			</Row>
			<SpeedRow playback={playback} order={3} />
		</Column>
	);
}
