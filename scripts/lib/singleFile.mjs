// Builds embed/fairshare.html: the page, the simulator and its worker in one HTML file, without the scenario
// or lesson that a user saves with it (web/src/features/savedFile/savedFiles.ts). The parts are compressed and
// stored as base64 texts, and the first script of the file unpacks them. The file requests nothing from a
// network; its content security policy does not allow it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { build } from "vite";
import { readGenerated } from "./generatedJson.mjs";
import { inRoot } from "./paths.mjs";
import { savedFilePolicy } from "./policy.mjs";

/**
 * The first script of the file creates the addresses of the simulator's worker and WebAssembly. The file contains no other
 * worker: a feature leaves out what needs one, where `import.meta.env.MODE` is "saved-file".
 * @returns {import("vite").Plugin}
 */
const addressesInFile = () => ({
  name: "addresses-in-file",
  enforce: "pre",
  load: (id) => (id.endsWith("?url") ? "export default globalThis.fairshareFile.wasm;" : null),
  transform: (code, id) =>
    /\/src\/engine\/.*\.ts$/.test(id)
      ? code.replace(/new Worker\(new URL\("\.\/(\w+)\.ts", import\.meta\.url\), \{[^}]*\}\)/g, (_, name) =>
          name === "worker" ? "new Worker(globalThis.fairshareFile.worker)" : "null",
        )
      : null,
});

/**
 * Removes `import.meta.url` from the loader of the WebAssembly, which would look for the WebAssembly next to
 * its own file. Classic scripts have no such address. The page always passes the compiled module.
 * @returns {import("vite").Plugin}
 */
const withoutModuleAddress = () => ({
  name: "without-module-address",
  enforce: "pre",
  transform: (code, id) =>
    /\/fairshare_wasm\.js$/.test(id) ? code.replaceAll("import.meta.url", '""') : null,
});

/**
 * The first script of the file. The function runs in the browser, so it must not refer to anything outside of
 * it.
 */
const unpack = `(async () => {
  const bytesOf = (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
  };
  const blobOf = async (id, type) => new Blob([await bytesOf(id).arrayBuffer()], { type });
  // In Chromium, a worker of a page of the file system cannot fetch a blob of this page, but it can fetch data.
  const dataOf = (blob) => new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  try {
    const content = JSON.parse(document.getElementById("fairshare-content").textContent);
    const [worker, wasm, style, script] = await Promise.all([
      blobOf("fairshare-worker", "text/javascript").then((blob) => URL.createObjectURL(blob)),
      blobOf("fairshare-wasm", "application/wasm").then(dataOf),
      bytesOf("fairshare-style").text(),
      bytesOf("fairshare-script").text(),
    ]);
    window.fairshareFile = { fragment: "", home: "", ...content, worker, wasm };
    if (location.hash === "" && window.fairshareFile.fragment !== "") location.replace(window.fairshareFile.fragment);
    document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
    document.body.append(Object.assign(document.createElement("script"), { textContent: script }));
  } catch (error) {
    document.getElementById("root").textContent = "This browser cannot open the file: " + error;
  }
})();`;

/** A file's bytes as compressed base64. @param {string | Uint8Array} content */
const pack = (content) => deflateRawSync(content, { level: 9 }).toString("base64");

/** @param {string} name @param {string | Uint8Array} content */
const part = (name, content) => `<script type="text/plain" id="fairshare-${name}">${pack(content)}</script>`;

/**
 * Builds a module with everything that it imports as one classic script, and one style sheet if it has
 * styles.
 * @param {string} input
 * @param {import("vite").PluginOption[]} plugins
 */
async function buildScript(input, plugins) {
  const result = await build({
    configFile: false,
    mode: "saved-file",
    root: inRoot("web"),
    base: "./",
    publicDir: false,
    logLevel: "error",
    plugins: [addressesInFile(), withoutModuleAddress(), ...plugins],
    build: {
      write: false,
      target: "es2022",
      // Fonts become part of the style sheet.
      assetsInlineLimit: 10_000_000,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: inRoot(input),
        output: { format: "iife", codeSplitting: false },
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  const scripts = outputs.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  const styles = outputs.flatMap((file) =>
    file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [],
  );
  const others = outputs.filter((file) => file.type === "asset" && !file.fileName.endsWith(".css"));
  if (scripts.length !== 1 || styles.length > 1 || others.length > 0)
    throw new Error(
      `${input} must give one script, at most one style sheet and no other files, but there are: ${outputs.map(({ fileName }) => fileName).join(", ")}`,
    );
  return { script: scripts.join(""), style: styles.join("") };
}

/**
 * The plugin that writes embed/fairshare.html after the build of the page. `plugins` creates the plugins that
 * both builds need.
 * @param {() => import("vite").PluginOption[]} plugins
 * @returns {import("vite").Plugin}
 */
export function singleFilePlugin(plugins) {
  let folder = "";
  return {
    name: "single-file",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const assets = join(folder, "assets");
      /** @param {RegExp} pattern */
      const asset = (pattern) => {
        const name = readdirSync(assets).find((file) => pattern.test(file));
        if (!name) throw new Error(`the build has no file ${pattern}`);
        return readFileSync(join(assets, name));
      };
      const { script, style } = await buildScript("web/src/main.tsx", plugins());
      // Chromium does not start a worker that is a module from a page of the file system.
      const worker = await buildScript("web/src/engine/worker.ts", []);
      const { version } = readGenerated("catalogue.json");
      const policy = savedFilePolicy({ scripts: [unpack, script], style });
      mkdirSync(join(folder, "embed"), { recursive: true });
      writeFileSync(
        join(folder, "embed", "fairshare.html"),
        [
          "<!doctype html>",
          '<html lang="en">',
          "<head>",
          '<meta charset="utf-8">',
          '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
          `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
          `<meta name="version" content="${version}">`,
          '<meta name="theme-color" content="#f5f6f8">',
          '<link rel="icon" href="data:,">',
          "<title>Fairshare: congestion control lab</title>",
          "</head>",
          "<body>",
          '<div id="root"></div>',
          "<noscript>Fairshare simulates in the page and needs JavaScript and WebAssembly.</noscript>",
          '<script type="application/json" id="fairshare-content">null</script>',
          part("worker", worker.script),
          part("wasm", asset(/^fairshare_wasm_bg-.*\.wasm$/)),
          part("style", style),
          part("script", script),
          `<script>${unpack}</script>`,
          "</body>",
          "</html>",
          "",
        ].join("\n"),
      );
    },
  };
}
