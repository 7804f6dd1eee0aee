import { Players, RunService } from "@rbxts/services";
import { cleanup, source, Source } from "@rbxts/vide";

/**
 * Follows how many other people edit the same place. They would see a checkerboard instead of this session's editable
 * meshes. The count is 0 in a playtest, where nobody else sees this plugin's changes.
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
		// The player who leaves is still listed.
		Players.PlayerRemoving.Connect(() => task.defer(() => others(count()))),
	];
	cleanup(() => connections.forEach((connection) => connection.Disconnect()));
	return others;
}
