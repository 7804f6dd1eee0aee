import { hashOf } from "./content-hash";

/** Adds the numbers and names of a pose, in an order that is the same for equal animations. */
function addPose(pose: Pose, words: Array<string>): void {
	words.push(pose.Name, pose.EasingStyle.Name, string.format("%.6g", pose.Weight));
	for (const value of [...pose.CFrame.GetComponents()]) words.push(string.format("%.7g", value));
	const below = pose.GetChildren().filter((child): child is Pose => child.IsA("Pose"));
	words.push(tostring(below.size()));
	for (const child of below.sort((a, b) => a.Name < b.Name)) addPose(child, words);
}

/** Hashes an animation to 32 digits. */
export function hashClip(sequence: KeyframeSequence): string {
	const words = [sequence.Loop ? "loops" : "ends", sequence.Priority.Name];
	const keyframes = sequence.GetChildren().filter((child): child is Keyframe => child.IsA("Keyframe"));
	for (const keyframe of keyframes.sort((a, b) => a.Time < b.Time)) {
		words.push(string.format("at %.7g", keyframe.Time));
		for (const pose of keyframe.GetChildren()) if (pose.IsA("Pose")) addPose(pose, words);
	}
	return hashOf(buffer.fromstring(words.join("\n")));
}
