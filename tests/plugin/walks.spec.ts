import { isRecording, readBytes, Recording, sampleCFrame, Shot, Take, takeFromPath } from "../../src";
import { findGui } from "./find-gui";
import { headless } from "../headless";
import { openStudio, StudioUser } from "./open-studio";
import { keptRecording, keptShot } from "./sequencer/open-sequencer";

/**
 * Somebody at work in a panel, whose gestures are counted: a press, a drag, a key, a choice in a menu, something typed. Flying and Studio's
 * own windows for files are not counted.
 */
class Walker {
	public gestures = 0;

	constructor(public readonly user: StudioUser) {}

	/** Goes on in another panel. */
	public in(panel: "DollyLibrary" | "DollyImport"): Walker {
		const { session, plugin } = this.user;
		const walk = new Walker(new StudioUser(session, plugin, panel));
		walk.gestures = this.gestures;
		if (!walk.user.widget().Enabled) {
			plugin.click(panel);
			walk.gestures += 1;
		}
		session.advance(0.2);
		return walk;
	}

	/** A press on a button, and a choice in the menu that it opens. */
	public choose(name: string, text: string): void {
		this.press(name);
		this.gestures += 1;
		this.user.session.menu.choose(text);
		this.user.session.advance(1);
	}

	public press(name: string): void {
		this.gestures += 1;
		this.user.press(name);
		this.user.session.advance(0.3);
	}

	public key(name: Enum.KeyCode["Name"]): void {
		this.gestures += 1;
		this.user.session.userInput.hover(this.user.find("LaneSurface", "Frame"));
		this.user.session.pressKey(name);
		this.user.session.advance(0.3);
	}

	public type(name: string, text: string): void {
		this.gestures += 1;
		this.user.type(name, text);
		this.user.session.advance(0.3);
	}

	/** A right click on the lanes, and a choice in the menu that it opens. */
	public menu(x: number, y: number, text: string): void {
		this.gestures += 2;
		this.user.session.userInput.pointer(this.user.find("LaneSurface", "Frame")).at(x, y).rightClick();
		this.user.session.advance(0.1);
		this.user.session.menu.choose(text);
		this.user.session.advance(0.4);
	}

	public look(at: Vector3, fieldOfView = 70): void {
		this.user.camera().CFrame = CFrame.lookAt(at, new Vector3(0, 8, 0));
		this.user.camera().FieldOfView = fieldOfView;
		this.user.session.advance(0.1);
	}
}

function walker(): Walker {
	return new Walker(openStudio({ panel: "DollySequencer" }));
}

/** Flies for some seconds while it records, without a countdown. */
function film(walk: Walker, seconds: number): void {
	const { user } = walk;
	const library = user.plugin.state.widgets.get("DollyLibrary")!;
	library.Enabled = true;
	user.session.advance(0.2);
	user.session.userInput.press(findGui(library, "Countdown", "GuiButton"));
	user.session.advance(0.1);
	user.session.menu.choose("Record at once");
	walk.press("RecordButton");
	user.fly(seconds);
	walk.press("RecordButton");
	user.session.advance(0.5);
}

/** The farthest that a take is from a shot, in studs, and the most that it looks elsewhere, in degrees. */
function difference(shot: Shot, take: Take): LuaTuple<[studs: number, degrees: number]> {
	const flight = takeFromPath(shot, { rate: 60 });
	let [studs, cosine] = [0, 1];
	for (const frame of $range(0, flight.count - 1)) {
		const [a, b] = [sampleCFrame(flight, frame / 60), sampleCFrame(take, frame / 60)];
		studs = math.max(studs, a.Position.sub(b.Position).Magnitude);
		cosine = math.min(cosine, a.LookVector.Dot(b.LookVector));
	}
	return $tuple(studs, math.deg(math.acos(math.clamp(cosine, -1, 1))));
}

function takeOf(recording: Recording): Take {
	if (!isRecording(recording, "take")) error(`${recording.name} is no take`);
	return recording;
}

const CLIP_LANE = 24 + 12;
const CAMERA_LANE = 24 + 24 + 16;

