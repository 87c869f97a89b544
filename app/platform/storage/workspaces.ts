import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { SHARED } from "./modes.ts";

/** What is being made or taken away, each in a folder of its own; what a crash leaves behind stands here. */
const UNFINISHED = ".unfinished";
const FILES = "files";

/** What was renamed or made within the folder survives a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  // Some file systems don't sync folders; what can be done there has been done.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Folders in which things are prepared before they are put in place.
 * @param root the folder that holds them, made when it is needed
 */
export function createWorkspaces(root: string) {
  const workspace = (id: string) => join(root, UNFINISHED, id);
  const files = (id: string) => join(workspace(id), FILES);

  return {
    /** The folder of the files that were written. */
    files,

    /** @returns the path of the workspace of `id`, on the disk once it is there */
    async begin(id: string): Promise<string> {
      await mkdir(files(id), { recursive: true, mode: SHARED.folder });
      await syncFolder(join(root, UNFINISHED));
      return workspace(id);
    },

    /** Writes one file, through to the disk. @throws Node's error when it is there already */
    async write(id: string, name: string, bytes: Uint8Array): Promise<void> {
      const handle = await open(join(files(id), name), "wx", SHARED.file);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },

    /** Takes the workspace away with what is left in it. */
    end: (id: string): Promise<void> => rm(workspace(id), { recursive: true, force: true }),

    /** What was begun longer than `ms` ago and never ended. */
    async unfinished(ms: number): Promise<string[]> {
      const ids = await readdir(join(root, UNFINISHED)).catch(() => []);
      const dated = await Promise.all(
        ids.map(async (id) => ({ id, at: (await stat(workspace(id)).catch(() => null))?.mtimeMs ?? Date.now() })),
      );
      return dated.filter(({ at }) => Date.now() - at >= ms).map(({ id }) => id);
    },
  };
}
