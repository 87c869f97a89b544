import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compareSources, readStamp, takeFingerprint, writeStamp } from "./fingerprint.mjs";
import { locked } from "./lock.mjs";
import { pinnedNode } from "./node-version.mjs";
import { addNeeds, beginRelease, currentRelease, findRelease, publish, switchTo } from "./releases.mjs";
import { run } from "./run.mjs";
import { fileError, SetupError } from "./setup-error.mjs";

/**
 * How to start the latest build. Its own Node and files are named, so that later builds change nothing for a server that runs.
 * @param {string} root the project's folder
 * @returns {{ node: string, server: string }} absolute paths
 */
export function builtProgram(root) {
  const release = currentRelease(root);
  if (!release) throw new SetupError("There is no finished build: run `npm run build`.");
  const node = pinnedNode(release);
  return { node: existsSync(node) ? node : pinnedNode(root), server: join(release, "server", "server.js") };
}

/**
 * Whether the current release is a finished build of the sources as they are.
 * @param {string} root the project's folder
 * @returns {boolean}
 */
export function isBuilt(root) {
  const release = currentRelease(root);
  const stamp = release && readStamp(release);
  if (!stamp) return false;
  const state = compareSources(root, stamp);
  // Only spares the next start the reading: a folder that can't be written may go without.
  if (state === "touched")
    try {
      writeStamp(release, takeFingerprint(root));
    } catch {}
  return state !== "changed";
}

/**
 * Builds when the current release isn't made from the sources as they are; one that was made from them before becomes current again.
 * @param {string} root the project's folder
 * @param {(line: string) => void} say called with what is being done, only when something is
 * @returns {Promise<boolean>} whether it was built now; a SetupError says why it couldn't be
 */
export async function ensureBuilt(root, say) {
  if (isBuilt(root)) return false;
  return locked(root, say, async () => {
    if (isBuilt(root)) return false;
    const known = findRelease(root, takeFingerprint(root));
    if (known) switchTo(root, known);
    if (known && isBuilt(root)) return false;
    say("Building …");
    await build(root);
    return true;
  });
}

/** Builds the sources in a folder that becomes the current release when it is finished. */
const build = async (/** @type {string} */ root) => {
  const sources = takeFingerprint(root);
  let release;
  try {
    release = beginRelease(root, sources);
  } catch (error) {
    throw fileError("The site can't be built", root, error);
  }
  try {
    for (const [what, folder, args] of /** @type {[string, string, string[]][]} */ ([
      ["browser", "client", []],
      ["server", "server", ["--ssr"]],
    ])) {
      const vite = join(root, "node_modules", "vite", "bin", "vite.js");
      const out = ["--outDir", join(release.dir, folder)];
      const status = await run(pinnedNode(root), [vite, "build", ...args, ...out, "--mode", "production", "--logLevel", "warn"], {
        cwd: root,
        env: { ...process.env, NODE_ENV: "production" },
      });
      if (status !== 0) throw new SetupError(`The ${what}'s part could not be built; see the reason above.`);
    }
    addNeeds(root, release.dir);
    writeStamp(release.dir, sources);
    publish(root, release);
  } catch (error) {
    rmSync(release.dir, { recursive: true, force: true });
    throw error instanceof SetupError ? error : fileError("The site can't be built", root, error);
  }
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
