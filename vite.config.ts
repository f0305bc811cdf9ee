// Builds the page as a static site that works below any path, needs no special response headers, can be
// installed, and works offline after the first visit.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { expandJson, generatedJsonPlugin } from "./scripts/lib/generatedJson.mjs";
import { pagePolicy } from "./scripts/lib/policy.mjs";
import { singleFilePlugin } from "./scripts/lib/singleFile.mjs";
import { splitParameters, withoutTexts } from "./web/src/scenario/forms.ts";

const description = "Build a network, let congestion control algorithms compete on it, and watch.";

/**
 * Provides the modules `virtual:forms` and `virtual:parameters`: the parts of the catalogue that forms need
 * (web/src/scenario/forms.ts).
 */
function formsPlugin(): Plugin {
  const names = ["virtual:forms", "virtual:parameters"];
  const catalogue = new URL("./web/src/generated/catalogue.json", import.meta.url);
  return {
    name: "forms",
    resolveId: (id) => (names.includes(id) ? `\0${id}` : null),
    load(id) {
      const part = names.indexOf(id.slice(1));
      if (part < 0) return null;
      this.addWatchFile(catalogue.pathname);
      const parts = splitParameters(expandJson(readFileSync(catalogue, "utf8")));
      const text = JSON.stringify(parts[part], withoutTexts);
      const forms = new URL("./web/src/scenario/forms.ts", import.meta.url).pathname;
      return `import { withCommon } from ${JSON.stringify(forms)};
export default JSON.parse(${JSON.stringify(text)}, withCommon);`;
    },
  };
}

/**
 * Collects the modules that the page imports statically, which every first visit loads. They form one chunk,
 * because many small chunks compress worse.
 */
const firstVisit = new Set<string>();
/** The modules that `earlyModule` imports, and itself. */
const early = new Set<string>();

function preloadTag(file: string, kind: Readonly<Record<string, string>>): HtmlTagDescriptor {
  const attrs = { rel: "preload", href: `./${file}`, ...kind, crossorigin: true };
  return { tag: "link", attrs, injectTo: "head-prepend" };
}

/**
 * Lets the browser download the simulator and the typeface as soon as it reads the page, before the program and the
 * styles of the page ask for them, and start the worker before the program of the page (web/src/engine/early.ts).
 */
function preloadPlugin(): Plugin {
  return {
    name: "preload",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle).flatMap((file): HtmlTagDescriptor[] => {
          if (/fairshare_wasm_bg-[\w-]+\.wasm$/.test(file))
            return [preloadTag(file, { as: "fetch", type: "application/wasm" })];
          if (/inter-subset-[\w-]+\.woff2$/.test(file))
            return [preloadTag(file, { as: "font", type: "font/woff2" })];
          const isEarly = /early-[\w-]+\.js$/.test(file);
          const attrs = { type: "module", crossorigin: true, src: `./${file}` };
          return isEarly ? [{ tag: "script", attrs, injectTo: "head-prepend" }] : [];
        }),
    },
  };
}

/**
 * Writes the content security policy into the built page. The page of `npm run dev` has none, because its server
 * inserts inline scripts and styles.
 */
function policyPlugin(): Plugin {
  const attrs = { "http-equiv": "Content-Security-Policy", content: pagePolicy };
  return {
    name: "policy",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => ({
        // The policy applies to what follows it.
        html: html.replace("<head>", (head) => `${head}\n    ${tagText(attrs)}`),
        tags: [],
      }),
    },
  };
}

const tagText = (attributes: Readonly<Record<string, string>>): string =>
  `<meta ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(" ")} />`;

/** The custom element for other pages, a file of its own at an address that does not change. The feature `embed` has it. */
const elementModule = fileURLToPath(new URL("./web/src/features/embed/fairshareLab.ts", import.meta.url));

/** What starts before the program of the page is read, with the modules that it imports. */
const earlyModule = fileURLToPath(new URL("./web/src/engine/early.ts", import.meta.url));

function firstVisitPlugin(): Plugin {
  return {
    name: "first-visit",
    buildEnd() {
      firstVisit.clear();
      early.clear();
      const collect = (into: Set<string>, id: string): void => {
        if (into.has(id)) return;
        into.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) collect(into, imported);
      };
      const isPage = (id: string): boolean => id !== elementModule && id !== earlyModule;
      for (const id of this.getModuleIds())
        if (this.getModuleInfo(id)?.isEntry && isPage(id)) collect(firstVisit, id);
      collect(early, earlyModule);
    },
  };
}

export default defineConfig({
  root: "web",
  base: "./",
  publicDir: "../public",
  plugins: [
    react(),
    generatedJsonPlugin(),
    formsPlugin(),
    firstVisitPlugin(),
    preloadPlugin(),
    policyPlugin(),
    singleFilePlugin(() => [react(), generatedJsonPlugin(), formsPlugin()]),
    VitePWA({
      // A new version is activated only when the user agrees (app/update.ts), so that it never interrupts a
      // lesson.
      registerType: "prompt",
      injectRegister: false,
      manifest: {
        id: "./",
        name: "Fairshare: congestion control lab",
        short_name: "Fairshare",
        description,
        lang: "en",
        categories: ["education", "simulation"],
        start_url: "./",
        scope: "./",
        display: "standalone",
        background_color: "#f5f6f8",
        theme_color: "#f5f6f8",
        icons: [
          { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      workbox: {
        globPatterns: ["**/*.{html,js,css,wasm,woff2,svg,png,json}"],
        // The first visit stores neither the schema, which is for other programs, nor experiments and their
        // WebAssembly and the files for other pages, which are stored when they are opened.
        globIgnores: ["scenario.schema.json", "embed/**", "papers/**", "assets/fairshare_laboratory_wasm*"],
        // Files whose name contains a hash never change. They are stored when they are needed. The results of
        // experiments may change with a new version of the site.
        runtimeCaching: [
          {
            urlPattern: /\/papers\/[^/]+\.zlib$/,
            handler: "NetworkFirst",
            options: { cacheName: "papers", networkTimeoutSeconds: 5 },
          },
          {
            urlPattern: /\/assets\/fairshare_laboratory_wasm/,
            handler: "CacheFirst",
            options: { cacheName: "laboratory", expiration: { maxEntries: 4 } },
          },
        ],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        navigateFallback: "index.html",
        // Any other address does not exist, which the server states. The page would open its first example
        // there.
        navigateFallbackAllowlist: [/\/(index\.html)?(\?.*)?$/],
        // The sites of releases have service workers of their own, and the documentation has none.
        navigateFallbackDenylist: [/\/v\/[^/]+\//, /\/docs\//],
        // The service worker also serves the page of the first visit, so that code that is loaded later comes
        // from the cache.
        clientsClaim: true,
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
        sourcemap: false,
      },
    }),
  ],
  worker: { format: "es" },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2022",
    // The simulator and its worker stay separate files, so that the browser compiles the WebAssembly while it
    // is downloaded.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL("./web/index.html", import.meta.url)),
        early: earlyModule,
        ...(existsSync(elementModule) ? { fairshareLab: elementModule } : {}),
      },
      output: {
        entryFileNames: ({ name }) =>
          name === "fairshareLab" ? "embed/fairshare-lab.js" : "assets/[name]-[hash].js",
        codeSplitting: {
          groups: [
            { name: "early", test: (id: string) => early.has(id), priority: 1 },
            { name: "page", test: (id: string) => firstVisit.has(id) },
          ],
        },
      },
    },
  },
  server: { fs: { allow: [".."] } },
});
