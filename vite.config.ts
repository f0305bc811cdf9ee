// How the page is built: a static site that works under any path and needs no special response headers, can be installed,
// and opens without a network once it was opened with one.
import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { withoutWords } from "./web/src/scenario/forms.ts";

const about = "Build a network, let congestion control algorithms compete on it, and watch.";

/** `virtual:forms` is the catalogue without its texts: a first visit would load four times as much. */
function forms(): Plugin {
  const [name, own] = ["virtual:forms", "\0virtual:forms"];
  const catalogue = new URL("./web/src/generated/catalogue.json", import.meta.url);
  return {
    name: "forms",
    resolveId: (id) => (id === name ? own : null),
    load(id) {
      if (id !== own) return null;
      this.addWatchFile(catalogue.pathname);
      const text = JSON.stringify(JSON.parse(readFileSync(catalogue, "utf8")), withoutWords);
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}

export default defineConfig({
  root: "web",
  base: "./",
  publicDir: "../public",
  plugins: [
    react(),
    forms(),
    VitePWA({
      // A new version waits until somebody says so (app/update.ts): nobody is interrupted in a lesson.
      registerType: "prompt",
      injectRegister: false,
      manifest: {
        id: "./",
        name: "Fairshare: congestion control lab",
        short_name: "Fairshare",
        description: about,
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
        // For editors of scenario files, and experiments that nobody has opened.
        globIgnores: ["scenario.schema.json", "papers/**"],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        navigateFallback: "index.html",
        // Parts that are loaded later come from the cache on the first visit already.
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
    // The simulator and its worker are files of their own, so that WebAssembly compiles while it streams.
    assetsInlineLimit: 0,
  },
  server: { fs: { allow: [".."] } },
});
