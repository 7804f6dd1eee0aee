import Vide, { effect, untrack } from "@rbxts/vide";
import { addKeyAt, bendChosen } from "../../editor/edits";
import type { Library } from "../../library/library";
import { MenuItem, SEPARATOR } from "../../menus";
import { keyItems } from "../lane-menus";
import { createPointer, DragTarget, PointerPlace } from "../pointer";
import { panDrag, wheel } from "../surface";
import { CHANNELS, CurveChannel } from "./channels";
import { dragHandle, dragPoint } from "./curve-drags";
import { CurveGraph, CurvePoint, TangentHandle } from "./curve-graph";

/** Half the width of a target for the pointer, in pixels. */
const REACH = 7;
/** The factor of the span of values for each step of the wheel with Ctrl. */
const WHEEL = 0.8;

type Hit = { handle: TangentHandle } | { point: CurvePoint } | { curve: CurveChannel };

function nearest<T extends defined>(items: ReadonlyArray<T>, distanceOf: (item: T) => number): T | undefined {
	let [best, least] = [undefined as T | undefined, REACH];
	for (const item of items) {
		const distance = distanceOf(item);
		if (distance > least) continue;
		[best, least] = [item, distance];
	}
	return best;
}

/** Returns the tangent end, key or curve under the pointer. */
function hitTest(graph: CurveGraph, { x, y }: PointerPlace): Hit | undefined {
	const { timeline } = graph;
	const far = (dx: number, dy: number) => math.max(math.abs(dx), math.abs(dy));
	const handle = nearest(untrack(graph.handles), (other) => far(other.x - x, other.y - y));
	if (handle) return { handle };
	const active = untrack(() => graph.active());
	const point = nearest(untrack(graph.points), ({ channel, key, value }) => {
		const distance = far(timeline.xOf(key.seconds) - x, graph.yOf(value) - y);
		// If keys overlap, that of the active curve wins.
		return channel === active ? distance - 0.5 : distance;
	});
	if (point) return { point };
	const values = untrack(graph.values);
	if (!values) return undefined;
	const seconds = timeline.secondsOf(x);
	if (seconds < 0 || seconds > values.last()) return undefined;
	const curve = nearest(untrack(graph.shown), (channel) => math.abs(graph.yOf(values.at(channel, seconds)) - y));
	return curve && { curve };
}

interface CurveSurfaceProps {
	library: Library;
	graph: CurveGraph;
	children?: Vide.Node;
}

