import type { MusicLayer } from "../../replay/film-layer";

const SoundService = game.GetService("SoundService");

/** The max error of a sound, in seconds: setting its position clicks. */
const TOLERANCE = 0.1;

/** A music layer of a film during playback: a Sound of its own. */
export class PlayedMusic {
	private readonly finish: number;
	private sound?: Sound;
	/** The speed that the sound was set to. */
	private speed = 1;

	/** @param filmEnd the end of the film, in seconds */
	constructor(
		private readonly layer: MusicLayer,
		filmEnd: number,
	) {
		this.finish = math.min(layer.start + (layer.duration ?? math.huge), filmEnd);
	}

	public begin(): void {
		const { name, soundId, volume } = this.layer;
		const sound = new Instance("Sound");
		sound.Name = name;
		sound.SoundId = soundId;
		if (volume !== undefined) sound.Volume = volume;
		this.sound = sound;
		this.speed = 1;
		sound.Parent = SoundService;
	}

	/** Plays at a time of the film, which moves by `rate` per second. */
	public show(seconds: number, rate: number): void {
		const { layer, finish, sound } = this;
		if (!sound) return;
		const position = (layer.offset ?? 0) + seconds - layer.start;
		const { TimeLength: length } = sound;
		// No sound plays backwards. Until it is loaded, its length is unknown.
		const isOn = rate > 0 && seconds >= layer.start && seconds < finish && (length === 0 || position < length);
		if (!isOn) {
			if (sound.Playing) sound.Pause();
			return;
		}
		if (rate !== this.speed) {
			this.speed = rate;
			sound.PlaybackSpeed = rate;
		}
		if (!sound.Playing) {
			sound.Play();
			sound.TimePosition = position;
		} else if (length > 0 && math.abs(sound.TimePosition - position) > TOLERANCE) {
			sound.TimePosition = position;
		}
	}

	public end(): void {
		this.sound?.Destroy();
		this.sound = undefined;
	}
}
