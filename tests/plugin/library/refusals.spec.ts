import { encodeArchive, encodeRecording } from "../../../src";
import { headless } from "../../headless";
import { openStudio } from "../open-studio";
import { flight, holderOf, importFile, kept, keptTake, openRecordSheet, openWith, rowMenu } from "./in-library";

export = () => {
	const test = headless ? it : itSKIP;

	test("starts with a map in its settings that settings cannot hold", () => {
		const { shared } = openStudio().session;
		shared.settings.set("DollySettings", '{"value":{"rate":30,"map":"a\\"c"}}');
		const user = openStudio({ shared });
		expect(user.text("Rate")).to.equal("30 fps");
		openRecordSheet(user);
		expect(user.text("Map")).to.equal("");
		expect(user.errors()).to.equal("");
	});

	test("imports the files that can be read, and names those that cannot", () => {
		const user = openStudio();
		user.session.studio.files = [
			{ name: "bad.take", contents: "DOLLYxxxxxxx" },
			{ name: "good.take", contents: buffer.tostring(encodeRecording(flight(5, { name: "Good" }))) },
		];
		user.press("EmptyAdd");
		user.session.menu.choose("Files…");
		user.session.advance(1);
		expect(kept(user)).to.equal("Good");
		expect(user.message().find('"bad.take" cannot be read. ', 1, true)[0]).to.be.ok();
		importFile(user, "none.archive", encodeArchive([]));
		expect(user.message()).to.equal('"none.archive" cannot be read. It holds no recording.');
		// The sentence goes when something else is done.
		rowMenu(user, "Good", "Duplicate");
		expect(user.message()).to.equal("Duplicated Good as Good 2. Ctrl+Z undoes it.");
		expect(user.text("Name")).to.equal("Good 2");
		expect(user.errors()).to.equal("");
	});

	test("numbers names that are numbers, and keeps long ones that others gave", () => {
		const user = openWith(flight(5, { name: "2024" }), flight(5, { name: "2024" }));
		expect(kept(user)).to.equal("2024, 2024 2");
		holderOf(user, "2024 2").Name = string.rep("x", 100);
		user.session.advance(0.3);
		rowMenu(user, string.rep("x", 100), "Map and notes…");
		user.type("TakeMap", "Quay");
		user.session.advance(0.5);
		expect(keptTake(user, string.rep("x", 100)).map).to.equal("Quay");
		expect(user.errors()).to.equal("");
	});

	test("does nothing of the menu of a recording that is gone, and says so", () => {
		for (const text of ["Delete", "Duplicate", "Fit keys…", "Camera as GLB, in a file…"]) {
			const user = openWith(flight(10));
			user.session.userInput.pointer(user.find("Shot", "TextButton")).rightClick();
			user.session.advance(0.1);
			holderOf(user, "Shot").Destroy();
			user.session.advance(0.3);
			user.session.menu.choose(text);
			user.session.advance(0.3);
			expect(user.message()).to.equal("Shot was changed or removed meanwhile. Open the menu again.");
			expect(kept(user)).to.equal("");
		}
	});

	test("keeps a note that reads as an endless number as a text", () => {
		const user = openWith(flight(1));
		rowMenu(user, "Shot", "Map and notes…");
		for (const text of ["nan", "inf"]) {
			user.type("AddMetadata", `${text} = ${text}`);
			expect(user.message()).to.equal("Changed notes. Ctrl+Z undoes it.");
			expect(keptTake(user, "Shot").metadata![text]).to.equal(text);
		}
	});

	test("says why a recording that Studio does not copy is not duplicated", () => {
		const user = openWith(flight(1));
		holderOf(user, "Shot").Archivable = false;
		rowMenu(user, "Shot", "Duplicate");
		expect(user.message()).to.equal("Studio cannot copy Shot while its Archivable property is off. Switch it on.");
		expect(kept(user)).to.equal("Shot");
	});

	test("reads a rate with its unit, and none out of another number's digits", () => {
		const user = openStudio();
		openRecordSheet(user);
		user.type("RateField", " 48 fps");
		expect(user.text("RateField")).to.equal("48");
		user.type("RateField", "0x10");
		expect(user.text("RateField")).to.equal("48");
		user.type("FlySpeed", "0x10");
		expect(user.text("FlySpeed")).to.equal("32");
	});

	test("says why a note is refused, and what to type", () => {
		const user = openWith(flight(1));
		rowMenu(user, "Shot", "Map and notes…");
		for (const text of ["novalue", " = 4"]) {
			user.type("AddMetadata", text);
			expect(user.message()).to.equal("A note has no name. Type it as key = value.");
		}
		user.type("AddMetadata", "driver = Ada");
		expect(user.message()).to.equal("Changed notes. Ctrl+Z undoes it.");
		expect(user.errors()).to.equal("");
	});
};
