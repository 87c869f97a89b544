import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Refusal } from "./run-command.ts";

/** What is typed isn't shown. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nothing, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

/** @param isNew it is asked for twice, and checked @throws Refusal where nobody can be asked, and for one that is refused */
export async function askPassphrase({ isNew }: { isNew: boolean }): Promise<string> {
  if (!process.stdin.isTTY) throw new Refusal("The passphrase is missing. Set BACKUP_PASSPHRASE.");
  const passphrase = await askHidden("Passphrase of the backup: ");
  if (!isNew) return passphrase;
  if ([...passphrase].length < 8) throw new Refusal("A passphrase must have at least 8 characters.");
  if ((await askHidden("Repeat it: ")) !== passphrase) throw new Refusal("The two passphrases don't match.");
  return passphrase;
}
