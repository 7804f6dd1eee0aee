import { createTake, encodeCFrame, encodeRecording, Take } from "../../src";
import { headless } from "../headless";
import { openStudio, StudioUser } from "./open-studio";

/** Four seconds at ten frames a second along X: slow, then four times as fast, then a jump; the lens closes at the end. */
function shot(): Take {
	const frames = buffer.create(41 * 18);
	const lens = buffer.create(41 * 4);
	let x = 0;
	for (const index of $range(0, 40)) {
		x += index === 30 ? 500 : index < 15 ? 0.5 : 2;
		encodeCFrame(new CFrame(x, 0, 0), frames, index * 18);
		buffer.writef32(lens, index * 4, index < 30 ? 70 : 30);
	}
	const markers = [{ name: "钟", seconds: 1 }];
	return createTake({ name: "Shot", rate: 10, frames, fieldOfView: lens, markers, cuts: [30] });
}

function open(): { user: StudioUser; drawing: () => Instance; frustum: () => WireframeHandleAdornment } {
	const user = openStudio();
	user.session.studio.files = [{ name: "a.take", contents: buffer.tostring(encodeRecording(shot())) }];
	user.press("ImportTakes");
	user.session.advance(0.5);
	const coreGui = user.session.game.GetService("CoreGui");
	return {
		user,
		drawing: () => coreGui.FindFirstChild("DollyPath")!,
		frustum: () => coreGui.FindFirstChild("DollyFrustum") as WireframeHandleAdornment,
	};
}

export = () => {
	const test = headless ? it : itSKIP;

	test("draws the path in the colours of its speed, never across a cut, and never culled", () => {
		const { user, drawing } = open();
		const paths = user.session.studio.pathsOf(drawing().FindFirstChild("Line")!);
		for (const { points } of paths) {
			for (const index of $range(1, points.size() - 1)) {
				expect(points[index].sub(points[index - 1]).Magnitude < 3).to.equal(true);
			}
		}
		const hueOf = (color: Color3) => color.ToHSV()[0];
		// Blue where it is slow, red where it is fast.
		const slow = paths[0];
		const fast = paths.find(({ points }) => points.some(({ X }) => X > 20 && X < 30))!;
		expect(hueOf(slow.color) > 0.35).to.equal(true);
		expect(hueOf(fast.color) < 0.05).to.equal(true);
		for (const child of drawing().GetChildren()) {
			const adornment = child as HandleAdornment;
			expect(adornment.AdornCullingMode).to.equal(Enum.AdornCullingMode.Never);
			expect(adornment.AlwaysOnTop).to.equal(true);
			expect(adornment.Archivable).to.equal(false);
		}
		expect(user.errors()).to.equal("");
	});

	test("names markers, and goes to the one that is pressed", () => {
		const { user, drawing } = open();
		const [text] = user.session.studio.textsOf(drawing().FindFirstChild("MarkerNames")!);
		expect(text.text).to.equal("钟");
		expect(text.point.X).to.be.near(5.5, 0.01);
		user.session.press(drawing().FindFirstChild("Marker1") as SphereHandleAdornment);
		user.session.advance(0.05);
		expect(user.text("FrameCount")).to.equal("frame 11 of 41");
	});

	test("draws the camera at the playhead with its lens, but not while one looks through it", () => {
		const { user, frustum } = open();
		expect(frustum().Visible).to.equal(true);
		expect(frustum().CFrame.Position.X).to.be.near(0.5, 0.01);
		const heightOf = () => {
			let height = 0;
			const lines = user.session.studio.pathsOf(frustum());
			// The eye's four edges and the picture's: the tip above it is left out.
			for (const { points } of lines.filter((_, index) => index < 8)) height = math.max(height, points[1].Y);
			return height;
		};
		// 4 studs ahead.
		expect(heightOf()).to.be.near(4 * math.tan(math.rad(35)), 1e-3);
		user.drag("Ruler", [0.1, 0.9]);
		expect(frustum().Visible).to.equal(false);
		user.press("Stop");
		expect(frustum().Visible).to.equal(true);
		user.press("Reverse");
		user.session.advance(0.3);
		// The preview begins where the take ends.
		expect(frustum().CFrame.Position.X).to.be.near(557.5, 0.01);
		expect(heightOf()).to.be.near(4 * math.tan(math.rad(15)), 1e-3);
		user.press("ShowPath");
		expect(frustum()).never.to.be.ok();
		user.press("ShowPath");
		expect(frustum()).to.be.ok();
		user.press("Delete");
		user.session.advance(0.3);
		expect(user.session.game.GetService("CoreGui").GetChildren().size()).to.equal(0);
		expect(user.errors()).to.equal("");
	});
};
