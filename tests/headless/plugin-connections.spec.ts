import { failureOf } from "../expect-failure";
import { headless } from ".";
import type { Session } from "./session";

const { Edit, Test } = Enum.PluginConnectionTargetType;

/** Runs `body` with a plugin's rights, as code of a plugin in that DataModel does. */
function asPlugin(session: Session, body: (service: PluginConnectionService) => void): void {
	session.runAsPlugin(() => body(session.game.GetService("PluginConnectionService")));
}

export = () => {
	const test = headless ? it : itSKIP;

	test("a playtest's server and the edit session that started it exchange strings and buffers, in order", () => {
		const edit = headless!.open({ context: "Edit" });
		const got = new Array<string>();
		const heard = new Array<string>();
		asPlugin(edit, (service) => {
			expect(service.CanHaveConnectionType(Test)).to.equal(true);
			expect(service.CanHaveConnectionType(Edit)).to.equal(false);
			service.Connected.Connect((connection) => {
				heard.push(connection.Type.Name);
				connection.BindToMessage((message: unknown) =>
					got.push(typeIs(message, "buffer") ? buffer.tostring(message) : tostring(message)),
				);
			});
		});
		const play = headless!.open({ context: "PlayServer", startedBy: edit });
		edit.step(1 / 60);
		expect(heard.join(" ")).to.equal("Test");
		asPlugin(play, (service) => {
			expect(service.CanHaveConnectionType(Edit)).to.equal(true);
			const [connection] = service.GetPluginConnectionsOfType(Edit) as Array<PluginConnection>;
			const bytes = buffer.fromstring("two");
			connection.SendMessage("one");
			connection.SendMessage(bytes);
			buffer.writeu8(bytes, 0, 0);
			connection.SendMessage("three");
			expect(failureOf(() => connection.SendMessage(4 as never)).find("string or buffer", 1, true)[0]).to.be.ok();
		});
		edit.step(1 / 60);
		expect(got.join(" ")).to.equal("one two three");

		// What comes before a callback is bound waits for it.
		const answers = new Array<defined>();
		asPlugin(edit, (service) => {
			(service.GetPluginConnectionsOfType(Test) as Array<PluginConnection>)[0].SendMessage("back");
		});
		asPlugin(play, (service) => {
			const [connection] = service.GetPluginConnectionsOfType(Edit) as Array<PluginConnection>;
			connection.BindToMessage((message: unknown) => answers.push(message as defined));
			expect(failureOf(() => connection.BindToMessage(() => {}))).to.be.ok();
		});
		play.step(1 / 60);
		expect(answers.join(" ")).to.equal("back");

		play.close();
		asPlugin(edit, (service) => {
			expect(service.GetPluginConnectionsOfType(Test).isEmpty()).to.equal(true);
		});
	});

	test("a playtest's client has none, and nobody but plugins may ask", () => {
		const edit = headless!.open({ context: "Edit" });
		const play = headless!.open({ context: "PlayClient", startedBy: edit });
		asPlugin(play, (service) => {
			expect(service.CanHaveConnectionType(Edit)).to.equal(false);
			expect(service.GetPluginConnectionsOfType(Edit).isEmpty()).to.equal(true);
		});
		const service = play.game.GetService("PluginConnectionService");
		expect(failureOf(() => service.CanHaveConnectionType(Edit)).find("lacking", 1, true)[0]).to.be.ok();
	});
};
