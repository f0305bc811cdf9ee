// The build of the page: a static site that works below any path, needs no special response headers, can be installed, and
// works offline after the first visit.
import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { withoutTexts } from "./web/src/scenario/forms.ts";

const about = "Build a network, let congestion control algorithms compete on it, and watch.";

/** Provides `virtual:forms`, the catalogue without its help texts, which is a quarter of the whole and part of a first visit. */
function forms(): Plugin {
  const name = "virtual:forms";
  const resolvedName = `\0${name}`;
  const catalogue = new URL("./web/src/generated/catalogue.json", import.meta.url);
  return {
    name: "forms",
    resolveId: (id) => (id === name ? resolvedName : null),
    load(id) {
      if (id !== resolvedName) return null;
      this.addWatchFile(catalogue.pathname);
      const text = JSON.stringify(JSON.parse(readFileSync(catalogue, "utf8")), withoutTexts);
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
      // A new version waits for the user's consent (app/update.ts), so that it never interrupts a lesson.
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
        // The schema is for text editors, and experiments are loaded when they are opened.
        globIgnores: ["scenario.schema.json", "papers/**"],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        navigateFallback: "index.html",
        // On the first visit, too, parts that are loaded later come from the cache.
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
    // Keep the simulator and its worker as separate files, so that the WebAssembly compiles while it streams.
    assetsInlineLimit: 0,
  },
  server: { fs: { allow: [".."] } },
});
