import Vide from "@rbxts/vide";
import type { Take } from "../../src";
import { Button } from "../../ui/button";
import { formatTime } from "../../ui/format";
import { Label } from "../../ui/label";
import { Column, Row } from "../../ui/stack";
import { theme } from "../../ui/theme";
import type { CameraSession } from "./camera-session";

function lengthOf({ count, rate }: Take): string {
	return formatTime(math.max(count - 1, 0) / rate);
}

function counted(count: number): string {
	return count === 1 ? "A take waits" : `${count} takes wait`;
}

/** Takes that are not in the place yet, and what to do about those that were refused. */
export function WaitingSection({ session, order }: { session: CameraSession; order: number }) {
	const { waiting, isEdit } = session;
	const patient = () => waiting.count() - waiting.refused().size();
	const isRefused = () => !waiting.refused().isEmpty();
	return (
		<Column name="WaitingSection" order={order} gap={4} visible={() => waiting.count() > 0}>
			<Label
				name="Waiting"
				order={1}
				small={true}
				visible={() => patient() > 0}
				text={() => {
					const takes = counted(patient());
					if (!isEdit) return `${takes} to leave play mode: it is tried again until play mode ends.`;
					return `${takes}: the place cannot be changed while a playtest, or another change of it, is under way.`;
				}}
				color={() => theme().warning}
			/>
			<Label
				name="Refused"
				order={2}
				small={true}
				visible={isRefused}
				text={() => {
					const refused = waiting.refused();
					const names = refused.map(({ take }) => `"${take.name}" (${lengthOf(take)})`).join(", ");
					const reason = refused[0]?.problem ?? "";
					if (!isEdit) return `${names} cannot leave play mode. ${reason}`;
					return `${names} could not be put into the place, and is kept by the plugin until it can. ${reason}`;
				}}
				color={() => theme().error}
			/>
			<Row name="RefusedButtons" order={3} visible={isRefused}>
				<Button
					name="TryAgain"
					order={1}
					text="Try again"
					tip="Puts what was refused into the place, if it can be by now"
					onPress={() => session.tryWaitingAgain()}
				/>
				<Button
					name="ThrowAway"
					order={2}
					text="Throw away"
					tip="Gives up what was refused. It cannot be brought back"
					onPress={() => session.waiting.throwAway()}
				/>
			</Row>
		</Column>
	);
}
