import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compareSources, readStamp, takeFingerprint, writeStamp } from "./fingerprint.mjs";
import { locked } from "./lock.mjs";
import { pinnedNode } from "./node-version.mjs";
import { run } from "./run.mjs";
import { fileError, SetupError } from "./setup-error.mjs";

/** The program that a build leaves behind. */
export const serverFile = (/** @type {string} */ root) => join(root, "build", "server", "server.js");

/**
 * Whether build/ holds a finished build of the sources as they are.
 * @param {string} root the project's folder
 * @returns {boolean}
 */
export function isBuilt(root) {
  const stamp = readStamp(root);
  if (!stamp || !existsSync(serverFile(root)) || !existsSync(join(root, "build", "client"))) return false;
  const state = compareSources(root, stamp);
  // Only spares the next start the reading: a folder that can't be written may go without.
  if (state === "touched")
    try {
      writeStamp(root, takeFingerprint(root));
    } catch {}
  return state !== "changed";
}

/**
 * Builds when the build is older than the sources, was interrupted or never made.
 * @param {string} root the project's folder
 * @param {(line: string) => void} say told what is being done, only when something is
 * @returns {Promise<boolean>} whether it was built now; a SetupError says why it couldn't be
 */
export async function ensureBuilt(root, say) {
  if (isBuilt(root)) return false;
  return locked(root, say, async () => {
    if (isBuilt(root)) return false;
    say("Building …");
    await build(root);
    return true;
  });
}

/** Builds whatever is there. The stamp goes first and comes last, so an interrupted build counts as none. */
const build = async (/** @type {string} */ root) => {
  const sources = takeFingerprint(root);
  try {
    mkdirSync(join(root, "build"), { recursive: true });
    rmSync(join(root, "build", ".stamp"), { force: true });
  } catch (error) {
    throw fileError("The site can't be built", root, error);
  }
  // The server's build reads the manifest that the browser's leaves behind.
  for (const [what, args] of /** @type {[string, string[]][]} */ ([
    ["browser", []],
    ["server", ["--ssr"]],
  ])) {
    const vite = join(root, "node_modules", "vite", "bin", "vite.js");
    const status = await run(pinnedNode(root), [vite, "build", ...args, "--mode", "production", "--logLevel", "warn"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (status !== 0) throw new SetupError(`The ${what}'s part could not be built; see the reason above.`);
  }
  writeStamp(root, sources);
};

/**
 * Builds whether or not it is needed.
 * @param {string} root the project's folder
 * @param {(line: string) => void} say
 * @returns {Promise<void>} a SetupError says why it couldn't be
 */
export async function rebuild(root, say) {
  await locked(root, say, () => build(root));
}
