import { rootPartOf } from "../../root-part";
import { HeldSwitches } from "./held-switches";

const ContextActionService = game.GetService("ContextActionService");

const anchored = new HeldSwitches<BasePart>(
	true,
	(part) => part.Anchored,
	(part, isAnchored) => (part.Anchored = isAnchored),
);

/** Above the game's bindings; the keys that skip are above it. */
export const FREEZE_PRIORITY = 10000;

/** The actions of the default controls, on keyboards and gamepads. */
const CONTROLS = [
	Enum.PlayerActions.CharacterForward,
	Enum.PlayerActions.CharacterBackward,
	Enum.PlayerActions.CharacterLeft,
	Enum.PlayerActions.CharacterRight,
	Enum.PlayerActions.CharacterJump,
	Enum.KeyCode.Thumbstick1,
	Enum.KeyCode.ButtonA,
];

function sink(): Enum.ContextActionResult {
	return Enum.ContextActionResult.Sink;
}

let frozen = 0;

/** The local player's character, frozen in place, together with any that spawns meanwhile. */
export class FrozenCharacter {
	private readonly action: string;
	/** The part that is anchored. */
	private root?: BasePart;
	private isOver = false;

	constructor(private readonly player: Player) {
		frozen += 1;
		this.action = `dolly-freeze-${frozen}`;
	}

	public freeze(): void {
		// This cancels keys that are down, so that the character does not walk on afterwards.
		ContextActionService.BindActionAtPriority(this.action, sink, false, FREEZE_PRIORITY, ...CONTROLS);
		this.freezeAgain();
	}

	/** Anchors the current character, whatever the game has written. Its root may come frames after the character. */
	public freezeAgain(): void {
		// With immediate signals a handler in the game may have ended the cutscene.
		if (this.isOver) return;
		const character = this.player.Character;
		const root = character && rootPartOf(character);
		if (root === this.root) {
			if (root) anchored.insist(root);
			return;
		}
		const previous = this.root;
		this.root = root;
		if (root) anchored.hold(root);
		if (previous) anchored.release(previous);
	}

	public letGo(): void {
		if (this.isOver) return;
		this.isOver = true;
		ContextActionService.UnbindAction(this.action);
		const { root } = this;
		this.root = undefined;
		if (root) anchored.release(root);
	}
}
