import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dashboard } from "../../../app/domain/dashboard/dashboard.ts";
import type { Import, ImportPage } from "../../../app/domain/imports/import.ts";
import type { Media, MediaPage } from "../../../app/domain/media/picture.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { createFolderStore } from "../../../app/platform/storage/folder-store.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { wordpressOf } from "../../imports/build-export.ts";
import { jpeg } from "../../media/pictures.ts";

/** Only root may mount a disk of two megabytes, on Linux only. */
const canMount = process.platform === "linux" && process.getuid?.() === 0;
const FULL = { code: "disk_full", message: expect.stringContaining("Free up space there") };

let disk: string;
let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  if (!canMount) return;
  disk = await mkdtemp(join(tmpdir(), "skylark-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "skylark-test", disk]);
  app = await createTestApp({ media: createFolderStore(join(disk, "media")), importsDir: join(disk, "imports") });
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(async () => {
  if (!canMount) return;
  await app.close();
  execFileSync("umount", [disk]);
  await rm(disk, { recursive: true });
});

/** Fills the disk, and returns a function that frees it again. */
async function fill(): Promise<() => Promise<void>> {
  const path = join(disk, "filling");
  await mkdir(disk, { recursive: true });
  for (const size of [1024, 64, 4]) await writeFile(path, Buffer.alloc(size * 1024), { flag: "a" }).catch(() => undefined);
  for (let more = true; more; )
    more = await writeFile(path, Buffer.alloc(4096), { flag: "a" }).then(
      () => true,
      () => false,
    );
  expect((await stat(path)).size).toBeGreaterThan(1_000_000);
  return () => rm(path);
}

test.skipIf(!canMount)(
  "a picture that finds no room is refused with what to do, and leaves nothing; later it comes",
  async () => {
    const photo = await jpeg(600, 400);
    const upload = () => admin.send<Media & ErrorBody>("POST", "/api/admin/media?name=dawn.jpg", { body: photo });
    const makeRoom = await fill();
    const { status, body } = await upload();
    expect([status, body]).toEqual([507, FULL]);
    await makeRoom();
    // Nobody sees it on the disk any more, so the dashboard tells.
    const { waiting } = (await admin.get<Dashboard>("/api/admin/dashboard")).body;
    expect(waiting.full_disk).toEqual({ refused: 1, last: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    expect(await readdir(join(disk, "media", ".unfinished")).catch(() => [])).toEqual([]);
    expect((await admin.get<MediaPage>("/api/admin/media")).body.total).toBe(0);
    expect((await upload()).status).toBe(201);
  },
);

test.skipIf(!canMount)("an export of another blog that doesn't fit is refused in the same way", async () => {
  const file = wordpressOf(20);
  const upload = () => admin.send<Import & ErrorBody>("POST", "/api/admin/imports?name=old.xml", { body: file });
  const makeRoom = await fill();
  const { status, body } = await upload();
  expect([status, body]).toEqual([507, FULL]);
  await makeRoom();
  expect(await readdir(join(disk, "imports"))).toEqual([]);
  expect((await admin.get<ImportPage>("/api/admin/imports")).body.total).toBe(0);
  expect((await upload()).status).toBe(201);
});
