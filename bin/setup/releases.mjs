// A build is a folder of its own, `build/<fingerprint>`, that holds all a server needs. `build/current` leads to the latest. A server that
// runs keeps its folder, so that a newer release can be built at the same time.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { alive, lives } from "./process-birth.mjs";

/** @typedef {import("./fingerprint.mjs").Fingerprint} Fingerprint */

const RELEASE = /^[0-9a-f]{12}(-\d+)?$/;
/** A build that isn't finished: `.<name>.<process>`. */
const UNFINISHED = /^\.[0-9a-f]{12}(-\d+)?\.(\d+)$/;
/** Where releases were built before each had its folder. */
const FORMERLY = ["client", "server", ".stamp"];

const buildDir = (/** @type {string} */ root) => join(root, "build");
const currentLink = (/** @type {string} */ root) => join(buildDir(root), "current");
const isFinished = (/** @type {string} */ dir) =>
  [".stamp", "client", join("server", "server.js")].every((name) => existsSync(join(dir, name)));

/**
 * The folder of the latest finished build, not through the link.
 * @param {string} root the project's folder
 * @returns {string | undefined}
 */
export function currentRelease(root) {
  try {
    const dir = realpathSync(currentLink(root));
    return isFinished(dir) ? dir : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Names a release after the contents of its sources.
 * @param {Fingerprint} sources
 * @returns {string} twelve hexadecimal digits
 */
function nameOf(sources) {
  const hash = createHash("sha256");
  for (const path of Object.keys(sources).sort()) hash.update(`${path}\0${sources[path]?.hash}\n`);
  return hash.digest("hex").slice(0, 12);
}

/**
 * A finished release of these sources that is there already.
 * @param {string} root the project's folder
 * @param {Fingerprint} sources
 * @returns {string | undefined} its name
 */
export function findRelease(root, sources) {
  const name = nameOf(sources);
  return releasesIn(root).find((one) => one.startsWith(name) && isFinished(join(buildDir(root), one)));
}

/** The names of all releases. */
const releasesIn = (/** @type {string} */ root) =>
  existsSync(buildDir(root)) ? readdirSync(buildDir(root)).filter((name) => RELEASE.test(name)) : [];

/**
 * Makes a folder to build in. A release that is there is never overwritten, because a server may run from it.
 * @param {string} root the project's folder
 * @param {Fingerprint} sources
 * @returns {{ name: string, dir: string }} the release's name; the folder, which gets that name by `publish`
 */
export function beginRelease(root, sources) {
  const base = nameOf(sources);
  const taken = new Set(releasesIn(root));
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}-${n}`;
  const dir = join(buildDir(root), `.${name}.${process.pid}`);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  return { name, dir };
}

/**
 * Adds what the server reads besides its build: migrations and demo content, packages, documents.
 * @param {string} root the project's folder
 * @param {string} dir the release's
 */
export function addNeeds(root, dir) {
  for (const name of ["db", "package.json"])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(dir, name), { recursive: true });
  symlinkSync(join("..", "..", "docs"), join(dir, "docs"), "junction");
  linkPackages(root, dir);
}

/** Not needed to run. */
const SPARE = /\.(map|md|markdown|d\.[cm]?ts|flow)$/;

/**
 * Gives the release the packages as they are now, as further names of the same files: an install for the next release takes away
 * those in node_modules, and a running server loads some late. Copies them where files can't have several names.
 */
function linkPackages(/** @type {string} */ root, /** @type {string} */ dir) {
  /** @type {Record<string, { dev?: boolean }>} */
  let packages = {};
  try {
    packages = JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
  } catch {}
  const place = (/** @type {string} */ path) => {
    mkdirSync(join(dir, path), { recursive: true });
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const one = `${path}/${entry.name}`;
      if (entry.name === "node_modules") continue;
      if (entry.isDirectory()) place(one);
      else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(root, one)), join(dir, one));
      else if (!SPARE.test(entry.name)) linkOrCopy(join(root, one), join(dir, one));
    }
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    // The pinned Node is a package for development only as far as npm knows.
    const isNeeded = !dev || /^node_modules\/node(\/|$)/.test(path);
    if (isNeeded && path.startsWith("node_modules/") && existsSync(join(root, path))) place(path);
  }
}

function linkOrCopy(/** @type {string} */ from, /** @type {string} */ to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/**
 * Gives a finished build its name, and makes it the current release.
 * @param {string} root the project's folder
 * @param {{ name: string, dir: string }} release as from `beginRelease`
 */
export function publish(root, { name, dir }) {
  renameSync(dir, join(buildDir(root), name));
  switchTo(root, name);
}

/**
 * Makes a release the current one, in one step. It and the one before are kept, and every other one that a server runs from; the rest is removed.
 * @param {string} root the project's folder
 * @param {string} name the release's
 */
export function switchTo(root, name) {
  const before = currentRelease(root);
  const next = join(buildDir(root), `.current.${process.pid}`);
  rmSync(next, { force: true });
  symlinkSync(name, next, "junction");
  // Windows replaces no folder, and a link to one is a folder there.
  if (process.platform === "win32") rmSync(currentLink(root), { force: true });
  renameSync(next, currentLink(root));
  const retained = new Set([name, before && basename(before)]);
  const remove = (/** @type {string} */ one) => rmSync(join(buildDir(root), one), { recursive: true, force: true });
  for (const one of readdirSync(buildDir(root))) {
    const builder = Number(UNFINISHED.exec(one)?.[2]);
    if (RELEASE.test(one) ? !retained.has(one) && !isInUse(join(buildDir(root), one)) : builder && !alive(builder)) remove(one);
  }
  if (before && basename(before) !== name) FORMERLY.forEach(remove);
}

/** Whether a server runs from a release: each describes itself in a file there while it runs (`server.ts`). */
function isInUse(/** @type {string} */ dir) {
  const running = join(dir, ".running");
  try {
    // One in another container can't be looked up. Those of earlier versions left an empty file with their number as its name.
    return readdirSync(running).some((name) => lives(readFileSync(join(running, name), "utf8") || name) ?? true);
  } catch {
    return false;
  }
}
