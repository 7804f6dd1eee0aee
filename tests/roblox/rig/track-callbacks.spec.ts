import { KeyedChannel } from "../../../src/motion/keyed-channel";
import { buildBones } from "../../../src/roblox/rig/build-bones";
import { ClipMixer } from "../../../src/roblox/rig/clip-mixer";
import { ClipTrack, TrackEnd } from "../../../src/roblox/rig/clip-track";
import { Clip } from "../../../src/scene/clip";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { doubles, floats } from "../../buffers";
import { headless } from "../../headless";

interface Scene {
	track: ClipTrack;
	mixer: ClipMixer;
	other: ClipMixer;
	clip: Clip;
	part: Part;
}

/** What handlers do. */
const ACTS: { [name: string]: (scene: Scene) => void } = {
	"stops it": ({ track }) => track.stop(0),
	"fades it out": ({ track }) => track.stop(0.2),
	"seeks it": ({ track }) => track.seek(0.9),
	"plays it once more": ({ mixer, clip }) => mixer.play(clip),
	"stops it and plays it once more": ({ track, mixer, clip }) => {
		track.stop(0);
		mixer.play(clip);
	},
	"destroys its mixer": ({ mixer }) => mixer.destroy(),
	"plays in another mixer": ({ other, clip }) => other.play(clip),
	"plays in another mixer and destroys it": ({ other, clip }) => {
		other.play(clip);
		other.destroy();
	},
	"makes its numbers invalid": ({ track }) => {
		track.speed = 0 / 0;
		track.weight = -1;
	},
	"destroys the bones": ({ part }) => part.Destroy(),
	"stops it and throws": ({ track }) => {
		track.stop(0);
		error("broken", 0);
	},
	throws: () => error("broken", 0),
	"throws a table": () => error({ broken: true } as never),
	waits: () => task.wait(0.25),
	"waits for good": () => coroutine.yield(),
	"waits for the end": ({ track }) => track.ended.Wait(),
};

const SITES = ["marker", "looped", "ended"];
const FRAME = 0.1;
const MOST_CALLS = 20;

/** A clip of a second that moves a joint along X. */
function slidingClip(loop: boolean): Clip {
	const { skeleton } = createSkeleton("rig", [{ name: "Root", parent: -1 }]);
	const translation = new KeyedChannel({
		kind: "vector",
		interpolation: "linear",
		times: doubles(0, 1),
		values: floats(1, 0, 0, 2, 0, 0),
	});
	const markers = [{ name: "here", seconds: 0.5 }];
	return { name: "slide", duration: 1, loop, skeleton, tracks: [{ joint: 0, translation }], markers };
}

export = () => {
	const test = headless ? it : itSKIP;

	for (const site of SITES) {
		test(`joints are given back whatever a handler does: ${site}`, () => {
			const faults = new Array<string>();
			for (const [key, act] of pairs(ACTS)) {
				const name = key as string;
				const say = (fault: string) => faults.push(`${name}: ${fault}`);
				const clip = slidingClip(site === "looped");
				const part = new Instance("Part");
				const bones = buildBones(clip.skeleton, part);
				const mixer = ClipMixer.of({ skeleton: clip.skeleton, instance: part });
				const other = ClipMixer.of({ skeleton: clip.skeleton, instance: part });
				const track = mixer.play(clip);
				const ends = new Array<TrackEnd>();
				track.ended.Connect((reason) => ends.push(reason));
				let calls = 0;
				const call = () => {
					calls += 1;
					if (calls <= MOST_CALLS) act({ track, mixer, other, clip, part });
				};
				if (site === "marker") track.marker.Connect(call);
				if (site === "looped") track.looped.Connect(call);
				if (site === "ended") track.ended.Connect(call);
				headless!.advance(25 * FRAME, FRAME);
				track.loop = false;
				headless!.advance(15 * FRAME, FRAME);
				if (calls === 0) say("the handler was not called");
				mixer.destroy();
				other.destroy();
				headless!.advance(2 * FRAME, FRAME);
				if (ends.size() !== 1) say(`ended fired ${ends.size()} times`);
				if (track.isPlaying) say("the track of a destroyed mixer plays");
				if (bones[0].Transform !== CFrame.identity) say(`a joint is left at ${bones[0].Transform.X}`);
				for (const problem of headless!.takeErrors()) {
					const [text] = problem.split("\n");
					const isOwn = text.sub(1, 8) === "[dolly] " || text === "broken";
					if (!isOwn && text.find("^a? ?table")[0] === undefined) say(text);
				}
				part.Destroy();
			}
			expect(`${faults.size()} faults\n${faults.join("\n")}`).to.equal("0 faults\n");
		});
	}
};
