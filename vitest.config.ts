import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: ["test/global-setup.ts"],
    include: ["app/**/*.test.{ts,tsx}", "test/**/*.test.ts", "db/**/*.test.ts"],
    environment: "node",
    // Real databases and real processes: a slow machine is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    // A worker loads the app's modules once, not for every file, which took nearly half of the time.
    isolate: false,
    // Two more than there are cores, because tests often wait: for timers, the disk, mails, other processes.
    maxWorkers: availableParallelism() + 2,
  },
});
