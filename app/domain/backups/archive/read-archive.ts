import { Readable } from "node:stream";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { StorageError } from "../../../platform/storage/file-store.ts";
import { BackupError, DamagedBackup, PassphraseError } from "./archive-format.ts";
import type { BackupSource } from "./backup-target.ts";
import { decompressed } from "./compress-backup.ts";
import { decrypted } from "./encrypt-backup.ts";
import { recognizeBackup } from "./recognize-backup.ts";

/** The bytes must be read to their end before the next file comes. */
export type Entry = { name: string; size: number; bytes: AsyncIterable<Uint8Array> };

/** `bytes`, `name`: in the archive; `offset`: in the backup's own file. */
type Position = { bytes: number; name: string | null; offset: number };

export function describeEntry(name: string | null, offset?: number): string {
  const at = offset === undefined ? "" : `, byte ${offset}`;
  if (name === null) return "before its first file could be read";
  const [, table, piece] = /^tables\/(.+)\/(\d+)\.copy$/.exec(name) ?? [];
  return table ? `in the table ${table}, piece ${Number(piece)}${at}` : `in ${name}${at}`;
}

function broken({ title, size }: BackupSource, at: Position, error: unknown): Error {
  if (error instanceof BackupError || error instanceof StorageError) return error;
  // Web streams wrap the errors of Node's.
  const { message, code } =
    (error as Error).message === "" ? ((error as Error).cause as NodeJS.ErrnoException) : (error as NodeJS.ErrnoException);
  const isCut = /unexpected end|truncated/i.test(message) || (code === "Z_BUF_ERROR" && at.bytes >= size);
  const where = `${describeEntry(at.name, at.offset)}`;
  const what = isCut ? `is cut off: it ends after ${at.bytes} bytes` : `is broken before byte ${at.bytes} of ${size}`;
  return new DamagedBackup(
    `The backup ${title} ${what}, ${where} (${message.replace(/\.$/, "")}). Nothing was changed. Use another backup.`,
    {
      cause: error,
    },
  );
}

async function* counted(bytes: AsyncIterable<Buffer>, at: Position): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    at.bytes += chunk.length;
    yield chunk;
  }
}

async function openTar(source: BackupSource, passphrase: string | undefined, at: Position): Promise<Readable> {
  const raw = await source.open();
  const chunks = counted(raw, at);
  const first = (await chunks.next()).value ?? Buffer.alloc(0);
  const kind = recognizeBackup(first);
  const isEncrypted = kind === "encrypted";
  if (kind === null) {
    raw.destroy();
    throw new DamagedBackup(`${source.title} isn’t a backup of this software.`);
  }
  if (isEncrypted && passphrase === undefined) {
    raw.destroy();
    throw new PassphraseError(`The backup ${source.title} is encrypted. Set BACKUP_PASSPHRASE to its passphrase.`);
  }
  const whole = async function* () {
    yield first;
    yield* chunks;
  };
  const file = Readable.from(whole(), { objectMode: false });
  const plain = isEncrypted ? await decrypted(file, passphrase as string, first) : file;
  return decompressed(plain);
}

/** Errors reach the reader of the bytes, not the reader of the entries. */
async function* bytesOf(source: BackupSource, { header, body }: ParsedTarEntry, at: Position): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      at.offset += chunk.length;
      yield chunk;
    }
    if (at.offset !== header.size) throw new Error("truncated");
  } catch (error) {
    throw broken(source, at, error);
  }
}

/** With little memory. Names are passed on as they are. @throws BackupError that says what is wrong, and where; StorageError */
export async function* readArchive(source: BackupSource, passphrase?: string): AsyncGenerator<Entry> {
  const at: Position = { bytes: 0, name: null, offset: 0 };
  let tar: Readable | undefined;
  try {
    tar = await openTar(source, passphrase, at);
    const entries = (Readable.toWeb(tar) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
    for await (const entry of entries as unknown as AsyncIterable<ParsedTarEntry>) {
      const { name, size, type = "file" } = entry.header;
      if (type !== "file")
        throw new DamagedBackup(`The backup ${source.title} holds something that isn’t a file: ${JSON.stringify(name)}.`);
      at.name = name;
      at.offset = 0;
      yield { name, size, bytes: bytesOf(source, entry, at) };
    }
  } catch (error) {
    throw broken(source, at, error);
  } finally {
    tar?.destroy();
  }
}
