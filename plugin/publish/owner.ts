import { RunService } from "@rbxts/services";

/** The owner of an upload. */
export interface Owner {
	/** The id for the upload; undefined for the user who is logged in. */
	id?: number;
	kind: Enum.AssetCreatorType;
	/** Identifies the owner for all users: "User 7", "Group 35". */
	key: string;
	/** Continues a sentence: "you, the user logged in to Studio", "group 35, which created this place". */
	text: string;
	/** The short form: "you", "this group". */
	short: string;
	/** For a corner of a panel: "for you", "for group 35". */
	label: string;
}

export type OwnerChoice = "place" | "me";

/**
 * Returns the chosen owner: the place's creator or the user. A place that was never published has no creator, so its
 * owner is the user.
 */
export function findOwner(choice: OwnerChoice): Owner {
	const { CreatorId, CreatorType } = game;
	const isGroup = CreatorType === Enum.CreatorType.Group;
	if (choice === "me" || !(CreatorId > 0)) {
		const key = string.format("User %d", game.GetService("StudioService").GetUserId());
		return {
			kind: Enum.AssetCreatorType.User,
			key,
			text: "you, the user logged in to Studio",
			short: "you",
			label: "for you",
		};
	}
	return {
		id: CreatorId,
		kind: isGroup ? Enum.AssetCreatorType.Group : Enum.AssetCreatorType.User,
		key: string.format("%s %d", isGroup ? "Group" : "User", CreatorId),
		text: isGroup ? `group ${CreatorId}, which created this place` : `user ${CreatorId}, who created this place`,
		short: isGroup ? "this group" : "this user",
		label: `for ${isGroup ? "group" : "user"} ${CreatorId}`,
	};
}

/** Returns whether uploads are possible: only in edit mode, because a playtest loses its changes. */
export function canPublish(): boolean {
	return RunService.IsEdit();
}
