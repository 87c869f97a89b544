import { fork } from "node:child_process";
import { once } from "node:events";
import type pg from "pg";
import type { Config } from "../platform/config/config.ts";
import { COMMAND_FLAGS, commandFile } from "./command-file.ts";

/** `address`: of the site. */
export type ImportRequest = {
  id: string;
  connection: pg.PoolConfig;
  config: Pick<Config, "dataDir" | "s3Url" | "logLevel">;
  address: string;
};
/** Errors lose some of their fields on their way, so one that may not occur at the next try comes in parts. */
export type ImportAnswer = { error: { message: string; stack?: string | undefined; code?: unknown } | null };

/**
 * @param signal ends the import after the batch that is being stored; it goes on after the next start
 * @throws what `performImport` throws; Error when the process ended before it was done
 */
export async function runImport(request: ImportRequest, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const child = fork(commandFile("import"), { execArgv: COMMAND_FLAGS });
  const stop = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  let answer: ImportAnswer | undefined;
  child.once("message", (message) => {
    answer = message as ImportAnswer;
  });
  try {
    const ended = once(child, "exit");
    // It comes after the last message.
    const disconnected = once(child, "disconnect");
    child.send(request);
    const [code, killed] = await ended;
    await disconnected;
    if (!answer) throw new Error(`The process of the import ended before it was done: ${killed ?? `its exit code was ${code}`}`);
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
