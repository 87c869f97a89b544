import { open } from "node:fs/promises";
import type { FileStore, StoredFile } from "../../../platform/storage/file-store.ts";
import { importFile } from "../../imports/import-job.ts";
import { mediaFile, variantFormats, variantWidths } from "../../media/media-rules.ts";
import { importName, mediaName } from "./archive-format.ts";
import type { Snapshot } from "./dump-database.ts";
import type { Packed } from "./write-archive.ts";

/** `file`: null if it isn't there. `of`: `media/<id>` or `imports/<id>`. */
type Found = { of: string; name: string; file: StoredFile | null };

/** Files that are opened ahead, because a bucket takes a while to answer. */
const AHEAD = 4;

/** A picture and its copies, or the only file of anything else. */
export function filesOfMedia({
  width,
  format,
  file_name,
}: Pick<Snapshot["media"][number], "width" | "format" | "file_name">): string[] {
  if (file_name !== null) return [file_name];
  const whole = mediaFile(width, format);
  const copies = variantFormats(format).flatMap((variant) => variantWidths(width).map((one) => mediaFile(one, variant)));
  // An animated picture that is narrow is its own copy.
  return [whole, ...copies.filter((name) => name !== whole)];
}

async function openImport(path: string): Promise<StoredFile | null> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return null;
  const { size } = await handle.stat();
  return {
    size,
    read: async () => handle.readableWebStream({ autoClose: true }) as ReadableStream<Uint8Array>,
    close: () => handle.close(),
  };
}

function* wanted(
  { media, imports }: Pick<Snapshot, "media" | "imports">,
  store: FileStore,
  importsDir: string,
): Generator<() => Promise<Found>> {
  for (const { id, ...picture } of media) {
    for (const name of filesOfMedia(picture)) {
      yield async () => ({ of: `media/${id}`, name: mediaName(id, name), file: await store.open(id, name, true) });
    }
  }
  for (const id of imports) {
    yield async () => ({ of: importName(id), name: importName(id), file: await openImport(importFile(importsDir, id)) });
  }
}

/** @param importsDir the folder of imported files @param onMissing called with `media/<id>` or `imports/<id>` */
export async function* collectFiles(
  found: Pick<Snapshot, "media" | "imports">,
  store: FileStore,
  importsDir: string,
  onMissing: (of: string) => void,
): AsyncGenerator<Packed & { of: string }> {
  const next = wanted(found, store, importsDir);
  const opened: Promise<Found>[] = [];
  const fill = () => {
    while (opened.length < AHEAD) {
      const { value, done } = next.next();
      if (done) return;
      const promise = value();
      // Awaited later; until then an error must not count as unhandled.
      promise.catch(() => {});
      opened.push(promise);
    }
  };
  try {
    for (fill(); opened.length > 0; fill()) {
      const { of, name, file } = await (opened.shift() as Promise<Found>);
      if (file) yield { of, name, size: file.size, bytes: await file.read() };
      else onMissing(of);
    }
  } finally {
    for (const promise of opened) await promise.then(({ file }) => file?.close()).catch(() => {});
  }
}
