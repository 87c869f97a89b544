// slow: app/boot/ app/http/pages/ bin/dev/ bin/setup/ server.ts vite.config.ts

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dataFolder } from "./commands.ts";
import { tree } from "./tree.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const SOURCES = ["app", "bin", "db", "public", "package.json", "server.ts", "tsconfig.json", "vite.config.ts"];
const PRESENTER = "app/domain/posts/present-post.ts";

/** A copy of the project to edit. */
function copyProject(): string {
  const root = tree({});
  for (const name of SOURCES) cpSync(join(PROJECT, name), join(root, name), { recursive: true });
  symlinkSync(join(PROJECT, "node_modules"), join(root, "node_modules"));
  return root;
}

/** `npm run dev` in a folder, on a free port. @returns its URL and its process */
async function develop(root: string): Promise<{ address: string; child: ChildProcess }> {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR: await dataFolder(),
    PORT: "0",
    ADMIN_EMAIL: "ada@example.com",
    ADMIN_PASSWORD: "a long way home",
  };
  const child = spawn(process.execPath, ["bin/dev/serve.mjs"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  await expect.poll(() => output, { timeout: 90_000, interval: 100 }).toMatch(/Skylark is at (\S+)/);
  return { address: /Skylark is at (\S+)/.exec(output)?.[1] ?? "", child };
}

const edit = (root: string, path: string, change: (text: string) => string) =>
  writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8")));

test("an edit of a rule is in the next responses of the API and of the pages, and an error is reported", {
  timeout: 240_000,
}, async () => {
  const root = copyProject();
  const { address, child } = await develop(root);
  const wait = { timeout: 60_000, interval: 50 };
  const api = async () => (await fetch(`${address}/api/posts?limit=1`)).text();
  expect(await api()).not.toContain("Edited: ");
  const sheets = (await (await fetch(`${address}/about`)).text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g);
  const types = await Promise.all(
    [...sheets].map(async ([, href]) => (await fetch(`${address}${href}`)).headers.get("content-type")),
  );
  expect(types).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^text\/css/)));

  edit(root, PRESENTER, (text) => text.replace("...pick(row, CARD_FIELDS),", '$&\n    excerpt: "Edited: ".concat(row.excerpt),'));
  await expect.poll(api, wait).toContain('"excerpt":"Edited: ');

  edit(root, "app/pages/public/about/page.tsx", (text) => text.replace("<h1", '<h1 data-edited="yes"'));
  await expect.poll(async () => (await fetch(`${address}/about`)).text(), wait).toContain('data-edited="yes"');

  edit(root, PRESENTER, (text) => `${text}\nconst broken = ;\n`);
  await expect.poll(api, wait).toContain("The app can't start from the changed sources.");
  expect(await api()).toContain("present-post.ts");
  edit(root, PRESENTER, (text) => text.replace("\nconst broken = ;\n", ""));
  await expect.poll(api, wait).toContain('"excerpt":"Edited: ');

  child.kill("SIGTERM");
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
});
