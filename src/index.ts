export { decodeBase64, encodeBase64 } from "./bytes/base64";
export { fail } from "./bytes/fail";
export { whilePausing } from "./bytes/pause";
export { Reader } from "./bytes/reader";
export { Writer } from "./bytes/writer";
export { decodeCFrame, encodeCFrame } from "./roblox/camera/cframe";
export { Player, PlayerOptions, StopReason } from "./roblox/camera/player";
export { Recorder, RecorderOptions, RecorderState } from "./roblox/camera/recorder";
export { readGlb, readGltf } from "./roblox/gltf";
export { buildMesh, BuildMeshOptions, BuiltMesh } from "./roblox/mesh/build-mesh";
export {
	buildKeyframeSequence,
	BuiltKeyframeSequence,
	KeyframeSequenceOptions,
} from "./roblox/rig/build-keyframe-sequence";
export { buildSkeleton } from "./roblox/rig/build-skeleton";
export { ClipPlayer, ClipPlayerOptions, Rig } from "./roblox/rig/clip-player";
export { Connection, Signal } from "./roblox/signal";
export { SendOptions } from "./roblox/store/outgoing";
export { receiveRecordings } from "./roblox/store/receive-recordings";
export { KeepTake, ReceiverLimits, RecordingReceiver } from "./roblox/store/recording-receiver";
export { RecordingStore, RecordingStoreOptions, SaveOptions } from "./roblox/store/recording-store";
export { sendRecordings } from "./roblox/store/send-recordings";
export { Take } from "./roblox/store/take";
export { UploadOptions, uploadRecordings } from "./roblox/store/upload-recordings";
export {
	Gltf,
	GltfAnimation,
	GltfCamera,
	GltfChannel,
	GltfClip,
	GltfInterpolation,
	GltfMaterial,
	GltfMesh,
	GltfNode,
	GltfScene,
	GltfSkin,
	GltfTargetPath,
	GltfTexture,
} from "./formats/gltf/gltf";
export { placeMeshes, PlaceMeshesOptions } from "./formats/gltf/place-meshes";
export { GlbOptions, GltfOptions } from "./formats/gltf/read";
export { CameraGlbOptions, writeCameraGlb } from "./formats/gltf/write-camera-glb";
export { MdxCamera } from "./formats/mdx/cameras";
export { MdxChunk } from "./formats/mdx/chunks";
export { MdxCollision } from "./formats/mdx/collision";
export { MdxParticleEmitter, MdxParticleEmitter2, MdxRibbonEmitter } from "./formats/mdx/emitters";
export { MdxBounds } from "./formats/mdx/fields";
export { MdxFile } from "./formats/mdx/file";
export { MdxGeoset, MdxGeosetAnimation } from "./formats/mdx/geosets";
export { MdxLight } from "./formats/mdx/lights";
export { MdxLayer, MdxMaterial, MdxTexture, MdxTextureAnimation } from "./formats/mdx/materials";
export { MdxModelInfo, MdxSequence } from "./formats/mdx/model-info";
export { MdxNode } from "./formats/mdx/nodes";
export { MdxAttachment, MdxBone, MdxEventObject, MdxHitTest } from "./formats/mdx/objects";
export { Mdx, readMdx } from "./formats/mdx/read-mdx";
export { MdxAttachmentPoint, MdxEvent, MdxEventMark, mdxEventsDuring, MdxSocket } from "./formats/mdx/sockets";
export { mdxTrackChannel } from "./formats/mdx/track-channel";
export { MdxEventTrack, MdxInterpolation, MdxTrack, MdxTrackKind, MdxTracks } from "./formats/mdx/tracks";
export { decodeMeshopt, MeshoptView } from "./meshopt/decode";
export { encodeMeshopt, EncodeMeshoptOptions } from "./meshopt/encode";
export { MeshoptFilter, MeshoptMode } from "./meshopt/layout";
export { MrnEventRange, MrnEventTrack } from "./formats/morpheme/event-track";
export { Mrn, MrnAnimation, MrnOptions, readMrn } from "./formats/morpheme/mrn";
export { MrnFileNames } from "./formats/morpheme/names";
export { Nsa, NsaOptions, readNsa } from "./formats/morpheme/nsa";
export { MrnPacket, MrnPacketKind } from "./formats/morpheme/packets";
export { MrnSkeletonMap } from "./formats/morpheme/skeleton-map";
export { NamedId } from "./formats/morpheme/string-table";
export { decodeArchive, encodeArchive } from "./take/archive";
export { decodeFrame, encodeFrame, FRAME_SIZE } from "./take/frame";
export { pathFromRecordings, pathToRecordings } from "./take/path";
export { MAX_FRAMES, Recording } from "./take/recording";
export { splitTakes } from "./take/takes";
export {
	Axes,
	Conversion,
	convertClip,
	convertMesh,
	convertPath,
	convertSkeleton,
	METRES_TO_STUDS,
	STUD,
} from "./scene/axes";
export { bounds } from "./scene/bounds";
export { CAMERA_SAMPLE_SIZE, CameraPath, PathInterpolation } from "./motion/camera-path";
export { Channel } from "./motion/channel";
export { Clip, JointTrack } from "./scene/clip";
export { CreatedSkeleton, createSkeleton, CreateSkeletonOptions } from "./scene/create-skeleton";
export { FixedChannel } from "./motion/fixed-channel";
export { ChannelKind, Interpolation, KeyedChannel, KeyedChannelOptions } from "./motion/keyed-channel";
export { Mesh, MorphTarget } from "./scene/mesh";
export { PathChannels, pathFromChannels } from "./motion/path-from-channels";
export { pathFromClip, PathFromClipOptions } from "./scene/path-from-clip";
export { createPose, POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "./scene/pose";
export { poseToWorld, WORLD_STRIDE } from "./scene/pose-to-world";
export { samplePose } from "./scene/sample-pose";
export { ScaledJoint } from "./scene/scaled-joints";
export { Billboard, Joint, Skeleton } from "./scene/skeleton";
export { splitMesh } from "./scene/split-mesh";
export { KeyTolerance } from "./scene/thin-keys";
export { UniformChannel, UniformChannelOptions } from "./motion/uniform-channel";
export { packC4, unpackC4 } from "./rotation/c4";
export { packRotation, unpackRotation } from "./rotation/smallest-three";
export { packTanQuarter, unpackTanQuarter } from "./rotation/tan-quarter";
