// Read by any Node that knows ES modules, so nothing here may be newer than ES2019.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { forwardTo } from "./run.mjs";

const OLDEST = 20;

/** The folder that holds package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * The Node that package.json pins, whether or not it is installed yet.
 * @param {string} [folder] the project's folder
 * @param {string} [platform] as in `process.platform`
 * @returns {string} an absolute path
 */
export function pinnedNode(folder = root, platform = process.platform) {
  return join(folder, "node_modules", "node", "bin", platform === "win32" ? "node.exe" : "node");
}

/**
 * What to say to a Node that can't run the commands.
 * @param {string} version as in `process.versions.node`, e.g. "18.20.1"
 * @returns {string | undefined} one sentence; nothing when the version will do
 */
export function complaintAbout(version) {
  if (Number.parseInt(version, 10) >= OLDEST) return undefined;
  return `Skylark needs Node.js ${OLDEST} or newer, and this is ${version}: install a current one from https://nodejs.org and try again.`;
}

/**
 * Loads a command's code when this Node can read it. A Node too old hands over to the pinned one where that is installed
 * already, else says one sentence and exits with 1.
 * @param {() => Promise<unknown>} load imports and runs the command
 * @returns {Promise<unknown>} settles when the command has been started
 */
export function onModernNode(load) {
  const complaint = complaintAbout(process.versions.node);
  if (!complaint) return load();
  if (existsSync(pinnedNode())) return forwardTo(pinnedNode(), process.argv.slice(1));
  console.error(complaint);
  process.exitCode = 1;
  return Promise.resolve();
}
