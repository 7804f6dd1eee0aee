import Vide from "@rbxts/vide";
import { Choice } from "../../ui/choice";
import { Label } from "../../ui/label";
import { Column } from "../../ui/stack";
import { theme } from "../../ui/theme";
import type { RememberedSettings } from "../settings";
import type { ImportSession } from "./import-session";

interface OwnerChoiceProps {
	session: ImportSession;
	settings: RememberedSettings;
	order: number;
}

/** Shows who will own the uploads before anything is uploaded, and lets the user choose. */
export function OwnerChoice({ session, settings, order }: OwnerChoiceProps) {
	return (
		<Column name="Owner" order={order} gap={8}>
			<Label
				name="OwnerText"
				order={1}
				small={true}
				text={() =>
					`Meshes, images and animations are uploaded to Roblox, where they stay. They will belong to ${session.owner().text}.`
				}
				color={() => theme().subText}
			/>
			<Choice
				name="OwnerChoice"
				order={2}
				width={116}
				options={[
					{
						name: "OwnerPlace",
						text: "Place's creator",
						tip: "The owner of this place will own the assets; you, if it has no owner.",
						isChosen: () => settings.get("owner") === "place",
						onChoose: () => settings.set("owner", "place"),
					},
					{
						name: "OwnerMe",
						text: "Me",
						tip: "You will own the assets. Places of other owners may not be allowed to use them.",
						isChosen: () => settings.get("owner") === "me",
						onChoose: () => settings.set("owner", "me"),
					},
				]}
			/>
		</Column>
	);
}
