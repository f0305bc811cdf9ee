// Unit tests of the page's code, beside the code. Tests that need a DOM say `// @vitest-environment jsdom` in their first line.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    include: ["web/src/**/*.test.{ts,tsx}", "scripts/**/*.test.mjs"],
    environment: "node",
    restoreMocks: true,
    // On a busy machine a test takes its time; none of them measures it.
    testTimeout: 60_000,
  },
});
