import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document, GLB_BUFFER, NodeIO } from "@gltf-transform/core";
import {
	EXTMeshGPUInstancing,
	EXTMeshoptCompression,
	KHRMeshQuantization,
	KHRTextureTransform,
} from "@gltf-transform/extensions";
import { pack as runGltfpack } from "gltfpack";
import { MeshoptDecoder } from "meshoptimizer";
import { decodeViews, joinGlb, splitGlb, toDraft } from "./containers/glb.mjs";

/** A reader that knows what gltfpack writes, all but KHR_meshopt_compression. */
export function createIO() {
	return new NodeIO()
		.registerExtensions([EXTMeshGPUInstancing, EXTMeshoptCompression, KHRMeshQuantization, KHRTextureTransform])
		.registerDependencies({ "meshopt.decoder": MeshoptDecoder });
}

/** A sphere-like grid: every attribute that the model has, on (n + 1)² vertices. */
function grid(n, radius) {
	const vertices = { POSITION: [], NORMAL: [], TANGENT: [], TEXCOORD_0: [], TEXCOORD_1: [], COLOR_0: [] };
	const indices = [];
	for (let row = 0; row <= n; row++) {
		for (let column = 0; column <= n; column++) {
			const [u, v] = [column / n, row / n];
			const [theta, phi] = [u * Math.PI * 1.9, 0.1 + v * 2.9];
			const normal = [Math.sin(phi) * Math.cos(theta), Math.cos(phi), Math.sin(phi) * Math.sin(theta)];
			const bump = radius * (1 + 0.1 * Math.sin(7 * u) * Math.cos(5 * v));
			vertices.POSITION.push(...normal.map((c) => c * bump));
			vertices.NORMAL.push(...normal);
			vertices.TANGENT.push(-Math.sin(theta), 0, Math.cos(theta), row % 2 === 0 ? 1 : -1);
			vertices.TEXCOORD_0.push(u, v);
			vertices.TEXCOORD_1.push(v * 0.5, 1 - u);
			vertices.COLOR_0.push(u, v, 1 - u, 0.25 + 0.75 * v);
			if (row < n && column < n) {
				const at = row * (n + 1) + column;
				indices.push(at, at + n + 1, at + 1, at + 1, at + n + 1, at + n + 2);
			}
		}
	}
	return { vertices, indices };
}

