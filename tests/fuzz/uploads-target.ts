import { RecordingRemote } from "../../src/camera";
import { headless } from "../headless";
import { fireAnything } from "../roblox/store/abuse";
import { Target } from "./fuzz";

/** Messages of any kind to the receiver of uploads: it holds nothing of them afterwards, and nothing fails. */
export function uploadsTarget(): Target {
	const { advance, players, takeErrors } = headless!;
	return {
		name: "uploads",
		seeds: [buffer.create(0)],
		read: (_, random) => {
			const remote = new Instance("RemoteEvent");
			const player = players.join();
			takeErrors();
			const receiver = new RecordingRemote(remote, { timeout: 2 });
			receiver.accept = () => {};
			fireAnything(player, remote, random.int(1, 200), random);
			advance(5, 1 / 10);
			const { uploads, bytes } = receiver.usage();
			receiver.destroy();
			players.leave(player);
			remote.Destroy();
			const [failure] = takeErrors();
			if (failure !== undefined) return failure;
			return uploads > 0 || bytes > 0 ? `${uploads} uploads and ${bytes} bytes are held` : undefined;
		},
	};
}
