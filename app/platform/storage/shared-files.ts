import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { receive } from "./disk.ts";
import type { S3Place } from "./s3-bucket.ts";
import { openS3Bucket } from "./s3-bucket.ts";
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

/** The size of the parts in which a file is sent, in bytes. A service takes at most 10 000 of them. */
const PART = 8 * 1024 ** 2;

/** Files in a folder of a bucket. @param folder its name, with a slash at the end */
export function shareInBucket(place: S3Place, folder: string): SharedFiles {
  const bucket = openS3Bucket(place);
  return {
    async send(name, path) {
      const key = folder + name;
      const upload = await bucket.beginUpload(key);
      try {
        const etags: string[] = [];
        for await (const part of createReadStream(path, { highWaterMark: PART }))
          etags.push(await bucket.putPart(key, upload, etags.length + 1, new Uint8Array(part)));
        if (etags.length > 0) return await bucket.completeUpload(key, upload, etags);
        await bucket.abortUpload(key, upload);
        await bucket.put(key, new Uint8Array(0));
      } catch (error) {
        await bucket.abortUpload(key, upload).catch(() => {});
        throw error;
      }
    },
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