const WIDTH_TYPES = { 1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4" };

function builder(document) {
	const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
	const accessor = (values, width, array = Float32Array) =>
		document.createAccessor().setType(WIDTH_TYPES[width]).setArray(new array(values)).setBuffer(buffer);
	const primitive = ({ vertices, indices }, mode = 4, indexArray = Uint16Array) => {
		const result = document.createPrimitive().setMode(mode);
		for (const [name, values] of Object.entries(vertices)) {
			const width = { POSITION: 3, NORMAL: 3, TEXCOORD_0: 2, TEXCOORD_1: 2 }[name] ?? 4;
			result.setAttribute(name, accessor(values, width));
		}
		if (indices) result.setIndices(accessor(indices, 1, indexArray));
		return result;
	};
	const animate = (animation, node, path, times, values, width, interpolation = "LINEAR") => {
		const sampler = document
			.createAnimationSampler()
			.setInput(accessor(times, 1))
			.setOutput(values.getArray ? values : accessor(values, width))
			.setInterpolation(interpolation);
		const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
		animation.addSampler(sampler).addChannel(channel);
	};
	return { accessor, primitive, animate };
}

const turn = (axis, angle) => [...axis.map((c) => c * Math.sin(angle / 2)), Math.cos(angle / 2)];
const range = (count, value) => Array.from({ length: count }, (_, i) => value(i));

/** Every kind of primitive, of index and of normalised integer, on nodes in a hierarchy. */
function shapes() {
	const document = new Document();
	const { accessor, primitive } = builder(document);
	const scene = document.createScene("Shapes");
	document.getRoot().setDefaultScene(scene);
	const red = document.createMaterial("Red").setBaseColorFactor([1, 0.25, 0.125, 1]).setDoubleSided(true);
	const whole = primitive(grid(6, 2)).setMaterial(red);
	const bytes = primitive(grid(3, 1), 4, Uint8Array);
	const words = primitive(grid(4, 1), 4, Uint32Array);
	const strip = primitive(
		{ vertices: { POSITION: range(8, (i) => [i >> 1, i & 1, i * 0.25]).flat() }, indices: [0, 1, 2, 3, 4, 5, 6] },
		5,
	);
	const fan = primitive(
		{ vertices: { POSITION: range(7, (i) => [Math.cos(i), Math.sin(i), 0]).flat() }, indices: [0, 1, 2, 3, 4, 5, 6] },
		6,
	);
	const loose = primitive({ vertices: { POSITION: range(9, (i) => [i, i * i, -i]).flat() } });
	const lines = primitive({ vertices: { POSITION: [0, 0, 0, 1, 1, 1] } }, 1);
	const integers = primitive({ vertices: { POSITION: range(6, (i) => [i, -i, 3]).flat() } });
	integers
		.setAttribute(
			"NORMAL",
			accessor(
				range(18, (i) => ((i * 31) % 255) - 128),
				3,
				Int8Array,
			).setNormalized(true),
		)
		.setAttribute(
			"TANGENT",
			accessor(
				range(24, (i) => i * 2731 - 32768),
				4,
				Int16Array,
			).setNormalized(true),
		)
		.setAttribute(
			"TEXCOORD_0",
			accessor(
				range(12, (i) => i * 23),
				2,
				Uint8Array,
			).setNormalized(true),
		)
		.setAttribute(
			"TEXCOORD_1",
			accessor(
				range(12, (i) => i * 5957),
				2,
				Uint16Array,
			).setNormalized(true),
		)
		.setAttribute(
			"COLOR_0",
			accessor(
				range(18, (i) => i * 15),
				3,
				Uint8Array,
			).setNormalized(true),
		);
	const quantized = primitive({ vertices: {} });
	document.createExtension(KHRMeshQuantization).setRequired(true);
	quantized.setAttribute(
		"POSITION",
		accessor(
			range(9, (i) => i * 3 - 12),
			3,
			Int16Array,
		),
	);
	const parent = document
		.createNode("Parent")
		.setTranslation([1, 2, 3])
		.setRotation(turn([0, 1, 0], 1))
		.setScale([2, 2, 2]);
	scene.addChild(parent);
	const list = { whole, bytes, words, strip, fan, loose, lines, integers, quantized };
	for (const [name, one] of Object.entries(list)) {
		const mesh = document.createMesh(name).addPrimitive(one);
		if (name === "whole") mesh.addPrimitive(primitive(grid(2, 3)));
		const node = document.createNode(`${name} node`).setMesh(mesh).setTranslation([0.5, -0.25, 4]);
		if (name === "bytes") node.setScale([1, -2, 0.5]).setRotation(turn([0.6, 0, 0.8], 2));
		parent.addChild(node);
	}
	return document;
}

/** A skinned, morphed, animated body under an armature, and cameras: one still, one on a moving crane. */
function actors(options = {}) {
	const document = new Document();
	const { accessor, primitive, animate } = builder(document);
	const scene = document.createScene("Actors");
	document.getRoot().setDefaultScene(scene);
	const armature = document.createNode("Armature").setScale([0.5, 0.5, 0.5]).setTranslation([0, 1, 0]);
	const hips = document.createNode("Hips").setTranslation([0, 1, 0]);
	const chest = document
		.createNode("Chest")
		.setTranslation([0, 1.5, 0])
		.setRotation(turn([0, 0, 1], 0.25));
	const head = document.createNode("Head").setTranslation([0, 1, 0.25]);
	scene.addChild(armature);
	armature.addChild(hips.addChild(chest.addChild(head)));
	const matrix = (y) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, -y, 0.5, 1];
	// Children stand before their parents here.
	const skin = document
		.createSkin("Body")
		.addJoint(head)
		.addJoint(chest)
		.addJoint(hips)
		.setSkeleton(hips)
		.setInverseBindMatrices(accessor([...matrix(3.5), ...matrix(2.5), ...matrix(1)], 16));
	const body = grid(7, 2);
	const count = body.vertices.POSITION.length / 3;
	delete body.vertices.COLOR_0;
	const flesh = primitive(body).setMaterial(document.createMaterial("Skin").setBaseColorFactor([0.5, 0.5, 0.5, 1]));
	flesh.setAttribute(
		"JOINTS_0",
		accessor(
			range(count * 4, (i) => (i % 4 < 3 ? (i + (i >> 2)) % 3 : 0)),
			4,
			Uint8Array,
		),
	);
	flesh.setAttribute("WEIGHTS_0", accessor(range(count, (i) => [(i % 5) / 8, 0.25, 0.75 - (i % 5) / 8, 0]).flat(), 4));
	const target = (name, scale, isSparse) =>
		document.createPrimitiveTarget(name).setAttribute(
			"POSITION",
			accessor(
				range(count * 3, (i) => (isSparse && i % 21 > 5 ? 0 : Math.sin(i * scale) * 0.5)),
				3,
			).setSparse(isSparse),
		);
	flesh.addTarget(target("smile", 0.3, false)).addTarget(target("frown", 0.7, true));
	const mesh = document
		.createMesh("Body")
		.addPrimitive(flesh)
		.setWeights([0.25, 0.5])
		.setExtras({ targetNames: ["smile", "frown"] });
	scene.addChild(document.createNode("Body node").setMesh(mesh).setSkin(skin));

	const walk = document.createAnimation("Walk");
	animate(walk, hips, "translation", [0, 0.5, 1, 2], [0, 1, 0, 0.5, 1.25, 0, 1, 1, 0.125, 0, 1, 0], 3);
	const rotations = range(5, (i) => turn([0.6, 0.8, 0], i * 0.4)).flat();
	const packed = accessor(
		rotations.map((c) => Math.round(c * 32767)),
		4,
		Int16Array,
	).setNormalized(true);
	animate(walk, chest, "rotation", [0, 0.25, 0.75, 1, 1.5], options.floatRotations ? rotations : packed, 4);
	animate(walk, head, "scale", [0.5, 1.5], [1, 1, 1, 1.5, 2, 1], 3, "STEP");
	const spline = range(3, (i) => [
		range(4, (k) => 0.1 * k - 0.05 * i),
		turn([0, 1, 0], i),
		range(4, (k) => 0.2 - 0.1 * k),
	]);
	if (!options.noSpline) animate(walk, head, "rotation", [0, 1, 2], spline.flat(2), 4, "CUBICSPLINE");
	animate(walk, document.getRoot().listNodes()[4], "weights", [0, 1], [0, 1, 1, 0], 1);

	const lens = document.createCamera("Lens").setType("perspective").setYFov(0.9).setZNear(0.1).setZFar(500);
	const crane = document
		.createNode("Crane")
		.setTranslation([0, 5, 0])
		.setRotation(turn([0, 1, 0], 0.5))
		.setScale([2, 2, 2]);
	const flying = document.createNode("Flying").setCamera(lens).setTranslation([0, 1, 8]);
	scene.addChild(crane.addChild(flying));
	const still = document.createCamera("Tripod").setType("perspective").setYFov(1.2).setZNear(0.5);
	scene.addChild(
		document
			.createNode("Still")
			.setCamera(still)
			.setTranslation([3, 2, 1])
			.setRotation(turn([1, 0, 0], -0.5)),
	);
	const flight = document.createAnimation("Flight");
	animate(flight, crane, "rotation", [0, 1, 3], range(3, (i) => turn([0, 1, 0], i * 0.8)).flat(), 4);
	animate(flight, flying, "translation", [0, 1.5, 3], [0, 1, 8, 2, 3, 6, 0, 1, 4], 3);
	return document;
}

