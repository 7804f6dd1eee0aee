import { headless } from "../headless";
import type { Session } from "../headless/session";

/** The languages that the code of a page is written in. */
export type Language = "Luau" | "TypeScript";

/** A script of a page: its first block says which kind it is, and the blocks after it go on with it. */
interface PageScript {
	kind: "Script" | "LocalScript";
	luau: string;
}

function scriptsOf(page: string): Array<PageScript> {
	const scripts = new Array<PageScript>();
	for (const [block] of buffer.tostring(headless!.readFile(page)).gmatch("```lua\n(.-)```")) {
		const code = block as string;
		const [kind] = code.match("^%-%- (%a+) in ");
		if (kind === "Script" || kind === "LocalScript") scripts.push({ kind, luau: code });
		else {
			assert(!scripts.isEmpty(), `${page} has code before its first script`);
			scripts[scripts.size() - 1].luau += `\n${code}`;
		}
	}
	return scripts;
}

/** What a person has in the place for the code of a page. */
export interface PagePlace {
	session: Session;
	/** The player at this machine, who has no character yet. */
	ada: Player;
	storage: ReplicatedStorage;
	workspace: Workspace;
	camera: Camera;
	/** Adds a Part, or another Instance, of that name. */
	add<K extends keyof CreatableInstances>(
		this: void,
		className: K,
		name: string,
		parent?: Instance,
	): CreatableInstances[K];
}

/**
 * Opens a game with Dolly in its ReplicatedStorage, and runs the scripts of a page in their order, as somebody has them who copied them. In
 * Luau `dolly` is the built model file. `prepare` puts into the place what the page says has to be there.
 */
export function openPage(page: string, language: Language, prepare: (place: PagePlace) => void = () => {}): PagePlace {
	const isLuau = language === "Luau";
	const session = headless!.open({ file: isLuau ? undefined : "dist/test.rbxl", context: "BothSides" });
	const storage = session.game.GetService("ReplicatedStorage");
	const workspace = session.game.GetService("Workspace");
	if (isLuau) for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = storage;
	const ada = session.players.join("Ada");
	session.players.setLocal(ada);
	const place: PagePlace = {
		session,
		ada,
		storage,
		workspace,
		camera: workspace.CurrentCamera!,
		add: (className, name, parent = workspace) => {
			const instance = session.create(className);
			instance.Name = name;
			if (instance.IsA("BasePart")) instance.Anchored = true;
			instance.Parent = parent;
			return instance as never;
		},
	};
	prepare(place);
	const [name] = page.lower().match("([^/]+)%.md$");
	scriptsOf(page).forEach(({ kind, luau }, index) => {
		const module = `game:GetService("ReplicatedStorage").tests.docs.code["${name}-${index + 1}"]`;
		const code = session.createScript(kind, isLuau ? luau : `require(${module})`);
		code.Parent = storage;
		session.runScript(code);
	});
	return place;
}
