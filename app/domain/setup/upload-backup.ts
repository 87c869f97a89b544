import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { makeFolders, OWN, receive } from "../../platform/storage/disk.ts";
import { freeBytes } from "../../platform/storage/flat-store.ts";
import { BEGINNING, recognizeBackup } from "../backups/archive/recognize-backup.ts";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { findSetup, hashOf } from "./find-setup.ts";
import { findRestore, isRestoreAtWork, loadRestore, type RestoreTools, storeRestore, uploadedBackup } from "./restore-state.ts";
import type { RestoreState } from "./setup-rules.ts";

const atWork = () => new DomainError("conflict", "wrong_state", "A backup is being restored already.");

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

const noRoom = (size: number, free: number) =>
  new DomainError(
    "conflict",
    "disk_full",
    `The file has ${inGigabytes(size)}, but the server’s disk has only ${inGigabytes(free)} left. Free up space there (DATA_DIR), then try again.`,
  );

const NO_BACKUP = "This file isn’t a Skylark backup. The name of a backup ends in .tar.zst or .tar.zst.age.";

type Upload = {
  name: string;
  /** in bytes; null if the browser doesn't say */
  size: number | null;
  body: AsyncIterable<Uint8Array>;
};

/** Calls `onKind` once the beginning is there. @throws DomainError for anything else than a backup, before the rest arrives */
async function* recognized(body: Upload["body"], onKind: (kind: "plain" | "encrypted") => void): AsyncGenerator<Uint8Array> {
  const begun: Uint8Array[] = [];
  let length = 0;
  let isKnown = false;
  const settle = () => {
    const kind = recognizeBackup(Buffer.concat(begun));
    if (kind === null) throw new DomainError("invalid", "no_backup", NO_BACKUP);
    isKnown = true;
    onKind(kind);
  };
  for await (const piece of body) {
    if (!isKnown) {
      begun.push(piece);
      length += piece.byteLength;
      if (length >= BEGINNING) settle();
    }
    yield piece;
  }
  if (!isKnown) settle();
}

/**
 * Stores the file of a backup, which replaces one that was uploaded before.
 * @returns null if the link doesn't work @throws DomainError `no_backup`, `disk_full`, `wrong_state`; what `body` or the disk throws
 */
export async function uploadBackup(
  ctx: Context,
  { folder, hasPassphrase }: RestoreTools,
  token: string,
  { name, size, body }: Upload,
): Promise<RestoreState | null> {
  if ((await findSetup(ctx, token)) === null) return null;
  const before = await loadRestore(folder);
  if (before && isRestoreAtWork(before)) throw atWork();
  await makeFolders(folder, OWN.folder);
  const free = await freeBytes(folder);
  if (size !== null && free !== null && size > free) throw noRoom(size, free);
  const path = `${uploadedBackup(folder)}.${randomUUID()}`;
  let isEncrypted = false;
  try {
    const received = await receive(
      path,
      recognized(body, (kind) => {
        isEncrypted = kind === "encrypted";
      }),
    );
    // Somebody may have used the site, or another upload, while this one took its time.
    const adminId = await findSetup(ctx, token);
    if (adminId === null) return null;
    const now = await loadRestore(folder);
    if (now && isRestoreAtWork(now)) throw atWork();
    await rename(path, uploadedBackup(folder));
    return await storeRestore(folder, {
      phase: "uploaded",
      token_hash: hashOf(token).toString("hex"),
      admin_id: adminId,
      name,
      size: received,
      wants_passphrase: isEncrypted && !hasPassphrase,
      error: null,
      read: 0,
      total: 0,
      made_at: null,
      site_url: null,
    });
  } finally {
    await rm(path, { force: true });
  }
}

/** @returns null if the link doesn't work, or without an upload @throws DomainError `wrong_state` while one is at work */
export async function beginRestore(
  ctx: Context,
  tools: RestoreTools,
  token: string,
  passphrase: string | undefined,
): Promise<RestoreState | null> {
  if ((await findSetup(ctx, token)) === null) return null;
  const state = await findRestore(ctx, tools.folder, token);
  if (!state) return null;
  if (isRestoreAtWork(state) || state.phase === "done") throw atWork();
  const begun = await storeRestore(tools.folder, { ...state, phase: "checking", error: null, read: 0, total: 0 });
  tools.begin(passphrase);
  return begun;
}
