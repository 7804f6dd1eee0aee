import { Workspace } from "@rbxts/services";
import { importModel, ImportModelOptions, readModel } from "../../../src";
import { lite, mdxFile, modl, pivt, vers, bone } from "../../builders/mdx/chunks";
import { buildGlb } from "../../builders/glb";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { floats } from "../../formats/gltf/documents";

const LAMPS = `"extensions":{"KHR_lights_punctual":{"lights":[
	{"name":"Bulb","type":"point","color":[1,0.5,0],"intensity":10,"range":2},
	{"name":"Torch","type":"spot","intensity":0.5,"spot":{"innerConeAngle":0.1,"outerConeAngle":0.5}},
	{"name":"Sun","type":"directional","intensity":3}
]}}`;

const node = (name: string, light: number, more = "") =>
	`{"name":"${name}","extensions":{"KHR_lights_punctual":{"light":${light}}}${more}}`;

/** A half turn about Y, so that what looks along -Z looks along +Z. */
const TURNED = `,"rotation":[0,1,0,0]`;

function importLamps(nodes: Array<string>, more = "", options?: ImportModelOptions, binary?: buffer) {
	const json = `{"asset":{"version":"2.0"},${LAMPS},"nodes":[${nodes.join()}]${more}}`;
	return importModel(buildGlb(json, binary), { parent: Workspace, ...options });
}

function lampNamed(model: Model, name: string): Light {
	const attachment = model.FindFirstChild(name, true);
	assert(attachment?.IsA("Attachment"), `no attachment ${name}`);
	return attachment.FindFirstChildWhichIsA("Light")!;
}

const vector = ({ X, Y, Z }: Vector3): Array<number> => [X, Y, Z];

export = () => {
	const test = headless ? it : itSKIP;

	test("lamps of glTF become lights where their nodes stand, in studs", () => {
		const { model, report } = importLamps(
			[
				node("Ceiling", 0, `,"translation":[0,3,0],"scale":[2,2,2]`),
				node("Wall", 1, `,"translation":[1,0,0]${TURNED}`),
				node("Sky", 2),
			],
			"",
			{ scale: 4 },
		);
		const bulb = lampNamed(model, "Ceiling");
		assert(bulb.IsA("PointLight"));
		expectNear(vector((bulb.Parent as Attachment).WorldPosition), [0, 12, 0], 1e-5);
		expect(bulb.Range).to.be.near(8, 1e-5);
		expect(bulb.Brightness).to.be.near(2, 1e-6);
		// The engine's colours are those of the screen: half the light is 188 of 255.
		expectNear([bulb.Color.R, bulb.Color.G * 255, bulb.Color.B], [1, 187.5, 0], 0.6);
		const torch = lampNamed(model, "Wall");
		assert(torch.IsA("SpotLight"));
		expect(torch.Angle).to.be.near(math.deg(1), 1e-4);
		expect(torch.Face).to.equal(Enum.NormalId.Front);
		expectNear(vector((torch.Parent as Attachment).WorldCFrame.LookVector), [0, 0, 1], 1e-6);
		// Half a candela falls below a twentieth of a lux after the square root of ten metres.
		expect(torch.Range).to.be.near(4 * math.sqrt(10), 1e-4);
		expect(report.join("|").find("lights without a place, such as the sun, are left out: Sun", 1, true)[0]).to.be.ok();
		model.Destroy();
	});

	test("a lamp on a joint moves with it, and turns its spot", () => {
		const data = floats(0, 1, 0, 0, 0, 0, 5, 0);
		const more = `,"buffers":[{"byteLength":32}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
			"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],
			"animations":[{"name":"Lift","samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]`;
		const imported = importLamps(
			[`{"name":"Arm","children":[1]}`, node("Tip", 1, `,"translation":[0,0,2]${TURNED}`)],
			more,
			{ scale: 1 },
			data,
		);
		const holder = lampNamed(imported.model, "Tip").Parent as Attachment;
		expectNear(vector(holder.WorldPosition), [0, 0, 2], 1e-5);
		imported.play("Lift", { fade: 0, hold: true });
		headless!.advance(1.5);
		const bone = holder.Parent as Bone;
		expectNear(vector(bone.TransformedWorldCFrame.mul(holder.CFrame).Position), [0, 5, 2], 1e-4);
		expectNear(vector(bone.TransformedWorldCFrame.mul(holder.CFrame).LookVector), [0, 0, 1], 1e-5);
		imported.destroy();
	});

	test("a lamp that shines farther than the engine can is cut, and a wrong one is refused", () => {
		const { model, report } = importLamps([node("Far", 0)], "", { scale: 100 });
		expect((lampNamed(model, "Far") as PointLight).Range).to.equal(60);
		expect(report.join("|").find("lights shine 60 studs at most: Far", 1, true)[0]).to.be.ok();
		model.Destroy();
		expect(failureOf(() => importLamps([node("None", 3)]))).to.equal(
			"[dolly] gltf: expected an integer from 0 to 2, but it is 3 at nodes[0].extensions.KHR_lights_punctual.light",
		);
	});

	test("lamps of MDX become lights on their joints", () => {
		const source = mdxFile(
			vers(),
			modl({ name: "Brazier", objectCount: 2 }),
			bone({ name: "Bone", objectId: 0 }),
			lite(
				{ node: { name: "Fire", objectId: 1, parentId: 0 }, type: 0, numbers: [5, 30, 1, 0.5, 0, 2, 0, 0, 0, 0] },
				{ node: { name: "Day", objectId: 2 }, type: 1, numbers: [5, 30, 1, 1, 1, 2, 0, 0, 0, 0] },
			),
			pivt([
				[0, 0, 1],
				[0, 0, 3],
				[0, 0, 0],
			]),
		);
		const { model, report } = importModel(source, { parent: Workspace });
		const fire = lampNamed(model, "Fire") as PointLight;
		expectNear(vector((fire.Parent as Attachment).WorldPosition), [0, 3, 0], 1e-5);
		expectNear([fire.Range, fire.Brightness], [30, 2], 0);
		expect(report.join("|").find("lights without a place, such as the sun, are left out: Day", 1, true)[0]).to.be.ok();
		model.Destroy();
	});

	const VARIED = `{"asset":{"version":"2.0"},
		"extensions":{"KHR_materials_variants":{"variants":[{"name":"Red"},{"name":"Blue"}]}},
		"buffers":[{"byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
		"materials":[{"name":"Plain"},{"name":"R"},{"name":"B"}],
		"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0,"extensions":{"KHR_materials_variants":{
			"mappings":[{"material":1,"variants":[0]},{"material":2,"variants":[1]}]}}}]}],
		"nodes":[{"mesh":0}]}`;
	const varied = () => buildGlb(VARIED, floats(0, 0, 0, 1, 0, 0, 0, 1, 0));

	test("variants are listed, and one of them can be chosen", () => {
		const shown = (variant?: string) => readModel(varied(), { variant }).meshes[0].material!.name;
		expect(shown()).to.equal("Plain");
		expect(shown("Red")).to.equal("R");
		expect(shown("Blue")).to.equal("B");
		const imported = importModel(varied(), { variant: "Blue" });
		expect(imported.variants.join()).to.equal("Red, Blue");
		expect(imported.scene.meshes[0].material!.name).to.equal("B");
		imported.destroy();
		expect(failureOf(() => readModel(varied(), { variant: "Green" }))).to.equal(
			'[dolly] readModel: variant is "Green"; expected one of "Red", "Blue"',
		);
	});
};
