// A small static file server for the built site, with correct MIME types, any base path and no special
// headers, like a plain web host.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { isMain, site } from "./lib/paths.mjs";

/** @type {Record<string, string>} */
const defaultTypes = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/**
 * The file for a request path, or undefined if there is none in `folder`. A path that ends with a slash
 * selects the index.html of its folder.
 * @param {string} folder
 * @param {string} path
 * @returns {{ file: string, size: number } | undefined}
 */
function fileFor(folder, path) {
  const file = resolve(join(folder, path));
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.isFile() ? { file, size: found.size } : undefined;
  return path.endsWith("/") ? fileFor(folder, `${path}index.html`) : undefined;
}

/**
 * Answers one request.
 * @param {{ folder: string, base: string, types: Record<string, string>, headers: Record<string, string> }} site
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function respond({ folder, base, types, headers: always }, request, response) {
  /** @param {number} status @param {string} text @param {Record<string, string>} [headers] */
  const sendText = (status, text, headers = {}) => {
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers }).end(`${text}\n`);
  };
  if (request.method !== "GET" && request.method !== "HEAD")
    return sendText(405, "only GET and HEAD are supported", { Allow: "GET, HEAD" });
  let path = "";
  try {
    path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
  } catch {
    return sendText(400, "malformed path");
  }
  if (path.includes("\0")) return sendText(400, "malformed path");
  if (`${path}/` === base) return sendText(301, base, { Location: base });
  const found = path.startsWith(base) && fileFor(folder, `/${path.slice(base.length)}`);
  if (!found) return sendText(404, `not found: ${path}`);
  response.writeHead(200, {
    ...always,
    "Content-Type": types[extname(found.file).toLowerCase()] ?? "application/octet-stream",
    "Content-Length": found.size,
    // Browsers must not show an old page after a rebuild.
    "Cache-Control": "no-cache",
  });
  if (request.method === "HEAD") return response.end();
  createReadStream(found.file)
    .on("error", () => response.destroy())
    .pipe(response);
}

/**
 * Listens on a port of this machine and resolves with the port.
 * @param {import("node:http").Server} server
 * @param {number} port
 * @returns {Promise<number>}
 */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("the server has no port"));
      else resolve(address.port);
    });
  });
}

/**
 * Serves `folder` below the path `base` on the first free port, starting from `port`, after at most `tries`
 * attempts. With port 0, the system chooses a port. `types` replaces MIME types by file extension, and `headers` are sent with every file.
 * @param {{ folder?: string, base?: string, port?: number, tries?: number, types?: Record<string, string>, headers?: Record<string, string> }} [options]
 */
export async function serve({
  folder = site,
  base = "/",
  port = 4173,
  tries = 50,
  types = {},
  headers = {},
} = {}) {
  const allTypes = { ...defaultTypes, ...types };
  const server = createServer((request, response) =>
    respond({ folder: resolve(folder), base, types: allTypes, headers }, request, response),
  );
  for (let attempt = 0; ; attempt++) {
    try {
      const actualPort = await listen(server, port === 0 ? 0 : port + attempt);
      return { server, url: `http://localhost:${actualPort}${base}` };
    } catch (error) {
      const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!inUse || attempt + 1 >= tries) throw error;
    }
  }
}

/**
 * The value of a command-line option.
 * @param {string} name
 */
function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : undefined;
}

// node scripts/serve.mjs [--folder dist] [--base /sub/path/] [--port 4173]: serves a folder. With --port,
// fails if the port is in use.
if (isMain(import.meta)) {
  const port = option("port");
  const { url } = await serve({
    folder: option("folder") ?? site,
    base: option("base") ?? "/",
    ...(port === undefined ? {} : { port: Number(port), tries: 1 }),
  });
  console.log(url);
}