export = () => {
	const test = headless ? it : itSKIP;

	test("a flight is recorded and smoothed in five gestures", () => {
		const walk = walker();
		film(walk, 3);
		const raw = takeOf(keptRecording(walk.user, "Take 1"));
		walk.menu(300, CLIP_LANE, "Smooth…");
		expect(walk.user.message().match("^Smoothing moves the camera by up to")[0] !== undefined).to.equal(true);
		walk.press("ApplyPreview");
		expect(walk.user.message()).to.equal("Smoothed take. Ctrl+Z undoes it.");
		const smooth = takeOf(keptRecording(walk.user, "Take 1"));
		expect(smooth.count).to.equal(raw.count);
		expect(buffer.tostring(smooth.frames) === buffer.tostring(raw.frames)).to.equal(false);
		expect(walk.gestures).to.equal(5);
		expect(walk.user.errors()).to.equal("");
	});

	test("three keys with easing and a zoom are made in eight gestures", () => {
		const walk = walker();
		walk.look(new Vector3(60, 20, 0));
		walk.key("I");
		walk.user.session.userInput.hover(walk.user.find("LaneSurface", "Frame"));
		walk.type("Time", "0:02");
		walk.look(new Vector3(40, 16, 30));
		walk.key("I");
		walk.type("Time", "0:04");
		walk.look(new Vector3(20, 10, 10), 40);
		walk.key("I");
		// Between the first two keys of four seconds in view.
		walk.key("F");
		walk.menu(200, CAMERA_LANE, "Ease in");
		const { keys } = keptShot(walk.user, "Shot 1");
		expect(keys.map(({ seconds }) => seconds).join()).to.equal("0, 2, 4");
		expect(keys[2].fieldOfView).to.equal(40);
		expect(keys.some(({ easing }) => easing === "inSine")).to.equal(true);
		expect(walk.gestures).to.equal(8);
		expect(walk.user.errors()).to.equal("");
	});

	test("a flight is fitted, a key dragged, and the camera exported and brought back the same in nine gestures", () => {
		const walk = walker();
		film(walk, 3);
		walk.press("FitKeys");
		walk.press("ApplyPreview");
		const recording = keptRecording(walk.user, "Take 1");
		expect(isRecording(recording, "shot")).to.equal(true);
		const before = keptShot(walk.user, "Take 1").keys[1].seconds;
		const key = walk.user.find("Key2", "Frame");
		const lanes = walk.user.find("LaneSurface", "Frame");
		const x = key.AbsolutePosition.X + key.AbsoluteSize.X / 2 - lanes.AbsolutePosition.X;
		walk.gestures += 1;
		walk.user.session.userInput
			.pointer(lanes)
			.at(x, CAMERA_LANE)
			.down()
			.move(x + 10, CAMERA_LANE)
			.move(x + 20, CAMERA_LANE)
			.up();
		walk.user.session.advance(0.4);
		const shot = keptShot(walk.user, "Take 1");
		expect(shot.keys[1].seconds > before).to.equal(true);
		const { studio } = walk.user.session;
		studio.savesSelection = true;
		walk.choose("Export", "Camera as GLB, in a file…");
		expect(walk.user.message()).to.equal("Saved a file with the camera of Take 1. To load it, choose Add… Files.");
		expect(walk.gestures).to.equal(7);
		const { instances } = studio.saved[studio.saved.size() - 1];
		const file = walk.user.session.saveModel(instances);
		const glb = readBytes(instances[0] as StringValue);

		walk.user.session.expectModel(file);
		studio.files = [{ name: "camera.rbxm", contents: buffer.tostring(file) }];
		const library = walk.in("DollyLibrary");
		library.choose("EmptyAdd", "Files…");
		expect(library.gestures).to.equal(9);
		const back = takeOf(keptRecording(walk.user, "Take 2"));
		const [studs, degrees] = difference(shot, back);
		expect(studs < 0.01).to.equal(true);
		expect(degrees < 0.05).to.equal(true);

		// The GLB itself comes in as large through the Import panel, whatever its unit is set to for other files.
		studio.files = [{ name: "Take 1.glb", contents: buffer.tostring(glb) }];
		const files = walk.in("DollyImport");
		files.press("Choose");
		files.user.session.advance(2);
		files.press("ImportButton");
		files.user.session.advance(2);
		const [far, turned] = difference(shot, takeOf(keptRecording(walk.user, "Take 3")));
		expect(far < 0.01).to.equal(true);
		expect(turned < 0.05).to.equal(true);
		// The panel's own button, Choose files… and Import.
		expect(files.gestures - walk.gestures).to.equal(3);
		expect(walk.user.errors()).to.equal("");
	});

	test("a model is imported, published and seen moving by its animation's id in five gestures", () => {
		const user = openStudio({ panel: "DollyImport", prepare: (session) => session.setCreator(35, "Group") });
		const { session } = user;
		session.assets.setAnimationUploads("works");
		const walk = new Walker(user);
		session.studio.files = [
			{ name: "hiker.glb", contents: buffer.tostring(headless!.readFile("generated/figure.glb")) },
		];
		walk.press("Choose");
		session.advance(3);
		walk.press("ImportButton");
		session.advance(3);
		walk.press("PublishDone");
		walk.press("Upload");
		session.advance(6);
		for (const kind of ["Mesh", "Animation"]) {
			const [done, total] = user.text(`${kind}Count1`).match("^(%d+) of (%d+)$");
			expect(done).to.equal(total);
			expect(tonumber(total)! > 0).to.equal(true);
		}
		const [id] = user.text("ClipName1-1").match("(%d+)$");
		expect(session.assets.describe(tonumber(id)!)!.kind).to.equal("Animation");
		// What the file was read from is not what moves it.
		const hiker = session.game.GetService("Workspace").FindFirstChild("hiker")!;
		const bones = hiker.GetDescendants().filter((instance): instance is Bone => instance.IsA("Bone"));
		const isMoved = () => bones.some(({ Transform }) => Transform !== new CFrame());
		expect(isMoved()).to.equal(false);
		walk.press("PlayClip1-1");
		session.advance(0.5);
		expect(isMoved()).to.equal(true);
		const animator = hiker.FindFirstChildWhichIsA("Animator", true)!;
		const [track] = animator.GetPlayingAnimationTracks();
		expect(track.Animation!.AnimationId).to.equal(`rbxassetid://${id}`);
		expect(walk.gestures).to.equal(5);
		user.press("PlayClip1-1");
		expect(isMoved()).to.equal(false);
		expect(user.errors()).to.equal("");
	});
};
