// The static server uses correct MIME types, respects its base path, and serves nothing outside its folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve } from "./serve.mjs";

/** @type {string} */
let folder;
/** @type {() => Promise<void>} */
let close;
/** @type {string} */
let url;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "fairshare-serve-"));
  mkdirSync(join(folder, "site", "assets"), { recursive: true });
  writeFileSync(join(folder, "site", "index.html"), "<h1>home</h1>");
  writeFileSync(join(folder, "site", "assets", "a.wasm"), "wasm");
  writeFileSync(join(folder, "secret.txt"), "secret");
  ({ close, url } = await serve({ folder: join(folder, "site"), base: "/some/course/", port: 0 }));
});

afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Sends a request with exactly the given path, which `fetch` would normalise.
 * @param {string} path
 * @returns {Promise<{ status: number | undefined, headers: import("node:http").IncomingHttpHeaders, body: string }>}
 */
function get(path, method = "GET") {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url);
    request({ host: "127.0.0.1", port, path, method }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    })
      .on("error", reject)
      .end();
  });
}

test("the base path serves the home page", async () => {
  const home = await get("/some/course/?s=1");
  expect([home.status, home.body]).toEqual([200, "<h1>home</h1>"]);
  expect(home.headers["content-type"]).toBe("text/html;charset=utf-8");
});

test("WebAssembly has the MIME type that streaming compilation requires", async () => {
  expect((await get("/some/course/assets/a.wasm")).headers["content-type"]).toBe("application/wasm");
});

test("the base path without its trailing slash redirects to the base path", async () => {
  const response = await get("/some/course");
  expect([response.status, response.headers.location]).toEqual([301, "/some/course/"]);
});

test.each([
  "/",
  "/index.html",
  "/some/course/missing.js",
  "/some/course/assets/",
  "/some/course/../../secret.txt",
  "/some/course/..%2f..%2fsecret.txt",
  "/some/course/%2e%2e/secret.txt",
])("there is no file for %s", async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(response.body).not.toContain("home");
  expect(response.body).not.toBe("secret");
});

test("there is no file for malformed paths, and the method POST is rejected", async () => {
  expect((await get("/some/course/%")).status).toBe(404);
  expect((await get("/some/course/%00")).status).toBe(404);
  expect((await get("/some/course/", "POST")).status).toBe(405);
});

test("a HEAD request returns the length and no body", async () => {
  const response = await get("/some/course/", "HEAD");
  expect([response.headers["content-length"], response.body]).toEqual(["13", ""]);
});
