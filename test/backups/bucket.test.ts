import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type BackupTarget, locateBackup, readTarget } from "../../app/domain/backups/archive/backup-target.ts";
import { writeBackup } from "../../app/domain/backups/archive/write-backup.ts";
import { StorageError } from "../../app/platform/storage/file-store.ts";
import { readS3Address } from "../../app/platform/storage/s3-bucket.ts";
import { createS3Store } from "../../app/platform/storage/s3-store.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { jpeg } from "../media/pictures.ts";
import { type S3Server, startS3 } from "../media/s3-server.ts";
import { emptyDatabase, newFolder, restore } from "./backups.ts";

let s3: S3Server;
let app: TestApp;
const storeIn = (folder: string, root: string) => {
  const place = readS3Address(s3.url.replace("?", `/${folder}?`));
  if (!place) throw new Error(s3.url);
  return createS3Store(place, root);
};
beforeAll(async () => {
  s3 = await startS3();
  app = await createTestApp({ media: storeIn("site", "/nonexistent") });
});
afterEach(() => s3.make(() => undefined));
afterAll(async () => {
  await app.close();
  await s3.stop();
});

test("pictures and the backup are in buckets; parts of 8 MB are put together; a restore goes to another bucket", async () => {
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
  // Random bytes don't get smaller: three parts.
  const imported = randomUUID();
  const content = randomBytes(18_000_000);
  await db.insertInto("imports").values({ id: imported, name: "old.zip", bytes: content.length }).execute();
  await mkdir(join(work, "imports"));
  await writeFile(join(work, "imports", imported), content);

  const to = await readTarget("s3://pictures/kept/daily", s3.url);
  const common = { connection: app.database.config, media, importsDir: join(work, "imports"), version: "1", to };
  const result = await writeBackup({ ...common, passphrase: "correct horse battery" });
  expect(result.place).toBe(`s3://pictures/kept/daily/${result.name}`);
  expect([result.files, result.missing, result.bytes > content.length]).toEqual([4, [], true]);
  expect((await s3.keys()).filter((key) => key.startsWith("kept/"))).toEqual([`kept/daily/${result.name}`]);

  const source = await locateBackup(await readTarget(`s3://pictures/kept/daily/${result.name}`, s3.url));
  expect(source.size).toBe(result.bytes);
  const dataDir = await newFolder();
  const passphrase = "correct horse battery";
  await restore(await emptyDatabase(), source, dataDir, { media: storeIn("again", dataDir), passphrase });
  expect((await s3.keys()).filter((key) => key.startsWith("again/"))).toEqual(
    names.map((name) => `again/${id.slice(0, 2)}/${id}/${name}`).sort(),
  );
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
  expect(failed.message).toMatch(/^The bucket pictures at 127\.0\.0\.1:\d+ can't be used: SlowDown/);
  expect((await s3.keys()).filter((key) => key.includes("failed"))).toEqual([]);
});
