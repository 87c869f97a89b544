import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CLEANER = fileURLToPath(new URL("clear-run.mjs", import.meta.url));

/**
 * Makes a folder for all temporary files of a test run. A separate process waits until this one has ended, even by `kill -9`; then it stops
 * every process that still uses the folder and removes it.
 * @returns {{ folder: string, clear: () => Promise<void> }} `folder` is for TMPDIR; `clear` cleans up now and resolves when done
 */
export function openRunFolder() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "skylark-run-"));
  // Open to all, like /tmp: when root runs the tests, PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  // In its own process group, so that Ctrl-C in the terminal doesn't stop it.
  const cleaner = spawn(process.execPath, [CLEANER, folder], { detached: true, stdio: ["pipe", "ignore", "inherit"] });
  const done = new Promise((resolve) => cleaner.once("exit", resolve));
  cleaner.unref();
  const clear = async () => {
    // Otherwise nothing keeps this process until the other one is done.
    cleaner.ref();
    cleaner.stdin.end();
    await done;
  };
  return { folder, clear };
}
