import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, posix, sep } from "node:path";
import { hashOf, idIn, partsOf, plain, versionIn } from "./post-text.ts";
import { Failure, Problem } from "./problems.ts";

/** A file with a post. `problem`: why it can't be worked with. */
export type Local = {
  path: string;
  text: string;
  hash: string;
  id?: string | undefined;
  version?: number | undefined;
  problem?: string;
};

export const POSTS = "posts";
export const OWN = ".skylark";
const IS_PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)$/i;

/** What is under the folder, by its path with slashes. Links are named, not followed. */
async function* entriesOf(root: string, within: string): AsyncGenerator<{ path: string; isLink: boolean }> {
  const entries = await readdir(join(root, within), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new Failure(`The folder ${within || "."} can’t be read (${error.code}).`);
  });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = posix.join(within, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isSymbolicLink()) yield { path, isLink: true };
    else if (entry.isDirectory()) yield* entriesOf(root, path);
    else if (entry.isFile()) yield { path, isLink: false };
  }
}

function read(path: string, bytes: Buffer): Local {
  const local: Local = { path, text: "", hash: "" };
  try {
    local.text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    local.hash = hashOf(local.text);
    const parts = partsOf(local.text);
    return { ...local, id: idIn(parts), version: versionIn(parts) };
  } catch (error) {
    return { ...local, problem: error instanceof Problem ? error.message : "it isn’t UTF-8 text" };
  }
}

/** Every post of the folder, by path. Two with one id are nobody's. */
export async function readFolder(root: string): Promise<Local[]> {
  const found: Local[] = [];
  const isLinked = (await lstat(join(root, POSTS)).catch(() => null))?.isSymbolicLink();
  if (isLinked) throw new Failure(`${POSTS} is a symbolic link, which isn’t followed. Make it a folder.`);
  for await (const { path, isLink } of entriesOf(root, POSTS)) {
    if (isLink) found.push({ path, text: "", hash: "", problem: "it is a symbolic link, which isn’t followed" });
    else if (/\.md$/i.test(path)) found.push(read(path, await readFile(join(root, path))));
  }
  const byId = new Map<string, Local[]>();
  for (const local of found) if (local.id) byId.set(local.id, [...(byId.get(local.id) ?? []), local]);
  for (const [, same] of byId)
    if (same.length > 1)
      for (const local of same) {
        const other = same.find(({ path }) => path !== local.path)?.path;
        local.problem ??= `it has the same id as ${other}. Remove the line \`id\` from the one that is to be a new post`;
      }
  return found;
}

/** The paths of all files that could be pictures, or notes, for links that name them without their folder. */
export async function listNames(root: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { path, isLink } of entriesOf(root, ""))
    if (!isLink && (IS_PICTURE.test(path) || /\.md$/i.test(path))) names.push(path);
  return names;
}

/** @throws Problem for a way that leads out of the folder */
async function requireInside(root: string, path: string): Promise<void> {
  const parts = dirname(path).split("/");
  if (path.startsWith("/") || path.split("/").some((part) => part === ".." || part === ""))
    throw new Problem(`${path} isn’t within the folder`);
  for (let length = 1; length <= parts.length; length++) {
    const parent = parts.slice(0, length).join(sep);
    if ((await lstat(join(root, parent)).catch(() => null))?.isSymbolicLink())
      throw new Problem(`${parent} is a symbolic link, which isn’t followed`);
  }
}

/** The file appears whole or not at all. @throws Problem */
export async function writeWhole(root: string, path: string, content: string | Uint8Array): Promise<void> {
  await requireInside(root, path);
  const unfinished = join(root, OWN, `unfinished-${randomUUID()}`);
  try {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(unfinished, content);
    await rename(unfinished, join(root, path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC") throw new Failure("The disk is full.");
    throw new Problem(code === "ENAMETOOLONG" ? "its name is too long for this computer" : `it can’t be written (${code})`);
  }
}

/** With the ends of lines that the file had. */
export const writeText = (root: string, path: string, text: string, before = ""): Promise<void> =>
  writeWhole(root, path, /\r\n/.test(before) && !/[^\r]\n/.test(before) ? text.replaceAll("\n", "\r\n") : text);

/** Null if the file isn't there, or its name is too long to be there. */
export const textAt = (root: string, path: string): Promise<string | null> =>
  readFile(join(root, path), "utf8").then(plain, () => null);

const PICTURE_MAX = 256 * 1024 * 1024;

/** @throws Problem */
export async function pictureAt(root: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
  await requireInside(root, path);
  const found = await lstat(join(root, path)).catch(() => null);
  if (!found?.isFile()) throw new Problem(`${path} isn’t a file`);
  if (found.size > PICTURE_MAX) throw new Problem(`${path} is too large`);
  return new Uint8Array(await readFile(join(root, path)));
}

/** Whether Obsidian keeps its notes here, or in a folder around it. */
export async function isVault(root: string): Promise<boolean> {
  for (let folder = root, depth = 0; depth < 4; folder = dirname(folder), depth++)
    if ((await stat(join(folder, ".obsidian")).catch(() => null))?.isDirectory()) return true;
  return false;
}

export const stemOf = (path: string): string => basename(path).replace(/\.md$/i, "");
