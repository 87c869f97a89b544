import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { receive } from "../platform/storage/disk.ts";
import { createFolderStore } from "../platform/storage/folder-store.ts";
import { closeData } from "./close-data.ts";
import { openDatabase } from "./open-database.ts";

let dataDir: string;
const warnings: unknown[] = [];
const log = { info: () => undefined, warn: (...what: unknown[]) => void warnings.push(what) };
const modeOf = async (...path: string[]) => ((await stat(join(dataDir, ...path))).mode & 0o7777).toString(8);
/** Root's PostgreSQL has an account of its own, which passes through. */
const PASSING = process.getuid?.() === 0 ? "751" : "750";

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "skylark-closed-"));
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("what an earlier release left open to all is closed at the next start", async () => {
  for (const name of ["imports", "media", "cache"]) await mkdir(join(dataDir, name), { mode: 0o755 });
  await writeFile(join(dataDir, "imports", "export"), "drafts", { mode: 0o644 });
  await closeData({ dataDir }, log as never);
  expect(await modeOf()).toBe(PASSING);
  expect([await modeOf("media"), await modeOf("cache")]).toEqual(["750", "750"]);
  expect([await modeOf("imports"), await modeOf("imports", "export")]).toEqual(["700", "600"]);
  expect(warnings).toEqual([]);
});

test("what is closed more tightly stays so, and a folder that many share is left alone", async () => {
  await chmod(dataDir, 0o700);
  await closeData({ dataDir }, log as never);
  expect(await modeOf()).toBe("700");
  await chmod(dataDir, 0o1777);
  await closeData({ dataDir }, log as never);
  expect(await modeOf()).toBe("1777");
  await closeData({ dataDir: join(dataDir, "nowhere") }, log as never);
  expect(warnings).toEqual([]);
});

test("new files of pictures and imports aren't for everybody", async () => {
  const store = createFolderStore(join(dataDir, "media"));
  await store.begin("ab12");
  await store.write("ab12", "original.jpg", Buffer.from("x"));
  await store.keep("ab12");
  expect([await modeOf("media"), await modeOf("media", "ab", "ab12")]).toEqual(["750", "750"]);
  expect(await modeOf("media", "ab", "ab12", "original.jpg")).toBe("640");
  await receive(join(dataDir, "import"), [Buffer.from("x")] as never);
  expect(await modeOf("import")).toBe("600");
});

test("the database starts in a closed data folder, the first time and again", async () => {
  const config = { dataDir: join(dataDir, "data") };
  for (const _ of ["made", "found"]) {
    const opened = await openDatabase(config as never, process.cwd(), log as never, new AbortController().signal);
    expect(await modeOf("data")).toBe(PASSING);
    await opened.close();
  }
}, 120_000);
