import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode } from "./node-version.mjs";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[] }} LockEntry */

/** Where the install notes what it installed. It goes before an install begins, so an interrupted one leaves no note. */
export const stampFile = (/** @type {string} */ root) => join(root, "node_modules", ".skylark-lock");

/**
 * What an install of this lock file on this kind of machine is called. The machine is part of it because folders get
 * mounted into containers of another system.
 * @param {string} root the project's folder
 * @returns {string}
 */
export function lockStamp(root) {
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  return `${process.platform}-${process.arch} ${hash}\n`;
}

const suits = (/** @type {string[] | undefined} */ names, /** @type {string} */ mine) =>
  !names || (names.some((n) => n.startsWith("!")) ? !names.includes(`!${mine}`) : names.includes(mine));

/**
 * Whether what npm says it installed is what the lock file asks for: the same versions, nothing missing but optional
 * packages, everything made for this machine.
 * @param {Record<string, LockEntry>} wanted `packages` of package-lock.json
 * @param {Record<string, LockEntry>} present `packages` of node_modules/.package-lock.json
 * @param {{ platform: string, arch: string }} machine
 * @returns {boolean}
 */
export function sameInstall(wanted, present, machine) {
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = present[path];
    if (!found && !entry.optional) return false;
    if (!found) continue;
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
    if (!suits(found.os, machine.platform) || !suits(found.cpu, machine.arch)) return false;
  }
  return true;
}

/**
 * Whether node_modules holds what package-lock.json asks for, development packages and the pinned Node included.
 * @param {string} root the project's folder
 * @returns {"noted" | "same" | false} "noted" by our own stamp, "same" when somebody ran `npm ci` or `npm install` by hand
 */
export function isInstalled(root) {
  if (!existsSync(pinnedNode(root))) return false;
  try {
    return readFileSync(stampFile(root), "utf8") === lockStamp(root) ? "noted" : matchesByHand(root);
  } catch {
    return matchesByHand(root);
  }
}

const matchesByHand = (/** @type {string} */ root) => {
  try {
    const read = (/** @type {string} */ file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;
    const present = read("node_modules/.package-lock.json");
    return sameInstall(read("package-lock.json"), present, process) && "same";
  } catch {
    return false;
  }
};
