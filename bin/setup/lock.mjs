import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeProcess, lives } from "./process-birth.mjs";
import { fileError, SetupError } from "./setup-error.mjs";

/** How often the holder touches its file, in ms. */
const BEAT_MS = 2000;
/** A holder that can't be looked up is gone when it hasn't touched its file for this long, in ms. */
const SILENCE_MS = 20_000;
/** The longest time to wait for another process, in ms. Installing and building take a few minutes on a slow machine. */
const PATIENCE_MS = 20 * 60_000;

/** Takes the lock file, or says who holds it. A holder that is gone leaves the lock to the next process. */
const take = (/** @type {string} */ file) => {
  try {
    writeFileSync(file, describeProcess(), { flag: "wx" });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  let holder = "";
  let silence = 0;
  try {
    holder = readFileSync(file, "utf8");
    silence = Date.now() - statSync(file).mtimeMs;
  } catch {
    return "gone";
  }
  // A clock that was set back must not make a file of the future.
  if (lives(holder) ?? Math.abs(silence) < SILENCE_MS) return Number.parseInt(holder, 10);
  rmSync(file, { force: true });
  return "gone";
};

/**
 * Does `work` while no other process of this folder installs or builds; waits for one that does.
 * @template T
 * @param {string} root the project's folder
 * @param {(line: string) => void} say called once when there is somebody to wait for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} a SetupError when the folder can't be written, or the other process doesn't come to its end
 */
export async function locked(root, say, work) {
  const folder = join(root, ".cache");
  const file = join(folder, "setup.lock");
  let isAnnounced = false;
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    let holder;
    try {
      mkdirSync(folder, { recursive: true });
      holder = take(file);
    } catch (error) {
      throw fileError("There is something to install or build, and it can't be done", root, error);
    }
    if (holder === undefined) break;
    if (Date.now() > end)
      throw new SetupError(
        `Process ${holder} has been installing or building here for 20 minutes. End it, or delete ${file}, and start again.`,
      );
    if (typeof holder === "number" && !isAnnounced) say(`Waiting for process ${holder}, which is installing or building here …`);
    isAnnounced ||= typeof holder === "number";
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const beat = () => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {}
  };
  const beating = setInterval(beat, BEAT_MS);
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(beating);
    process.off("exit", release);
    release();
  }
}
