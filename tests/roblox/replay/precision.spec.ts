import { RunService } from "@rbxts/services";
import { decodeCFrame, encodeRecording, ReplayRecorder, ReplaySubject } from "../../../src";
import { Frame7 } from "../../../src/replay/replay";
import { breathe } from "../../breathe";
import { headless } from "../../headless";
import { decodeReplay } from "../../replay/decode-replay";
import { createFigure } from "./figure";

const TIPS = ["LeftHand", "RightHand", "LeftFoot", "RightFoot", "Head"];

/** How far hands and feet may be from what was recorded, in studs. */
const BOUND = 0.011;

function cframeOf([x, y, z, qx, qy, qz, qw]: Frame7): CFrame {
	return new CFrame(x, y, z, qx, qy, qz, qw);
}

/** The corners of a part. */
function cornersOf(size: Vector3): Array<Vector3> {
	const corners = new Array<Vector3>();
	for (const x of [-0.5, 0.5])
		for (const y of [-0.5, 0.5]) for (const z of [-0.5, 0.5]) corners.push(size.mul(new Vector3(x, y, z)));
	return corners;
}

/** What a row says of a joint, without the library: a rotation vector in steps, and a translation in steps of 0.0115 studs. */
function transformOf({ joints, rotations, translations }: ReplaySubject, frame: number, index: number): CFrame {
	const at = (frame * joints.size() + index) * 6;
	const read = (rows: buffer) =>
		new Vector3(buffer.readi16(rows, at), buffer.readi16(rows, at + 2), buffer.readi16(rows, at + 4));
	const turn = read(rotations).mul(joints[index].step);
	const place = new CFrame(read(translations).mul(0.0115));
	return turn.Magnitude > 0 ? place.mul(CFrame.fromAxisAngle(turn.Unit, turn.Magnitude)) : place;
}

/** Where the parts of a subject are in a frame, through all the joints above. */
function partsAt(subject: ReplaySubject, frame: number): Map<string, CFrame> {
	const places = new Array<CFrame>();
	const parts = new Map<string, CFrame>();
	const root = decodeCFrame(subject.root.frames, frame * 18);
	subject.joints.forEach(({ name, parent, c0, c1 }, index) => {
		const above = parent < 0 ? root : places[parent];
		const place = above
			.mul(cframeOf(c0))
			.mul(transformOf(subject, frame, index))
			.mul(cframeOf(c1).Inverse());
		places.push(place);
		parts.set(name, place);
	});
	return parts;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));

	itHeadless("keeps hands, feet and heads within 0.011 stud, through recording, packing and unpacking", () => {
		const figure = createFigure();
		const replays = new ReplayRecorder({ rate: 60 });
		replays.add(figure.model);
		replays.start();
		const truth = new Array<Map<string, CFrame>>();
		let seconds = 0;
		const walking = RunService.PreSimulation.Connect((gap) => {
			seconds += gap;
			figure.pose(seconds);
		});
		// Each look is a frame: what differs is what packing takes.
		RunService.BindToRenderStep("truth", Enum.RenderPriority.Camera.Value + 3, () => {
			truth.push(new Map(TIPS.map((name) => [name, figure.part(name).CFrame])));
		});
		headless!.advance(10, 1 / 60);
		RunService.UnbindFromRenderStep("truth");
		walking.Disconnect();
		const replay = decodeReplay(encodeRecording(replays.stop()));
		replays.destroy();
		expect(replay.count >= 595).to.equal(true);
		const corners = new Map(TIPS.map((name) => [name, cornersOf(figure.part(name).Size)]));
		figure.model.Destroy();
		let worst = 0;
		let moved = 0;
		for (const frame of $range(0, replay.count - 1)) {
			if (frame % 50 === 0) breathe();
			const parts = partsAt(replay.subjects[0], frame);
			for (const name of TIPS) {
				const seen = truth[frame].get(name)!;
				for (const corner of corners.get(name)!) {
					const off = parts.get(name)!.PointToWorldSpace(corner).sub(seen.PointToWorldSpace(corner)).Magnitude;
					worst = math.max(worst, off);
				}
				if (frame > 0) moved = math.max(moved, seen.Position.sub(truth[frame - 1].get(name)!.Position).Magnitude);
			}
		}
		// The figure does move, and a coarser step would be seen.
		expect(moved > 0.2).to.equal(true);
		expect(worst > 0.001).to.equal(true);
		expect(worst <= BOUND).to.equal(true);
	});
};
