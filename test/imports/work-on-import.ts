// Works on one import in a process of its own, and kills it once it has come as far as `diesAt`.
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { createFolderStore } from "../../app/platform/storage/folder-store.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildContext } from "../builders.ts";
import { silent } from "../platform/test-postgres.ts";

const { config, folder, media, id, diesAt } = JSON.parse(process.argv[2] ?? "{}");
const { db, close } = connectDatabase<DB>(config, { log: silent });
await performImport(buildContext(db), id, {
  folder,
  media: createFolderStore(media),
  ownHost: () => undefined,
  onProgress: (_, done) => void (done >= diesAt && process.kill(process.pid, "SIGKILL")),
});
await close();
