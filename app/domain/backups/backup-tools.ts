import type { FlatStore } from "../../platform/storage/flat-store.ts";
import type { BackupPlace, BackupStep } from "./backup-rules.ts";

type WrittenBackup = { bytes: number; sha256: string; rows: number; files: number };

/** Tables or files; `total` is 0 where that isn't known. */
export type BackupProgress = { step: BackupStep; done: number; total: number };

type WorkOptions = { signal: AbortSignal; onProgress(progress: BackupProgress): void };

/** `isBroken`: the backup is damaged or differs from what it says; false: it couldn't be tried, for instance for lack of room. */
export type DrillResult = { isProven: true } | { isProven: false; isBroken: boolean; message: string };

/** The message is a sentence for the owner. */
export class BackupFailed extends Error {
  /** The log leaves the stack out. */
  readonly expected = true;
  override readonly name = "BackupFailed";
}

export type BackupTools = {
  stores: { disk: FlatStore; external: FlatStore | null };
  ending: string;
  isEncrypted: boolean;
  /** in `DATA_DIR` */
  isEmbedded: boolean;
  /** As `npm run restore` takes it: a path, or a bucket's address without keys. */
  addressOf(place: BackupPlace, name: string): string;
  /** Bytes left on the disk with the data folder; null where that isn't known. */
  freeBytes(): Promise<number | null>;
  /** There whole or not at all. @throws BackupFailed; what `signal` was aborted with */
  write(place: BackupPlace, name: string, options: WorkOptions): Promise<WrittenBackup>;
  /** In a scratch database. @throws what `signal` was aborted with */
  verify(place: BackupPlace, name: string, options: WorkOptions): Promise<DrillResult>;
  wake(): void;
};

/** As chosen, or else `BACKUP_URL` if there is one. */
export const placeOf = (chosen: BackupPlace | null, { stores }: Pick<BackupTools, "stores">): BackupPlace =>
  chosen ?? (stores.external ? "external" : "disk");
