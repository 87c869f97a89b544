import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import { importsDir } from "./open-imports.ts";

const STICKY = 0o1000;
/** Under root, PostgreSQL runs as another account and has to pass through the data folder. */
const OTHERS = 0o027;
const OTHERS_BUT_PASSING = 0o026;
const EVERYBODY_ELSE = 0o077;

/** Shared folders (`/tmp`) and missing ones are left alone. */
async function close(path: string, bits: number): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found && (found.mode & bits) !== 0 && (found.mode & STICKY) === 0) await chmod(path, found.mode & 0o7777 & ~bits);
}

/** Earlier releases left the data folder open to other accounts. Where the system doesn't permit closing it, that is logged. */
export async function closeData({ dataDir }: Pick<Config, "dataDir">, log: Pick<Log, "warn">): Promise<void> {
  if (process.platform === "win32") return;
  const imports = importsDir(dataDir);
  try {
    await close(dataDir, process.getuid?.() === 0 ? OTHERS_BUT_PASSING : OTHERS);
    for (const name of ["media", "cache"]) await close(join(dataDir, name), OTHERS);
    await close(imports, EVERYBODY_ELSE);
    for (const name of await readdir(imports).catch(() => [])) await close(join(imports, name), EVERYBODY_ELSE);
  } catch (err) {
    log.warn({ err }, `${dataDir} can't be closed to other accounts of this machine; they may read uploaded files`);
  }
}
