import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "./setup-error.mjs";

/** Whether a process runs, also one of another account. */
export const alive = (/** @type {number} */ pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** Takes the lock file, or says who holds it. A holder that is gone leaves the lock to the next process. */
const take = (/** @type {string} */ file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  let holder = Number.NaN;
  try {
    holder = Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch {
    return "gone";
  }
  if (holder !== process.pid && alive(holder)) return holder;
  rmSync(file, { force: true });
  return "gone";
};

/**
 * Does `work` while no other process of this folder installs or builds; waits for one that does.
 * @template T
 * @param {string} root the project's folder
 * @param {(line: string) => void} say told once when there is somebody to wait for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} a SetupError when the folder can't be written
 */
export async function locked(root, say, work) {
  const folder = join(root, ".cache");
  const file = join(folder, "setup.lock");
  let told = false;
  for (;;) {
    let holder;
    try {
      mkdirSync(folder, { recursive: true });
      holder = take(file);
    } catch (error) {
      throw fileError("There is something to install or build, and it can't be done", root, error);
    }
    if (holder === undefined) break;
    if (typeof holder === "number" && !told) say(`Waiting for process ${holder}, which is installing or building here …`);
    told ||= typeof holder === "number";
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}
