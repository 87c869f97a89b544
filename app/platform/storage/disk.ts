import { chmod, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A disk, or a share of it, is full, in the codes of Node and PostgreSQL. */
const CODES = new Set(["ENOSPC", "EDQUOT", "53100"]);

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // PostgreSQL has the same code for shared memory.
  const isFull = CODES.has(String((error as NodeJS.ErrnoException).code)) && !error.message.includes("shared memory");
  return isFull || isDiskFull(error.cause);
}

export const DISK_FULL_MESSAGE = "The server’s disk is full. Nothing was stored. Free up space there (DATA_DIR), then try again.";

/** @param path must not exist yet @throws what the body or the disk throws; the file is then incomplete */
export async function receive(path: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(path, "wx", OWN.file);
  try {
    let bytes = 0;
    for await (const piece of body) {
      await handle.appendFile(piece);
      bytes += piece.byteLength;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** The group can read them, for backups. */
export const SHARED = { folder: 0o750, file: 0o640 };
/** Only the server's account can read them. */
export const OWN = { folder: 0o700, file: 0o600 };

/** Holds workspaces, one for each thing that is being stored or removed. A crash leaves them behind. */
const UNFINISHED = ".unfinished";
const FILES = "files";

/** (Node's own `recursive` never ends in /proc and on some network file systems, and calls a read-only disk "no such file".) */
export async function makeFolders(path: string, mode = 0o777): Promise<void> {
  const make = async () => {
    try {
      await mkdir(path, { mode });
    } catch (error) {
      if (!(await stat(path).catch(() => null))?.isDirectory()) throw error;
    }
  };
  try {
    await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolders(dirname(path), mode);
    await make();
  }
}

/** New and renamed entries of the folder survive a power cut then. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  // Some file systems can't sync folders, which is fine.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Folders in which things are prepared before they are put in place. @param root made when it is needed */
export function createWorkspaces(root: string) {
  const workspace = (id: string) => join(root, UNFINISHED, id);
  const files = (id: string) => join(workspace(id), FILES);

  return {
    files,

    async begin(id: string): Promise<string> {
      await makeFolders(files(id), SHARED.folder);
      await syncFolder(join(root, UNFINISHED));
      return workspace(id);
    },

    /** Syncs it to the disk. @throws Node's error when the file is there already */
    async write(id: string, name: string, bytes: Uint8Array): Promise<void> {
      const handle = await open(join(files(id), name), "wx", SHARED.file);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },

    /** Syncs it to the disk, which has to be that of the workspace. */
    async take(id: string, name: string, path: string): Promise<void> {
      await chmod(path, SHARED.file);
      const handle = await open(path, "r+");
      await handle.sync().finally(() => handle.close());
      await rename(path, join(files(id), name));
    },

    end: (id: string): Promise<void> => rm(workspace(id), { recursive: true, force: true }),

    async unfinished(ms: number): Promise<string[]> {
      const ids = await readdir(join(root, UNFINISHED)).catch(() => []);
      const dated = await Promise.all(
        ids.map(async (id) => ({ id, at: (await stat(workspace(id)).catch(() => null))?.mtimeMs ?? Date.now() })),
      );
      return dated.filter(({ at }) => Date.now() - at >= ms).map(({ id }) => id);
    },
  };
}
