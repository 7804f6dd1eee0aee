/** Something that keeps specs from running in the cloud, in a sentence for the person at the keyboard. */
export class CloudProblem extends Error {}

/** Seconds that one request may wait for its turn in all: quotas are counted by the minute. */
const MOST_WAITING = 300;

/** How often a request is sent that meets no server, or a server in trouble. */
const ATTEMPTS = 5;

const REQUEST_MILLISECONDS = 120_000;

/** Seconds after which a server that refused for now wants to be asked again, or undefined where it does not say. */
function secondsToWait(headers, now = Date.now()) {
	for (const name of ["retry-after", "x-ratelimit-reset"]) {
		const value = headers.get(name);
		if (value === null) continue;
		const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000;
		if (Number.isFinite(seconds)) return Math.max(seconds, 1);
	}
	return undefined;
}

/** What the body of a refusal says: `{ message }`, `{ errors: [{ message }] }`, or plain text. */
function wordsOf(text) {
	let words = text;
	try {
		const body = JSON.parse(text);
		words = body.message ?? body.errors?.[0]?.message ?? "";
	} catch {
		// Plain text is words already.
	}
	words = String(words).replace(/\s+/g, " ").trim().slice(0, 300);
	return words === "" ? "" : ` (${words})`;
}

/**
 * Sends requests to Open Cloud at `baseUrl` with an API key: waits where a quota is spent, tries again where the server is in trouble,
 * and says in words what was refused. `sleep(seconds)` waits.
 */
export function openCloud({ baseUrl, key, sleep }) {
	/** Errors of the network and words of a server may repeat the key. */
	const refuse = (sentence) => new CloudProblem(sentence.replaceAll(key, "(the key)"));

	/**
	 * `refusals` has a sentence for each status that means something here. Gives the body, decoded from JSON.
	 */
	async function send(method, path, { what, body, type = "application/json", refusals = {} }) {
		const backOff = (attempt) => 2 ** (attempt - 1);
		let waited = 0;
		let refusedForNow = 0;
		for (let attempt = 1; ;) {
			let response, text;
			try {
				response = await fetch(`${baseUrl}${path}`, {
					method,
					body,
					headers: { "x-api-key": key, ...(body === undefined ? {} : { "content-type": type }) },
					redirect: "error",
					signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
				});
				text = await response.text();
			} catch (problem) {
				const reason = problem.cause?.code ?? problem.cause?.message ?? problem.message;
				if (attempt >= ATTEMPTS) throw refuse(`${what}: ${baseUrl} cannot be reached (${reason})`);
				await sleep(backOff(attempt));
				attempt += 1;
				continue;
			}
			if (response.ok) {
				try {
					return JSON.parse(text);
				} catch {
					throw refuse(`${what}: the answer is not JSON${wordsOf(text)}`);
				}
			}
			if (response.status === 429) {
				refusedForNow += 1;
				const seconds = secondsToWait(response.headers) ?? backOff(refusedForNow);
				if (waited + seconds > MOST_WAITING) {
					throw refuse(
						`${what}: the rate limit is spent${wordsOf(text)}: after ${Math.round(waited)} s of waiting it asks for ${Math.round(seconds)} more; try again later`,
					);
				}
				waited += seconds;
				await sleep(seconds);
				continue;
			}
			if (response.status >= 500 && attempt < ATTEMPTS) {
				await sleep(backOff(attempt));
				attempt += 1;
				continue;
			}
			const sentence = refusals[response.status] ?? `Roblox answered ${response.status}`;
			throw refuse(`${what}: ${sentence}${wordsOf(text)}`);
		}
	}
	return { send, sleep };
}
