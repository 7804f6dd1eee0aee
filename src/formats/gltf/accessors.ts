import { copyBuffer } from "../../bytes/copy-buffer";
import { findNonFiniteInSlices, inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { BufferViews } from "./buffer-views";
import {
	addVectors,
	ComponentType,
	findIndex,
	isOutside,
	rangeOf,
	readUnsigned,
	writeFloatPlane,
	writeFloatVectors,
	writeIndices,
	writeU16Plane,
} from "./convert";
import { clearWrongWeights, countWrongWeights } from "./vertices";
import { Window } from "./window";
import { booleanIn, failAt, indexIn, integerIn, JsonObject, objectIn, objectsIn, stringIn } from "./json";

/** Bytes of a component of each type. */
const COMPONENT_SIZES = new Map<number, number>([
	[ComponentType.I8, 1],
	[ComponentType.U8, 1],
	[ComponentType.I16, 2],
	[ComponentType.U16, 2],
	[ComponentType.U32, 4],
	[ComponentType.F32, 4],
]);

/** Columns and rows of an element of each type. */
const SHAPES = new Map<string, [number, number]>([
	["SCALAR", [1, 1]],
	["VEC2", [1, 2]],
	["VEC3", [1, 3]],
	["VEC4", [1, 4]],
	["MAT2", [2, 2]],
	["MAT3", [3, 3]],
	["MAT4", [4, 4]],
]);

/**
 * The max bytes of all accessors together that are only zeros: no byte of the file pays for them. Morph targets are not
 * expanded, so few other accessors need these.
 */
const MAX_ZEROS = 2 ** 20;

interface Sparse {
	count: number;
	indexView: number;
	indexOffset: number;
	indexType: ComponentType;
	valueView: number;
	valueOffset: number;
}

/** An accessor of the document, checked against its buffer views. */
export interface Accessor {
	view?: number;
	byteOffset: number;
	kind: ComponentType;
	isNormalized: boolean;
	count: number;
	shape: string;
	columns: number;
	rows: number;
	/** Bytes from one column to the next, of one element, and from one element to the next. */
	columnSize: number;
	elementSize: number;
	stride: number;
	min?: Array<number>;
	max?: Array<number>;
	sparse?: Sparse;
}

/** Sparse elements between two pause points. */
const SPARSE_A_STEP = 1024;

/** How far a value may be outside the accessor's `min` and `max` because decimals were rounded. */
const BOUNDS_TOLERANCE = 1e-5;

function componentTypeIn(json: JsonObject, path: string): ComponentType {
	const kind = integerIn(json, "componentType", path);
	if (!COMPONENT_SIZES.has(kind)) failAt(`there is no component type ${kind}`, `${path}.componentType`);
	return kind;
}

function checkFits(
	views: BufferViews,
	view: number,
	offset: number,
	alignment: number,
	needed: number,
	path: string,
): void {
	const { byteOffset, byteLength } = views.views[view];
	if (offset % alignment !== 0 || (byteOffset + offset) % alignment !== 0) {
		failAt(`the data starts at ${byteOffset} + ${offset}, not at a multiple of ${alignment}`, path);
	}
	if (offset + needed > byteLength) {
		failAt(`${needed} bytes from ${offset} are needed, but bufferViews[${view}] has ${byteLength}`, path);
	}
}

function readSparse(json: JsonObject, accessor: Accessor, views: BufferViews, path: string): Sparse {
	const count = integerIn(json, "count", path, 1, accessor.count);
	const viewCount = views.views.size();
	const indices = objectIn(json, "indices", path) ?? failAt("a sparse accessor needs indices", path);
	const values = objectIn(json, "values", path) ?? failAt("a sparse accessor needs values", path);
	const sparse: Sparse = {
		count,
		indexView: integerIn(indices, "bufferView", `${path}.indices`, 0, viewCount - 1),
		indexOffset: integerIn(indices, "byteOffset", `${path}.indices`, 0, undefined, 0),
		indexType: componentTypeIn(indices, `${path}.indices`),
		valueView: integerIn(values, "bufferView", `${path}.values`, 0, viewCount - 1),
		valueOffset: integerIn(values, "byteOffset", `${path}.values`, 0, undefined, 0),
	};
	const { indexType, indexView, valueView } = sparse;
	if (indexType !== ComponentType.U8 && indexType !== ComponentType.U16 && indexType !== ComponentType.U32) {
		failAt("sparse indices are unsigned integers", `${path}.indices.componentType`);
	}
	const indexSize = COMPONENT_SIZES.get(indexType)!;
	const componentSize = COMPONENT_SIZES.get(accessor.kind)!;
	checkFits(views, indexView, sparse.indexOffset, indexSize, count * indexSize, `${path}.indices`);
	checkFits(views, valueView, sparse.valueOffset, componentSize, count * accessor.elementSize, `${path}.values`);
	return sparse;
}

/** The `min` or `max` of an accessor. Nothing is read by it, so a wrong one is only reported. */
function boundIn(json: JsonObject, key: string, path: string, size: number, budget: Budget): Array<number> | undefined {
	const value = json[key];
	if (value === undefined) return undefined;
	const list = typeIs(value, "table") ? (value as Array<unknown>) : [];
	const bound = new Array<number>();
	for (const index of $range(0, size - 1)) {
		const item = list[index];
		if (typeIs(item, "number") && item - item === 0) bound.push(item);
	}
	if (bound.size() === size) return bound;
	budget.warn("min or max of an accessor is not a number for each component", path);
	return undefined;
}

function readAccessor(json: JsonObject, views: BufferViews, budget: Budget, path: string): Accessor {
	const { maxBytes } = budget;
	const kind = componentTypeIn(json, path);
	const shape = stringIn(json, "type", path) ?? failAt("a type is needed", `${path}.type`);
	const size = SHAPES.get(shape) ?? failAt(`there is no type "${shape.sub(1, 40)}"`, `${path}.type`);
	const [columns, rows] = size;
	const componentSize = COMPONENT_SIZES.get(kind)!;
	// Each column of a matrix starts at a multiple of 4 bytes.
	const columnSize = columns === 1 ? rows * componentSize : math.ceil((rows * componentSize) / 4) * 4;
	const elementSize = columnSize * columns;
	const view = indexIn(json, "bufferView", path, views.views.size());
	const viewStride = view === undefined ? undefined : views.views[view].byteStride;
	const accessor: Accessor = {
		view,
		byteOffset: integerIn(json, "byteOffset", path, 0, undefined, 0),
		kind,
		isNormalized: booleanIn(json, "normalized", path),
		count: integerIn(json, "count", path, 1),
		shape,
		columns,
		rows,
		columnSize,
		elementSize,
		stride: viewStride ?? elementSize,
		min: boundIn(json, "min", path, columns * rows, budget),
		max: boundIn(json, "max", path, columns * rows, budget),
	};
	const { count, byteOffset, stride } = accessor;
	if (accessor.isNormalized && (kind === ComponentType.F32 || kind === ComponentType.U32)) {
		failAt("only integers of 8 and 16 bits can be normalized", `${path}.normalized`);
	}
	if (view === undefined) {
		if (json.byteOffset !== undefined) failAt("an offset needs a buffer view", `${path}.byteOffset`);
	} else {
		const alignment = columns === 1 ? componentSize : 4;
		if (stride < elementSize) {
			failAt(`elements of ${elementSize} bytes do not fit a stride of ${stride}`, path);
		}
		checkFits(views, view, byteOffset, alignment, (count - 1) * stride + elementSize, path);
	}
	if (count * columns * rows * 4 > maxBytes) {
		failAt(`${count} elements take more than maxBytes (${maxBytes})`, `${path}.count`);
	}
	const sparse = objectIn(json, "sparse", path);
	if (sparse !== undefined) accessor.sparse = readSparse(sparse, accessor, views, `${path}.sparse`);
	return accessor;
}

/** A document's accessors: typed arrays over buffer views, converted when first needed. */
export class Accessors {
	public readonly all: Array<Accessor>;
	private readonly floatsOf = new Map<number, buffer>();
	/** Indices by accessor, and what all of them are below: meshes that share them are one for whoever builds them. */
	private readonly indicesOf = new Map<number, { limit: number; indices: buffer }>();
	private readonly jointsOf = new Map<number, buffer>();
	/** Bytes of accessors without a buffer view so far. */
	private zeros = 0;

	constructor(
		root: JsonObject,
		private readonly views: BufferViews,
		private readonly budget: Budget,
	) {
		this.all = objectsIn(root, "accessors").map((json, index) =>
			readAccessor(json, views, budget, `accessors[${index}]`),
		);
	}

	/** Returns accessor `index`, which `user` needs to be of one of `shapes`, and of one of `kinds` if given. */
	public expect(
		index: number,
		user: string,
		shapes: ReadonlyArray<string>,
		kinds?: ReadonlyArray<ComponentType>,
	): Accessor {
		const accessor = this.all[index];
		if (!shapes.includes(accessor.shape)) {
			failAt(`${user} is of type ${accessor.shape}, not ${shapes.join(" or ")}`, `accessors[${index}].type`);
		}
		if (kinds !== undefined && !kinds.includes(accessor.kind)) {
			failAt(`${user} cannot have component type ${accessor.kind}`, `accessors[${index}].componentType`);
		}
		return accessor;
	}

	/** Charges for `size` bytes before they are made from an accessor of `numbers` numbers. */
	private spend({ view }: Accessor, size: number, numbers: number, path: string): void {
		if (view === undefined) {
			this.zeros += size;
			if (!(this.zeros <= MAX_ZEROS)) failAt(`elements without a buffer view take more than ${MAX_ZEROS} bytes`, path);
		}
		this.budget.spendBytes(size, "gltf", path);
		this.budget.step(numbers, "gltf", path);
	}

	/**
	 * Returns all values of accessor `index` as packed f32, normalised integers as numbers from -1 or 0 to 1. Other
	 * callers get the same buffer: nobody may write into it.
	 */
	public floats(index: number): buffer {
		const before = this.floatsOf.get(index);
		if (before !== undefined) return before;
		const path = `accessors[${index}]`;
		const accessor = this.all[index];
		const width = accessor.columns * accessor.rows;
		const [values] = this.expand(accessor, path);
		if (accessor.kind === ComponentType.F32) {
			const wrong = findNonFiniteInSlices(values, accessor.count * width, this.budget, "gltf", path);
			if (wrong >= 0) failAt(`element ${wrong.idiv(width)} is ${buffer.readf32(values, wrong * 4)}`, path);
		}
		this.checkRange(accessor, values, path);
		this.floatsOf.set(index, values);
		return values;
	}

	/** `floats` of a weight accessor (VEC4): a weight that is negative or no number counts as 0, and is reported. */
	public weights(index: number): buffer {
		const before = this.floatsOf.get(index);
		if (before !== undefined) return before;
		const path = `accessors[${index}]`;
		const accessor = this.all[index];
		const [values, isShared] = this.expand(accessor, path);
		let wrong = 0;
		inSlices(accessor.count, this.budget, "gltf", path, (first, size) => {
			wrong += countWrongWeights(values, first, size);
		});
		let weights = values;
		if (wrong > 0) {
			this.budget.warn("weights that are negative or no number count as 0", path, wrong);
			if (isShared) {
				this.budget.spendBytes(buffer.len(values), "gltf", path);
				weights = copyBuffer(values);
			}
			inSlices(accessor.count, this.budget, "gltf", path, (first, size) => clearWrongWeights(weights, first, size));
		}
		this.floatsOf.set(index, weights);
		return weights;
	}

	/** The values of an accessor as packed f32, unchecked, and whether others may hold the same buffer. */
	private expand(accessor: Accessor, path: string): LuaTuple<[values: buffer, isShared: boolean]> {
		const { count, columns, rows, view, sparse } = accessor;
		const width = columns * rows;
		// First the view, which may be a stream that cannot hold the declared data.
		const data = view === undefined ? undefined : this.views.load(view);
		const shared = accessor.kind === ComponentType.F32 ? this.sharedBytes(accessor, data) : undefined;
		this.spend(accessor, shared ? 0 : count * width * 4, count * width, path);
		const target = shared ?? buffer.create(count * width * 4);
		if (data !== undefined && !shared) {
			const from = data.start + accessor.byteOffset;
			this.writeFloats(accessor, data.source, from, accessor.stride, count, target);
		}
		if (sparse !== undefined) {
			const replaced = this.sparseFloats(accessor, sparse, path);
			this.forSparse(accessor, sparse, path, (element, position) => {
				buffer.copy(target, element * width * 4, replaced, position * width * 4, width * 4);
			});
		}
		return $tuple(target, shared !== undefined);
	}

	/**
	 * Returns the bytes of a view that was decompressed only for this accessor and has its packing. Nobody writes into
	 * them.
	 */
	private sharedBytes(accessor: Accessor, data: Window | undefined): buffer | undefined {
		const { view, byteOffset, count, elementSize, stride, columns, sparse } = accessor;
		if (view === undefined || data === undefined || sparse !== undefined || columns !== 1) return undefined;
		if (this.views.views[view].compression === undefined) return undefined;
		const isWhole = byteOffset === 0 && stride === elementSize && buffer.len(data.source) === count * stride;
		return isWhole ? data.source : undefined;
	}

	/** Returns the replacement values of sparse data, as packed f32. */
	private sparseFloats(accessor: Accessor, sparse: Sparse, path: string): buffer {
		const numbers = sparse.count * accessor.columns * accessor.rows;
		this.budget.spendBytes(numbers * 4, "gltf", path);
		this.budget.step(numbers, "gltf", path);
		const replaced = buffer.create(numbers * 4);
		const { source, start } = this.views.load(sparse.valueView);
		const from = start + sparse.valueOffset;
		this.writeFloats(accessor, source, from, accessor.elementSize, sparse.count, replaced);
		return replaced;
	}

	/**
	 * Adds `weight` times the vectors of accessor `index` (VEC3) to those of `target`. Does not expand an accessor
	 * without a buffer view: only its sparse entries cost anything, as morph targets of a large mesh need it.
	 */
	public addWeighted(index: number, weight: number, target: buffer): void {
		const path = `accessors[${index}]`;
		const accessor = this.all[index];
		const { count, view, sparse, kind } = accessor;
		if (view !== undefined) {
			const values = this.floats(index);
			inSlices(count, this.budget, "gltf", path, (first, size) => addVectors(values, weight, first, size, target), 3);
		} else if (sparse !== undefined) {
			const values = this.sparseFloats(accessor, sparse, path);
			const wrong =
				kind === ComponentType.F32 ? findNonFiniteInSlices(values, sparse.count * 3, this.budget, "gltf", path) : -1;
			if (wrong >= 0) failAt(`element ${wrong.idiv(3)} is ${buffer.readf32(values, wrong * 4)}`, path);
			this.forSparse(accessor, sparse, path, (element, position) => {
				for (const axis of $range(0, 8, 4)) {
					const at = element * 12 + axis;
					const moved = buffer.readf32(target, at) + weight * buffer.readf32(values, position * 12 + axis);
					buffer.writef32(target, at, moved);
				}
			});
		}
	}

	/**
	 * Returns all values of accessor `index`, u8 or u16 with four components, as packed u16. As with `floats`, nobody
	 * may write into it.
	 */
	public joints(index: number): buffer {
		const before = this.jointsOf.get(index);
		if (before !== undefined) return before;
		const path = `accessors[${index}]`;
		const accessor = this.all[index];
		const { count, kind, rows, view, sparse } = accessor;
		const size = rows * 2;
		const data = view === undefined ? undefined : this.views.load(view);
		this.spend(accessor, count * size, count * rows, path);
		const target = buffer.create(count * size);
		const write = (from: number, source: buffer, stride: number, elements: number, into: buffer) => {
			const componentSize = COMPONENT_SIZES.get(kind)!;
			inSlices(elements, this.budget, "gltf", path, (first, held) => {
				for (const row of $range(0, rows - 1)) {
					const at = from + first * stride + row * componentSize;
					writeU16Plane(kind, source, at, stride, held, into, first * size + row * 2, size);
				}
			});
		};
		if (data !== undefined) write(data.start + accessor.byteOffset, data.source, accessor.stride, count, target);
		if (sparse !== undefined) {
			this.budget.spendBytes(sparse.count * size, "gltf", path);
			const replaced = buffer.create(sparse.count * size);
			const { source, start } = this.views.load(sparse.valueView);
			write(start + sparse.valueOffset, source, accessor.elementSize, sparse.count, replaced);
			this.forSparse(accessor, sparse, path, (element, position) => {
				buffer.copy(target, element * size, replaced, position * size, size);
			});
		}
		this.jointsOf.set(index, target);
		return target;
	}

	/** Returns all values of accessor `index`, unsigned scalars below `limit`, as packed u32. */
	public indices(index: number, limit: number): buffer {
		const before = this.indicesOf.get(index);
		if (before !== undefined && before.limit <= limit) return before.indices;
		const path = `accessors[${index}]`;
		const accessor = this.all[index];
		const { count, kind, view, sparse } = accessor;
		const data = view === undefined ? undefined : this.views.load(view);
		const shared = kind === ComponentType.U32 ? this.sharedBytes(accessor, data) : undefined;
		this.spend(accessor, shared ? 0 : count * 4, count, path);
		const target = shared ?? buffer.create(count * 4);
		const refuse = (position: number): never => failAt(`index ${position} is not below ${limit}`, path);
		if (shared !== undefined) {
			inSlices(count, this.budget, "gltf", path, (first, size) => {
				const wrong = findIndex(shared, first * 4, size, limit);
				if (wrong >= 0) refuse(first + wrong);
			});
		} else if (data !== undefined) {
			const from = data.start + accessor.byteOffset;
			const { source } = data;
			inSlices(count, this.budget, "gltf", path, (first, size) => {
				const at = from + first * accessor.stride;
				const wrong = writeIndices(kind, source, at, accessor.stride, size, limit, target, first * 4);
				if (wrong >= 0) refuse(first + wrong);
			});
		}
		if (sparse !== undefined) {
			const { source, start } = this.views.load(sparse.valueView);
			const from = start + sparse.valueOffset;
			this.forSparse(accessor, sparse, path, (element, position) => {
				const value = readUnsigned(kind, source, from + position * accessor.elementSize);
				if (value >= limit) refuse(element);
				buffer.writeu32(target, element * 4, value);
			});
		}
		this.indicesOf.set(index, { limit, indices: target });
		return target;
	}

	private writeFloats(
		accessor: Accessor,
		source: buffer,
		from: number,
		stride: number,
		count: number,
		target: buffer,
	): void {
		const { kind, isNormalized, columns, rows, columnSize } = accessor;
		const step = columns * rows * 4;
		if (kind === ComponentType.F32 && stride === step) {
			buffer.copy(target, 0, source, from, count * step);
			return;
		}
		const componentSize = COMPONENT_SIZES.get(kind)!;
		inSlices(count, this.budget, "gltf", undefined, (first, size) => {
			const start = from + first * stride;
			if (
				columns === 1 &&
				writeFloatVectors(kind, isNormalized, rows, source, start, stride, size, target, first * step)
			) {
				return;
			}
			for (const column of $range(0, columns - 1)) {
				for (const row of $range(0, rows - 1)) {
					const at = start + column * columnSize + row * componentSize;
					const to = first * step + (column * rows + row) * 4;
					writeFloatPlane(kind, isNormalized, source, at, stride, size, target, to, step);
				}
			}
		});
	}

	/** Calls `visit` with each element that sparse data replaces, and its index. */
	private forSparse(
		accessor: Accessor,
		sparse: Sparse,
		path: string,
		visit: (element: number, position: number) => void,
	): void {
		const { source, start } = this.views.load(sparse.indexView);
		const size = COMPONENT_SIZES.get(sparse.indexType)!;
		let last = -1;
		for (const position of $range(0, sparse.count - 1)) {
			const element = readUnsigned(sparse.indexType, source, start + sparse.indexOffset + position * size);
			if (element >= accessor.count || element <= last) {
				failAt(
					`sparse index ${position} is ${element}, after ${last} and in ${accessor.count} elements`,
					`${path}.sparse.indices`,
				);
			}
			last = element;
			visit(element, position);
			if (position % SPARSE_A_STEP === 0) this.budget.step(SPARSE_A_STEP, "gltf", path);
		}
	}

	/**
	 * Returns whether any vector is farther outside the bounds than rounding explains. For most files one scan shows
	 * that none is.
	 */
	private leavesBox(
		{ kind, count }: Accessor,
		values: buffer,
		min: Array<number>,
		max: Array<number>,
		divisor: number,
		path: string,
	): boolean {
		const slackOf = (axis: number) =>
			kind === ComponentType.F32 ? BOUNDS_TOLERANCE * math.max(math.abs(min[axis]), math.abs(max[axis]), 1) : 1;
		const [lowX, lowY, lowZ] = [0, 1, 2].map((axis) => (min[axis] - slackOf(axis)) / divisor);
		const [highX, highY, highZ] = [0, 1, 2].map((axis) => (max[axis] + slackOf(axis)) / divisor);
		let leaves = false;
		inSlices(count, this.budget, "gltf", path, (first, size) => {
			leaves = leaves || isOutside(values, first * 12, size, lowX, lowY, lowZ, highX, highY, highZ);
		});
		return leaves;
	}

	/**
	 * Compares values with the bounds of the accessor. They may differ in a valid file (lossy filters and rounded
	 * decimals move values a little), so this only warns.
	 */
	private checkRange(accessor: Accessor, values: buffer, path: string): void {
		const { min, max, kind, isNormalized, count, columns, rows } = accessor;
		if (min === undefined || max === undefined) return;
		const width = columns * rows;
		// Bounds of integers apply before normalisation.
		const unit = isNormalized ? 2 ** (8 * COMPONENT_SIZES.get(kind)!) - 1 : 1;
		const divisor = !isNormalized ? 1 : kind === ComponentType.I8 || kind === ComponentType.I16 ? (unit - 1) / 2 : unit;
		if (width === 3 && !this.leavesBox(accessor, values, min, max, divisor, path)) return;
		for (const component of $range(0, width - 1)) {
			let low = math.huge;
			let high = -math.huge;
			inSlices(count, this.budget, "gltf", path, (first, size) => {
				const [sliceLow, sliceHigh] = rangeOf(values, component * 4 + first * width * 4, size, width * 4);
				low = math.min(low, sliceLow);
				high = math.max(high, sliceHigh);
			});
			const slack = kind === ComponentType.F32 ? BOUNDS_TOLERANCE * math.max(math.abs(low), math.abs(high), 1) : 1;
			if (low * divisor < min[component] - slack || high * divisor > max[component] + slack) {
				this.budget.warn("values lie outside their min and max", path);
				return;
			}
		}
	}
}
