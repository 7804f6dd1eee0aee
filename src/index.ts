export { decodeBase64, encodeBase64 } from "./bytes/base64";
export { fail } from "./bytes/fail";
export { whilePausing } from "./bytes/pause";
export { Reader } from "./bytes/reader";
export { Writer } from "./bytes/writer";
export { decodeCFrame, encodeCFrame } from "./engine/camera/cframe";
export { Player, PlayerOptions, StopReason } from "./engine/camera/player";
export { Recorder, RecorderOptions, RecorderState } from "./engine/camera/recorder";
export { readGlb, readGltf } from "./engine/gltf";
export { buildMesh, BuildMeshOptions, BuiltMesh } from "./engine/mesh/build-mesh";
export {
	buildKeyframeSequence,
	BuiltKeyframeSequence,
	KeyframeSequenceOptions,
} from "./engine/rig/build-keyframe-sequence";
export { buildSkeleton } from "./engine/rig/build-skeleton";
export { ClipPlayer, ClipPlayerOptions, Rig } from "./engine/rig/clip-player";
export { Connection, Signal } from "./engine/signal";
export { SendOptions } from "./engine/store/outgoing";
export { receiveRecordings } from "./engine/store/receive-recordings";
export { KeepTake, ReceiverLimits, RecordingReceiver } from "./engine/store/recording-receiver";
export { RecordingStore, RecordingStoreOptions, SaveOptions } from "./engine/store/recording-store";
export { sendRecordings } from "./engine/store/send-recordings";
export { Take } from "./engine/store/take";
export { UploadOptions, uploadRecordings } from "./engine/store/upload-recordings";
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
export { decodeMeshopt, MeshoptFilter, MeshoptMode, MeshoptView } from "./formats/meshopt/decode";
export { MrnEventRange, MrnEventTrack } from "./formats/morpheme/event-track";
export { Mrn, MrnAnimation, MrnOptions, readMrn } from "./formats/morpheme/mrn";
export { MrnFileNames } from "./formats/morpheme/names";
export { Nsa, NsaOptions, readNsa } from "./formats/morpheme/nsa";
export { MrnPacket, MrnPacketKind } from "./formats/morpheme/packets";
export { MrnSkeletonMap } from "./formats/morpheme/skeleton-map";
export { NamedId } from "./formats/morpheme/string-table";
export { decodeArchive, encodeArchive } from "./formats/snapshot/archive";
export { decodeFrame, encodeFrame, FRAME_SIZE } from "./formats/snapshot/frame";
export { pathFromRecordings, pathToRecordings } from "./formats/snapshot/path";
export { MAX_FRAMES, Recording } from "./formats/snapshot/recording";
export { splitTakes } from "./formats/snapshot/takes";
export {
	Axes,
	Conversion,
	convertClip,
	convertMesh,
	convertPath,
	convertSkeleton,
	METRES_TO_STUDS,
	STUD,
} from "./model/axes";
export { bounds } from "./model/bounds";
export { CAMERA_SAMPLE_SIZE, CameraPath, PathInterpolation } from "./model/camera-path";
export { Channel } from "./model/channel";
export { Clip, JointTrack } from "./model/clip";
export { CreatedSkeleton, createSkeleton, CreateSkeletonOptions } from "./model/create-skeleton";
export { FixedChannel } from "./model/fixed-channel";
export { ChannelKind, Interpolation, KeyedChannel, KeyedChannelOptions } from "./model/keyed-channel";
export { Mesh, MorphTarget } from "./model/mesh";
export { PathChannels, pathFromChannels } from "./model/path-from-channels";
export { pathFromClip, PathFromClipOptions } from "./model/path-from-clip";
export { createPose, POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "./model/pose";
export { poseToWorld, WORLD_STRIDE } from "./model/pose-to-world";
export { samplePose } from "./model/sample-pose";
export { ScaledJoint } from "./model/scaled-joints";
export { Billboard, Joint, Skeleton } from "./model/skeleton";
export { splitMesh } from "./model/split-mesh";
export { KeyTolerance } from "./model/thin-keys";
export { UniformChannel, UniformChannelOptions } from "./model/uniform-channel";
export { packC4, unpackC4 } from "./rotation/c4";
export { packRotation, unpackRotation } from "./rotation/smallest-three";
export { packTanQuarter, unpackTanQuarter } from "./rotation/tan-quarter";
