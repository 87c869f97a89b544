import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CLEANER = fileURLToPath(new URL("clear-run.mjs", import.meta.url));

/**
 * Makes a folder for all temporary files of a test run. A process of its own waits for the end of this one, however that comes about, then
 * ends every process that still works in the folder and removes it.
 * @returns {{ folder: string, clear: () => Promise<void> }} the folder, for TMPDIR; `clear` does it now and waits until it is done
 */
export function openRunFolder() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "skylark-run-"));
  // Like the system's own: PostgreSQL runs as another user where root runs the tests.
  chmodSync(folder, 0o1777);
  // Its own group, so that a Ctrl-C in the terminal leaves it to its work.
  const cleaner = spawn(process.execPath, [CLEANER, folder], { detached: true, stdio: ["pipe", "ignore", "inherit"] });
  const done = new Promise((resolve) => cleaner.once("exit", resolve));
  cleaner.unref();
  const clear = async () => {
    cleaner.stdin.end();
    await done;
  };
  return { folder, clear };
}
