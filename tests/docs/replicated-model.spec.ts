import { ReplicatedStorage, Workspace } from "@rbxts/services";
import { ImportedModel } from "../../src";
import { builtVertices, meshParts } from "../built-vertices";
import { buildGlb } from "../builders/glb";
import { buildWavingGlb } from "../builders/waving-glb";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { receiveModel, shareModel } from "./code/replicated-model";

/** What the example sends in one message. */
const PIECE = 50_000;

/** Seconds in which a few pieces arrive and a small model is built. */
const A_WHILE = 2;

/** Metres in studs, of f32. */
const STUD = 0.28;
const STUDS = 1e-4;

/** A triangle of 1 × 2 metres that stands still, in a file of at least `size` bytes, whose positions are the last of them. */
function buildTriangleGlb(size = 0): buffer {
	const at = math.ceil(size / 4) * 4;
	const binary = buffer.create(at + 36);
	[0, 0, 0, 1, 0, 0, 0, 2, 0].forEach((value, index) => buffer.writef32(binary, at + index * 4, value));
	const json = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
		"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"byteLength":${buffer.len(binary)}}],
		"bufferViews":[{"buffer":0,"byteOffset":${at},"byteLength":36}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,2,0]}]}`;
	return buildGlb(json, binary);
}

export = () => {
	const test = headless ? it : itSKIP;
	const { advance, players, remotes, assets, takeErrors } = headless ?? ({} as NonNullable<typeof headless>);
	let remote: RemoteEvent;
	let joined: Array<Player>;
	let world: Folder;

	beforeEach(() => {
		if (!headless) return;
		takeErrors();
		remote = new Instance("RemoteEvent");
		remote.Parent = ReplicatedStorage;
		joined = [];
		world = new Instance("Folder");
		world.Parent = Workspace;
	});
	afterEach(() => {
		if (!headless) return;
		for (const player of joined) players.leave(player);
		players.setLocal(undefined);
		assets.setContentBudget(undefined);
		remote.Destroy();
		world.Destroy();
		expect(takeErrors().join("\n")).to.equal("");
	});

	/** A player whose client runs from now on, and the sizes of the pieces that it is sent. */
	function join() {
		const player = players.join();
		joined.push(player);
		players.setLocal(player);
		const pieces = new Array<number>();
		remotes.onClientEvent(player, remote, (...[, , piece]) => pieces.push(buffer.len(piece as buffer)));
		return { player, pieces };
	}

	/** Asks for the model as the client of the player who joined last; gives what it has built. */
	function receive(): Array<ImportedModel> {
		const built = new Array<ImportedModel>();
		receiveModel(remote, world, (imported) => built.push(imported));
		advance(A_WHILE);
		return built;
	}

	test("sends a file once to each client, late joiners included, and each builds and animates it", () => {
		const source = buildWavingGlb();
		const first = join();
		expect(shareModel(remote, source, world)).to.equal(undefined);
		const [early] = receive();
		expect(early.model.Parent).to.equal(world);
		expect(early.model.FindFirstChild("Tip", true)!.IsA("Bone")).to.equal(true);
		expect(early.clips.get("Wave")).to.be.ok();

		advance(60);
		const second = join();
		const [late] = receive();
		expect(late.clips.get("Wave")).to.be.ok();
		expect(late.model === early.model).to.equal(false);
		// Who asks again gets nothing more.
		expect(receive().size()).to.equal(0);
		for (const { pieces } of [first, second]) expectNear(pieces, [buffer.len(source)], 0);
		early.destroy();
		late.destroy();
	});

	test("builds a model that stands still once, on the server, where content can be shared", () => {
		const { pieces } = join();
		const model = shareModel(remote, buildTriangleGlb(), world)!;
		expect(model.Parent).to.equal(world);
		const [part] = meshParts(model);
		expect(part.MeshContent.SourceType).to.equal(Enum.ContentSourceType.Opaque);
		expectNear([part.Size.X, part.Size.Y], [1 / STUD, 2 / STUD], STUDS);
		expect(receive().size()).to.equal(0);
		expect(pieces.size()).to.equal(0);
	});

	test("sends it to be built by each client where content cannot be shared, in pieces, and leaves nothing behind", () => {
		assets.setContentBudget(0);
		const source = buildTriangleGlb(2 * PIECE);
		const { pieces } = join();
		expect(shareModel(remote, source, world)).to.equal(undefined);
		expect(world.GetChildren().size()).to.equal(0);
		const [imported] = receive();
		expectNear(pieces, [PIECE, PIECE, buffer.len(source) - 2 * PIECE], 0);
		const [part] = meshParts(imported.model);
		// glTF looks along +Z, and so does the triangle as it was built.
		const corners = builtVertices(part);
		expectNear([corners[4], corners[7]], [corners[1], corners[1] + 2 / STUD], STUDS);
		imported.destroy();
	});

	test("stops sending to a player who leaves, and serves whoever comes next", () => {
		assets.setContentBudget(0);
		const source = buildTriangleGlb(20 * PIECE);
		const { player, pieces } = join();
		shareModel(remote, source, world);
		receiveModel(remote, world);
		advance(0.35);
		players.leave(player);
		advance(A_WHILE);
		expect(pieces.size() < 6).to.equal(true);
		const again = join();
		receiveModel(remote, world);
		advance(A_WHILE + 1);
		expect(again.pieces.size()).to.equal(21);
	});
};
