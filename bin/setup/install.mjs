import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, join, sep } from "node:path";
import { isInstalled, lockStamp, stampFile } from "./installed.mjs";
import { locked } from "./lock.mjs";
import { pinnedNode } from "./node-version.mjs";
import { run } from "./run.mjs";
import { fileError, SetupError } from "./setup-error.mjs";

const inside = (/** @type {string} */ path, /** @type {string} */ folder) => {
  try {
    return realpathSync(path).startsWith(realpathSync(folder) + sep);
  } catch {
    return false;
  }
};

/**
 * How to call npm. The install replaces node_modules, the pinned Node in it included, so npm has to run on another Node:
 * the one that npm itself was started with, else the first on the PATH that isn't ours.
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 * @param {string} execPath the Node that runs now
 * @returns {{ command: string, args: string[], path: string, shell: boolean }} `path` is the PATH to run it with
 */
export function npmCommand(root, env, execPath) {
  const ours = join(root, "node_modules");
  const path = (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ours))
    .join(delimiter);
  const npm = env.npm_execpath;
  if (!npm || !/^npm(-cli)?\.c?js$/.test(basename(npm)) || !existsSync(npm)) {
    return process.platform === "win32"
      ? { command: "npm.cmd", args: [], path, shell: true }
      : { command: "npm", args: [], path, shell: false };
  }
  const node = [env.npm_node_execpath, execPath].find((file) => file && existsSync(file) && !inside(file, ours)) ?? "node";
  return { command: node, args: [npm], path, shell: false };
}

/**
 * Makes node_modules hold what package-lock.json asks for, development packages included (the pinned Node is one).
 * @param {string} root the project's folder
 * @param {(line: string) => void} say called with what is being done, only when something is
 * @returns {Promise<boolean>} whether anything was installed; a SetupError says why it couldn't be
 */
export async function ensureInstalled(root, say) {
  const state = isInstalled(root);
  if (state === "same") noteInstall(root);
  if (state) return false;
  return locked(root, say, async () => {
    if (isInstalled(root)) return false;
    await install(root, say);
    return true;
  });
}

const install = async (/** @type {string} */ root, /** @type {(line: string) => void} */ say) => {
  try {
    accessSync(root, constants.W_OK);
  } catch (error) {
    throw fileError("The packages can't be installed", root, error);
  }
  say(existsSync(join(root, "node_modules")) ? "Installing changed packages …" : "Installing packages (first start only) …");
  rmSync(stampFile(root), { force: true });
  await runNpm(root);
  if (!existsSync(pinnedNode(root))) {
    throw new SetupError(
      "The packages are installed, but the Node.js that package.json pins is not: npm must be allowed to run its install script (is `ignore-scripts` set?).",
    );
  }
  noteInstall(root);
};

const FLAGS = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];

/** Calls npm once; what it has to say is kept until it is known whether anybody needs to read it. */
const npmOnce = async (/** @type {string} */ root, /** @type {string[]} */ args) => {
  const npm = npmCommand(root, process.env, process.execPath);
  const said = join(root, ".cache", "npm-said");
  const stderr = openSync(said, "w");
  try {
    const status = await run(npm.command, [...npm.args, ...args, ...FLAGS], {
      cwd: root,
      stdio: ["ignore", "ignore", stderr],
      shell: npm.shell,
      env: { ...process.env, PATH: npm.path },
    });
    return { status, said: readFileSync(said, "utf8") };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SetupError(`npm can't be started (${why}): it comes with Node.js and has to be on the PATH.`);
  } finally {
    closeSync(stderr);
    rmSync(said, { force: true });
  }
};

// `npm ci` refuses a lock file without the packages of other systems, which npm leaves out where a registry doesn't have
// them. `npm install` takes the same versions from it, and --no-save leaves the file alone.
const runNpm = async (/** @type {string} */ root) => {
  let result = await npmOnce(root, ["ci"]);
  if (result.status !== 0 && /EUSAGE/.test(result.said)) result = await npmOnce(root, ["install", "--no-save"]);
  if (result.status === 0) return;
  process.stderr.write(result.said);
  throw new SetupError(`npm failed with exit status ${result.status}; see its message above.`);
};

// Without the note the next start compares package by package, which is slower but just as right.
const noteInstall = (/** @type {string} */ root) => {
  try {
    writeFileSync(stampFile(root), lockStamp(root));
  } catch {}
};
