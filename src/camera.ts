export { CameraPath, LiveState, PathInterpolation } from "./motion/camera-path";
export { Marker } from "./motion/marker";
export { SpeedKey } from "./motion/speed-curve";
export { LoopMode } from "./motion/timeline";
export { CameraPlayer, CameraPlayerOptions } from "./roblox/camera/camera-player";
export { CutsceneOptions } from "./roblox/camera/cutscene/cutscene-options";
export { decodeCFrame, encodeCFrame } from "./roblox/camera/cframe";
export { RecorderSubject } from "./roblox/camera/recorded-subject";
export { Recorder, RecorderOptions, RecorderState } from "./roblox/camera/recorder";
export { createShot, KeyOptions, ShotOptions } from "./roblox/camera/create-shot";
export { MovingTarget } from "./roblox/camera/modifiers/followed-target";
export { keepBeside, KeepBesideOptions } from "./roblox/camera/modifiers/keep-beside";
export { lookAt, LookAtOptions, LookTarget } from "./roblox/camera/modifiers/look-at";
export { Modifier } from "./roblox/camera/modifiers/modifier";
export { offset } from "./roblox/camera/modifiers/offset";
export { shake, ShakeOptions, ShakeProfile } from "./roblox/camera/modifiers/shake";
export { moveKey, MoveKeyOptions } from "./roblox/camera/move-key";
export { sampleCFrame } from "./roblox/camera/sample-cframe";
export { transformTake } from "./roblox/camera/transform-take";
export { Follower, FollowerOptions } from "./roblox/follower";
export { Job, JobOptions } from "./roblox/job";
export { LiveReceiver } from "./roblox/live/live-receiver";
export type { LiveRelay } from "./roblox/live/live-relay";
export { relayLive, RelayLiveOptions } from "./roblox/live/live-relay";
export { LiveSender, LiveSenderOptions } from "./roblox/live/live-sender";
export { ReplayPlayer, ReplayPlayerOptions } from "./roblox/replay/replay-player";
export {
	ReplayRecorder,
	ReplayRecorderOptions,
	ReplayRecorderState,
	SubjectOptions,
} from "./roblox/replay/replay-recorder";
export { RecordedInstance } from "./roblox/replay/replay-subject";
export { readBytes, ReadBytesOptions } from "./roblox/read-bytes";
export type { Connection, Signal } from "./roblox/signal";
export { SendOptions } from "./roblox/store/outgoing";
export { RecordingRemote, RecordingRemoteOptions } from "./roblox/store/recording-remote";
export { ListOptions, RecordingStore, RecordingStoreOptions, SaveOptions } from "./roblox/store/recording-store";
export type { RecordingServer } from "./roblox/store/serve-recordings";
export { ServeLimits, ServeOptions, serveRecordings } from "./roblox/store/serve-recordings";
export { EndReason } from "./roblox/timeline-player";
export { retimeRecording, Timing } from "./replay/edit/retime-recording";
export { splitRecording } from "./replay/edit/split-recording";
export { trimRecording } from "./replay/edit/trim-recording";
export { createFilm, Film, FilmClip, FilmEasing, FilmItem, FilmLayout, FilmOptions, layoutFilm } from "./replay/film";
export { FilmLayer, MusicLayer, ReplayLayer, RigLayer } from "./replay/film-layer";
export { FlightSource } from "./replay/flight-source";
export { isRecording } from "./replay/is-recording";
export { decodeRecording, EncodeOptions, encodeRecording, FramedRecording, Recording } from "./replay/recording";
export {
	Frame7,
	JointKind,
	Replay,
	ReplayJoint,
	ReplayMarker,
	ReplaySpan,
	ReplaySubject,
	ReplayValue,
	SubjectKind,
} from "./replay/replay";
export { subjectTake } from "./replay/subject-take";
export { takeFromPath, TakeFromPathOptions } from "./roblox/camera/take-from-path";
export { decodeArchive, encodeArchive } from "./take/archive";
export { TakeCodecOptions } from "./take/codec-options";
export { cutOutTake } from "./take/edit/cut-out-take";
export { TakeEditOptions } from "./take/edit/edit-options";
export { joinTakes, JoinOptions, SeamStyle } from "./take/edit/join-takes";
export { resampleTake } from "./take/edit/resample-take";
export { reverseTake } from "./take/edit/reverse-take";
export { smoothTake } from "./take/edit/smooth-take";
export { insertKey, removeKey, retimeKeys, RetimeOptions } from "./take/keys/edit-keys";
export { FitOptions, fitKeys } from "./take/keys/fit-keys";
export { EasingPart, KeyEasing } from "./take/key-easing";
export { Shot, ShotKey } from "./take/shot";
export { createTake, Take, TakeMetadata, TakeOptions } from "./take/take";
