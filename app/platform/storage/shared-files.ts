import { rename, rm } from "node:fs/promises";
import { receive } from "./disk.ts";
import type { S3Place } from "./s3-bucket.ts";
import { openS3Bucket, putFile } from "./s3-bucket.ts";
import { openObject } from "./s3-store.ts";

/** Files that one instance receives and another one may need. Methods throw StorageError, or what the disk throws. */
export type SharedFiles = {
  send(name: string, path: string): Promise<void>;
  /** Whole or not at all. @returns whether it was there */
  fetch(name: string, path: string): Promise<boolean>;
  remove(name: string): Promise<void>;
};

export function shareInBucket(place: S3Place, folder: string): SharedFiles {
  const bucket = openS3Bucket(place);
  return {
    send: (name, path) => putFile(bucket, folder + name, path),
    async fetch(name, path) {
      const file = await openObject(bucket, folder + name, true);
      if (!file) return false;
      const unfinished = `${path}.fetched`;
      await rm(unfinished, { force: true });
      try {
        const bytes = await receive(unfinished, await file.read());
        if (bytes !== file.size) throw new Error(`The bucket has sent ${bytes} of ${file.size} bytes`);
        await rename(unfinished, path);
        return true;
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    remove: (name) => bucket.delete(folder + name),
  };
}
