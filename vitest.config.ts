import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: ["tests/corpus/**", "node_modules/**"],
    setupFiles: ["tests/support/seed.ts"],
    testTimeout: 60_000,
  },
});
