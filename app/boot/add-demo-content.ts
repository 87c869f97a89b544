import { fork } from "node:child_process";
import type pg from "pg";
import { hasContent } from "../domain/demo/demo.sql.ts";
import type { seedDemo } from "../domain/demo/seed-demo.ts";
import type { Db } from "../platform/database/db.ts";
import { COMMAND_FLAGS, commandFile } from "./command-file.ts";

export type DemoRequest = { connection: pg.PoolConfig; seedDir: string };
export type DemoAnswer = { seeded: Awaited<ReturnType<typeof seedDemo>> } | { error: string };

type DemoOptions = DemoRequest & { signal: AbortSignal };

/** A separate process takes the 40 MB that glibc would keep as long as the server runs. Null: there is content already. */
export async function addDemoContent(db: Db, { connection, seedDir, signal }: DemoOptions): ReturnType<typeof seedDemo> {
  if (await hasContent(db)) return null;
  signal.throwIfAborted();
  const child = fork(commandFile("demo"), { execArgv: COMMAND_FLAGS });
  const stop = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const answer = await new Promise<DemoAnswer>((resolve, reject) => {
      child.once("message", (message) => resolve(message as DemoAnswer));
      // Not `once`: failing to start and failing to be reached are two errors.
      child.on("error", reject);
      // It comes after the last message.
      child.once("disconnect", () => reject(new Error("The demo content was not added: its process ended before it was done")));
      child.send({ connection, seedDir } satisfies DemoRequest);
    });
    if ("error" in answer) throw new Error(answer.error);
    return answer.seeded;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
