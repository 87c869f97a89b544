import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["test/global-setup.ts"],
    include: ["app/**/*.test.{ts,tsx}", "test/**/*.test.ts", "db/**/*.test.ts"],
    environment: "node",
    // Real databases and real processes: a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
