import { SoundService } from "@rbxts/services";
import { failureOf } from "../expect-failure";
import { headless } from ".";

const TIDAL = "rbxassetid://1001";

export = () => {
	const test = headless ? it : itSKIP;
	const { advance, step, enter, assets } = headless ?? ({} as NonNullable<typeof headless>);
	let sound: Sound;

	beforeEach(() => {
		if (!headless) return;
		enter("PlayClient");
		assets.setAudio(1001, { Title: "Tidal", Artist: "Nobody", Duration: 4 });
		sound = new Instance("Sound");
		sound.SoundId = TIDAL;
		sound.Parent = SoundService;
	});
	afterEach(() => {
		if (!headless) return;
		sound.Destroy();
		assets.setAudio(1001);
		enter();
	});

	function listen(...names: Array<"Ended" | "Loaded" | "Paused" | "Played" | "Resumed" | "Stopped">): Array<string> {
		const heard = new Array<string>();
		for (const name of names) sound[name].Connect((id) => heard.push(`${name} ${id === TIDAL}`));
		return heard;
	}

	test("is loaded with the next frame; until then it has no length and stands still", () => {
		const heard = listen("Loaded");
		sound.Play();
		expect(`${sound.IsLoaded} ${sound.TimeLength} ${sound.IsPlaying}`).to.equal("false 0 true");
		step(0.1);
		expect(`${sound.IsLoaded} ${sound.TimeLength} ${sound.TimePosition}`).to.equal("true 4 0");
		expect(heard.join()).to.equal("Loaded true");
		sound.SoundId = "rbxassetid://1002";
		advance(1);
		expect(sound.IsLoaded).to.equal(false);
	});

	test("goes on by its speed, and ends at its length", () => {
		step(0.1);
		const heard = listen("Played", "Ended", "Stopped");
		sound.PlaybackSpeed = 2;
		sound.Play();
		advance(1);
		expect(sound.TimePosition).to.be.near(2, 1e-6);
		advance(1.5);
		expect(`${sound.IsPlaying} ${sound.Playing} ${sound.TimePosition}`).to.equal("false false 0");
		expect(heard.join()).to.equal("Played true, Ended true");
	});

	test("begins again if it loops, and says how often", () => {
		step(0.1);
		const heard = listen("Ended");
		let loops = 0;
		sound.DidLoop.Connect((id, times) => (loops = id === TIDAL ? times : -1));
		sound.Looped = true;
		sound.Play();
		advance(9);
		expect(sound.TimePosition).to.be.near(1, 1e-6);
		expect(loops).to.equal(2);
		expect(heard.size()).to.equal(0);
	});

	test("pauses, resumes where it was, stops at 0, and plays from where a script put it", () => {
		step(0.1);
		const heard = listen("Paused", "Played", "Resumed", "Stopped");
		sound.Pause();
		sound.TimePosition = 0.5;
		sound.Play();
		advance(1);
		sound.Pause();
		advance(1);
		expect(`${sound.IsPaused} ${math.round(sound.TimePosition * 1e6)}`).to.equal("true 1500000");
		sound.Resume();
		advance(1);
		expect(sound.TimePosition).to.be.near(2.5, 1e-6);
		sound.Play();
		expect(sound.TimePosition).to.equal(0.5);
		sound.Stop();
		expect(`${sound.IsPlaying} ${sound.TimePosition}`).to.equal("false 0");
		sound.Playing = true;
		advance(1);
		expect(sound.TimePosition).to.be.near(1, 1e-6);
		step(0);
		expect(heard.join()).to.equal("Played true, Paused true, Resumed true, Played true, Stopped true");
	});

	test("has a volume of 0 to 10, 0.5 at first, and says what only the engine sets", () => {
		expect(sound.Volume).to.equal(0.5);
		sound.Volume = 20;
		expect(sound.Volume).to.equal(10);
		sound.Volume = -1;
		expect(sound.Volume).to.equal(0);
		for (const name of ["IsLoaded", "IsPaused", "IsPlaying", "TimeLength"] as const) {
			const failure = failureOf(() => ((sound as Writable<Sound>)[name] = true as never));
			expect(failure.find("read only", 1, true)[0]).to.be.ok();
		}
	});

	test("that was destroyed stands still, without a word", () => {
		step(0.1);
		const heard = listen("Stopped", "Ended");
		sound.Play();
		sound.Destroy();
		advance(6);
		expect(sound.TimePosition).to.equal(0);
		expect(heard.size()).to.equal(0);
	});
};
