import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = {
	".html": "text/html",
	".js": "text/javascript",
	".css": "text/css",
	".json": "application/json",
	".png": "image/png",
	".svg": "image/svg+xml",
	".txt": "text/plain",
	".webp": "image/webp",
	".woff2": "font/woff2",
};

/** Serves a folder on a port of this machine that is free, below the path `base`; `address` is of the folder, without a slash behind it. */
export async function serve(folder, base = "/") {
	const server = createServer((request, response) => {
		const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
		const inside = path.startsWith(base) ? path.slice(base.length) : "not there";
		const file = join(folder, inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside);
		if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
		response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
		return response.end(readFileSync(file));
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { server, address: `http://127.0.0.1:${server.address().port}${base.replace(/\/$/, "")}` };
}
