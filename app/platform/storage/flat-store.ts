import { readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "./disk.ts";
import type { StoredFile } from "./file-store.ts";
import { openFile } from "./folder-store.ts";
import { openS3Bucket, type S3Place } from "./s3-bucket.ts";
import { openObject } from "./s3-store.ts";

type FlatFile = { name: string; bytes: number; at: Date };

/** Large files by name, without folders: those that something else wrote are read, listed and removed here. */
export type FlatStore = {
  /** For people: a path, or a bucket without its credentials. */
  label: string;
  list(): Promise<FlatFile[]>;
  open(name: string): Promise<StoredFile | null>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
};

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

export const openFlatFolder = (root: string): FlatStore => ({
  label: root,
  async list() {
    const names = await readdir(root).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const found = await Promise.all(
      names.map(async (name) => {
        const info = await stat(join(root, name)).catch(() => null);
        return info?.isFile() ? [{ name, bytes: info.size, at: info.mtime }] : [];
      }),
    );
    return found.flat();
  },
  open: (name) => openFile(join(root, name)),
  has: async (name) => (await stat(join(root, name)).catch(() => null))?.isFile() ?? false,
  async remove(name) {
    await rm(join(root, name), { force: true });
    await syncFolder(root).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  },
});

/** Every method throws StorageError when the bucket can't be used. */
export function openFlatBucket(place: S3Place): FlatStore {
  const bucket = openS3Bucket(place);
  return {
    label: `${new URL(place.origin).host}/${place.bucket}/${place.prefix}`.replace(/\/$/, ""),
    async list() {
      const objects = await bucket.list("");
      return objects.filter(({ key }) => !key.includes("/")).map(({ key, at, size }) => ({ name: key, bytes: size, at }));
    },
    open: (name) => openObject(bucket, name, false),
    has: async (name) => (await bucket.size(name)) !== null,
    remove: (name) => bucket.delete(name),
  };
}

export async function freeBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found && found.bavail * found.bsize;
}
