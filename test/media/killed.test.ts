// slow: app/domain/media/ app/platform/storage/

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Media } from "../../app/domain/media/picture.ts";
import { sweepMedia } from "../../app/domain/media/upload-media.ts";
import type { FileStore } from "../../app/platform/storage/file-store.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import { readS3Address } from "../../app/platform/storage/s3-bucket.ts";
import { createS3Store } from "../../app/platform/storage/s3-store.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import type { Midway } from "./die-midway.ts";
import { jpeg } from "./pictures.ts";
import { type S3Server, startS3 } from "./s3-server.ts";

/** Where a process can be killed, in the order in which it gets there. */
const UPLOADING: Midway["stop"][] = [
  { when: "before", method: "begin" },
  { when: "after", method: "begin" },
  { when: "after", method: "write", nth: 2 },
  { when: "before", method: "keep" },
  { when: "after", method: "keep" },
  { when: "before", method: "end" },
];
const DELETING: Midway["stop"][] = [
  { when: "after", method: "begin" },
  { when: "before", method: "remove" },
  { when: "after", method: "remove" },
];
const named = (stops: Midway["stop"][]) => stops.map((stop) => [`${stop.when} ${stop.method}`, stop] as const);

describe.each(["folder", "bucket"] as const)("killed over a %s", (kind) => {
  let app: TestApp;
  let s3: S3Server | null = null;
  let root: string;
  let store: FileStore;
  let admin: { actor: Actor; user: { id: string; email: string } };
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "skylark-killed-"));
    s3 = kind === "bucket" ? await startS3() : null;
    const place = s3 && readS3Address(s3.url);
    store = place ? createS3Store(place, root) : createFolderStore(root);
    app = await createTestApp({ media: store });
    admin = await signedInUser(app, { role: "admin" });
  });
  afterAll(async () => {
    await app.close();
    await s3?.stop();
    await rm(root, { recursive: true, force: true });
  });

  /** Lets a process work until the point where it is killed: where it says so itself, unless another part does. */
  async function killAt(task: Midway["task"], stop: Midway["stop"], there?: Promise<void>): Promise<void> {
    const { id, email } = admin.user;
    const instructions: Midway = { database: app.database.config, root, s3: s3?.url ?? null, task, stop, actor: { id, email } };
    const script = join(import.meta.dirname, "die-midway.ts");
    const child = spawn(process.execPath, ["--no-warnings", script, JSON.stringify(instructions)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const said = there ?? once(child.stdout, "data").then(([line]) => expect(String(line)).toBe("here\n"));
    await Promise.race([said, ended.then(() => Promise.reject(new Error("it ended too early")))]);
    child.kill("SIGKILL");
    await ended;
  }

  /** The ids that have files, those that have rows, and what is unfinished. */
  async function standing() {
    const files = s3 ? await s3.keys() : await readdir(root, { recursive: true });
    const places = files.flatMap((file) => /^[0-9a-f]{2}\/([0-9a-f-]{36})\//.exec(file)?.[1] ?? []);
    const rows = await app.context.db.selectFrom("media").select("id").orderBy("id").execute();
    return { files: [...new Set(places)].sort(), rows: rows.map(({ id }) => id), unfinished: await store.unfinished(0) };
  }

  /** Neither a file without a row, nor a row without its files. */
  async function expectWhole(): Promise<void> {
    await sweepMedia(app.context, store, 0);
    const { files, rows, unfinished } = await standing();
    expect([files, unfinished]).toEqual([rows, []]);
    for (const id of rows) {
      const { body } = await admin.actor.get<Media>(`/api/admin/media/${id}`);
      for (const { url } of body.trashed_at ? [] : [body, ...body.variants]) {
        expect([url, (await app.actors.anonymous.get(url)).status]).toEqual([url, 200]);
      }
    }
  }

  test.each(named(UPLOADING))("an upload, %s", async (_, stop) => {
    const before = (await standing()).rows.length;
    await killAt({ upload: true }, stop);
    await expectWhole();
    // There is a picture only once the row is written.
    expect((await standing()).rows.length - before).toBe(stop.method === "end" ? 1 : 0);
  });

  test.each(named(DELETING))("a deletion, %s", async (_, stop) => {
    const file = new Uint8Array(await jpeg(60, 40));
    const { id } = (await admin.actor.send<Media>("POST", "/api/admin/media?name=a.jpg", { body: file })).body;
    await admin.actor.delete(`/api/admin/media/${id}`);
    await killAt({ delete: id }, stop);
    await expectWhole();
    // Until the row is gone the picture can be restored completely.
    const restored = (await admin.actor.post<{ changed: number }>("/api/admin/media/bulk", { ids: [id], action: "restore" }))
      .body;
    expect(restored.changed).toBe(stop.method === "begin" ? 1 : 0);
    await expectWhole();
  });

  if (kind !== "bucket") return;

  test("an upload of which the bucket has only a part", async () => {
    const before = await standing();
    let arrived = () => {};
    const midway = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let files = 0;
    s3?.make((method, path) => {
      if (method !== "PUT" || path.includes(".unfinished") || ++files < 2) return undefined;
      arrived();
      return new Promise<undefined>(() => {});
    });
    await killAt({ upload: true }, { when: "after", method: "keep" }, midway);
    s3?.make(() => undefined);
    expect((await standing()).files.length).toBe(before.files.length + 1);
    await expectWhole();
    expect((await standing()).rows).toEqual(before.rows);
  });
});
