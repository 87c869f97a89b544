// slow: app/boot/ app/platform/config/ bin/setup/ bin/start.mjs server.ts vite.config.ts

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { expect, test } from "./visitor.ts";

const ROOT = join(import.meta.dirname, "..");

/** What a clone does not have: git's own folder and the files that .gitignore names. */
function isLeftOut(path: string): boolean {
  const ignored = readFileSync(join(ROOT, ".gitignore"), "utf8").split("\n").filter(Boolean);
  const name = basename(path);
  return (
    name === ".git" ||
    ignored.some((rule) => (rule.startsWith("*") ? name.endsWith(rule.slice(1)) : name === rule.replace(/\/$/, "")))
  );
}

/** The environment of a new terminal: nothing of this run, of its npm or of its Node. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(?!config_)|npm_config_local_prefix$|INIT_CWD$|NODE_|SITE$|PORT$|HOST$|DATA_DIR$|DATABASE_URL$|LOG_LEVEL$|CHROME_PATH$|PLAYWRIGHT|TEST_|PW_)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
  const path = (env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return { ...env, PATH: path.join(delimiter), PORT: "0" };
}

type Started = { address: string; printed: string; npm: ChildProcess; seconds: number };

/** `npm start` until it prints the URL; `children` gets the process at once, in any case. */
async function npmStart(folder: string, children: ChildProcess[]): Promise<Started> {
  const began = performance.now();
  const npm = spawn("npm", ["start"], { cwd: folder, env: ownEnvironment(), stdio: ["ignore", "pipe", "pipe"], detached: true });
  children.push(npm);
  let printed = "";
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      const found = /Skylark is at (http:\/\/\S+)\n/.exec(printed)?.[1];
      if (found) resolve(found);
    };
    npm.stdout.on("data", read);
    npm.stderr.on("data", read);
    npm.once("error", reject);
    npm.once("exit", (code) => reject(new Error(`npm start ended with ${code}:\n${printed}`)));
  });
  return { address, printed, npm, seconds: (performance.now() - began) / 1000 };
}

/** The process id of the server while it runs, from the file next to its database. */
function serverPid(folder: string): number | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "data", "postgres", "lock"), "utf8")).pid;
  } catch {
    return undefined;
  }
}

/** Ends what a failed test left running, then removes the folder and the database that may be outside of it. */
async function cleanUp(folder: string, children: ChildProcess[]): Promise<void> {
  for (const { pid, exitCode, signalCode } of children)
    if (pid && exitCode === null && signalCode === null) process.kill(-pid, "SIGTERM");
  await expect.poll(() => serverPid(folder)).toBeUndefined();
  const pointer = join(folder, "data", "postgres", "location.json");
  if (existsSync(pointer)) rmSync(JSON.parse(readFileSync(pointer, "utf8")).data, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

test("npm start in a clean copy, and again", async ({ page, request }) => {
  test.setTimeout(480_000);
  const folder = mkdtempSync(join(tmpdir(), "skylark-clean-"));
  const children: ChildProcess[] = [];
  try {
    cpSync(ROOT, folder, { recursive: true, filter: (path) => path === ROOT || !isLeftOut(path) });
    // Only its owner may enter it, not even the user that runs PostgreSQL when root starts the site.
    chmodSync(folder, 0o700);
    expect(readdirSync(folder)).not.toContain("node_modules");
    expect(readFileSync(join(folder, "README.md"), "utf8")).toMatch(/^npm start\b/m);

    const first = await npmStart(folder, children);
    expect(first.printed).toMatch(/email +\S+@\S+\n +password +\S{12,}\n/);
    await page.goto(first.address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ideas that soar beyond limits.");
    await page.getByRole("link", { name: "Read: Mood Tracking Guide" }).click();
    await expect(page.getByText("89 likes", { exact: true })).toBeVisible();
    const ended = once(first.npm, "exit");
    process.kill(serverPid(folder) ?? Number.NaN, "SIGTERM");
    expect(await ended).toEqual([0, null]);

    const began = performance.now();
    const second = await npmStart(folder, children);
    const answer = await request.get(`${second.address}/`);
    const seconds = (performance.now() - began) / 1000;
    expect(await answer.text()).toContain("Ideas that soar beyond limits.");
    expect(second.printed).not.toMatch(/password|Installing|Building/);
    console.log(`First start: ${first.seconds.toFixed(1)} s. Second start with its first page: ${seconds.toFixed(1)} s.`);

    // Stopping npm stops the site, although npm's shell passes no signal on.
    second.npm.kill("SIGTERM");
    await expect.poll(() => serverPid(folder)).toBeUndefined();
    await expect(request.get(second.address)).rejects.toThrow("ECONNREFUSED");
  } finally {
    await cleanUp(folder, children);
  }
});
