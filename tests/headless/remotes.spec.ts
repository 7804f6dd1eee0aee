import { failureOf } from "../expect-failure";
import { headless } from ".";

const Players = game.GetService("Players");
const StarterGui = game.GetService("StarterGui");
const Workspace = game.GetService("Workspace");

export = () => {
	const { players, remotes, step, takeWarnings } = headless ?? ({} as NonNullable<typeof headless>);

	describe("players", () => {
		const scenario = headless ? it : itSKIP;

		scenario("join and leave, and the service tells of it", () => {
			const events = new Array<string>();
			const connections = [
				Players.PlayerAdded.Connect((player) => events.push(`+${player.Name}`)),
				Players.PlayerRemoving.Connect((player) => events.push(`-${player.Name}`)),
			];
			const ada = players.join("Ada");
			step(0.1);
			expect(Players.GetPlayers().size()).to.equal(1);
			expect(Players.GetPlayerByUserId(ada.UserId)).to.equal(ada);
			expect(ada.IsA("Player") && ada.Parent === Players).to.equal(true);
			players.leave(ada);
			step(0.1);
			expect(Players.GetPlayers().size()).to.equal(0);
			expect(ada.Parent).to.equal(undefined);
			expect(events.join(" ")).to.equal("+Ada -Ada");
			connections.forEach((connection) => connection.Disconnect());
		});

		scenario("have one of them as the local player, and none on the server", () => {
			const ada = players.join();
			players.setLocal(ada);
			headless!.enter("PlayServer");
			expect(Players.LocalPlayer).to.equal(undefined);
			headless!.enter("PlayClient");
			expect(Players.LocalPlayer).to.equal(ada);
			headless!.enter("BothSides");
			players.setLocal(undefined);
			players.leave(ada);
			step(0.1);
		});

		scenario("take the camera back when they spawn", () => {
			const camera = Workspace.CurrentCamera!;
			const ada = players.join();
			players.setLocal(ada);
			let added = 0;
			ada.CharacterAdded.Connect(() => (added += 1));
			camera.CameraType = Enum.CameraType.Scriptable;
			const character = players.spawn(ada, new Vector3(100, 0, 0));
			expect(camera.CameraType).to.equal(Enum.CameraType.Custom);
			step(1 / 60);
			expect(added).to.equal(1);
			expect(ada.Character).to.equal(character);
			expect(camera.CFrame.Position.sub(new Vector3(100, 0, 0)).Magnitude < 20).to.equal(true);
			camera.CameraType = Enum.CameraType.Scriptable;
			players.spawn(ada);
			expect(character.Parent).to.equal(undefined);
			expect(camera.CameraType).to.equal(Enum.CameraType.Custom);
			players.setLocal(undefined);
			players.leave(ada);
			step(0.1);
		});

		scenario("have their PlayerGui emptied when they spawn, but for screens that ask to stay", () => {
			const ada = players.join();
			const gui = ada.FindFirstChildOfClass("PlayerGui")!;
			const add = (className: "ScreenGui" | "Folder", name: string) => {
				const made = new Instance(className);
				made.Name = name;
				made.Parent = gui;
				return made;
			};
			add("Folder", "Folder");
			add("ScreenGui", "Resets");
			const stays = add("ScreenGui", "Stays") as ScreenGui;
			stays.ResetOnSpawn = false;
			const starter = new Instance("ScreenGui");
			starter.Name = "Starter";
			starter.Parent = StarterGui;
			for (const _ of $range(1, 2)) players.spawn(ada);
			const names = gui.GetChildren().map(({ Name }) => Name);
			starter.Destroy();
			players.leave(ada);
			expect(names.sort().join(" ")).to.equal("Starter Stays");
		});

		scenario("have one of them as the local player once it is set", () => {
			expect(Players.LocalPlayer).to.equal(undefined);
			const ada = players.join();
			players.setLocal(ada);
			expect(Players.LocalPlayer).to.equal(ada);
			players.setLocal(undefined);
			players.leave(ada);
			step(0.1);
		});
	});

	describe("a RemoteEvent", () => {
		const scenario = headless ? it : itSKIP;
		let remote: RemoteEvent;
		let ada: Player;
		let bob: Player;

		beforeEach(() => {
			if (!headless) return;
			remote = new Instance("RemoteEvent");
			ada = players.join("Ada");
			bob = players.join("Bob");
			players.setLocal(ada);
		});

		afterEach(() => {
			if (!headless) return;
			players.setLocal(undefined);
			players.leave(ada);
			players.leave(bob);
			step(0.1);
		});

		scenario("carries copies to the server, with the player who sent them, at the next resumption point", () => {
			const got = new Array<Array<unknown>>();
			remote.OnServerEvent.Connect((player: Player, ...values: Array<unknown>) =>
				got.push([player.Name, ...(values as Array<defined>)]),
			);
			const bytes = buffer.fromstring("abc");
			remote.FireServer(bytes, [1, 2], { key: "value" });
			remotes.fireServer(bob, remote, 0 / 0);
			buffer.writeu8(bytes, 0, 0);
			expect(got.size()).to.equal(0);
			step(0.1);
			expect(got[0][0]).to.equal("Ada");
			expect(buffer.tostring(got[0][1] as buffer)).to.equal("abc");
			expect((got[0][2] as Array<number>)[1]).to.equal(2);
			expect((got[0][3] as { key: string }).key).to.equal("value");
			expect(got[1][0]).to.equal("Bob");
			expect(got[1][1] !== got[1][1]).to.equal(true);
		});

		scenario("carries to one client what is for it, and to all what is for all", () => {
			const heard = new Array<string>();
			remote.OnClientEvent.Connect((value: string) => heard.push(`Ada ${value}`));
			remotes.onClientEvent(bob, remote, (value) => heard.push(`Bob ${value}`));
			remote.FireClient(bob, "one");
			remote.FireAllClients("all");
			step(0.1);
			heard.sort();
			expect(heard.join(", ")).to.equal("Ada all, Bob all, Bob one");
		});

		scenario("loses functions, and the keys of a table that is half an array; refuses cyclic tables", () => {
			let got: Array<unknown> = [];
			remote.OnServerEvent.Connect((_: Player, ...values: Array<unknown>) => {
				got = values;
			});
			const mixed = [1, 2] as unknown as { name?: string };
			mixed.name = "lost";
			remote.FireServer(() => {}, mixed, [() => {}]);
			step(0.1);
			expect(got[0]).to.equal(undefined);
			expect((got[1] as { name?: string }).name).to.equal(undefined);
			expect((got[1] as Array<number>)[0]).to.equal(1);
			const cyclic = { inner: undefined as unknown };
			cyclic.inner = cyclic;
			expect(failureOf(() => remote.FireServer(cyclic))).to.equal("tables cannot be cyclic");
		});

		scenario("drops an unreliable payload over 1000 bytes", () => {
			const unreliable = new Instance("UnreliableRemoteEvent");
			const sizes = new Array<number>();
			unreliable.OnServerEvent.Connect((_: Player, bytes: unknown) => sizes.push(buffer.len(bytes as buffer)));
			takeWarnings();
			unreliable.FireServer(buffer.create(990));
			unreliable.FireServer(buffer.create(1001));
			step(0.1);
			expect(sizes.join(" ")).to.equal("990");
			expect(takeWarnings().size()).to.equal(1);
		});
	});
};
