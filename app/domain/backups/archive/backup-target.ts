import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { makeFolders, OWN, syncFolder } from "../../../platform/storage/disk.ts";
import { openS3Bucket, readS3Address, type S3Bucket, type S3Place } from "../../../platform/storage/s3-bucket.ts";
import { BackupError } from "./archive-format.ts";

/** `name`: of one backup there, if it is known. */
export type BackupTarget = { folder: string; name?: string } | { s3: S3Place; name?: string };

const FILE = /\.tar\.zst(?:\.age)?$/;

function addressInBucket(url: URL, s3Url: string | undefined): string | undefined {
  const own = s3Url === undefined ? null : new URL(s3Url);
  if (!own) return undefined;
  return `${own.protocol}//${own.username}:${own.password}@${own.host}/${url.host}${url.pathname}${own.search}`;
}

/** A path, `s3://bucket/folder` at `s3Url`, or a whole address; a backup's name may follow. @throws BackupError without the key */
export async function readTarget(text: string, s3Url: string | undefined): Promise<BackupTarget> {
  if (!/^(?:s3|https?):\/\//.test(text)) {
    const path = resolve(text);
    const isFolder = text.endsWith("/") || (await stat(path).catch(() => null))?.isDirectory() === true;
    return isFolder ? { folder: path } : { folder: dirname(path), name: basename(path) };
  }
  const address = text.startsWith("s3:") && URL.canParse(text) ? addressInBucket(new URL(text), s3Url) : text;
  if (address === undefined)
    throw new BackupError(
      "An address that begins with s3:// takes the service and the key of BACKUP_URL or S3_URL, and neither is set.",
    );
  const [path = "", query] = address.split("?", 2);
  const end = path.slice(path.lastIndexOf("/") + 1);
  const name = FILE.test(end) ? end : undefined;
  const s3 = readS3Address(`${name ? path.slice(0, -end.length - 1) : path}${query ? `?${query}` : ""}`);
  if (!s3)
    throw new BackupError(
      "The address of the bucket can’t be read. It looks like s3://bucket/folder or https://key:secret@host/bucket/folder.",
    );
  return { s3, ...(name && { name }) };
}

/** Without the key. */
export const describeBackup = (place: BackupTarget, name = place.name ?? ""): string =>
  "folder" in place ? join(place.folder, name) : `s3://${place.s3.bucket}/${place.s3.prefix}${name}`;

/** `bytes`: the size. */
export type Stored = { bytes: number; sha256: string };

async function storeFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Stored> {
  const sha256 = createHash("sha256");
  const unfinished = `${path}.unfinished`;
  let size = 0;
  await makeFolders(dirname(path), OWN.folder);
  const handle = await open(unfinished, "w", OWN.file);
  try {
    for await (const chunk of bytes) {
      sha256.update(chunk);
      size += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
    await handle.close();
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
  return { bytes: size, sha256: sha256.digest("hex") };
}

/** A service takes 10 000 parts. */
const PART_BYTES = 8 * 1024 ** 2;

async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; ) {
      const some = chunk.subarray(at, at + PART_BYTES - filled);
      part.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled < PART_BYTES) continue;
      yield part;
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

async function storeObject(bucket: S3Bucket, key: string, bytes: AsyncIterable<Uint8Array>): Promise<Stored> {
  const sha256 = createHash("sha256");
  const etags: string[] = [];
  let size = 0;
  const upload = await bucket.beginUpload(key);
  try {
    for await (const part of partsOf(bytes)) {
      sha256.update(part);
      size += part.length;
      etags.push(await bucket.putPart(key, upload, etags.length + 1, part));
    }
    await bucket.completeUpload(key, upload, etags);
  } catch (error) {
    await bucket.abortUpload(key, upload).catch(() => {});
    throw error;
  }
  return { bytes: size, sha256: sha256.digest("hex") };
}

/** Appears whole or not at all, readable by our account alone. @throws StorageError, Node's error of the disk, or what `bytes` throws */
export function storeBackup(place: BackupTarget, name: string, bytes: AsyncIterable<Uint8Array>): Promise<Stored> {
  return "folder" in place ? storeFile(join(place.folder, name), bytes) : storeObject(openS3Bucket(place.s3), name, bytes);
}

/** Can be read as often as needed. `size` in bytes. */
export type BackupSource = { title: string; size: number; open(): Promise<Readable> };

const noBackup = (title: string) => new BackupError(`There is no backup ${title}.`);

/** @throws BackupError when the backup isn't there; StorageError */
export async function locateBackup(place: BackupTarget): Promise<BackupSource> {
  const { name } = place;
  const title = describeBackup(place);
  if (name === undefined) throw new BackupError(`${title} is a folder. Name one of its backups.`);
  if ("folder" in place) {
    const path = join(place.folder, name);
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") throw noBackup(title);
      throw new BackupError(`${title} can’t be read (${error.code}).`, { cause: error });
    });
    if (!found.isFile()) throw new BackupError(`${title} isn’t a file.`);
    return { title, size: found.size, open: async () => createReadStream(path, { highWaterMark: 64 * 1024 }) };
  }
  const bucket = openS3Bucket(place.s3);
  const size = await bucket.size(name);
  if (size === null) throw noBackup(title);
  const open = async () => {
    const body = (await bucket.get(name))?.body;
    if (!body) throw noBackup(title);
    return Readable.fromWeb(body as WebStream);
  };
  return { title, size, open };
}
