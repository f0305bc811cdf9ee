// A small static file server for the built site: right MIME types, any base path, no special headers (as on any plain host).
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { isMain, site } from "./lib/paths.mjs";

const usualTypes = {
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

/** The file that a request path means, or undefined; a folder means its index.html. Nothing outside `folder` is reached. */
function fileFor(folder, path) {
  const file = resolve(join(folder, path));
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.isFile() ? { file, size: found.size } : undefined;
  return path.endsWith("/") ? fileFor(folder, `${path}index.html`) : undefined;
}

function answer(folder, base, types, request, response) {
  const say = (status, text, headers = {}) => {
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers }).end(`${text}\n`);
  };
  if (request.method !== "GET" && request.method !== "HEAD")
    return say(405, "only GET and HEAD", { Allow: "GET, HEAD" });
  let path;
  try {
    path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  } catch {
    return say(400, "not a path");
  }
  if (path.includes("\0")) return say(400, "not a path");
  if (`${path}/` === base) return say(301, base, { Location: base });
  const hit = path.startsWith(base) && fileFor(folder, `/${path.slice(base.length)}`);
  if (!hit) return say(404, `nothing here: ${path}`);
  response.writeHead(200, {
    "Content-Type": types[extname(hit.file).toLowerCase()] ?? "application/octet-stream",
    "Content-Length": hit.size,
    // A page that was built again is seen at once.
    "Cache-Control": "no-cache",
  });
  if (request.method === "HEAD") return response.end();
  createReadStream(hit.file)
    .on("error", () => response.destroy())
    .pipe(response);
}

function listen(server, port) {
  return new Promise((ready, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", failed);
      ready(server.address().port);
    });
  });
}

/**
 * Serves `folder` below `base` on the first free port from `port` on; port 0 lets the system choose. `types` replaces
 * MIME types, by the ending of the file's name.
 */
export async function serve({ folder = site, base = "/", port = 4173, tries = 50, types = {} } = {}) {
  const all = { ...usualTypes, ...types };
  const server = createServer((request, response) => answer(resolve(folder), base, all, request, response));
  for (let attempt = 0; ; attempt++) {
    try {
      const taken = await listen(server, port === 0 ? 0 : port + attempt);
      return { server, url: `http://localhost:${taken}${base}` };
    } catch (error) {
      if (error.code !== "EADDRINUSE" || attempt + 1 >= tries) throw error;
    }
  }
}

function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? process.argv[at + 1] : undefined;
}

// node scripts/serve.mjs [--folder dist] [--base /sub/path/] [--port 4173]; with --port, exactly that one.
if (isMain(import.meta)) {
  const port = option("port");
  const { url } = await serve({
    folder: option("folder") ?? site,
    base: option("base") ?? "/",
    ...(port === undefined ? {} : { port: Number(port), tries: 1 }),
  });
  console.log(url);
}
