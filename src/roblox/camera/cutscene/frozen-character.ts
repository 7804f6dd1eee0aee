import { rootPartOf } from "../../root-part";
import { HeldSwitches } from "./held-switches";

const ContextActionService = game.GetService("ContextActionService");

const anchored = new HeldSwitches<BasePart>(
	true,
	(part) => part.Anchored,
	(part, isAnchored) => (part.Anchored = isAnchored),
);

/** Above what games bind; the keys that skip are above it. */
export const FREEZE_PRIORITY = 10000;

/** What the default controls hear of, on keyboards and gamepads. */
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

/** The local player's character, held where it stands, and the one that it spawns as meanwhile. */
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
		// Keys that are down are cancelled by this, so that nobody walks on afterwards.
		ContextActionService.BindActionAtPriority(this.action, sink, false, FREEZE_PRIORITY, ...CONTROLS);
		this.freezeAgain();
	}

	/** Anchors the character that there is now, whatever the game has written. Its root may come frames after the character. */
	public freezeAgain(): void {
		// With immediate signals a handler of the game's may have ended the cutscene.
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
