import { Players, RunService } from "@rbxts/services";
import { cleanup, source, Source } from "@rbxts/vide";

/**
 * How many other people edit the same place: they would see a checkerboard where this session has editable meshes. In a
 * playtest nobody else sees what this plugin does.
 */
export function watchCompany(): Source<number> {
	const count = () =>
		RunService.IsEdit()
			? Players.GetPlayers()
					.filter((player) => player !== Players.LocalPlayer)
					.size()
			: 0;
	const others = source(count());
	const connections = [
		Players.PlayerAdded.Connect(() => others(count())),
		// The one who leaves is still listed.
		Players.PlayerRemoving.Connect(() => task.defer(() => others(count()))),
	];
	cleanup(() => connections.forEach((connection) => connection.Disconnect()));
	return others;
}
