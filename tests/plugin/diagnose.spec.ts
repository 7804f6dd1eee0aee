import { headless } from "../headless";
import { openStudio, StudioUser } from "./open-studio";

/** The lines that the panel shows. */
function linesOf(user: StudioUser): Array<string> {
	const lines = new Array<string>();
	for (const index of $range(1, 20)) {
		if (!user.widget().FindFirstChild(`DiagnosisName${index}`, true)) break;
		lines.push(`${user.text(`DiagnosisName${index}`)}. ${user.text(`DiagnosisText${index}`)}`);
	}
	return lines;
}

function diagnose(user: StudioUser): Array<string> {
	user.press("DiagnoseButton");
	user.session.advance(4);
	return linesOf(user);
}

export = () => {
	const test = headless ? it : itSKIP;

	test("asks nothing by itself, and then says line by line what works and what to do", () => {
		const user = openStudio({ panel: "DollyDiagnose" });
		const { shared } = user.session;
		user.session.advance(5);
		expect(linesOf(user).size()).to.equal(0);
		expect(user.text("DiagnoseNote").sub(1, 14)).to.equal("Press Diagnose");
		expect(shared.injectionPrompts).to.equal(0);
		const lines = diagnose(user);
		expect(lines.size()).to.equal(8);
		expect(lines[0]).to.equal("Yes: Editable meshes. Models can be built.");
		expect(lines[4]).to.equal("Yes: Published place. This is place 4483381587.");
		expect(lines[5]).to.equal("Yes: Data stores. Recordings can be kept.");
		expect(lines[6].sub(1, 18)).to.equal("No: HTTP requests.");
		expect(lines[7]).to.equal(
			"No: Scripts in the place. Takes and imports need no scripts; only playing code cannot be added as a LocalScript. Allow Script Injection for Dolly: in Studio open the Plugins tab, Manage Plugins, and the settings of Dolly.",
		);
		expect(shared.injectionPrompts).to.equal(1);
		expect(user.session.editableMeshes.count()).to.equal(0);
		expect(user.isShown("DiagnoseNote")).to.equal(false);
		shared.scriptInjection = "allowed";
		user.session.setPlaceId(0);
		const again = diagnose(user);
		expect(again[4].sub(1, 19)).to.equal("No: Published place");
		expect(again[7]).to.equal("Yes: Scripts in the place. Dolly may add playing code as a LocalScript.");
		expect(user.errors()).to.equal("");
	});

	test("changes nothing of the place", () => {
		const user = openStudio({ panel: "DollyDiagnose" });
		user.session.shared.scriptInjection = "allowed";
		const place = () => buffer.len(user.session.save());
		const before = place();
		expect(diagnose(user).size()).to.equal(8);
		expect(place()).to.equal(before);
		const [canUndo] = user.session.game.GetService("ChangeHistoryService").GetCanUndo() as LuaTuple<[boolean]>;
		expect(canUndo).to.equal(false);
		expect(user.errors()).to.equal("");
	});
};
