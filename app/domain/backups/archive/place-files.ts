import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { makeFolders, OWN, receive } from "../../../platform/storage/disk.ts";
import type { FileStore } from "../../../platform/storage/file-store.ts";
import { importFile } from "../../imports/import-job.ts";
import { BackupError, fileNamed } from "./archive-format.ts";
import type { Entry } from "./read-archive.ts";

/** `undo` removes the files that were put in place. */
export type FilePlacer = { add(entry: Entry): Promise<void>; end(): Promise<void>; undo(): Promise<void> };

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const sha256 = createHash("sha256");
  for await (const chunk of bytes) sha256.update(chunk);
  return sha256.digest("hex");
}

/** `isThere`: the files are compared with those in the store. */
type OpenPicture = { id: string; isThere: boolean; files: { name: string; bytes: Buffer }[] };

/** For work that waits for the disk or a bucket, with a limit on bytes in memory. */
class WorkQueue {
  private readonly running = new Set<Promise<void>>();
  private bytes = 0;
  private failure: { error: unknown } | null = null;

  /** Waits for room. @throws what earlier work has thrown */
  async add(bytes: number, work: () => Promise<void>): Promise<void> {
    this.bytes += bytes;
    const done = work()
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => {
        this.bytes -= bytes;
        this.running.delete(done);
      });
    this.running.add(done);
    while (this.running.size >= AT_ONCE || (this.bytes > BYTES_AT_ONCE && this.running.size > 0))
      await Promise.race(this.running);
    if (this.failure) throw this.failure.error;
  }

  async end(): Promise<void> {
    await Promise.all(this.running);
    if (this.failure) throw this.failure.error;
  }
}

const AT_ONCE = 6;
const BYTES_AT_ONCE = 8_000_000;

/** @throws BackupError when the store has other content than the backup */
async function compare(store: FileStore, { id, file }: { id: string; file: string }, entry: Entry): Promise<void> {
  const there = await store.open(id, file, true);
  const same = there !== null && (await hashOf(await there.read())) === (await hashOf(entry.bytes));
  if (!same)
    throw new BackupError(
      `The store of images has other content for the image ${id} (${entry.name}) than the backup. Restore into another DATA_DIR or bucket, or remove that image’s folder.`,
    );
}

function placePictures(store: FileStore) {
  let open: OpenPicture | null = null;
  const placed: string[] = [];
  const begun = new Set<string>();
  const queue = new WorkQueue();

  async function place({ id, files, isThere }: OpenPicture): Promise<void> {
    if (isThere) return;
    await store.begin(id);
    begun.add(id);
    await Promise.all(files.map(({ name, bytes }) => store.write(id, name, bytes)));
    await store.keep(id);
    placed.push(id);
    await store.end(id);
    begun.delete(id);
  }
  async function close(): Promise<void> {
    const picture = open;
    open = null;
    if (picture)
      await queue.add(
        picture.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
        () => place(picture),
      );
  }
  return {
    async add(id: string, file: string, entry: Entry): Promise<void> {
      if (open?.id !== id) {
        await close();
        const there = await store.open(id, file);
        await there?.close();
        open = { id, isThere: there !== null, files: [] };
      }
      if (open.isThere) await compare(store, { id, file }, entry);
      else open.files.push({ name: file, bytes: await collect(entry.bytes) });
    },
    async end(): Promise<void> {
      await close();
      await queue.end();
    },
    async undo(): Promise<void> {
      await queue.end().catch(() => {});
      for (const id of begun) await store.end(id).catch(() => {});
      for (const id of placed) await store.remove(id).catch(() => {});
    },
  };
}

/** Files that are there already with the same content stay. @throws BackupError when another file has a picture's place; StorageError */
export function placeFiles(store: FileStore, importsDir: string): FilePlacer {
  const pictures = placePictures(store);
  const imports: string[] = [];
  return {
    async add(entry) {
      const file = fileNamed(entry.name);
      if (file?.kind === "media") return pictures.add(file.id, file.file, entry);
      if (file?.kind !== "import")
        throw new BackupError(`The backup holds a file that no backup has: ${JSON.stringify(entry.name)}.`);
      await makeFolders(importsDir, OWN.folder);
      const path = importFile(importsDir, file.id);
      await rm(path, { force: true });
      await receive(path, entry.bytes);
      imports.push(path);
    },
    end: pictures.end,
    async undo() {
      await pictures.undo();
      for (const path of imports) await rm(path, { force: true });
    },
  };
}

/** Stores nothing. @returns also the number of files of each picture, by its id */
export function countFiles(): FilePlacer & { perPicture: ReadonlyMap<string, number> } {
  const perPicture = new Map<string, number>();
  return {
    perPicture,
    async add({ name, bytes }) {
      for await (const _ of bytes);
      const file = fileNamed(name);
      if (file?.kind === "media") perPicture.set(file.id, (perPicture.get(file.id) ?? 0) + 1);
    },
    end: async () => {},
    undo: async () => {},
  };
}
