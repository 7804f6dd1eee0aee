import { recognise } from "../../src/formats/recognise";
import { buildGlb } from "../builders/glb";
import { mdxFile, vers } from "../builders/mdx/chunks";
import { bytes } from "../buffers";
import { exampleNetwork, WALK } from "./morpheme/example-network";

/** The format that `source` is taken for, or what else it is said to be. */
function taken(source: buffer | string): string {
	const [format, otherwise] = recognise(typeIs(source, "string") ? buffer.fromstring(source) : source);
	return format ?? otherwise;
}

export = () => {
	it("knows every format by its first bytes", () => {
		expect(taken(buildGlb("{}"))).to.equal("glb");
		expect(taken('{"asset":{"version":"2.0"}}')).to.equal("gltf");
		expect(taken(mdxFile(vers()))).to.equal("mdx");
		expect(taken(exampleNetwork())).to.equal("mrn");
		expect(taken(WALK)).to.equal("nsa");
	});

	it("knows JSON after white space and a byte order mark", () => {
		expect(taken(' \n\t{"asset":{}}')).to.equal("gltf");
		expect(taken("\xef\xbb\xbf{}")).to.equal("gltf");
		expect(taken(`${string.rep(" ", 300)}{}`)).never.to.equal("gltf");
	});

	it("knows a 32-bit network, so that its reader can say what it is", () => {
		expect(taken(bytes(0x18, 0, 0, 0))).to.equal("mrn");
	});

	it("says what a file is that people may take for a model", () => {
		for (const [start, words] of [
			["Kaydara FBX Binary  \0", "this is an FBX file: export it as .glb, which Blender and most tools can do"],
			["\x89PNG\r\n", "this is a PNG image, not a model"],
			["\xff\xd8\xff\xe0", "this is a JPEG image, not a model"],
			["BLP2", "this is a BLP texture, not a model"],
			["PK\x03\x04", "this is a ZIP archive: unpack it first"],
			["<roblox!", "this is a Roblox model or place: insert it in Studio"],
			["MD20", "this is a model of a later World of Warcraft (M2), which is not supported"],
			["ply\n", "this is a PLY file: export it as .glb"],
			["solid cube", "this is an STL file: export it as .glb"],
			["# Blender", "this is text, perhaps an OBJ file: export it as .glb"],
			["SNAPV1.3", "this is a camera recording (SNAPV1.3): decodeSnap13 reads it"],
		]) {
			expect(taken(start)).to.equal(words);
		}
	});

	it("shows how another file starts, and what can be read", () => {
		expect(taken("")).to.equal("the file is empty");
		expect(taken("What is this?")).to.equal(
			'it starts with "What is "; expected glTF (.glb, .gltf), MDX or Morpheme (.mrn, .nsa)',
		);
		expect(taken("ab").sub(1, 20)).to.equal('it starts with "ab";');
		expect(taken(buffer.fromstring(string.char(255, 0, 65))).sub(1, 27)).to.equal('it starts with "\\255\\000A";');
	});

	it("takes no short or other file for an animation, which has no magic", () => {
		const short = buffer.create(191);
		buffer.writeu32(short, 0, 1);
		expect(taken(short).sub(1, 14)).to.equal("it starts with");
		const long = buffer.create(192);
		buffer.writeu32(long, 0, 1);
		expect(taken(long)).to.equal("nsa");
		buffer.writeu32(long, 12, 1);
		expect(taken(long).sub(1, 14)).to.equal("it starts with");
	});
};