/** A mesh with a texture, so that gltfpack keeps texture coordinates and their transform. */
function textured() {
	const document = new Document();
	const { primitive } = builder(document);
	const scene = document.createScene("Textured");
	document.getRoot().setDefaultScene(scene);
	const shape = grid(12, 5);
	delete shape.vertices.TEXCOORD_1;
	// The smallest valid PNG: one pixel.
	const png = Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
		"base64",
	);
	const texture = document.createTexture("Checker").setImage(png).setMimeType("image/png");
	// The same pixel with a comment behind it, so that the images can be told apart.
	const relief = document.createTexture("Relief").setImage(Buffer.concat([png, Buffer.from("relief")]));
	relief.setMimeType("image/png");
	const material = document
		.createMaterial("Painted")
		.setBaseColorTexture(texture)
		.setMetallicRoughnessTexture(relief)
		.setNormalTexture(relief)
		.setEmissiveTexture(texture)
		.setMetallicFactor(0.75)
		.setRoughnessFactor(0.125)
		.setEmissiveFactor([0.5, 0.25, 1])
		.setAlphaMode("MASK")
		.setAlphaCutoff(0.25);
	const mesh = document.createMesh("Globe").addPrimitive(primitive(shape).setMaterial(material));
	scene.addChild(document.createNode("Globe").setMesh(mesh).setTranslation([10, 0, 0]));
	return document;
}

