// slow: app/boot/upgrade-database.ts app/domain/backups/archive/ app/platform/database/ app/platform/postgres/
// slow: app/platform/storage/ db/migrations/

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type BackupTarget, locateBackup, readTarget } from "../../app/domain/backups/archive/backup-target.ts";
import { writeBackup } from "../../app/domain/backups/archive/write-backup.ts";
import type { Backup, BackupPage, BackupSchedule } from "../../app/domain/backups/backup.ts";
import { lookAfterBackups } from "../../app/domain/backups/look-after-backups.ts";
import { StorageError } from "../../app/platform/storage/file-store.ts";
import { readS3Address } from "../../app/platform/storage/s3-bucket.ts";
import { createS3Store } from "../../app/platform/storage/s3-store.ts";
import { TEST_ORIGIN } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { jpeg } from "../media/pictures.ts";
import { type S3Server, startS3 } from "../media/s3-server.ts";
import { emptyDatabase, newFolder, restore } from "./backups.ts";

const PASSPHRASE = "correct horse battery";

let s3: S3Server;
let app: TestApp;
const storeIn = (folder: string, root: string) => {
  const place = readS3Address(s3.url.replace("?", `/${folder}?`));
  if (!place) throw new Error(s3.url);
  return createS3Store(place, root);
};
beforeAll(async () => {
  s3 = await startS3();
  app = await createTestApp({
    media: storeIn("site", "/nonexistent"),
    env: { BACKUP_URL: s3.url.replace("?", "/nightly?"), BACKUP_PASSPHRASE: PASSPHRASE },
  });
});
afterEach(() => s3.make(() => undefined));
afterAll(async () => {
  await app.close();
  await s3.stop();
});

test("pictures and the backup are in buckets; parts of 8 MB are put together; a restore goes to another bucket", {
  timeout: 240_000,
}, async () => {
  const work = await newFolder();
  const media = storeIn("site", work);
  const id = randomUUID();
  await media.begin(id);
  const picture = await jpeg(480, 300);
  const names = ["480.jpg", "480.avif", "480.webp"];
  for (const name of names) await media.write(id, name, picture);
  await media.keep(id);
  await media.end(id);
  const { db } = app.context;
  await db.insertInto("media").values({ id, name: "x", format: "jpg", width: 480, height: 300, bytes: picture.length }).execute();
  // A file of the library that is sent in two parts.
  const film = { id: randomUUID(), name: "film.mp4" };
  const scenes = randomBytes(9_000_000);
  const workspace = await media.begin(film.id);
  await writeFile(join(workspace, "source"), scenes);
  await media.take(film.id, film.name, join(workspace, "source"));
  await media.keep(film.id);
  await media.end(film.id);
  await db
    .insertInto("media")
    .values({ ...film, file_name: film.name, format: "mp4", bytes: scenes.length })
    .execute();
  // Random bytes don't get smaller: three parts.
  const imported = randomUUID();
  const content = randomBytes(18_000_000);
  await db.insertInto("imports").values({ id: imported, name: "old.zip", bytes: content.length }).execute();
  await mkdir(join(work, "imports"));
  await writeFile(join(work, "imports", imported), content);

  const to = await readTarget("s3://pictures/kept/daily", s3.url);
  const common = { connection: app.database.config, media, importsDir: join(work, "imports"), version: "1", to };
  const result = await writeBackup({ ...common, passphrase: PASSPHRASE });
  expect(result.place).toBe(`s3://pictures/kept/daily/${result.name}`);
  expect([result.files, result.missing, result.bytes > content.length]).toEqual([5, [], true]);
  expect((await s3.keys()).filter((key) => key.startsWith("kept/"))).toEqual([`kept/daily/${result.name}`]);

  const source = await locateBackup(await readTarget(`s3://pictures/kept/daily/${result.name}`, s3.url));
  expect(source.size).toBe(result.bytes);
  const dataDir = await newFolder();
  await restore(await emptyDatabase(), source, dataDir, { media: storeIn("again", dataDir), passphrase: PASSPHRASE });
  expect((await s3.keys()).filter((key) => key.startsWith("again/"))).toEqual(
    [...names.map((name) => `again/${id.slice(0, 2)}/${id}/${name}`), `again/${film.id.slice(0, 2)}/${film.id}/film.mp4`].sort(),
  );
  const played = await (await storeIn("again", dataDir).open(film.id, film.name, true))?.read();
  expect(Buffer.from(await new Response(played).arrayBuffer()).equals(scenes)).toBe(true);
  const stored = await (await storeIn("again", dataDir).open(id, "480.avif", true))?.read();
  expect(Buffer.from(await new Response(stored).arrayBuffer())).toEqual(Buffer.from(picture));
  expect(await readFile(join(dataDir, "imports", imported))).toEqual(content);
  expect(s3.refused).toEqual([]);

  // A service that fails in the middle: an error that names it, and nothing is left there.
  s3.make((method, path) => (method === "PUT" && path.includes("partNumber=2") ? 503 : undefined));
  const failed = await writeBackup({ ...common, to: { ...(to as BackupTarget), name: "failed.tar.zst" } }).catch(
    (error) => error,
  );
  expect(failed).toBeInstanceOf(StorageError);
  expect(failed.message).toMatch(/^The bucket pictures at 127\.0\.0\.1:\d+ can’t be used: SlowDown/);
  expect((await s3.keys()).filter((key) => key.includes("failed"))).toEqual([]);
});

