// slow: app/boot/ app/http/ bin/build.mjs bin/setup/ deploy/nginx.conf server.ts vite.config.ts

import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dataFolder, runCommand } from "../bin/commands.ts";
import { tree } from "../bin/tree.ts";
import { createTestDatabase } from "../platform/database.ts";
import { startInstance } from "./start-instance.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const SOURCES = "app bin db docs public package.json package-lock.json server.ts tsconfig.json vite.config.ts".split(" ");

/** A copy of the project with its release. */
function copyProject(): string {
  const root = tree({});
  for (const name of SOURCES) cpSync(join(PROJECT, name), join(root, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(PROJECT, "node_modules"), join(root, "node_modules"));
  mkdirSync(join(root, "build"));
  const release = realpathSync(join(PROJECT, "build/current"));
  // Further names for the same files, where the disk is the same.
  for (const how of ["-al", "-a"])
    if (spawnSync("cp", [how, release, join(root, "build")], { stdio: "ignore" }).status === 0) break;
  symlinkSync(release.slice(release.lastIndexOf("/") + 1), join(root, "build/current"));
  return root;
}

/** The built files that a page names. */
async function filesOf(address: string, path = "/"): Promise<string[]> {
  const page = await fetch(address + path);
  expect([path, page.status]).toEqual([path, 200]);
  return [...new Set((await page.text()).match(/\/assets\/[\w.-]+/g))].sort();
}

const statusOf = async (address: string, path: string) => [path, (await fetch(address + path)).status];

test("a release that is built beside the running one leaves it whole, and the next start serves it", {
  timeout: 300_000,
}, async () => {
  const root = copyProject();
  const database = await createTestDatabase();
  const folder = await dataFolder();
  onTestFinished(() => database.drop());
  const running = await startInstance({ database, folder, root }, { DEMO_CONTENT: "true" });
  onTestFinished(() => void running.stop("SIGKILL"));
  const before = await filesOf(running.address);

  // A change of the server and of what every browser loads, and the packages of the running release are gone.
  appendFileSync(join(root, "app/browser/site.css"), "\n.of-the-next-release { color: red; }\n");
  const built = await runCommand(join(root, "bin/build.mjs"), {}, []);
  expect([built.code, built.err]).toEqual([0, ""]);
  rmSync(join(root, "node_modules"));

  // None of these has been asked for, so their code isn't loaded yet.
  const slug = /\/story\/[\w-]+/.exec(await (await fetch(`${running.address}/view-all`)).text())?.[0] ?? "";
  const pages = ["/login", "/register", "/privacy", "/terms", "/account", "/admin/dashboard", slug, "/feed.xml"];
  for (const path of pages) expect(await statusOf(running.address, path)).toEqual([path, 200]);
  // Drawn by packages that are loaded for the first one.
  const story = await (await fetch(running.address + slug)).text();
  const picture = new URL(/og:image" content="([^"]+)"/.exec(story)?.[1] ?? "").pathname;
  expect(await statusOf(running.address, picture)).toEqual([picture, 200]);
  expect(await filesOf(running.address)).toEqual(before);

  const next = await startInstance({ database, folder, root });
  onTestFinished(() => void next.stop("SIGKILL"));
  const after = await filesOf(next.address);
  const dropped = before.filter((path) => !after.includes(path));
  const added = after.filter((path) => !before.includes(path));
  expect(dropped.some((path) => path.endsWith(".css"))).toBe(true);
  expect(added.some((path) => path.endsWith(".css"))).toBe(true);
  // Pages of one release may ask an instance of the other for their files.
  for (const path of [...dropped, ...added]) {
    const answers = await Promise.all([running, next].map(({ address }) => fetch(address + path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
    expect(one).toBe(other);
    expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(
      Array(2).fill(expect.stringContaining("immutable")),
    );
  }
  expect(await statusOf(next.address, "/assets/..%2f..%2f.stamp")).toEqual(["/assets/..%2f..%2f.stamp", 404]);
  expect(await statusOf(next.address, "/assets/site-00000000.css")).toEqual(["/assets/site-00000000.css", 404]);

  expect(await running.stop()).toBe(0);
  expect(await next.stop()).toBe(0);
  const marks = readdirSync(join(root, "build"))
    .filter((name) => name !== "current")
    .flatMap((name) => readdirSync(join(root, "build", name, ".running")));
  expect(marks.filter((pid) => [running, next].some(({ child }) => child.pid === Number(pid)))).toEqual([]);
  expect(readFileSync(join(realpathSync(join(root, "build/current")), "package.json"), "utf8")).toContain('"skylark"');
});