/* Small files to damage: what they hold matters, not how much of it. */

/** One skinned triangle with a sparse morph target, and an animation of its joint. */
function smallSkin() {
	const document = new Document();
	const { accessor, primitive, animate } = builder(document);
	const [hips, head] = [document.createNode("Hips").setTranslation([0, 1, 0]), document.createNode("Head")];
	document.createScene().addChild(hips.addChild(head));
	const triangle = primitive({ vertices: { POSITION: [0, 0, 0, 1, 0, 0, 0, 1, 0] } });
	triangle.setAttribute("JOINTS_0", accessor([0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 4, Uint8Array));
	triangle.setAttribute("WEIGHTS_0", accessor([0.5, 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 4));
	const morph = accessor([0, 0, 0, 0, 0, 0, 1, 2, 3], 3).setSparse(true);
	triangle.addTarget(document.createPrimitiveTarget().setAttribute("POSITION", morph));
	const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1];
	const skin = document.createSkin().addJoint(head).addJoint(hips);
	skin.setInverseBindMatrices(accessor([...matrix, ...matrix], 16));
	hips.addChild(document.createNode("Body").setMesh(document.createMesh().addPrimitive(triangle)).setSkin(skin));
	const nod = document.createAnimation("Nod");
	animate(nod, head, "rotation", [0, 1], [0, 0, 0, 1, 0, 1, 0, 0], 4);
	animate(nod, head, "scale", [0, 1], [1, 1, 1, 2, 2, 2], 3, "STEP");
	return document;
}

/** A camera on a spline. */
function smallFlight() {
	const document = new Document();
	const { animate } = builder(document);
	const lens = document.createCamera().setType("perspective").setYFov(1).setZNear(0.1);
	const node = document
		.createNode("Camera")
		.setCamera(lens)
		.setRotation(turn([0, 1, 0], 1));
	document.createScene().addChild(document.createNode("Dolly").setScale([2, 2, 2]).addChild(node));
	const flight = document.createAnimation("Flight");
	animate(
		flight,
		node,
		"translation",
		[0, 1],
		range(18, (i) => Math.sin(i)),
		3,
		"CUBICSPLINE",
	);
	animate(flight, node, "rotation", [0, 1, 2], range(3, (i) => turn([0, 1, 0], i)).flat(), 4);
	return document;
}

/** A mesh of nine vertices with a material. */
function smallMesh() {
	const document = new Document();
	const { primitive } = builder(document);
	const shape = grid(2, 1);
	for (const name of ["TANGENT", "TEXCOORD_1", "COLOR_0"]) delete shape.vertices[name];
	const mesh = document.createMesh("Mesh").addPrimitive(primitive(shape).setMaterial(document.createMaterial("Red")));
	document.createScene().addChild(document.createNode("Node").setMesh(mesh));
	return document;
}

const PACKED = {
	plain: [],
	"not quantised": ["-noq"],
	c: ["-c"],
	cc: ["-cc"],
	cf: ["-cf"],
	"c khr": ["-c", "-ce", "khr"],
	"cz khr": ["-cz", "-ce", "khr"],
	"c normalised positions, interleaved": ["-c", "-vpn", "-vi"],
	"c floats": ["-c", "-vpf", "-vtf", "-vnf"],
	"cc 16-bit normals": ["-cc", "-vn", "16", "-vc", "16", "-ce", "khr"],
};

async function pack(input, options) {
	const files = { "in.glb": input };
	await runGltfpack(["-i", "in.glb", "-o", "out.glb", "-kn", "-km", "-kv", ...options], {
		read: (path) => files[path],
		write: (path, data) => (files[path] = Uint8Array.from(data)),
	});
	return files["out.glb"];
}

const base64 = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

/** All values of an accessor as numbers, and one unit of its type: 0 for floats. */
function valuesOf(accessor) {
	if (!accessor) return undefined;
	const size = accessor.getElementSize();
	const values = new Float32Array(accessor.getCount() * size);
	const element = [];
	for (let i = 0; i < accessor.getCount(); i++) values.set(accessor.getElement(i, element), i * size);
	const array = accessor.getArray();
	const bits = array.BYTES_PER_ELEMENT * 8 - (array instanceof Int8Array || array instanceof Int16Array ? 1 : 0);
	const unit = array instanceof Float32Array ? 0 : accessor.getNormalized() ? 1 / (2 ** bits - 1) : 1;
	return { values: base64(values), size, unit };
}

/** A texture with its image and how it lies on the coordinates. */
function textureOf(texture, info) {
	if (!texture) return undefined;
	const transform = info.getExtension("KHR_texture_transform");
	return {
		image: base64(texture.getImage()),
		mimeType: texture.getMimeType(),
		texCoord: transform?.getTexCoord() ?? info.getTexCoord(),
		offset: transform?.getOffset() ?? [0, 0],
		rotation: transform?.getRotation() ?? 0,
		scale: transform?.getScale() ?? [1, 1],
	};
}

/** What gltf-transform makes of a document, in the terms of the specs. */
export function describe(document) {
	const top = document.getRoot();
	const nodes = top.listNodes();
	const materials = top.listMaterials();
	const skins = top.listSkins();
	return {
		nodes: nodes.map((node) => ({
			name: node.getName(),
			translation: node.getTranslation(),
			rotation: node.getRotation(),
			scale: node.getScale(),
			world: node.getWorldMatrix(),
			children: node.listChildren().map((child) => nodes.indexOf(child)),
			mesh: top.listMeshes().indexOf(node.getMesh()),
			skin: skins.indexOf(node.getSkin()),
			camera: top.listCameras().indexOf(node.getCamera()),
			/** How far morph targets are on: a node's own weights go before its mesh's. */
			weights: node.getWeights().length > 0 ? node.getWeights() : (node.getMesh()?.getWeights() ?? []),
		})),
		meshes: top.listMeshes().map((mesh) => ({
			name: mesh.getName(),
			primitives: mesh.listPrimitives().map((primitive) => ({
				mode: primitive.getMode(),
				material: materials.indexOf(primitive.getMaterial()),
				indices: primitive.getIndices() ? base64(new Uint32Array(primitive.getIndices().getArray())) : undefined,
				attributes: Object.fromEntries(
					primitive.listSemantics().map((name) => [name, valuesOf(primitive.getAttribute(name))]),
				),
				targets: primitive
					.listTargets()
					.map((target) =>
						Object.fromEntries(target.listSemantics().map((name) => [name, valuesOf(target.getAttribute(name))])),
					),
			})),
		})),
		skins: skins.map((skin) => ({
			joints: skin.listJoints().map((joint) => nodes.indexOf(joint)),
			inverseBind: valuesOf(skin.getInverseBindMatrices()),
		})),
		animations: top.listAnimations().map((animation) => ({
			name: animation.getName(),
			channels: animation.listChannels().map((channel) => ({
				node: nodes.indexOf(channel.getTargetNode()),
				path: channel.getTargetPath(),
				interpolation: channel.getSampler().getInterpolation(),
				times: valuesOf(channel.getSampler().getInput()),
				values: valuesOf(channel.getSampler().getOutput()),
			})),
		})),
		cameras: top.listCameras().map((camera) => ({ name: camera.getName(), yfov: camera.getYFov() })),
		materials: materials.map((material) => ({
			name: material.getName(),
			color: material.getBaseColorFactor(),
			doubleSided: material.getDoubleSided(),
			alphaMode: material.getAlphaMode(),
			alphaCutoff: material.getAlphaCutoff(),
			metallic: material.getMetallicFactor(),
			roughness: material.getRoughnessFactor(),
			emissive: material.getEmissiveFactor(),
			textures: {
				baseColorTexture: textureOf(material.getBaseColorTexture(), material.getBaseColorTextureInfo()),
				metallicRoughnessTexture: textureOf(
					material.getMetallicRoughnessTexture(),
					material.getMetallicRoughnessTextureInfo(),
				),
				normalTexture: textureOf(material.getNormalTexture(), material.getNormalTextureInfo()),
				emissiveTexture: textureOf(material.getEmissiveTexture(), material.getEmissiveTextureInfo()),
			},
		})),
	};
}

/** Reads a file with gltf-transform; views that it does not know are decoded with the WASM decoder first. */
async function oracle(io, glb) {
	const { json, binary } = splitGlb(glb);
	const isKhr = (json.extensionsUsed ?? []).includes("KHR_meshopt_compression");
	if (isKhr) return describe(await io.readBinary(joinGlb(...decodeViews(json, binary, MeshoptDecoder))));
	// A fallback is never read, but gltf-transform wants to see it.
	const resources = { [GLB_BUFFER]: binary };
	for (const { uri, byteLength } of json.buffers) if (uri) resources[uri] = new Uint8Array(byteLength);
	return describe(await io.readJSON({ json, resources }));
}

export async function generate(folder) {
	await MeshoptDecoder.ready;
	const io = createIO();
	const fixtures = [];
	const add = async (name, glb, expected = glb) => {
		fixtures.push({ name, glb: base64(glb), expected: await oracle(io, expected) });
	};
	const sources = { shapes: shapes(), actors: actors(), textured: textured() };
	for (const [name, document] of Object.entries(sources)) {
		for (const layout of ["interleaved", "separate"]) {
			await add(`${name}, ${layout}`, await io.setVertexLayout(layout).writeBinary(document));
		}
	}
	// gltfpack resamples splines and reads rotations as floats.
	const sampled = await io.writeBinary(actors({ floatRotations: true }));
	const packable = {
		shapes: await io.writeBinary(shapes()),
		actors: sampled,
		textured: await io.writeBinary(textured()),
	};
	for (const [name, glb] of Object.entries(packable)) {
		for (const [label, options] of Object.entries(PACKED)) {
			const packed = await pack(glb, options);
			await add(`${name} by gltfpack, ${label}`, packed);
			if (label === "c" || label === "cc")
				await add(`${name} in the draft's spelling, ${label}`, toDraft(packed), packed);
		}
	}
	const seeds = [];
	for (const document of [smallSkin(), smallFlight(), smallMesh()]) seeds.push(await io.writeBinary(document));
	seeds.push(await pack(seeds[2], ["-cc"]), await pack(seeds[1], ["-cc", "-ce", "khr", "-af", "2", "-at", "12"]));
	writeFileSync(join(folder, "gltf.json"), JSON.stringify({ fixtures, seeds: seeds.map(base64) }));
}
