import { RunService } from "@rbxts/services";

/** Who will own what is uploaded. */
export interface Owner {
	/** Passed on to the upload; without an id it is the person who is logged in. */
	id?: number;
	kind: Enum.AssetCreatorType;
	/** The same for the same owner, whoever asks: "User 7", "Group 35". */
	key: string;
	/** In words, to go on a sentence: "you", "the group 35, which owns this place". */
	text: string;
	/** In few words: "you", "this group". */
	short: string;
	/** In a corner of a panel: "for you", "for group 35". */
	label: string;
}

export type OwnerChoice = "place" | "me";

/** The owner that a person chose: the place's creator, or themselves. A place that was never published has no creator. */
export function findOwner(choice: OwnerChoice): Owner {
	const { CreatorId, CreatorType } = game;
	const isGroup = CreatorType === Enum.CreatorType.Group;
	if (choice === "me" || !(CreatorId > 0)) {
		const key = string.format("User %d", game.GetService("StudioService").GetUserId());
		return {
			kind: Enum.AssetCreatorType.User,
			key,
			text: "you, who are logged in to Studio",
			short: "you",
			label: "for you",
		};
	}
	return {
		id: CreatorId,
		kind: isGroup ? Enum.AssetCreatorType.Group : Enum.AssetCreatorType.User,
		key: string.format("%s %d", isGroup ? "Group" : "User", CreatorId),
		text: `${isGroup ? "the group" : "the user"} ${CreatorId}, who created this place`,
		short: isGroup ? "this group" : "this user",
		label: `for ${isGroup ? "group" : "user"} ${CreatorId}`,
	};
}

/** Uploads come from where a place is edited: a playtest's changes are lost with it. */
export function canPublish(): boolean {
	return RunService.IsEdit();
}
