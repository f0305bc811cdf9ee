// A static file server for the built site, with any base path and no special headers, like a plain web host.
import { createServer } from "node:http";
import { extname } from "node:path";
import { parseArgs } from "node:util";
import { isMain, site } from "./lib/paths.mjs";

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
  // Packages of npm are imported where they are used: they exist only after setup.
  const { default: sirv } = await import("sirv");
  const files = sirv(folder, {
    dev: true,
    dotfiles: true,
    extensions: ["html"],
    setHeaders: (response, path) => {
      const type = types[extname(path)];
      // Browsers must not show an old page after a rebuild.
      const all = { "Cache-Control": "no-cache", ...headers, ...(type ? { "Content-Type": type } : {}) };
      for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
    },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const end = (/** @type {number} */ status) => void response.writeHead(status).end();
    if (request.method !== "GET" && request.method !== "HEAD") return end(405);
    if (`${pathname}/` === base) return void response.writeHead(301, { Location: base }).end();
    if (!pathname.startsWith(base)) return end(404);
    request.url = pathname.slice(base.length - 1);
    return files(request, response, () => end(404));
  });
  for (let attempt = 0; ; attempt++) {
    try {
      const actualPort = await listen(server, port === 0 ? 0 : port + attempt);
      const close = async () => {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      };
      return { url: `http://localhost:${actualPort}${base}`, close };
    } catch (error) {
      const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!inUse || attempt + 1 >= tries) throw error;
    }
  }
}

// node scripts/serve.mjs [--folder dist] [--base /sub/path/] [--port 4173]: serves a folder. With --port,
// fails if the port is in use.
if (isMain(import.meta)) {
  const options = /** @type {const} */ ({
    folder: { type: "string" },
    base: { type: "string" },
    port: { type: "string" },
  });
  const { folder = site, base = "/", port } = parseArgs({ options }).values;
  const { url } = await serve({
    folder,
    base,
    ...(port === undefined ? {} : { port: Number(port), tries: 1 }),
  });
  console.log(url);
}