/** Handles presses, drags, clicks and the wheel on the graph. */
export function CurveSurface({ library, graph, children }: CurveSurfaceProps) {
	const { timeline } = graph;
	const { editor } = library;
	const { selection } = editor;
	let ground: Frame | undefined;
	/** The target of the last click. The key's panel may move the graph from under the pointer when it opens. */
	let clicked: Hit | undefined;

	/** Opens the chosen keys' numbers beside the graph, if there is room for both. */
	function openKey(): void {
		if (untrack(editor.side) !== "none" || untrack(timeline.layout).coversLanes) return;
		if (!untrack(editor.chosenKeys).isEmpty()) editor.side("key");
	}
	effect(() => {
		if (editor.mode() === "curves") untrack(openKey);
	});

	function choose({ key, channel }: CurvePoint, at: PointerPlace): void {
		graph.activate(channel);
		if (at.ctrl) {
			selection.toggle(key.id);
		} else if (at.shift) {
			const from = untrack(editor.chosenKeys)[0]?.seconds ?? key.seconds;
			const [first, last] = [math.min(from, key.seconds), math.max(from, key.seconds)];
			const between = untrack(editor.keys).filter(({ seconds }) => seconds >= first && seconds <= last);
			selection.add(between.map(({ id }) => id));
		} else if (!untrack(() => selection.has(key.id))) {
			selection.set([key.id]);
		}
	}

	function boxDrag(start: PointerPlace): DragTarget {
		const chosen = selection.all();
		const before = start.shift ? untrack(editor.chosenKeys).map(({ id }) => id) : [];
		return {
			onMove: ({ x, y }) => {
				timeline.box({ x0: start.x, y0: start.y, x1: x, y1: y });
				const ids = [...before];
				for (const { key, value } of untrack(graph.points)) {
					const [keyX, keyY] = [timeline.xOf(key.seconds), graph.yOf(value)];
					const isIn = (at: number, a: number, b: number) => at >= math.min(a, b) && at <= math.max(a, b);
					if (isIn(keyX, start.x, x) && isIn(keyY, start.y, y)) ids.push(key.id);
				}
				selection.set(ids);
			},
			onEnd: () => {
				timeline.box(undefined);
				openKey();
			},
			onCancel: () => {
				timeline.box(undefined);
				selection.set(chosen);
			},
		};
	}

	function press(at: PointerPlace): DragTarget | undefined {
		const hit = hitTest(graph, at);
		if (!hit || "curve" in hit) return boxDrag(at);
		if ("handle" in hit) return dragHandle(graph, hit.handle);
		choose(hit.point, at);
		// A key that Ctrl has removed from the selection is not dragged.
		if (!untrack(() => selection.has(hit.point.key.id))) return undefined;
		const drag = dragPoint(graph, hit.point, at);
		return {
			...drag,
			onEnd: () => {
				drag.onEnd?.();
				openKey();
			},
		};
	}

	function click(at: PointerPlace): void {
		const hit = hitTest(graph, at);
		clicked = hit;
		if (!hit) {
			if (!at.shift) selection.clear();
		} else if ("curve" in hit) {
			graph.activate(hit.curve);
		} else if ("point" in hit) {
			if (!at.ctrl && !at.shift) {
				selection.set([hit.point.key.id]);
				library.messages.say("1 key chosen.");
			}
			openKey();
		}
	}

	function doubleClick(at: PointerPlace): void {
		const hit = clicked ?? hitTest(graph, at);
		if (!hit) return;
		if ("handle" in hit) {
			selection.set([hit.handle.point.key.id]);
			bendChosen(editor, "auto");
		} else if ("point" in hit) {
			editor.playback.pause();
			editor.playback.seek(hit.point.key.seconds);
			editor.side("key");
		} else if (hit.curve !== "speed") {
			addKeyAt(editor, timeline.frameOf(at.x));
		}
	}

	/** Returns a menu of the shown curves, for a dock too narrow for their list. */
	function channelItems(): Array<MenuItem> {
		const items = CHANNELS.map(({ channel, name, group }) => ({
			text: group === "Position" ? `Position ${name}` : name,
			isChecked: untrack(graph.visible).has(channel),
			run: () => graph.toggle(channel),
		}));
		return [...items, SEPARATOR, { text: "All values in view", run: () => graph.fitValues() }];
	}

	function menu(at: PointerPlace): void {
		const hit = hitTest(graph, at);
		if (hit && "point" in hit) {
			graph.activate(hit.point.channel);
			if (!untrack(() => selection.has(hit.point.key.id))) selection.set([hit.point.key.id]);
			library.showMenuOfOpened(keyItems(editor));
		} else {
			library.menus.show(channelItems());
		}
	}

	function pan(start: PointerPlace): DragTarget {
		const along = panDrag(timeline, start);
		let last = start.y;
		return {
			onMove: (at) => {
				along.onMove(at);
				graph.pan(at.y - last);
				last = at.y;
			},
		};
	}

	const pointer = createPointer(() => ground, {
		onPress: press,
		onClick: click,
		onDoubleClick: doubleClick,
		onMenu: menu,
		onPan: pan,
		onWheel: (at, steps) => {
			if (at.ctrl) graph.zoom(steps > 0 ? WHEEL : 1 / WHEEL, at.y);
			else wheel(timeline, at, steps);
		},
	});
	return (
		<frame
			Name="CurveSurface"
			action={(instance) => (ground = instance)}
			Size={UDim2.fromScale(1, 1)}
			BackgroundTransparency={1}
			Active={true}
			ClipsDescendants={true}
			InputBegan={pointer.began}
			InputChanged={pointer.changed}
		>
			{children}
		</frame>
	);
}
