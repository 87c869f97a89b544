import { writeSync } from "node:fs";
import { deleteMedia } from "../../app/domain/media/delete-media.ts";
import { uploadMedia } from "../../app/domain/media/upload-media.ts";
import { systemClock, systemRandom } from "../../app/platform/clock.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { createLog } from "../../app/platform/log.ts";
import type { FileStore } from "../../app/platform/storage/file-store.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import { readS3Address } from "../../app/platform/storage/s3-bucket.ts";
import { createS3Store } from "../../app/platform/storage/s3-store.ts";
import type { DB } from "../../db/schema.gen.ts";
import { jpeg } from "./pictures.ts";

/** The task of a process: what to do, and where to stop, so that it can be killed exactly there. */
export type Midway = {
  database: object;
  root: string;
  s3: string | null;
  task: { upload: true } | { delete: string };
  /** before or after which call of the store, and which of several */
  stop: { when: "before" | "after"; method: keyof FileStore; nth?: number };
  actor: { id: string; email: string };
};

const { database, root, s3, task, stop, actor } = JSON.parse(process.argv[2] ?? "{}") as Midway;
const place = s3 === null ? undefined : readS3Address(s3);
const store = place ? createS3Store(place, root) : createFolderStore(root);
let calls = 0;

/** The real store; at one of its calls this process says so and waits to be killed. */
const halting = new Proxy(store, {
  get(target, name) {
    const method = Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>;
    if (name !== stop.method) return method;
    return async (...given: unknown[]) => {
      calls += 1;
      const here = calls === (stop.nth ?? 1);
      if (here && stop.when === "before") await halt();
      const done = await method(...given);
      if (here) await halt();
      return done;
    };
  },
});

function halt(): Promise<never> {
  writeSync(1, "here\n");
  setInterval(() => {}, 1000);
  return new Promise(() => {});
}

const { db } = connectDatabase<DB>(database, { log: createLog({ level: "silent" }) });
const context = { db, clock: systemClock, random: systemRandom, log: createLog({ level: "silent" }) };
const admin = { kind: "user", role: "admin", sessionId: "", ...actor } as const;
async function* bytes() {
  yield await jpeg(60, 40);
}
if ("upload" in task) await uploadMedia(context, halting, admin, { name: "a.jpg", body: bytes() });
else await deleteMedia(context, halting, admin, [task.delete]);
writeSync(1, "finished\n");
