import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What is being made or taken away, each in a folder of its own; what a crash leaves behind stands here. */
const UNFINISHED = ".unfinished";
const FILES = "files";

/**
 * Things that consist of a few files, each in a folder `<first two>/<id>`: there whole or not at all, also after a crash.
 * `begin` makes a workspace, `keep` puts its files in place, `end` takes the workspace away.
 */
export type FolderStore = ReturnType<typeof createFolderStore>;

/** What was renamed or made within the folder survives a power cut. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  // Some file systems don't sync folders; what can be done there has been done.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Opens a store.
 * @param root its folder, made when it is needed
 */
export function createFolderStore(root: string) {
  const workspace = (id: string) => join(root, UNFINISHED, id);
  const place = (id: string) => join(root, id.slice(0, 2), id);

  return {
    /** Marks `id` as unfinished. @returns the path of its workspace */
    async begin(id: string): Promise<string> {
      await mkdir(join(workspace(id), FILES), { recursive: true });
      await syncFolder(join(root, UNFINISHED));
      return workspace(id);
    },

    /** Writes one of the thing's files, through to the disk. `name` has no folders. */
    async write(id: string, name: string, bytes: Uint8Array): Promise<void> {
      const handle = await open(join(workspace(id), FILES, name), "wx");
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },

    /** Puts all files in place at once. @throws Node's error when there is something already */
    async keep(id: string): Promise<void> {
      const files = join(workspace(id), FILES);
      await syncFolder(files);
      await mkdir(dirname(place(id)), { recursive: true });
      await rename(files, place(id));
      await syncFolder(dirname(place(id)));
    },

    /** The work on `id` is done. */
    end: (id: string): Promise<void> => rm(workspace(id), { recursive: true, force: true }),

    /** Takes the thing's files away, if there are any. */
    remove: (id: string): Promise<void> => rm(place(id), { recursive: true, force: true }),

    /** The path of one file; whether it is there isn't known. `id` and `name` must be plain names. */
    path: (id: string, name: string): string => join(place(id), name),

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
