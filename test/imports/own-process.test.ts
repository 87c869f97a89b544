// slow: app/boot/ app/domain/imports/ app/platform/jobs.ts

import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packZip } from "../../app/platform/zip/write-zip.ts";
import { openTestContext } from "../context.ts";
import { bootInstance, signInAdmin } from "../instances/boot-instance.ts";
import { urlOf } from "../platform/database.ts";
import { wordpressOf } from "./build-export.ts";

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

type Row = { id: string; state: string; counts: { posts: { added: number } } };

/** An archive that isn't compressed, as `zip -0` makes it. */
async function storedZip(name: string, text: string): Promise<Uint8Array> {
  async function* files() {
    yield { name, open: async () => Readable.from([Buffer.from(text)]) };
  }
  return Buffer.concat(await packZip(files()).toArray());
}

/** The process of the import that this process has started. Linux only. */
async function importProcess(): Promise<number> {
  for (const child of (await readFile(`/proc/self/task/${process.pid}/children`, "utf8")).split(" ").filter(Boolean)) {
    const line = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "");
    if (line.includes("import-program")) return Number(child);
  }
  return 0;
}

test("an import of an uncompressed zip outlives its process, and the site doesn't notice", async () => {
  const site = await bootInstance({ DATABASE_URL: urlOf(opened.config) });
  const admin = await signInAdmin(site);
  const bytes = await storedZip("export.xml", wordpressOf(200));
  expect(bytes.length).toBeGreaterThan(64 * 1024);
  const { id } = await admin<Row>("POST", "/api/admin/imports?name=export.zip", bytes);
  const read = () => admin<Row>("GET", `/api/admin/imports/${id}`);
  await expect.poll(importProcess, { timeout: 20_000, interval: 5 }).toBeGreaterThan(0);
  process.kill(await importProcess(), "SIGKILL");
  expect((await site.get("/")).status).toBe(200);
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe("checked");
  const failures = site.logged.filter(({ level }) => level === "error").map(({ err }) => (err as Error | undefined)?.message);
  expect(failures).toEqual([expect.stringMatching(/ended before it was done: SIGKILL/)]);
  await admin("POST", `/api/admin/imports/${id}/start`);
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe("done");
  expect((await read()).counts.posts.added).toBe(200);
});
