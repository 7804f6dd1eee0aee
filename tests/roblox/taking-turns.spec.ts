import { buildKeyframeSequence, createTake, encodeRecording, importModel, readModel, Job } from "../../src";
import { decodeImage, encodeMeshopt, encodeSnap13 } from "../../src/codecs";
import { decodeBase64, encodeBase64 } from "../../src/bytes/base64";
import { encodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { collectGarbage } from "../collect-garbage";
import { failureOf } from "../expect-failure";
import { fortyBones, fortyBonesFile } from "../formats/mdx/forty-bones";
import { headless } from "../headless";
import { oracleCases } from "../images/oracle-cases";
import { fromBase64 } from "../oracle-data";
import { importFixtures } from "./model/import-fixtures";
import { decodeTake } from "../take/decode-take";

/** A long call; what it gives, as bytes that can be compared. */
type Call = (job: Job) => Array<buffer>;

function flight(count: number, bend: number) {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const half = bend * math.sin(frame / 50);
		const at = frame * FRAME_SIZE;
		encodeFrame(bend * frame, 20, math.sin(frame / 9), 0, math.sin(half), 0, math.cos(half), frames, at, "spec");
	}
	return createTake({ rate: 60, frames });
}

function sceneBytes(source: buffer, job: Job): Array<buffer> {
	const found = new Array<buffer>();
	for (const mesh of readModel(source, { job }).meshes) {
		found.push(mesh.positions, mesh.indices);
		for (const each of [mesh.normals, mesh.colors, mesh.joints, mesh.weights, ...mesh.uvs]) if (each) found.push(each);
	}
	return found;
}

function numbers(count: number, step: number): buffer {
	const result = buffer.create(count * 4);
	for (const at of $range(0, count * 4 - 4, 4)) buffer.writeu32(result, at, 1000 * math.sin(at / step) + 5000);
	return result;
}

/** Two of each, which differ: what they share by mistake shows. */
function calls(): Array<Call> {
	const list = new Array<Call>();
	for (const { glb } of importFixtures()) list.push((job) => sceneBytes(fromBase64(glb), job));
	list.push((job) => sceneBytes(fortyBonesFile(fortyBones()), job));
	for (const format of ["png", "jpeg", "blp"] as const) {
		for (const { file } of oracleCases(format)) list.push((job) => [decodeImage(file, { job }).pixels]);
	}
	for (const bend of [0.3, 0.7]) {
		const take = flight(1500, bend);
		const packed = encodeRecording(take);
		list.push((job) => [encodeRecording(take, { job })]);
		list.push((job) => [decodeTake(packed, { job }).frames]);
		list.push((job) => [encodeSnap13([take], { job })]);
	}
	for (const step of [300, 170]) {
		const source = numbers(30000, step);
		list.push((job) => [
			encodeMeshopt(source, { byteStride: 16, count: 7500, mode: "ATTRIBUTES", job }),
			decodeBase64(encodeBase64(source, { job }), { job }),
		]);
	}
	return list;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("gives the same where calls take turns at every pause as one after the other", () => {
		const list = calls();
		const alone = list.map((call) =>
			call(new Job())
				.map((part) => buffer.tostring(part))
				.join(),
		);
		const together = new Array<string>();
		let turns = 0;
		let waiting = list.map((call, index) =>
			coroutine.create(() => {
				const job = new Job({ pause: () => coroutine.yield() as unknown as void });
				together[index] = call(job)
					.map((part) => buffer.tostring(part))
					.join();
			}),
		);
		while (!waiting.isEmpty()) {
			turns += 1;
			for (const thread of waiting) {
				const [ok, problem] = coroutine.resume(thread);
				assert(ok, tostring(problem));
			}
			waiting = waiting.filter((thread) => coroutine.status(thread) !== "dead");
		}
		expect(turns > 20).to.equal(true);
		alone.forEach((bytes, index) => expect(together[index] === bytes).to.equal(true));
	});

	itHeadless("lets go of a cancelled call: of its thread, its input and what it paused and told by", () => {
		const held = setmetatable(new Array<defined>(), { __mode: "v" }) as Array<defined>;
		const works = new Array<Job>();
		for (const at of [2, 5, 9]) {
			let pauses = 0;
			const source = fromBase64(importFixtures()[0].glb);
			const onProgress = () => assert(buffer.len(source) > 0);
			const pause = () => {
				pauses += 1;
				if (pauses === at) works[works.size() - 1].cancel();
				task.wait();
			};
			works.push(new Job({ pause, onProgress }));
			const thread = coroutine.create((job: Job) => {
				expect(failureOf(() => importModel(source, { job }))).to.equal("[dolly] cancelled");
			});
			held.push(source, onProgress, pause, thread);
			task.spawn(thread, works[works.size() - 1]);
			headless!.advance(2);
			expect(pauses).to.equal(at);
			expect(coroutine.status(thread)).to.equal("dead");
		}
		collectGarbage(2);
		expect(next(held)[0]).to.equal(undefined);
		for (const job of works) expect(job.isCancelled).to.equal(true);
	});

	itHeadless("lets go of a call that is over, though its Job is kept", () => {
		const held = setmetatable(new Array<defined>(), { __mode: "v" }) as Array<defined>;
		const job = new Job();
		const start = () => {
			const source = fromBase64(importFixtures()[0].glb);
			held.push(source);
			const { clips } = readModel(source, { job });
			for (const clip of clips) {
				buildKeyframeSequence(clip, { job });
				held.push(clip);
			}
		};
		start();
		collectGarbage(2);
		expect(next(held)[0]).to.equal(undefined);
	});
};
