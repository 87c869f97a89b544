import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { represent } from "../platform/cache/representation.ts";
import type { ServedPage } from "./pages/serve.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
};

const COMPRESSED = new Set([".js", ".mjs", ".css", ".svg", ".txt", ".json"]);

/** The names of files under `assets/` contain a hash of their content. The others may change with a release. */
const IMMUTABLE = "public, max-age=31536000, immutable";

const HOURLY = "public, max-age=3600";

/** Into memory, so that a path that a visitor made up never reaches the file system. @returns the files by path (`/assets/…`) */
export async function loadFiles(clientDir: string): Promise<Map<string, ServedPage>> {
  const files = new Map<string, ServedPage>();
  if (!existsSync(clientDir)) return files;
  const names = await readdir(clientDir, { recursive: true, withFileTypes: true });
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(clientDir, path).split(sep).join("/")}`;
    if (!entry.isFile() || !typeOf(entry.name) || address.startsWith("/.")) continue;
    files.set(address, await representFile(path, address));
  }
  return files;
}

/** None for files that aren't for browsers, such as compressed forms. */
export const typeOf = (name: string): string | undefined => TYPES[extname(name)];

/** Adds the compressed forms that the build made. @param address its path on the site */
export async function representFile(file: string, address: string): Promise<ServedPage> {
  const page = await represent(await readFile(file), COMPRESSED.has(extname(file)) ? 0 : null);
  if (existsSync(`${file}.br`)) page.forms.br.body = await readFile(`${file}.br`);
  if (existsSync(`${file}.gz`)) page.forms.gzip.body = await readFile(`${file}.gz`);
  const headers = {
    "content-type": typeOf(file) ?? "application/octet-stream",
    "cache-control": address.startsWith("/assets/") ? IMMUTABLE : HOURLY,
    vary: "Accept-Encoding",
  };
  return { status: 200, headers, page };
}
