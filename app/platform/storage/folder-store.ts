import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { createWorkspaces, makeFolders, SHARED, syncFolder } from "./disk.ts";
import type { FileStore, StoredFile } from "./file-store.ts";

/** Each thing has a folder `<first two>/<id>`. */
export type FolderStore = FileStore & {
  path(id: string, name: string): string;
};

/** Null when it isn't there or can't be read. */
export async function openFile(path: string): Promise<StoredFile | null> {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  const { size } = await file.stat().catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  return {
    size,
    // A stream closes the file when it ends or is cancelled.
    read: async (part) => Readable.toWeb(file.createReadStream(part)) as ReadableStream<Uint8Array>,
    close: () => file.close(),
  };
}

export function createFolderStore(root: string): FolderStore {
  const workspaces = createWorkspaces(root);
  const place = (id: string) => join(root, id.slice(0, 2), id);
  const path = (id: string, name: string) => join(place(id), name);

  return {
    begin: workspaces.begin,
    write: workspaces.write,
    take: workspaces.take,

    // Everything is put in place by one rename, which fails if the folder exists.
    async keep(id) {
      const files = workspaces.files(id);
      await syncFolder(files);
      await makeFolders(dirname(place(id)), SHARED.folder);
      await rename(files, place(id));
      await syncFolder(dirname(place(id)));
    },

    end: workspaces.end,
    remove: (id) => rm(place(id), { recursive: true, force: true }),
    open: (id, name) => openFile(path(id, name)),
    unfinished: workspaces.unfinished,
    path,
  };
}
