import { forwardTo, launcher } from "./run.mjs";

/**
 * Lets another program take the place of this one: as the same process where the system can do that (no second Node
 * stays in memory, and signals need nobody to pass them on), else as a child that we wait for.
 * @param {string} command an absolute path
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {{ follows?: boolean }} [program] `follows`: it loads follow-parent.mjs, which wants to know whose end is its own
 * @returns {Promise<never>} ends with the program's exit status
 */
export async function handOver(command, args, env, program = {}) {
  const following = (/** @type {number | undefined} */ parent) =>
    program.follows && parent ? { ...env, SKYLARK_PARENT: String(parent) } : env;
  if (process.execve && process.platform !== "win32") {
    // It is called experimental, which nobody who starts a blog needs to read.
    process.removeAllListeners("warning");
    process.execve(command, [command, ...args], /** @type {Record<string, string>} */ (following(launcher())));
  }
  return forwardTo(command, args, { env: following(process.pid) });
}
