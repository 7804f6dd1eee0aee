import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const MINUTE = 60;

/** Quotas by the minute, as documented with each endpoint. */
const QUOTAS = { upload: 30, create: 5, look: 200, logs: 45 };

const MOST_PLACE_BYTES = 10_485_760;
const MOST_SCRIPT_BYTES = 4 * 2 ** 20;
const MOST_OUTPUT_BYTES = 4 * 2 ** 20;
const MOST_SECONDS = 300;
const MOST_INCOMPLETE = 10;

/** What only the service writes. */
const READ_ONLY = ["createTime", "updateTime", "user", "state", "error", "output", "binaryOutputUri"];

class Refusal extends Error {
	constructor(status, message, headers = {}) {
		super(message);
		Object.assign(this, { status, headers });
	}
}

async function bodyOf(request) {
	const chunks = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/**
 * A server on loopback that answers as Open Cloud's place and Luau execution endpoints do: paths, bodies, states, quotas and refusals as
 * their OpenAPI description has them. It stands for one universe with one place, and one key.
 *
 * `execute({ place, script, seconds })` runs a task's script in the bytes of a place; it gives `{ results, log }` or `{ error: { code, message }, log }`.
 * `intercept(kind, count)` may give `{ status, headers, message }` to refuse the `count`th request of a kind. `now()` gives seconds.
 */
export async function serveOpenCloud({ key, universe, place, execute, intercept = () => undefined, now }) {
	const versions = [];
	const tasks = new Map();
	const counts = { upload: 0, create: 0, look: 0, logs: 0 };
	const granted = { upload: [], create: [], look: [], logs: [] };

	function admit(kind) {
		counts[kind] += 1;
		const refusal = intercept(kind, counts[kind]);
		if (refusal) throw new Refusal(refusal.status, refusal.message ?? "", refusal.headers);
		const time = now();
		const recent = granted[kind].filter((at) => time - at < MINUTE);
		if (recent.length >= QUOTAS[kind]) {
			const wait = Math.ceil(MINUTE - (time - recent[0]));
			throw new Refusal(429, "Too many requests", { "retry-after": String(wait) });
		}
		granted[kind] = [...recent, time];
	}

	function upload(url, body) {
		admit("upload");
		if (!["Saved", "Published"].includes(url.searchParams.get("versionType") ?? "Saved")) {
			throw new Refusal(400, "Invalid version type");
		}
		if (body.length > MOST_PLACE_BYTES) throw new Refusal(413, "Too large");
		if (body.subarray(0, 8).toString("latin1") !== "<roblox!") throw new Refusal(400, "Invalid file content.");
		versions.push(body);
		return { versionNumber: versions.length };
	}

	function checkTask(text) {
		let body;
		try {
			body = JSON.parse(text);
		} catch {
			throw new Refusal(400, "The body is not JSON");
		}
		for (const name of Object.keys(body)) {
			if (READ_ONLY.includes(name)) throw new Refusal(400, `${name} is read-only`);
			if (!["script", "timeout"].includes(name)) throw new Refusal(400, `${name} is not known here`);
		}
		if (typeof body.script !== "string") throw new Refusal(400, "script is required");
		if (Buffer.byteLength(body.script) > MOST_SCRIPT_BYTES) throw new Refusal(400, "script is too large");
		const timeout = body.timeout ?? `${MOST_SECONDS}s`;
		const seconds = /^\d+(\.\d+)?s$/.test(timeout) ? Number.parseFloat(timeout) : Number.NaN;
		if (!(seconds > 0 && seconds <= MOST_SECONDS)) throw new Refusal(400, `timeout is ${timeout}`);
		return { script: body.script, timeout, seconds };
	}

	function stamp() {
		return new Date(now() * 1000).toISOString();
	}

	async function run(task, { script, seconds }, bytes) {
		task.state = "PROCESSING";
		task.updateTime = stamp();
		const { results, error, log = [] } = await execute({ place: bytes, script, seconds });
		const text = JSON.stringify(results ?? []);
		if (error) Object.assign(task, { state: "FAILED", error });
		else if (Buffer.byteLength(text) > MOST_OUTPUT_BYTES) {
			const message = "The return values are too large";
			Object.assign(task, { state: "FAILED", error: { code: "OUTPUT_SIZE_LIMIT_EXCEEDED", message } });
		} else Object.assign(task, { state: "COMPLETE", output: { results: JSON.parse(text) } });
		task.updateTime = stamp();
		tasks.get(task.path).log = log;
	}

	function create(version, text) {
		admit("create");
		const bytes = versions[version - 1];
		if (!bytes) throw new Refusal(404, `There is no version ${version}`);
		const incomplete = [...tasks.values()].filter(({ task }) => ["QUEUED", "PROCESSING"].includes(task.state));
		if (incomplete.length >= MOST_INCOMPLETE) throw new Refusal(429, "Too many incomplete tasks");
		const asked = checkTask(text);
		const path = `universes/${universe}/places/${place}/versions/${version}/luau-execution-sessions/${randomUUID()}/tasks/${randomUUID()}`;
		const task = { path, createTime: stamp(), updateTime: stamp(), user: "1", state: "QUEUED", timeout: asked.timeout };
		const answer = { ...task, script: asked.script };
		tasks.set(path, { task, log: [], done: Promise.resolve().then(() => run(task, asked, bytes)) });
		return answer;
	}

	function look(path) {
		admit("look");
		const entry = tasks.get(path);
		if (!entry) throw new Refusal(404, "There is no such task");
		return entry.task;
	}

	function logs(path, url) {
		admit("logs");
		const entry = tasks.get(path);
		if (!entry) throw new Refusal(404, "There is no such task");
		const from = Number(url.searchParams.get("pageToken") ?? 0);
		const size = Math.min(Number(url.searchParams.get("maxPageSize") ?? 10000), 10000);
		const messages = entry.log.slice(from, from + size);
		const rest = from + size < entry.log.length ? { nextPageToken: String(from + size) } : {};
		return { luauExecutionSessionTaskLogs: [{ path: `${path}/logs/1`, messages }], ...rest };
	}

	function route(request, url, body) {
		if (request.headers["x-api-key"] !== key) throw new Refusal(401, "Invalid API Key");
		const uploading = /^\/universes\/v1\/(\d+)\/places\/(\d+)\/versions$/.exec(url.pathname);
		const creating =
			/^\/cloud\/v2\/universes\/(\d+)\/places\/(\d+)\/versions\/(\d+)\/luau-execution-session-tasks$/.exec(
				url.pathname,
			);
		const looking = /^\/cloud\/v2\/(universes\/(\d+)\/places\/(\d+)\/versions\/.*\/tasks\/[^/]+)(\/logs)?$/.exec(
			url.pathname,
		);
		const [askedUniverse, askedPlace] = (uploading ?? creating)?.slice(1) ?? looking?.slice(2) ?? [];
		if (askedUniverse === undefined) throw new Refusal(404, `There is nothing at ${url.pathname}`);
		if (askedUniverse !== universe) throw new Refusal(404, "There is no such universe");
		if (askedPlace !== place) throw new Refusal(uploading ? 409 : 404, "The place is not part of the universe");
		if (uploading && request.method === "POST") return upload(url, body);
		if (creating && request.method === "POST") {
			if (!request.headers["content-type"]?.startsWith("application/json")) throw new Refusal(415, "JSON is expected");
			return create(Number(creating[3]), body.toString());
		}
		if (looking && request.method === "GET") return looking[4] ? logs(looking[1], url) : look(looking[1]);
		throw new Refusal(405, "Method not allowed");
	}

	const server = createServer(async (request, response) => {
		const url = new URL(request.url, "http://loopback");
		let status = 200;
		let headers = {};
		let answer;
		try {
			answer = route(request, url, await bodyOf(request));
		} catch (problem) {
			status = problem.status ?? 500;
			headers = problem.headers ?? {};
			answer = { code: String(status), message: problem.message };
		}
		const type = url.pathname.startsWith("/universes/v1") ? "text/plain" : "application/json";
		response.writeHead(status, { "content-type": type, ...headers });
		response.end(JSON.stringify(answer));
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		counts,
		versions,
		close: async () => {
			await Promise.all([...tasks.values()].map(({ done }) => done));
			await new Promise((resolve) => {
				server.close(resolve);
				server.closeAllConnections();
			});
		},
	};
}
