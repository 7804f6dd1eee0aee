import Vide from "@rbxts/vide";
import { Label } from "../ui/label";
import { theme } from "../ui/theme";

export interface MessageProps {
	order: number;
	text: () => string;
	isProblem: () => boolean;
}

/** What a panel has to say, in the colour of errors where it is one; nothing where it says nothing. */
export function Message({ order, text, isProblem }: MessageProps) {
	return (
		<Label
			name="Message"
			order={order}
			small={true}
			visible={() => text() !== ""}
			text={text}
			color={() => (isProblem() ? theme().error : theme().subText)}
		/>
	);
}
