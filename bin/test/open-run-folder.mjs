import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const CLEANER = fileURLToPath(new URL("clear-run.mjs", import.meta.url));

/** Linux's file system in memory, the number that `statfs` knows it by, and how many bytes must be free there and in memory. */
const MEMORY = { path: "/dev/shm", type: 0x01021994, bytes: 4 * 1024 ** 3 };

function hasMemory() {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY.path);
    return type === MEMORY.type && Math.min(bavail * bsize, freemem()) >= MEMORY.bytes;
  } catch {
    return false;
  }
}

/**
 * Makes a folder for all temporary files of a test run, and one in memory for the databases that are copied for each test file: ext4 looks
 * through all files deleted in the last seconds before it makes a new one, which took a sixth of the processor time of a run.
 * A separate process waits until this one has ended, even by `kill -9`; then it stops every process that still uses the folders and
 * removes them.
 * @returns {{ folder: string, memory: string, clear: () => Promise<void> }} `folder` is for TMPDIR; `memory` is for TEST_MEMORY, and the
 *   same folder where there is too little of it; `clear` cleans up now and resolves when done
 */
export function openRunFolder() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "skylark-run-"));
  const memory = hasMemory() ? join(MEMORY.path, basename(folder)) : folder;
  if (memory !== folder) mkdirSync(memory);
  // Open to all, like /tmp: when root runs the tests, PostgreSQL runs as another user.
  for (const path of [folder, memory]) chmodSync(path, 0o1777);
  // In its own process group, so that Ctrl-C in the terminal doesn't stop it.
  const cleaner = spawn(process.execPath, [CLEANER, folder, memory], { detached: true, stdio: ["pipe", "ignore", "inherit"] });
  const done = new Promise((resolve) => cleaner.once("exit", resolve));
  cleaner.unref();
  const clear = async () => {
    // Otherwise nothing keeps this process until the other one is done.
    cleaner.ref();
    cleaner.stdin.end();
    await done;
  };
  return { folder, memory, clear };
}
