import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspaces } from "./disk.ts";
import { type FileStore, StorageError, type StoredFile } from "./file-store.ts";
import type { S3Place } from "./s3-bucket.ts";
import { openS3Bucket, putFile, type S3Bucket } from "./s3-bucket.ts";

/** Marks what is unfinished within the bucket, so that it is known also when this machine is no more. */
const MARKS = ".unfinished/";
const NOTHING = new Uint8Array(0);

const bodyOf = (answer: Response | null): ReadableStream<Uint8Array> => {
  if (!answer?.body) throw new StorageError("A file has gone while it was read");
  return answer.body;
};

/** Null when it isn't there. @param whole it is going to be read to its end, which saves a question */
export async function openObject(bucket: S3Bucket, key: string, whole: boolean): Promise<StoredFile | null> {
  if (!whole) {
    const size = await bucket.size(key);
    if (size === null) return null;
    return { size, read: async (part) => bodyOf(await bucket.get(key, part)), close: async () => {} };
  }
  const answer = await bucket.get(key);
  if (!answer) return null;
  const close = async () => void (await answer.body?.cancel());
  return {
    size: Number(answer.headers.get("content-length")),
    read: async (part) => {
      if (!part) return bodyOf(answer);
      await close();
      return bodyOf(await bucket.get(key, part));
    },
    close,
  };
}

/** Laid out as the folder store is: `<first two>/<id>/<name>`. Methods throw StorageError. @param root for workspaces */
export function createS3Store(place: S3Place, root: string): FileStore {
  const bucket = openS3Bucket(place);
  const workspaces = createWorkspaces(root);
  const folder = (id: string) => `${id.slice(0, 2)}/${id}/`;

  return {
    // The mark comes first, so that everything after it is found again.
    async begin(id) {
      await bucket.put(MARKS + id, NOTHING);
      return workspaces.begin(id);
    },

    write: workspaces.write,
    take: workspaces.take,

    async keep(id) {
      const files = workspaces.files(id);
      for (const name of await readdir(files)) await putFile(bucket, folder(id) + name, join(files, name));
    },

    async end(id) {
      await workspaces.end(id);
      await bucket.delete(MARKS + id);
    },

    async remove(id) {
      const objects = await bucket.list(folder(id));
      await Promise.all(objects.map(({ key }) => bucket.delete(key)));
    },

    open: (id, name, whole = false) => openObject(bucket, folder(id) + name, whole),

    async unfinished(ms) {
      const marks = await bucket.list(MARKS);
      const old = marks.filter(({ at }) => Date.now() - at.getTime() >= ms).map(({ key }) => key.slice(MARKS.length));
      // A workspace without a mark is left of an end that was cut off.
      const marked = new Set(marks.map(({ key }) => key.slice(MARKS.length)));
      const left = (await workspaces.unfinished(ms)).filter((id) => !marked.has(id));
      return [...old, ...left];
    },
  };
}
