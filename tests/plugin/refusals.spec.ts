import { encodeArchive, encodeRecording } from "../../src";
import { headless } from "../headless";
import { openStudio } from "./open-studio";
import { flight, openWith, said } from "./takes-in-panel";

export = () => {
	const test = headless ? it : itSKIP;

	test("starts with a map in its settings that settings cannot hold", () => {
		const { shared } = openStudio().session;
		shared.settings.set("DollySettings", '{"value":{"rate":30,"map":"a\\"c"}}');
		const user = openStudio({ shared });
		expect(user.text("Rate")).to.equal("30");
		expect(user.text("Map")).to.equal("");
		expect(user.errors()).to.equal("");
	});

	test("refuses markers by shortcut while a preview has other times", () => {
		const user = openWith(flight(121));
		user.press("Retime");
		user.session.advance(0.3);
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.3);
		expect(said(user)).to.equal("Apply or cancel the preview first.");
		user.press("CancelTool");
		expect(user.isShown("MarkerName")).to.equal(false);
		expect(user.errors()).to.equal("");
	});

	test("imports the files that can be read, and names those that cannot", () => {
		const user = openStudio();
		user.session.studio.files = [
			{ name: "bad.take", contents: "DOLLYxxxxxxx" },
			{ name: "good.take", contents: buffer.tostring(encodeRecording(flight(5, { name: "Good" }))) },
		];
		user.press("ImportTakes");
		user.session.advance(1);
		expect(user.kept("Takes")).to.equal("Good");
		expect(said(user).find('"bad.take" cannot be read. ', 1, true)[0]).to.be.ok();
		user.session.studio.files = [{ name: "none.archive", contents: buffer.tostring(encodeArchive([])) }];
		user.press("ImportTakes");
		user.session.advance(1);
		expect(said(user).find('"none.archive" cannot be read. It holds no take.', 1, true)[0]).to.be.ok();
		expect(user.text("Name")).to.equal("Good");
		expect(user.errors()).to.equal("");
	});

	test("numbers names that are numbers, and cuts long ones", () => {
		const user = openWith(flight(5, { name: "2024" }), flight(5, { name: "2024" }));
		expect(user.kept("Takes")).to.equal("2024, 2024 2");
		const takes = user.session.game.GetService("ReplicatedStorage").FindFirstChild("Takes", true)!;
		takes.FindFirstChild("2024 2")!.Name = string.rep("x", 100);
		user.session.advance(0.3);
		user.press("Reverse");
		user.session.advance(0.3);
		user.press("Apply");
		user.session.advance(0.5);
		expect(user.kept("Takes")).to.equal(`2024, ${string.rep("x", 90)}`);
		expect(user.errors()).to.equal("");
	});

	test("says why metadata, amounts and cuts are refused", () => {
		const user = openWith(flight(1));
		for (const text of ["novalue", " = 4"]) {
			user.type("AddMetadata", text);
			expect(said(user)).to.equal("Metadata is typed as key = value.");
		}
		user.press("ToggleCut");
		expect(said(user)).to.equal("The first frame has nothing to jump from.");
		user.press("Retime");
		user.session.advance(0.3);
		user.type("Amount", "abc");
		expect(said(user)).to.equal('"abc" is not a number.');
		expect(user.errors()).to.equal("");
	});
};
