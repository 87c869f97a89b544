import { rename, rm } from "node:fs/promises";
import { receive } from "./disk.ts";
import type { S3Place } from "./s3-bucket.ts";
import { openS3Bucket, putFile } from "./s3-bucket.ts";
import { openObject } from "./s3-store.ts";

/** Files that one instance receives and another one may need. */
export type SharedFiles = {
  /** Sends a file of this machine to all. @throws StorageError */
  send(name: string, path: string): Promise<void>;
  /** Fetches a file to this machine, whole or not at all. @returns whether it was there. @throws StorageError, or what the disk throws */
  fetch(name: string, path: string): Promise<boolean>;
  /** Removes a file, if there is one. @throws StorageError */
  remove(name: string): Promise<void>;
};

/** Files in a folder of a bucket. @param folder its name, with a slash at the end */
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