test("the site keeps its backups in the bucket of BACKUP_URL, encrypted: made, found, proven, downloaded and deleted there", {
  timeout: 300_000,
}, async () => {
  const PATH = "/api/admin/backups";
  const { actor: admin, token } = await signedInUser(app, { role: "admin" });
  const work = { tools: app.backups, settings: app.settings.get, site: app.settings.site };
  const look = (sweep = false) => lookAfterBackups(app.context, { ...work, signal: new AbortController().signal }, { sweep });
  const inBucket = async () => (await s3.keys()).filter((key) => key.startsWith("nightly/"));
  const { db } = app.context;
  // Its picture's and import's files are of another test.
  await db.deleteFrom("imports").execute();
  await db.deleteFrom("media").execute();
  const { body: schedule } = await admin.get<BackupSchedule>("/api/admin/backup-schedule");
  expect([schedule.place, schedule.is_encrypted, schedule.places.map(({ place }) => place)]).toEqual([
    "external",
    true,
    ["disk", "external"],
  ]);
  expect(JSON.stringify(schedule)).not.toContain(new URL(s3.url).password);

  await admin.post(PATH);
  await look();
  const [made] = (await admin.get<BackupPage>(PATH)).body.items;
  expect(made).toMatchObject({ place: "external", state: "done", is_encrypted: true, is_here: true, error: null });
  expect(made?.address).toBe(`s3://pictures/nightly/${made?.name}`);
  expect(await inBucket()).toEqual([`nightly/${made?.name}`]);

  // A database that knows nothing of it finds it in the bucket.
  await db.deleteFrom("backups").execute();
  await look(true);
  const [found] = (await admin.get<BackupPage>(PATH)).body.items;
  expect([found?.name, found?.bytes, found?.is_encrypted]).toEqual([made?.name, made?.bytes, true]);
  await admin.post(`${PATH}/${found?.id}/proof`);
  await look();
  expect((await admin.get<Backup>(`${PATH}/${found?.id}`)).body).toMatchObject({ proof: "proven", proof_error: null });

  const sent = await app.fetch(
    new Request(new URL(`${PATH}/${found?.id}/file`, TEST_ORIGIN), { headers: { authorization: `Bearer ${token}` } }),
  );
  const digest = createHash("sha256").update(Buffer.from(await sent.arrayBuffer()));
  expect(digest.digest("hex")).toBe(made?.sha256);
  expect((await admin.delete(`${PATH}/${found?.id}`)).status).toBe(204);
  expect(await inBucket()).toEqual([]);
});
