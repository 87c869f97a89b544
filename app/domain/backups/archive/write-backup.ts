import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import pg from "pg";
import type { FileStore } from "../../../platform/storage/file-store.ts";
import { backupName } from "../backup-rules.ts";
import {
  BackupError,
  CHECKSUMS,
  type Checksums,
  ENCRYPTED_ENDING,
  ENDING,
  FORMAT,
  MANIFEST,
  type Manifest,
  PRODUCT,
  pieceName,
  titleOf,
} from "./archive-format.ts";
import { type BackupTarget, describeBackup, storeBackup } from "./backup-target.ts";
import { collectFiles } from "./collect-files.ts";
import { compressed } from "./compress-backup.ts";
import { openSnapshot, piecesOf, type Snapshot } from "./dump-database.ts";
import { encrypted } from "./encrypt-backup.ts";
import { LineDigest } from "./line-digest.ts";
import { type Archive, packArchive } from "./write-archive.ts";

/** `done` of `total` tables or files; `bytes`: read so far, of everything. */
export type WriteProgress = { step: "tables" | "files"; name: string; done: number; total: number; bytes: number };

export type BackupWork = {
  connection: pg.PoolConfig;
  media: FileStore;
  importsDir: string;
  version: string;
  /** without a name there, the backup is named after the moment */
  to: BackupTarget;
  passphrase?: string | undefined;
  onProgress?: ((progress: WriteProgress) => void) | undefined;
  /** leaves pictures and imported files where they are */
  withoutFiles?: boolean | undefined;
  /** keeps signing keys, sessions and tokens, for a move that nobody should notice */
  withSecrets?: boolean | undefined;
  /** nothing is left of the backup then */
  signal?: AbortSignal | undefined;
};

export type BackupResult = {
  /** without its folder */
  name: string;
  place: string;
  bytes: number;
  sha256: string;
  rows: number;
  files: number;
  seconds: number;
  encrypted: boolean;
  /** `media/<id>`, `imports/<id>`: files that weren't there, or vanished since the backup began */
  missing: string[];
};

const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;

function manifestOf(snapshot: Snapshot, version: string, at: Date): Manifest {
  const { postgres, site_url, migrations, jobs, sequences, tables, media, imports } = snapshot;
  return {
    product: PRODUCT,
    format: FORMAT,
    version,
    created_at: at.toISOString(),
    site_url,
    postgres,
    migrations,
    jobs,
    tables: tables.map(({ partitioned: _, ...table }) => table),
    sequences,
    pictures: media.length,
    imports: imports.length,
  };
}

type Count = { rows: number; files: number; missing: Set<string> };

/** The snapshot is closed before the files, which may take long. */
async function fill(archive: Archive, work: BackupWork, at: Date): Promise<Count> {
  const count: Count = { rows: 0, files: 0, missing: new Set() };
  const found = await openSnapshot(work.connection, work.withSecrets);
  const snapshot = work.withoutFiles ? { ...found, media: [], imports: [] } : found;
  const sums: Checksums["tables"] = {};
  const files = { count: 0, bytes: 0 };
  let read = 0;
  try {
    const manifest = Buffer.from(json(manifestOf(snapshot, work.version, at)));
    await archive.add({ name: MANIFEST, size: manifest.length, bytes: [manifest] });
    const total = snapshot.tables.length;
    for (const [index, table] of snapshot.tables.entries()) {
      const title = titleOf(table);
      const digest = new LineDigest();
      let pieces = 0;
      work.onProgress?.({ step: "tables", name: title, done: index, total, bytes: read });
      for await (const piece of piecesOf(snapshot, table, digest, work.withSecrets)) {
        work.signal?.throwIfAborted();
        pieces += 1;
        await archive.add({ name: pieceName(title, pieces), ...piece });
        read += piece.size;
        work.onProgress?.({ step: "tables", name: title, done: index, total, bytes: read });
      }
      sums[title] = { rows: digest.rows, bytes: digest.bytes, pieces, digest: digest.digest() };
      count.rows += digest.rows;
    }
  } finally {
    await snapshot.close();
  }
  const total = snapshot.media.length + snapshot.imports.length;
  const seen = new Set<string>();
  for await (const { of, ...file } of collectFiles(snapshot, work.media, work.importsDir, (id) => count.missing.add(id))) {
    work.signal?.throwIfAborted();
    work.onProgress?.({ step: "files", name: of, done: seen.size, total, bytes: read });
    seen.add(of);
    await archive.add(file);
    files.count += 1;
    files.bytes += file.size;
    read += file.size;
  }
  count.files = files.count;
  const ends: Omit<Checksums, "lists"> = { tables: sums, files, missing: [...count.missing] };
  await archive.addLast(CHECKSUMS, (lists) => json({ ...ends, lists }));
  return count;
}

/**
 * The database at one moment, without keys, sessions and tokens, and pictures and imported files. Others may write meanwhile. It takes less
 * than 200 MB of memory for any size; within a server, run `bin/backup.mjs --json` instead, whose last line has this result.
 * @returns once the file is in place, whole and synced @throws BackupError, StorageError, Node's error of a full disk; nothing is left of
 * the file then
 */
export async function writeBackup(work: BackupWork): Promise<BackupResult> {
  const { passphrase, to } = work;
  const began = performance.now();
  const at = new Date();
  const archive = packArchive(at);
  const packed = Readable.fromWeb(archive.readable as WebStream);
  const tar = compressed(packed);
  const bytes = passphrase === undefined ? tar : await encrypted(tar, passphrase);
  const name = to.name ?? backupName("manual", at, `${ENDING}${passphrase === undefined ? "" : ENCRYPTED_ENDING}`);
  // The first error is the cause; the other side only hears that its stream has ended.
  let cause: unknown;
  const failed = (error: unknown) => {
    cause ??= error;
    archive.fail(cause);
    packed.destroy(cause as Error);
  };
  const filling = fill(archive, work, at);
  const storing = storeBackup(to, name, bytes);
  filling.catch(failed);
  storing.catch(failed);
  const [filled, stored] = await Promise.allSettled([filling, storing]);
  if (filled.status === "rejected" || stored.status === "rejected") {
    if (cause instanceof pg.DatabaseError) throw new BackupError(`The database can’t be read: ${cause.message}.`, { cause });
    throw cause;
  }
  return {
    name,
    place: describeBackup(to, name),
    ...stored.value,
    rows: filled.value.rows,
    files: filled.value.files,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    encrypted: passphrase !== undefined,
    missing: [...filled.value.missing],
  };
}
