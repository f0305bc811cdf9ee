// How the page is built: a static site that works under any path and needs no special response headers.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "web",
  base: "./",
  publicDir: "../public",
  plugins: [react()],
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
