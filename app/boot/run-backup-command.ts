import { DamagedBackup, PassphraseError } from "../domain/backups/archive/archive-format.ts";
import { isDiskFull } from "../platform/storage/disk.ts";
import { ignoreLostOutput } from "./ignore-lost-output.ts";
import { plainSentence, Refusal } from "./run-command.ts";

/** `ok`: false for exit code 1. */
export type Outcome = { ok: boolean; result: object; lines: string[] };

export const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

const PAUSE_MS = 1000;

/** A second signal ends the command at once. */
let isStopping = false;

/** The work ends at its next step, so that neither half a file nor a scratch database is left. */
function endBySignal(): void {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
    });
  }
}

/** Prints at most a line a second on stderr: text, or JSON for a program. */
export function reportProgress<T extends object>(asJson: boolean, toLine: (progress: T) => string): (progress: T) => void {
  let printed = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (isStopping) throw new Refusal("Stopped before it was done. Nothing is left behind.");
    if (performance.now() - printed < PAUSE_MS) return;
    printed = performance.now();
    process.stderr.write(`${asJson ? JSON.stringify(progress) : toLine(progress)}\n`);
  };
}

function sentenceOf(error: unknown): string | null {
  if (isDiskFull(error)) return "The disk is full. Nothing was stored. Free up space, then run the command again.";
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" && syscall === "mkdir")
    return `The folder ${path} can't be made: its file system takes no folders there.`;
  if ((code === "EACCES" || code === "EROFS" || code === "EEXIST" || code === "ENOTDIR") && path)
    return `${path} can't be written (${code}).`;
  return plainSentence(error);
}

/**
 * Exit codes: 0 done, 1 refused or failed, 2 invalid arguments. With `--json` the last line on stdout is `{"ok":true,…}` with the result,
 * or `{"ok":false,"error":"…","damaged":…}`, where `damaged` is true for a broken backup. `"passphrase":true` follows if none or another one
 * was given.
 */
export async function runBackupCommand(
  work: (args: string[], projectDir: string) => Promise<Outcome | null>,
  usage: string,
): Promise<number> {
  const args = process.argv.slice(2);
  const asJson = args.includes("--json");
  endBySignal();
  ignoreLostOutput();
  try {
    const outcome = await work(args, process.cwd());
    if (!outcome) {
      process.stderr.write(usage);
      return 2;
    }
    const { ok, result, lines } = outcome;
    process.stdout.write(asJson ? `${JSON.stringify({ ...result, ok })}\n` : `${lines.join("\n")}\n`);
    return ok ? 0 : 1;
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS")) {
      process.stderr.write(`${(error as Error).message.split(". ")[0]}.\n\n${usage}`);
      return 2;
    }
    const sentence = sentenceOf(error) ?? (error instanceof Error ? String(error.stack) : String(error));
    process.stderr.write(`${sentence}\n`);
    const damaged = error instanceof DamagedBackup;
    const passphrase = error instanceof PassphraseError && { passphrase: true };
    if (asJson) process.stdout.write(`${JSON.stringify({ ok: false, error: sentence, damaged, ...passphrase })}\n`);
    return 1;
  }
}
