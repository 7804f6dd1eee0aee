import { Head, isLater, isUnderWay, knows, partsOf, readHead } from "../../../src/roblox/store/store-head";

const SAVED = { id: "s", parts: 2, at: 5, size: 10 };

/** What is wrong with a head whose finished save is `SAVED` with these changes; undefined where nothing is. */
function problemOf(changes: object, version = 2): unknown {
	const head = readHead({ version, current: { ...SAVED, ...changes }, pending: [], garbage: [] });
	return typeIs(head, "string") ? head : undefined;
}

function headOf(generation: unknown): unknown {
	const head = readHead({ version: 2, pending: [generation], garbage: [] });
	return typeIs(head, "string") ? head : undefined;
}

export = () => {
	it("is empty where nothing was stored, and of a version that is known", () => {
		const empty = readHead(undefined) as Head;
		expect(`${empty.version} ${empty.current} ${empty.pending.size()} ${empty.garbage.size()}`).to.equal("2 nil 0 0");
		const versioned = (version: unknown) => readHead({ version, pending: [], garbage: [] });
		for (const version of [1, 2]) expect((versioned(version) as Head).version).to.equal(version);
		expect(versioned(3)).to.equal("has the version 3; this store knows up to 2");
		for (const version of [0, 1.5, "2"]) expect(versioned(version)).to.equal(`has the version ${version}`);
		expect(readHead(7)).to.equal("is a number");
		for (const version of [3, 4]) expect(isLater({ version })).to.equal(true);
		for (const value of [{ version: 2 }, { version: 3.5 }, {}, 7, undefined]) expect(isLater(value)).to.equal(false);
	});

	it("refuses lists that hold no generations", () => {
		expect(readHead({ version: 2, pending: [], garbage: 5 })).to.equal("lists no generations");
		expect(readHead({ version: 2, pending: "x", garbage: [] })).to.equal("lists no generations");
		expect(headOf({ id: "a", parts: 1 })).to.equal(undefined);
		expect(headOf({ id: string.rep("a", 40), parts: 999, at: 2 ** 53 })).to.equal(undefined);
		expect(headOf({ id: "", parts: 0, at: 0 })).to.equal(undefined);
		for (const wrong of [
			7,
			{ id: 5, parts: 1 },
			{ id: string.rep("a", 41), parts: 1 },
			{ id: "a" },
			{ id: "a", parts: -1 },
			{ id: "a", parts: 1000 },
			{ id: "a", parts: 0.5 },
			{ id: "a", parts: 1, at: -1 },
			{ id: "a", parts: 1, at: 2 ** 53 + 2 },
			{ id: "a", parts: 1, at: "now" },
		]) {
			expect(headOf(wrong)).to.equal("lists no generations");
		}
	});

	it("says what is wrong with a finished save", () => {
		expect(problemOf({})).to.equal(undefined);
		expect(problemOf({ id: 5 })).to.equal("names no generation");
		for (const size of [0, 999 * 3_000_000]) expect(problemOf({ size })).to.equal(undefined);
		for (const size of [-1, 0.5, 999 * 3_000_000 + 1, "5"])
			expect(problemOf({ size })).to.equal(`has the size ${size}`);
		expect(problemOf({ parts: 0 })).to.equal("holds neither a take nor parts");
		for (const parts of [0, 2]) {
			expect(problemOf({ parts, data: buffer.create(1) })).to.equal(undefined);
			for (const data of ["text", 5, true, [1]]) {
				expect(problemOf({ parts, data })).to.equal("holds neither a take nor parts");
			}
		}
	});

	it("wants the rate and the checksum of an archive, which older versions kept beside it", () => {
		const archive = { rate: 30, checksum: 0xffffffff, name: string.rep("n", 255) };
		for (const version of [1, 2]) {
			expect(problemOf(archive, version)).to.equal(undefined);
			expect(problemOf({ ...archive, checksum: 0 }, version)).to.equal(undefined);
			expect(problemOf({ ...archive, rate: 1001 }, version)).to.equal("has the rate 1001");
			expect(problemOf({ ...archive, checksum: 2 ** 32 }, version)).to.equal("has the checksum 4294967296");
			expect(problemOf({ ...archive, checksum: -1 }, version)).to.equal("has the checksum -1");
			expect(problemOf({ ...archive, name: string.rep("n", 256) }, version)).to.equal("has a name that is none");
			expect(problemOf({ rate: 30, checksum: 1 }, version)).to.equal(undefined);
		}
		expect(problemOf({}, 1)).to.equal("has the rate nil");
	});

	it("leaves a save alone for a quarter of an hour, where it is known when that began", () => {
		expect(isUnderWay({ id: "a", parts: 1, at: 1000 }, 1000)).to.equal(true);
		expect(isUnderWay({ id: "a", parts: 1, at: 1000 }, 1899)).to.equal(true);
		expect(isUnderWay({ id: "a", parts: 1, at: 1000 }, 1900)).to.equal(false);
		expect(isUnderWay({ id: "a", parts: 1 }, 0)).to.equal(false);
	});

	it("knows the parts of all that it names, and of a save in one piece there are none", () => {
		const head: Head = {
			version: 2,
			current: SAVED,
			pending: [{ id: "p", parts: 1 }],
			garbage: [{ id: "g", parts: 1 }],
		};
		for (const id of ["s", "p", "g"]) expect(knows(head, id)).to.equal(true);
		expect(knows(head, "x")).to.equal(false);
		const [parts] = partsOf(head);
		expect(`${parts.id} ${parts.parts}`).to.equal("s 2");
		expect(partsOf({ ...head, current: { ...SAVED, parts: 1 } }).size()).to.equal(1);
		const whole: Head = { ...head, current: { ...SAVED, parts: 0, data: buffer.create(10) } };
		expect(partsOf(whole).size()).to.equal(0);
		expect(knows(whole, "s")).to.equal(false);
		expect(partsOf({ version: 2, pending: [], garbage: [] }).size()).to.equal(0);
	});
};
