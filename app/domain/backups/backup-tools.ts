import type { FlatStore } from "../../platform/storage/flat-store.ts";
import type { BackupPlace, BackupStep } from "./backup-rules.ts";

type WrittenBackup = { bytes: number; sha256: string; rows: number; files: number };

/** How far a step of the work on a backup is: tables or files done, and of how many; `total` is 0 where that isn't known. */
export type BackupProgress = { step: BackupStep; done: number; total: number };

type WorkOptions = { signal: AbortSignal; onProgress(progress: BackupProgress): void };

/**
 * The result of a drill. `isBroken`: the backup is damaged or differs from what it says; false: it couldn't be tried, for instance
 * because there is no room for a scratch database.
 */
export type DrillResult = { isProven: true } | { isProven: false; isBroken: boolean; message: string };

/** A backup that couldn't be made, in a sentence for the owner. */
export class BackupFailed extends Error {
  /** The log leaves the stack out. */
  readonly expected = true;
  override readonly name = "BackupFailed";
}

export type BackupTools = {
  /** Where they can be kept; null: not configured. */
  stores: { disk: FlatStore; external: FlatStore | null };
  /** The ending of their files, with its dot. */
  ending: string;
  isEncrypted: boolean;
  /** Whether the database is the embedded one, in `DATA_DIR`. */
  isEmbedded: boolean;
  /** A backup as `npm run restore` names it: a path, or a bucket's address without keys. */
  addressOf(place: BackupPlace, name: string): string;
  /** Room left on the disk with the data folder, in bytes; null where that isn't known. */
  freeBytes(): Promise<number | null>;
  /**
   * Writes a backup, which is there whole or not at all.
   * @throws BackupFailed; what `signal` was aborted with
   */
  write(place: BackupPlace, name: string, options: WorkOptions): Promise<WrittenBackup>;
  /** Restores a backup into a scratch database, compares everything and throws it away. @throws what `signal` was aborted with */
  verify(place: BackupPlace, name: string, options: WorkOptions): Promise<DrillResult>;
  /** Has somebody look soon whether there is something to do. */
  wake(): void;
};

/** Where backups go: as chosen, or else to `BACKUP_URL` if there is one. */
export const placeOf = (chosen: BackupPlace | null, { stores }: Pick<BackupTools, "stores">): BackupPlace =>
  chosen ?? (stores.external ? "external" : "disk");
