import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { createInterface } from "node:readline";
import type { BackupStep } from "../domain/backups/backup-rules.ts";
import { BackupFailed } from "../domain/backups/backup-tools.ts";
import { COMMAND_FLAGS, commandFile } from "./command-file.ts";

/** Printed by `npm run backup` or `npm run restore`. */
export type ProgressLine = { step: BackupStep; done?: number; total?: number; files?: number; bytes?: number };

type Result = { ok: boolean; error?: string; damaged?: boolean; passphrase?: boolean; differences?: string[] } & Record<
  string,
  unknown
>;

type RunOptions = {
  projectDir: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** readers come first */
  inBackground: boolean;
  onProgress(progress: ProgressLine): void;
};

function parsed<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T;
  } catch {
    return null;
  }
}

const COMPLAINT_MAX = 1000;

/** @returns its last line @throws BackupFailed when it ends without one; what `signal` was aborted with */
export async function runJsonCommand(
  name: "backup" | "restore",
  args: string[],
  { projectDir, env, signal, inBackground, onProgress }: RunOptions,
): Promise<Result> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...COMMAND_FLAGS, commandFile(name), ...args, "--json"], {
    cwd: projectDir,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (inBackground && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems don't allow it, which is fine.
  }
  let last = "";
  let complaint = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    last = line;
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    const progress = parsed<ProgressLine>(line);
    if (!progress?.step) complaint = `${complaint}${line}\n`.slice(-COMPLAINT_MAX);
    else onProgress(progress);
  });
  const ending = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, killed) => resolve(killed ? `it was ended by ${killed}` : `its exit code was ${code}`));
  }).finally(() => signal.removeEventListener("abort", stop));
  signal.throwIfAborted();
  const result = parsed<Result>(last);
  if (result) return result;
  throw new BackupFailed(`The command that does it has said nothing: ${ending}.${complaint && ` ${complaint.trim()}`}`);
}
