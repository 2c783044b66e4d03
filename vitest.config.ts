import { configDefaults, defineConfig } from "vitest/config";

/** Adds to the registries of engines and domains, which the other tests read. */
const CHANGES_REGISTRIES = "tests/documents.test.ts";

const shared = {
  setupFiles: ["tests/support/times.ts", "tests/support/seed.ts"],
  testTimeout: 60_000,
  // Node's own modules: what the files mean is node's matter alone, there are no mocks.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // One thread: V8's helpers, which collect garbage and optimise beside it, cost processor time that nobody waits for.
  execArgv: ["--single-threaded-gc", "--no-concurrent-recompilation", "--import", "./tests/support/typescript.mjs"],
};

export default defineConfig({
  test: {
    // Files share a process, and with it the modules that are loaded: a quarter less work than one process a file.
    projects: [
      {
        test: {
          ...shared,
          name: "shared",
          isolate: false,
          include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
          exclude: [...configDefaults.exclude, "tests/corpus/**", CHANGES_REGISTRIES],
        },
      },
      { test: { ...shared, name: "alone", include: [CHANGES_REGISTRIES] } },
    ],
  },
});
