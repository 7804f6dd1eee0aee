import { Head, isLater, isUnderWay, knows, partsOf, readHead } from "../../../src/roblox/store/store-head";

const SAVED = { id: "s", parts: 2, at: 5, size: 10 };

/** What is wrong with a head whose finished save is `SAVED` with these changes; undefined where nothing is. */
function problemOf(changes: object): unknown {
	const head = readHead({ version: 1, current: { ...SAVED, ...changes }, pending: [], garbage: [] });
	return typeIs(head, "string") ? head : undefined;
}

function headOf(generation: unknown): unknown {
	const head = readHead({ version: 1, pending: [generation], garbage: [] });
	return typeIs(head, "string") ? head : undefined;
}

export = () => {
	it("is empty where nothing was stored, and of a version that is known", () => {
		const empty = readHead(undefined) as Head;
		expect(`${empty.version} ${empty.current} ${empty.pending.size()} ${empty.garbage.size()}`).to.equal("1 nil 0 0");
		const versioned = (version: unknown) => readHead({ version, pending: [], garbage: [] });
		expect((versioned(1) as Head).version).to.equal(1);
		expect(versioned(2)).to.equal("has the version 2; this store knows up to 1");
		for (const version of [0, 1.5, "1"]) expect(versioned(version)).to.equal(`has the version ${version}`);
		expect(readHead(7)).to.equal("is a number");
		for (const version of [2, 3]) expect(isLater({ version })).to.equal(true);
		for (const value of [{ version: 1 }, { version: 2.5 }, {}, 7, undefined]) expect(isLater(value)).to.equal(false);
	});

	it("refuses lists that hold no generations", () => {
		expect(readHead({ version: 1, pending: [], garbage: 5 })).to.equal("lists no generations");
		expect(readHead({ version: 1, pending: "x", garbage: [] })).to.equal("lists no generations");
		expect(headOf({ id: "a", parts: 1, at: 7 })).to.equal(undefined);
		expect(headOf({ id: string.rep("a", 40), parts: 999, at: 2 ** 53 })).to.equal(undefined);
		expect(headOf({ id: "", parts: 0, at: 0 })).to.equal(undefined);
		for (const wrong of [
			7,
			{ id: 5, parts: 1, at: 0 },
			{ id: string.rep("a", 41), parts: 1, at: 0 },
			{ id: "a", at: 0 },
			{ id: "a", parts: -1, at: 0 },
			{ id: "a", parts: 1000, at: 0 },
			{ id: "a", parts: 0.5, at: 0 },
			{ id: "a", parts: 1, at: -1 },
			{ id: "a", parts: 1, at: 2 ** 53 + 2 },
			{ id: "a", parts: 1, at: "now" },
			{ id: "a", parts: 1 },
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
		expect(problemOf({ parts: 0 })).to.equal("holds neither a recording nor parts");
		for (const parts of [0, 2]) {
			expect(problemOf({ parts, data: buffer.create(1) })).to.equal(undefined);
			for (const data of ["text", 5, true, [1]]) {
				expect(problemOf({ parts, data })).to.equal("holds neither a recording nor parts");
			}
		}
	});

	it("leaves a save alone for a quarter of an hour", () => {
		expect(isUnderWay({ id: "a", parts: 1, at: 1000 }, 1000)).to.equal(true);
		expect(isUnderWay({ id: "a", parts: 1, at: 1000 }, 1899)).to.equal(true);
		expect(isUnderWay({ id: "a", parts: 1, at: 1000 }, 1900)).to.equal(false);
	});

	it("knows the parts of all that it names, and of a save in one piece there are none", () => {
		const head: Head = {
			version: 1,
			current: SAVED,
			pending: [{ id: "p", parts: 1, at: 0 }],
			garbage: [{ id: "g", parts: 1, at: 0 }],
		};
		for (const id of ["s", "p", "g"]) expect(knows(head, id)).to.equal(true);
		expect(knows(head, "x")).to.equal(false);
		const [parts] = partsOf(head);
		expect(`${parts.id} ${parts.parts}`).to.equal("s 2");
		expect(partsOf({ ...head, current: { ...SAVED, parts: 1 } }).size()).to.equal(1);
		const whole: Head = { ...head, current: { ...SAVED, parts: 0, data: buffer.create(10) } };
		expect(partsOf(whole).size()).to.equal(0);
		expect(knows(whole, "s")).to.equal(false);
		expect(partsOf({ version: 1, pending: [], garbage: [] }).size()).to.equal(0);
	});
};
