import { describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { callAtOnce, Outcome } from "../call-at-once";

/**
 * What a `Recorder` records: a camera, anything with a pivot (parts, models), an attachment or bone, or a function that
 * returns a CFrame and must not yield.
 *
 * @example
 * const subject: RecorderSubject = () => model.GetPivot().mul(new CFrame(0, 2, 0)); // the driver's seat
 * new Recorder({ subject }).start();
 */
export type RecorderSubject = Camera | PVInstance | Attachment | (() => CFrame);

/** The kind of a subject. */
export const enum SubjectKind {
	Camera,
	Pivot,
	Attachment,
	Bone,
	Function,
}

/** Returns the kind of a subject. Refuses other values. */
export function kindOf(subject: unknown, caller: string): SubjectKind {
	if (typeIs(subject, "function")) return SubjectKind.Function;
	if (typeIs(subject, "Instance")) {
		if (subject.IsA("Camera")) return SubjectKind.Camera;
		if (subject.IsA("PVInstance")) return SubjectKind.Pivot;
		if (subject.IsA("Bone")) return SubjectKind.Bone;
		if (subject.IsA("Attachment")) return SubjectKind.Attachment;
	}
	const found = typeIs(subject, "Instance") ? `a ${subject.ClassName}` : describeValue(subject);
	return fail(caller, `subject is ${found}; expected a Camera, part, Model, Attachment or function`);
}

/** Calls a subject's function. Returns its CFrame, or the problem in words. The function must not yield. */
export function askSubject(subject: () => CFrame): CFrame | string {
	const [outcome, cframe] = callAtOnce(subject, undefined, undefined, undefined, undefined);
	if (outcome === Outcome.Failed) return `subject failed: ${cframe}`;
	if (outcome === Outcome.Yielded) return "subject yielded; expected a CFrame without a wait";
	return typeIs(cframe, "CFrame") ? cframe : `subject returned ${describeValue(cframe)}; expected a CFrame`;
}

/** Returns the CFrame of a subject that is not a function. A bone has the CFrame of its animation. */
export function cframeOf(subject: Exclude<RecorderSubject, () => CFrame>, kind: SubjectKind): CFrame {
	if (kind === SubjectKind.Camera) return (subject as Camera).CFrame;
	if (kind === SubjectKind.Pivot) return (subject as PVInstance).GetPivot();
	if (kind === SubjectKind.Bone) return (subject as Bone).TransformedWorldCFrame;
	return (subject as Attachment).WorldCFrame;
}
