import { DomainError } from "../../domain/errors.ts";
import { parseArguments, type Task, USAGE, UsageError } from "./parse-arguments.ts";
import { perform } from "./perform.ts";
import { plainSentence, withDatabase } from "./with-database.ts";

/** What happened, for the person at the keyboard; nothing for what nobody foresaw. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof DomainError) {
    if (error.code === "PGRST116") return "Nobody has an account with this email address.";
    return error.code === "23505" ? "This email address has an account already. Nothing was changed." : error.message;
  }
  return plainSentence(error);
}

const work = (task: Exclude<Task, { verb: "help" }>, projectDir: string): Promise<string[]> =>
  withDatabase(projectDir, (ctx) => perform(ctx, task));

/**
 * The command `npm run user`. Exit codes: 0 done, 1 refused or failed (one sentence says why), 2 the arguments make no sense.
 * @param args the words behind the command's name
 */
export async function runUserCommand(args: string[], projectDir: string): Promise<number> {
  const say = (lines: string[]) => process.stdout.write(`${lines.join("\n")}\n`);
  try {
    const task = parseArguments(args);
    say(task.verb === "help" ? [USAGE.trimEnd()] : await work(task, projectDir));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}.\n\n${USAGE}`);
      return 2;
    }
    const sentence = sentenceOf(error);
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
    return 1;
  }
}
