import { once } from "node:events";
import type { DB } from "../../db/schema.gen.ts";
import { basePathOf, setBasePath } from "../base-path.ts";
import { IMPORTING } from "../domain/imports/import-rules.ts";
import { performImport } from "../domain/imports/perform-import.ts";
import { createCurrentSettings } from "../domain/settings/read-settings.ts";
import { systemClock, systemRandom } from "../platform/clock.ts";
import { connectDatabase } from "../platform/database/connect.ts";
import { createLog } from "../platform/log.ts";
import { openImports } from "./open-imports.ts";
import { mediaStore } from "./open-media.ts";
import type { ImportAnswer, ImportRequest } from "./run-import.ts";

// `run-import.ts` starts this process, says what to do and waits for the answer. Without the server, nobody waits.
const stopping = new AbortController();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
process.on("disconnect", () => stopping.abort());

const [{ id, connection, config, address }] = (await once(process, "message")) as [ImportRequest];
setBasePath(basePathOf(address));
const log = createLog({ level: config.logLevel });
const { db, close } = connectDatabase<DB>({ ...connection, application_name: IMPORTING }, { log, max: 4 });

async function run(): Promise<void> {
  const ctx = { db, clock: systemClock, random: systemRandom, log };
  const settings = await createCurrentSettings(ctx, { siteUrl: address });
  const tools = openImports(config, { media: mediaStore(config), site: settings.site, stopping: stopping.signal });
  await performImport(ctx, id, tools);
}

const answer: ImportAnswer = await run().then(
  () => ({ error: null }),
  (error: Error & { code?: unknown }) => ({ error: { message: error.message, stack: error.stack, code: error.code } }),
);
await close();
if (process.connected) process.send?.(answer, () => process.disconnect());
