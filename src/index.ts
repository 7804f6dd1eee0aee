export * from "./camera";
export { CompanionFiles } from "./bytes/companion-files";
export { CameraGlbOptions, writeCameraGlb } from "./formats/gltf/write-camera-glb";
export { subjectClip, SubjectClipOptions } from "./formats/recording/subject-clip";
export { diagnose, Diagnosis } from "./roblox/diagnose";
export { BoundModel, bindModel } from "./roblox/model/bind-model";
export { buildModel, BuildModelOptions, CollisionChoice } from "./roblox/model/build-model";
export { canImport } from "./roblox/model/can-import";
export { importModel, ImportModelOptions } from "./roblox/model/import-model";
export { ImportedModel, PlayableModel } from "./roblox/model/imported-model";
export { readModel, ReadModelOptions } from "./roblox/model/read-model";
export {
	buildKeyframeSequence,
	BuiltKeyframeSequence,
	KeyframeSequenceOptions,
} from "./roblox/rig/build-keyframe-sequence";
export { ClipMixer, PlayOptions } from "./roblox/rig/clip-mixer";
export type { ClipTrack, TrackEnd } from "./roblox/rig/clip-track";
export { Rig } from "./roblox/rig/rig-pose";
export { Axes, Conversion } from "./scene/axes";
export { Clip, MorphTrack, TintTrack } from "./scene/clip";
export { convertScene, ConvertSceneOptions } from "./scene/convert-scene";
export { Material, SceneImage, SceneTexture } from "./scene/material";
export { Mesh } from "./scene/mesh";
export { ScaledJoint } from "./scene/scaled-joints";
export { SceneMorph } from "./scene/morph";
export { Placement, Scene, SceneAttachment, SceneMesh, SceneNode } from "./scene/scene";
export { Billboard, Detachment, Joint, Skeleton } from "./scene/skeleton";
export { KeyTolerance } from "./scene/thin-keys";
