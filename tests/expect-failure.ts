/** The message with which `body` fails; a body that succeeds, or throws anything but a string, fails the spec. */
export function failureOf(body: () => unknown): string {
	const [ok, message] = pcall(body);
	assert(!ok, "expected a failure, but none came");
	assert(typeIs(message, "string"), `expected a message, got a ${typeOf(message)}`);
	return message;
}
