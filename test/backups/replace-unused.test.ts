// slow: app/domain/backups/archive/ app/domain/setup/ app/platform/database/ db/migrations/

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureFirstAdmin } from "../../app/domain/auth/first-admin.ts";
import { type BackupSource, locateBackup } from "../../app/domain/backups/archive/backup-target.ts";
import { LineDigest } from "../../app/domain/backups/archive/line-digest.ts";
import { seedDemo } from "../../app/domain/demo/seed-demo.ts";
import { offerSetup } from "../../app/domain/setup/offer-setup.ts";
import { UNTOUCHED_ADMIN } from "../../app/domain/setup/setup.sql.ts";
import { systemClock, systemRandom } from "../../app/platform/clock.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { startJobs } from "../../app/platform/jobs.ts";
import { createLog } from "../../app/platform/log.ts";
import type { DB } from "../../db/schema.gen.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { createTestDatabase } from "../platform/database.ts";
import { silent } from "../platform/test-postgres.ts";
import { backUp, newFolder, refusal, restore } from "./backups.ts";
import { changed, flipped, type Part, pack, resealed, unpack } from "./forge.ts";
import { ask, recount, schemaOf } from "./recount.ts";

const seedDir = fileURLToPath(new URL("../../db/seed", import.meta.url));

let app: TestApp;
let backup: Buffer;
let parts: Part[];
beforeAll(async () => {
  app = await createTestApp();
  const { actor } = await signedInUser(app, { role: "admin" });
  await buildPost(app.context.db, { title: "The heron", content: "What the backup brings along." });
  await actor.send("POST", "/api/admin/media?name=dawn.jpg", { body: new Uint8Array(await jpeg(70, 50)) });
});
afterAll(() => app.close());

/** Made by the first test, because folders live as long as a test. */
async function makeBackup(): Promise<void> {
  backup = await readFile((await backUp(app.database.config, { dataDir: app.folder })).file);
  parts = await unpack(backup);
}

/** A new installation as its first start leaves it: with the demo content, a first admin, a link, and the tables of jobs. */
async function newSite(): Promise<pg.PoolConfig> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { pool, db, close } = connectDatabase<DB>(database.config, { log: silent, max: 3 });
  const context = { db, clock: systemClock, random: systemRandom, log: createLog({ level: "silent" }) };
  await seedDemo(context, { seedDir });
  await ensureFirstAdmin(context, {});
  await offerSetup(context);
  const jobs = await startJobs({ pool, connection: database.config, names: ["one"], log: context.log });
  await jobs.stop();
  await close();
  return database.config;
}

const isUnused = async (client: pg.Client) => (await client.query(UNTOUCHED_ADMIN)).rowCount === 1;

async function fileOf(bytes: Buffer): Promise<BackupSource> {
  const folder = await newFolder();
  await writeFile(join(folder, "old.tar.zst"), bytes);
  return locateBackup({ folder, name: "old.tar.zst" });
}

/** @returns what it says; everything in the database and the data folder is as before */
async function refused(site: pg.PoolConfig, bytes: Buffer): Promise<string> {
  const before = await recount(site);
  const dataDir = await newFolder();
  const said = await refusal(restore(site, await fileOf(bytes), dataDir, { isUnused }));
  expect(await recount(site)).toEqual(before);
  expect((await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())).toEqual([]);
  return said;
}

test("a site that nobody has used is replaced as a whole, as if the database had been empty", async () => {
  await makeBackup();
  const site = await newSite();
  const dataDir = await newFolder();
  const restored = await restore(site, await fileOf(backup), dataDir, { isUnused });
  expect(restored.tables.every(({ left }) => !left)).toBe(true);
  expect(await ask(site, "select title from posts")).toEqual([{ title: "The heron" }]);
  expect(await schemaOf(site)).toEqual(await schemaOf(app.database.config));
  const found = await recount(site);
  for (const [name, sum] of Object.entries(await recount(app.database.config)))
    if (["public.posts", "public.users", "public.media", "public.user_passwords"].includes(name)) expect(found[name]).toBe(sum);
  expect(await ask(site, "select from setup_links")).toEqual([]);
  expect((await readdir(join(dataDir, "media"), { recursive: true })).some((name) => name.endsWith(".jpg"))).toBe(true);
  expect(await refusal(restore(site, await fileOf(backup), await newFolder(), { isUnused }))).toMatch(/tables with 1 posts/);
});

describe("nothing is changed", () => {
  test("by a file that is cut off, damaged, forged or newer", async () => {
    const site = await newSite();
    const picture = parts.find(({ name }) => name.endsWith(".jpg"));
    const evil = { name: "media/../../../etc/cron.d/evil", data: Buffer.from("x") };
    const newer = changed(parts, "manifest.json", (data) => String(data).replace(/"format": ?1/, '"format": 2'));
    const files: [Buffer, RegExp][] = [
      [backup.subarray(0, backup.length / 2), /cut off|broken/],
      [await pack(changed(parts, picture?.name ?? "", (data) => flipped(data, 900))), /is broken in media/],
      [await pack(resealed([...parts.slice(0, 1), evil, ...parts.slice(1)])), /holds a file that no backup has/],
      [await pack(resealed(newer)), /made by a newer release/],
      [Buffer.from("PK\u0003\u0004 a zip"), /isn’t a backup/],
    ];
    for (const [bytes, says] of files) expect(await refused(site, bytes)).toMatch(says);
  });

  test("by one that the database refuses when it is loaded already", async () => {
    const site = await newSite();
    const name = "tables/posts/00001.copy";
    const digest = new LineDigest();
    let broken = changed(parts, name, (data) => {
      const forged = Buffer.from(String(data).replace("\tpublished\t", "\tpublshed\t"));
      digest.update(forged);
      return forged;
    });
    broken = changed(broken, "checksums.json", (data) => {
      const sums = JSON.parse(String(data));
      const posts = { ...sums.tables.posts, rows: digest.rows, bytes: digest.bytes, digest: digest.digest() };
      return JSON.stringify({ ...sums, tables: { ...sums.tables, posts } });
    });
    expect(await refused(site, await pack(resealed(broken)))).toMatch(
      /^The database refuses the backup: .*Nothing was restored\.$/,
    );
  });

  test("by a restore that is stopped in the middle of a table", async () => {
    const site = await newSite();
    const before = await recount(site);
    let steps = 0;
    const onProgress = ({ step }: { step: string }) => {
      if (step === "load" && ++steps === 5) throw new Error("stopped");
    };
    const stopped = restore(site, await fileOf(backup), await newFolder(), { isUnused, onProgress });
    await expect(stopped).rejects.toThrow("stopped");
    expect(await recount(site)).toEqual(before);
  });

  test("of a site that somebody uses", async () => {
    const site = await newSite();
    await ask(site, "update users set last_sign_in_at = now() where role = 'admin'");
    expect(await refused(site, backup)).toMatch(/this database has tables with \d+ posts and \d+ accounts/);
  });

  test("in a database that other software uses, too", async () => {
    const site = await newSite();
    await ask(site, "create table wp_posts (id integer)");
    expect(await refused(site, backup)).toMatch(/also has tables of other software, such as wp_posts/);
  });

  test("while another instance is connected", { timeout: 60_000 }, async () => {
    const site = await newSite();
    const other = new pg.Client(site);
    await other.connect();
    const said = await refusal(restore(site, await fileOf(backup), await newFolder(), { isUnused }));
    await other.end();
    expect(said).toMatch(/Something else is connected to the database/);
    expect(await ask(site, "select from posts where title = 'The heron'")).toEqual([]);
  });
});
