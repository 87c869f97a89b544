import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { represent } from "../platform/cache/representation.ts";
import type { ServedPage } from "./pages/serve.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
};

const COMPRESSED = new Set([".js", ".css", ".svg", ".txt", ".json"]);

/** The names of files under `assets/` contain a hash of their content. The others may change with a release. */
const IMMUTABLE = "public, max-age=31536000, immutable";

const HOURLY = "public, max-age=3600";

/**
 * Reads the built client into memory, so that a path that a visitor made up never reaches the file system.
 * @returns the files by path (`/assets/…`), with the compressed forms that the build made
 */
export async function loadFiles(clientDir: string): Promise<Map<string, ServedPage>> {
  const files = new Map<string, ServedPage>();
  if (!existsSync(clientDir)) return files;
  const names = await readdir(clientDir, { recursive: true, withFileTypes: true });
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name);
    const type = TYPES[extname(entry.name)];
    const address = `/${relative(clientDir, path).split(sep).join("/")}`;
    if (!entry.isFile() || !type || address.startsWith("/.")) continue;
    const headers = {
      "content-type": type,
      "cache-control": address.startsWith("/assets/") ? IMMUTABLE : HOURLY,
      vary: "Accept-Encoding",
    };
    files.set(address, { status: 200, headers, page: await representFile(path) });
  }
  return files;
}

async function representFile(path: string) {
  const body = await readFile(path);
  const page = await represent(body, COMPRESSED.has(extname(path)) ? 0 : null);
  if (existsSync(`${path}.br`)) page.forms.br.body = await readFile(`${path}.br`);
  if (existsSync(`${path}.gz`)) page.forms.gzip.body = await readFile(`${path}.gz`);
  return page;
}
