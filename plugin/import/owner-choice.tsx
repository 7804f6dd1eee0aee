import Vide from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Label } from "../../ui/label";
import { Column, Row } from "../../ui/stack";
import { theme } from "../../ui/theme";
import type { RememberedSettings } from "../settings";
import type { ImportSession } from "./import-session";

interface OwnerChoiceProps {
	session: ImportSession;
	settings: RememberedSettings;
	order: number;
	visible?: () => boolean;
}

/** Says who will own what is uploaded, before anything is, and lets the person choose. */
export function OwnerChoice({ session, settings, order, visible }: OwnerChoiceProps) {
	return (
		<Column name="Owner" order={order} gap={4} visible={visible}>
			<Label
				name="OwnerText"
				order={1}
				small={true}
				text={() =>
					`Meshes and images are uploaded to Roblox, where they stay. They will belong to ${session.owner().text}.`
				}
				color={() => theme().subText}
			/>
			<Row name="OwnerButtons" order={2}>
				<Button
					name="OwnerPlace"
					order={1}
					text="Place's creator"
					tip="The user or group that owns this place will own the assets; you where it has no owner."
					selected={() => settings.get("owner") === "place"}
					onPress={() => settings.set("owner", "place")}
				/>
				<Button
					name="OwnerMe"
					order={2}
					text="Me"
					tip="You will own the assets. A place of somebody else may not be allowed to use them."
					selected={() => settings.get("owner") === "me"}
					onPress={() => settings.set("owner", "me")}
				/>
			</Row>
		</Column>
	);
}
