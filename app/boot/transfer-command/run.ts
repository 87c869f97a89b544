import { DomainError } from "../../domain/errors.ts";
import { isDiskFull } from "../../platform/storage/disk-full.ts";
import { plainSentence } from "../user-command/with-database.ts";

const DISK_FULL = "The disk is full. Make room on it, then run the command again: what came before is known.";

const isMisuse = (error: unknown) => String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");

/**
 * Runs a command. Exit codes: 0 done, 1 refused or failed (one sentence says why), 2 the arguments make no sense.
 * @param work returns what to tell, or null when the arguments make no sense
 */
export async function runTransfer(
  work: (args: string[], projectDir: string) => Promise<string[] | null>,
  usage: string,
): Promise<number> {
  try {
    const lines = await work(process.argv.slice(2), process.cwd());
    if (lines) process.stdout.write(`${lines.join("\n")}\n`);
    else process.stderr.write(usage);
    return lines ? 0 : 2;
  } catch (error) {
    if (isMisuse(error)) {
      process.stderr.write(`${(error as Error).message.split(". ")[0]}.\n\n${usage}`);
      return 2;
    }
    const sentence = error instanceof DomainError ? error.message : isDiskFull(error) ? DISK_FULL : plainSentence(error);
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
    return 1;
  }
}
