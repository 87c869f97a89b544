import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { representFile, typeOf } from "./load-files.ts";
import type { ServedPage } from "./pages/serve.ts";

/** `build/<fingerprint>`, as `bin/setup/releases.mjs` names releases. */
const RELEASE = /^[0-9a-f]{12}(-\d+)?$/;
/** A list is read only for files that this release doesn't have. */
const LISTED_MS = 5000;

/**
 * Pages that the release before made, or the next one's instances, name files that this one doesn't have. Names that aren't in a folder
 * never reach the file system.
 */
export function createOtherReleases(releaseDir: string): (path: string) => Promise<ServedPage | undefined> {
  const builds = dirname(releaseDir);
  let listed: { at: number; files: Promise<Map<string, string>> } | null = null;

  /** The names contain a hash, so that equal names mean equal files. */
  const list = async () => {
    const files = new Map<string, string>();
    const names = await readdir(builds).catch(() => []);
    for (const name of names.filter((one) => RELEASE.test(one) && one !== basename(releaseDir))) {
      const folder = join(builds, name, "client", "assets");
      for (const file of await readdir(folder).catch(() => []))
        if (typeOf(file)) files.set(`/assets/${file}`, join(folder, file));
    }
    return files;
  };

  return async (path) => {
    if (!path.startsWith("/assets/")) return undefined;
    if (!listed || performance.now() - listed.at > LISTED_MS) listed = { at: performance.now(), files: list() };
    const file = (await listed.files).get(path);
    // A release may be removed at any time.
    return file ? await representFile(file, path).catch(() => undefined) : undefined;
  };
}
