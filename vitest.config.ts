// Unit tests of the page and the scripts, which are beside their code. Tests that need a DOM have `// @vitest-environment jsdom`
// as their first line.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    include: ["web/src/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
    environment: "node",
    restoreMocks: true,
    // A busy machine may be slow. No test measures time.
    testTimeout: 60_000,
  },
});
