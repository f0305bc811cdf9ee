// Unit tests of the page and the scripts. Test files are beside the code that they test. Tests that need a
// DOM have the first line `// @vitest-environment jsdom`.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { generatedJsonPlugin } from "./scripts/lib/generatedJson.mjs";

export default defineConfig({
  plugins: [react(), generatedJsonPlugin()],
  test: {
    include: ["web/src/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
    environment: "node",
    globalSetup: "scripts/lib/wasm.mjs",
    restoreMocks: true,
    // By default, one processor is left to the main process, which has little to do.
    maxWorkers: "100%",
    // The limit is long, because a busy machine may be slow.
    testTimeout: 60_000,
  },
});
