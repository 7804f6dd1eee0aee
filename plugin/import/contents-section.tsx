import Vide, { For, Show } from "@rbxts/vide";
import { Badge } from "../../ui/badge";
import { CheckRow } from "../../ui/check-row";
import { Label } from "../../ui/label";
import { legible } from "../../ui/legible";
import { Column } from "../../ui/stack";
import { theme } from "../../ui/theme";
import type { RememberedSettings } from "../settings";
import type { ImportSession } from "./import-session";
import { Item, ItemKind, KINDS } from "./items";
import { OwnerChoice } from "./owner-choice";
import { plainLine } from "./plain-words";

interface ContentsProps {
	session: ImportSession;
	settings: RememberedSettings;
	order: number;
}

/** All items of a kind, with a checkbox for all of them. */
function KindGroup({
	session,
	kind,
	title,
	order,
}: {
	session: ImportSession;
	kind: ItemKind;
	title: string;
	order: number;
}) {
	const items = () => session.items().filter((item) => item.kind === kind);
	const ticked = () =>
		items()
			.filter((item) => session.isChosen(item))
			.size();
	const isFree = () => !session.work.isBusy();
	return (
		<Column name={title} order={order} gap={0}>
			<CheckRow
				name={`All${title}`}
				order={0}
				bold={true}
				text={title}
				detail={() => `${ticked()} of ${items().size()}`}
				checked={() => ticked() === items().size()}
				mixed={() => ticked() > 0 && ticked() < items().size()}
				enabled={isFree}
				tip={() => `Ticks or unticks all of them.`}
				onChange={(chosen) => session.setAllChosen(chosen, kind)}
			/>
			<For each={items}>
				{(item: Item, index: () => number) => (
					<CheckRow
						name={item.id}
						order={index()}
						indent={24}
						text={item.name}
						detail={item.detail}
						checked={() => session.isChosen(item)}
						enabled={isFree}
						tip={item.tip}
						onChange={(chosen) => session.setChosen(item, chosen)}
					/>
				)}
			</For>
		</Column>
	);
}

/** Items that reading the file left out or found odd. */
function Warnings({ session, order }: { session: ImportSession; order: number }) {
	const color = () => legible(theme().warning, theme().background);
	return (
		<Column name="Warnings" order={order} gap={4} visible={() => !(session.contents()?.report ?? []).isEmpty()}>
			<For each={() => session.contents()?.report ?? []}>
				{(warning: string, index: () => number) => {
					const { title, places } = plainLine(warning, session.contents()?.main);
					return (
						<frame
							Name="Warning"
							LayoutOrder={index()}
							BackgroundTransparency={1}
							Size={UDim2.fromScale(1, 0)}
							AutomaticSize="Y"
						>
							<Badge name="Sign" text="!" color={color} position={UDim2.fromOffset(1, 2)} />
							<frame
								Name="Words"
								BackgroundTransparency={1}
								Position={UDim2.fromOffset(24, 0)}
								Size={new UDim2(1, -24, 0, 0)}
								AutomaticSize="Y"
							>
								<Label
									name={`Warning${index()}`}
									small={true}
									text={places === "" ? title : `${title}: ${places}`}
									color={() => theme().text}
								/>
							</frame>
						</frame>
					);
				}}
			</For>
		</Column>
	);
}

/** The contents of the chosen files, with a checkbox for each item. */
export function ContentsSection({ session, settings, order }: ContentsProps) {
	const kinds = () => KINDS.filter(({ kind }) => session.items().some((item) => item.kind === kind));
	const isFree = () => !session.work.isBusy();
	return (
		<Column name="Contents" order={order} gap={8}>
			<Column name="Items" order={1} gap={0}>
				<For each={kinds}>
					{({ kind, title }: (typeof KINDS)[number], index: () => number) => (
						<KindGroup session={session} kind={kind} title={title} order={index()} />
					)}
				</For>
			</Column>
			<Warnings session={session} order={2} />
			<Column name="Ticks" order={3} gap={0}>
				<CheckRow
					name="Replace"
					order={1}
					text={() => `Replace "${session.former()?.name ?? ""}" in this place`}
					visible={() => session.former() !== undefined}
					enabled={isFree}
					tip="Replaces the model of the same name, at its position. Published assets that changed get new versions."
					checked={() => session.replaces()}
					onChange={(replaces) => session.replaces(replaces)}
				/>
				<CheckRow
					name="PublishAtOnce"
					order={2}
					text="Publish after importing"
					enabled={isFree}
					tip="Uploads meshes, images and animations to Roblox, so that the model is saved with the place and seen by everyone."
					checked={() => settings.get("publishAtOnce")}
					onChange={(publishes) => settings.set("publishAtOnce", publishes)}
				/>
			</Column>
			<Show when={() => settings.get("publishAtOnce")}>
				{() => <OwnerChoice session={session} settings={settings} order={4} />}
			</Show>
		</Column>
	);
}
