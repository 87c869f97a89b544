// slow: app/platform/postgres/ bin/test/ test/platform/test-postgres.ts

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { tree } from "./tree.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const url = (path: string) => JSON.stringify(pathToFileURL(join(ROOT, path)).href);

/** What killed tests leave behind: a database, and a process in its own group that ignores every signal it can. */
const TESTS = `
  import { spawn } from "node:child_process";
  import { startTestPostgres } from ${url("test/platform/test-postgres.ts")};
  const { admin } = await startTestPostgres({ projectDir: ${JSON.stringify(ROOT)}, migrationsDir: ${JSON.stringify(join(ROOT, "db/migrations"))} });
  const deaf = 'for (const s of ["SIGINT", "SIGQUIT", "SIGTERM"]) process.on(s, () => {}); console.log(process.pid); setInterval(() => {}, 1000);';
  const stubborn = spawn(process.execPath, ["-e", deaf], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  stubborn.stdout.once("data", (pid) => console.log(JSON.stringify({ socket: admin.host, pids: [process.pid, Number(pid)] })));
  setInterval(() => {}, 1000);
`;

/** The run: a folder, and tests in it. */
const RUN = `
  import { spawn } from "node:child_process";
  import { openRunFolder } from ${url("bin/test/open-run-folder.mjs")};
  const { folder, memory, clear } = openRunFolder();
  console.log(JSON.stringify({ folder, memory }));
  spawn(process.execPath, [process.argv[2]], { env: { ...process.env, TMPDIR: folder, TEST_MEMORY: memory }, stdio: "inherit" });
  process.once("SIGTERM", () => void clear().then(() => process.exit(0)));
`;

type Report = { folder: string; memory: string; socket: string; pids: number[] };

/** Starts a run and waits until all of it exists. */
async function startRun(): Promise<{ run: ChildProcess; report: Report }> {
  const folder = tree({ "run.mjs": RUN, "tests.mjs": TESTS });
  const run = spawn(process.execPath, [join(folder, "run.mjs"), join(folder, "tests.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void run.kill("SIGKILL"));
  let printed = "";
  const report = await new Promise<Report>((resolve) => {
    run.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes("pids"))
        resolve(
          Object.assign(
            {},
            ...printed
              .trim()
              .split("\n")
              .map((line) => JSON.parse(line)),
          ),
        );
    });
  });
  return { run, report };
}

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// What works in the folder is found in /proc.
test.runIf(process.platform === "linux").each(["SIGKILL", "SIGTERM"] as const)(
  "a run that %s ends leaves no process and no file behind",
  async (signal) => {
    const { run, report } = await startRun();
    expect(existsSync(report.socket)).toBe(true);
    expect(report.pids.every(runs)).toBe(true);

    run.kill(signal);

    await vi.waitFor(
      () =>
        expect([report.folder, report.memory].map(existsSync).concat(report.pids.map(runs))).toEqual([
          false,
          false,
          false,
          false,
        ]),
      {
        timeout: 30_000,
        interval: 100,
      },
    );
    expect(existsSync(join(report.socket, ".s.PGSQL.5432"))).toBe(false);
  },
);

test("a run that ends normally waits until its folder is gone", async () => {
  const root = tree({
    "run.mjs": `
      import { existsSync } from "node:fs";
      import { openRunFolder } from ${url("bin/test/open-run-folder.mjs")};
      const { folder, memory, clear } = openRunFolder();
      await clear();
      console.log(existsSync(folder) || existsSync(memory) ? "left behind" : "gone");`,
  });
  const run = spawn(process.execPath, [join(root, "run.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  run.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  const code = await new Promise((resolve) => run.once("close", resolve));
  expect({ code, printed }).toEqual({ code: 0, printed: "gone\n" });
});
