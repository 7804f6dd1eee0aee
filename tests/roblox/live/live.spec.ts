import { Workspace } from "@rbxts/services";
import {
	CameraPlayer,
	Follower,
	LiveReceiver,
	LiveRelay,
	LiveSender,
	relayLive,
	takeFromPath,
} from "../../../src/camera";
import { LivePacker } from "../../../src/take/live/live-packer";
import { LiveKind, liveUser, packLiveNote } from "../../../src/take/live/live-packet";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { Seeded } from "../../random";

export = () => {
	const test = headless ? it : itSKIP;
	const { players, remotes, advance, step, enter, serverTime, takeErrors, takeWarnings } =
		headless ?? ({} as NonNullable<typeof headless>);
	const camera = () => Workspace.CurrentCamera!;
	let remote: UnreliableRemoteEvent;
	let relay: LiveRelay;
	let ada: Player;
	let bob: Player;

	function serve(mayWatch?: (watcher: Player, sender: Player) => boolean): void {
		enter("LiveServer");
		relay = relayLive(remote, { mayWatch });
		enter("BothSides");
	}

	beforeEach(() => {
		if (!headless) return;
		remote = new Instance("UnreliableRemoteEvent");
		ada = players.join("Ada");
		bob = players.join("Bob");
	});

	afterEach(() => {
		if (!headless) return;
		relay?.destroy();
		remote.Destroy();
		players.setLocal(undefined);
		for (const player of [ada, bob]) if (player.Parent) players.leave(player);
		serverTime.setConnected(true);
		serverTime.setOffset(0);
		step(0.1);
	});

	const ask = (watcher: Player, sender: Player, kind = LiveKind.Watch) =>
		remotes.fireServer(watcher, remote, packLiveNote(kind, liveUser(sender.UserId), 0));

	/** Hears how many packets, and bytes, a player is sent. */
	function listen(player: Player): { packets: number; bytes: number; kinds: string } {
		const heard = { packets: 0, bytes: 0, kinds: "" };
		remotes.onClientEvent(player, remote, (packet) => {
			heard.packets += 1;
			heard.bytes += buffer.len(packet as buffer);
			heard.kinds += buffer.readu8(packet as buffer, 0) & 7;
		});
		return heard;
	}

	/** Ada's machine, as the spec plays it: 5 studs per second along X. Its clock is its own. */
	function sendFrom(player: Player, stream = 0, firstFrame = 0): (seconds: number) => void {
		const packer = new LivePacker(liveUser(player.UserId), stream, firstFrame, false, (packet) =>
			remotes.fireServer(player, remote, packet),
		);
		let now = 0;
		return (seconds) => {
			for (const _ of $range(1, math.round(seconds * 60))) {
				packer.see(now, now * 5, 10, 0, 0, 0, 0, 1, 50);
				now += 1 / 60;
				step(1 / 60);
			}
		};
	}

	test("a sender's packets go to those who ask, for as long as they ask, and to nobody else", () => {
		serve();
		const cid = players.join("Cid");
		players.setLocal(ada);
		const [toAda, toBob, toCid] = [listen(ada), listen(bob), listen(cid)];
		let x = 0;
		const sender = new LiveSender(() => new CFrame((x += 0.1), 0, 0), remote);
		sender.start();
		advance(1, 1 / 60);
		expect(toBob.packets).to.equal(0);
		ask(bob, ada);
		advance(2, 1 / 60);
		expect(toBob.packets >= 58 && toBob.packets <= 61).to.equal(true);
		expect(toBob.bytes / 2 <= 1.2 * 1024).to.equal(true);
		// Nobody asks again: after 3.5 seconds it ends.
		advance(4, 1 / 60);
		expect(toBob.packets >= 103 && toBob.packets <= 107).to.equal(true);
		ask(bob, ada);
		advance(0.5, 1 / 60);
		const before = toBob.packets;
		expect(before >= 117).to.equal(true);
		sender.stop();
		advance(0.5, 1 / 60);
		expect(toBob.kinds.sub(-2)).to.equal("01");
		expect(sender.isSending).to.equal(false);
		sender.start();
		advance(0.5, 1 / 60);
		ask(bob, ada, LiveKind.Leave);
		step(1 / 60);
		const left = toBob.packets;
		advance(0.5, 1 / 60);
		expect(toBob.packets).to.equal(left);
		expect(toAda.packets + toCid.packets).to.equal(0);
		sender.destroy();
		expect(failureOf(() => sender.start())).to.equal("[dolly] LiveSender: start needs a sender that is not destroyed");
		players.leave(cid);
	});

	test("a sender stops with its subject, and sends what is no place for a camera to nobody", () => {
		serve();
		players.setLocal(ada);
		const toBob = listen(bob);
		const part = new Instance("Part");
		part.Parent = Workspace;
		serverTime.setConnected(false);
		const sender = new LiveSender(part, remote);
		sender.start();
		ask(bob, ada);
		advance(0.5, 1 / 60);
		const sent = toBob.packets;
		expect(sent > 10).to.equal(true);
		part.Destroy();
		step(1 / 60);
		expect(sender.isSending).to.equal(false);
		const odd = new LiveSender(() => new CFrame(0 / 0, 0, 0), remote);
		odd.start();
		const far = new LiveSender(() => new CFrame(1e9, 0, 0), remote);
		far.start();
		advance(0.5, 1 / 60);
		expect(toBob.packets - sent <= 2).to.equal(true);
		odd.destroy();
		far.destroy();
	});

	test("mayWatch decides, at each request, and a refused receiver ends in words", () => {
		let isOpen = true;
		serve((watcher, sender) => watcher === bob && sender === ada && isOpen);
		players.setLocal(bob);
		const receiver = new LiveReceiver(remote, ada);
		const states = new Array<string>();
		receiver.changed.Connect((state, reason) => states.push(`${state}: ${reason}`));
		const send = sendFrom(ada);
		send(1);
		expect(receiver.isLive).to.equal(true);
		isOpen = false;
		send(2);
		expect(states.join("; ")).to.equal("live: Ada is sending; ended: the server does not let you watch Ada");
		receiver.destroy();
		relay.destroy();
		serve(() => error("no", 0));
		ask(bob, ada);
		ask(bob, ada);
		advance(0.2);
		expect(takeWarnings().join()).to.equal(
			"[dolly] relayLive: mayWatch fails: no; nobody watches until it returns true",
		);
	});

	test("a camera shows it a short time later, holds the last frame while nothing comes, and goes on", () => {
		serve();
		players.setLocal(bob);
		camera().CFrame = new CFrame(0, -7, 0);
		const receiver = new LiveReceiver(remote, ada);
		const states = new Array<string>();
		receiver.changed.Connect((state) => states.push(state));
		const player = new CameraPlayer(receiver);
		const endings = new Array<string>();
		player.ended.Connect((reason) => endings.push(reason));
		player.play();
		advance(0.5, 1 / 60);
		// Nothing has come: the camera is the game's.
		expect(receiver.state).to.equal("waiting");
		expect(camera().CFrame.Y).to.equal(-7);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		const send = sendFrom(ada);
		send(3);
		expect(receiver.state).to.equal("live");
		expect(camera().CFrame.Y).to.equal(10);
		expect(camera().FieldOfView).to.equal(50);
		const shown = camera().CFrame.X;
		// 15 studs in 3 seconds, shown 0.1 to 0.3 seconds later.
		expect(shown > 15 - 0.35 * 5 && shown < 15 - 0.1 * 5).to.equal(true);
		expect(math.abs(player.position - 3.5) < 0.05).to.equal(true);
		expect(player.duration).to.equal(math.huge);
		advance(2, 1 / 60);
		expect(receiver.state).to.equal("stalled");
		expect(math.abs(camera().CFrame.X - 14.92) < 0.1).to.equal(true);
		// The sender starts again, as a stream that counts anew.
		const again = sendFrom(ada, 1, 40_000);
		again(1);
		expect(receiver.state).to.equal("live");
		expect(camera().CFrame.X > 3 && camera().CFrame.X < 5).to.equal(true);
		player.pause();
		const held = camera().CFrame.X;
		again(0.5);
		expect(camera().CFrame.X).to.equal(held);
		player.play();
		again(0.1);
		expect(camera().CFrame.X > held + 2).to.equal(true);
		players.leave(ada);
		advance(0.2, 1 / 60);
		expect(states.join(" ")).to.equal("live stalled live ended");
		expect(endings.join()).to.equal("finished");
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		receiver.destroy();
		player.destroy();
	});

	test("a Follower moves a part by it, and what a live source lacks is refused in words", () => {
		serve();
		players.setLocal(bob);
		const part = new Instance("Part");
		part.Anchored = true;
		part.Parent = Workspace;
		const receiver = new LiveReceiver(remote, ada);
		const follower = new Follower(receiver, part);
		follower.play();
		sendFrom(ada)(2);
		expect(part.CFrame.X > 8 && part.CFrame.X < 10).to.equal(true);
		expect(failureOf(() => follower.seek(1))).to.equal(
			"[dolly] Follower: seek needs a source with an end; a live source has none",
		);
		expect(failureOf(() => follower.step(1))).to.equal(
			"[dolly] Follower: step needs a source with an end; a live source has none",
		);
		expect(failureOf(() => new Follower(receiver, part, { speed: 2 }))).to.equal(
			"[dolly] Follower: speed is 2; expected 1: a live source has no other speed",
		);
		expect(failureOf(() => new CameraPlayer(receiver, { loop: true }))).to.equal(
			"[dolly] CameraPlayer: loop is true; expected false: a live source has no end",
		);
		expect(failureOf(() => takeFromPath(receiver))).to.equal(
			"[dolly] takeFromPath: path is live; expected one with an end. CameraPlayer and Follower play live sources",
		);
		follower.speed = 0.5;
		follower.loop = true;
		advance(0.1, 1 / 60);
		expect(follower.speed).to.equal(1);
		expect(follower.loop).to.equal(false);
		expect(takeErrors().size()).to.equal(2);
		follower.skip();
		expect(follower.isPlaying).to.equal(false);
		follower.destroy();
		receiver.destroy();
		part.Destroy();
		enter("LiveServer");
		expect(failureOf(() => new LiveReceiver(remote, ada))).to.equal(
			"[dolly] LiveReceiver: expected a client; run this in a LocalScript",
		);
		enter("BothSides");
	});

	test("a receiver says how far it is behind on the server's clock, if it is known", () => {
		serve();
		players.setLocal(bob);
		const receiver = new LiveReceiver(remote, ada);
		expect(receiver.behind()).to.equal(undefined);
		const stop = receiver.changed.Connect(() => {});
		const packer = new LivePacker(
			liveUser(ada.UserId),
			0,
			(Workspace.GetServerTimeNow() * 60) % 65_536,
			true,
			(packet) => remotes.fireServer(ada, remote, packet),
		);
		for (const frame of $range(0, 120)) {
			packer.see(frame / 60, frame, 0, 0, 0, 0, 0, 1, 0);
			step(1 / 60);
		}
		const behind = receiver.behind()!;
		expect(behind > 0.09 && behind < 0.3).to.equal(true);
		serverTime.setConnected(false);
		expect(receiver.behind()).to.equal(undefined);
		stop.Disconnect();
		receiver.destroy();
	});

	test("hostile clients change nothing: floods, lengths, other senders' names, NaN, other types", () => {
		serve();
		const toBob = listen(bob);
		const eve = players.join("Eve");
		ask(bob, ada);
		ask(bob, eve);
		step(1 / 60);
		const random = new Seeded(3);
		const frames = (player: Player, length: number) => {
			const packet = buffer.create(length);
			if (length >= 5) buffer.writeu32(packet, 1, liveUser(player.UserId));
			return packet;
		};
		// In Ada's name, too long, too short, of no known kind, or no buffer at all.
		for (const value of [
			frames(ada, 40),
			frames(eve, 129),
			frames(eve, 900),
			frames(eve, 4),
			buffer.create(0),
			buffer.fromstring("\x07abcd"),
			0 / 0,
			"text",
			{ 1: eve },
			undefined,
			Workspace,
			new CFrame(0 / 0, 0, 0),
		]) {
			remotes.fireServer(eve, remote, value);
		}
		advance(0.2, 1 / 60);
		expect(toBob.packets).to.equal(0);
		// Of 5,000 packets in a second at most those of the bucket go through.
		for (const _ of $range(1, 50)) {
			for (const _ of $range(1, 100)) remotes.fireServer(eve, remote, frames(eve, 40));
			step(1 / 50);
		}
		expect(toBob.packets >= 40 && toBob.packets <= 82).to.equal(true);
		// Requests for anybody, of whom only those present count, at 10 per second and 8 at once.
		for (const _ of $range(1, 2000)) {
			remotes.fireServer(eve, remote, packLiveNote(LiveKind.Watch, random.int(0, 2 ** 31), 0));
		}
		step(0.1);
		players.leave(eve);
		remotes.fireServer(eve, remote, frames(eve, 40));
		step(0.1);
		expect(takeErrors().size()).to.equal(0);
		const { peers } = relay as unknown as { peers: Map<Player, { watchers: Map<Player, number> }> };
		expect(peers.has(eve)).to.equal(false);
		expect(peers.get(ada)!.watchers.size()).to.equal(1);
	});

	test("one player watches at most 8 at once", () => {
		serve();
		const crowd = new Array<Player>();
		for (const index of $range(1, 10)) crowd.push(players.join(`P${index}`));
		const toBob = listen(bob);
		for (const player of crowd) ask(bob, player);
		advance(0.1, 1 / 60);
		// Two are refused.
		expect(toBob.kinds).to.equal("44");
		// Those that are not asked for again make room.
		advance(4, 1 / 60);
		ask(bob, crowd[9]);
		advance(0.1, 1 / 60);
		expect(toBob.kinds).to.equal("44");
		for (const player of crowd) players.leave(player);
	});

	test("a receiver drops what is no packet of its sender", () => {
		players.setLocal(bob);
		const receiver = new LiveReceiver(remote, ada);
		for (const value of [
			1,
			"x",
			undefined,
			buffer.create(0),
			buffer.create(128),
			buffer.create(500),
			[1],
			packLiveNote(LiveKind.Refused, 99, 0),
		]) {
			remote.FireClient(bob, value);
		}
		advance(0.1, 1 / 60);
		expect(receiver.state).to.equal("waiting");
		expect(takeErrors().size()).to.equal(0);
		receiver.destroy();
		receiver.destroy();
		expect(receiver.state).to.equal("ended");
	});
};
