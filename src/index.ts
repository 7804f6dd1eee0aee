export * from "./camera";
export { decodeBase64, encodeBase64 } from "./bytes/base64";
export { CompanionFiles } from "./bytes/companion-files";
export type { Report, ReportEntry } from "./bytes/report";
export { Gltf } from "./formats/gltf/gltf";
export { GltfOptions } from "./formats/gltf/read";
export { CameraGlbOptions, writeCameraGlb } from "./formats/gltf/write-camera-glb";
export { Mdx, MdxOptions, readMdx } from "./formats/mdx/read-mdx";
export { Mrn, MrnOptions, readMrn } from "./formats/morpheme/mrn";
export { Nsa, NsaOptions, readNsa } from "./formats/morpheme/nsa";
export { decodeImage, ImageOptions } from "./images/decode-image";
export { Image } from "./images/image";
export { decodeMeshopt, MeshoptView } from "./meshopt/decode";
export { encodeMeshopt, EncodeMeshoptOptions } from "./meshopt/encode";
export { MeshoptFilter, MeshoptMode } from "./meshopt/layout";
export { buildMeshParts, BuildMeshPartsOptions, BuiltMesh } from "./roblox/mesh/build-mesh-parts";
export { BoundModel, bindModel } from "./roblox/model/bind-model";
export { buildModel, BuildModelOptions, CollisionChoice } from "./roblox/model/build-model";
export { importModel, ImportModelOptions } from "./roblox/model/import-model";
export { ImportedModel, PlayableModel } from "./roblox/model/imported-model";
export { readModel, ReadModelOptions } from "./roblox/model/read-model";
export { readGltf } from "./roblox/read-gltf";
export { buildBones } from "./roblox/rig/build-bones";
export {
	buildKeyframeSequence,
	BuiltKeyframeSequence,
	KeyframeSequenceOptions,
} from "./roblox/rig/build-keyframe-sequence";
export { ClipMixer, PlayOptions } from "./roblox/rig/clip-mixer";
export { ClipTrack, TrackEnd } from "./roblox/rig/clip-track";
export { Rig } from "./roblox/rig/rig-pose";
export { packC4, unpackC4 } from "./rotation/c4";
export { packTanQuarter, unpackTanQuarter } from "./rotation/tan-quarter";
export { Axes, Conversion } from "./scene/axes";
export { Clip, TintTrack } from "./scene/clip";
export { convertScene, ConvertSceneOptions } from "./scene/convert-scene";
export { Material, SceneImage, SceneTexture } from "./scene/material";
export { Mesh } from "./scene/mesh";
export { ScaledJoint } from "./scene/scaled-joints";
export { Placement, Scene, SceneAttachment, SceneMesh, SceneNode } from "./scene/scene";
export { Billboard, Detachment, Joint, Skeleton } from "./scene/skeleton";
export { KeyTolerance } from "./scene/thin-keys";
