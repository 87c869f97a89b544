import { randomUUID, timingSafeEqual } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders, OWN } from "../../platform/storage/disk.ts";
import type { Context } from "../context.ts";
import { hashOf } from "./find-setup.ts";
import { untouchedAdmin } from "./setup.sql.ts";
import { type PresentedRestore, type RestoreState, SETUP_TOKEN } from "./setup-rules.ts";

export type RestoreTools = {
  /** `restore` in DATA_DIR */
  folder: string;
  /** whether BACKUP_PASSPHRASE is set */
  hasPassphrase: boolean;
  /** Checks the uploaded backup, stops the site, restores, and starts the site again. */
  begin(passphrase: string | undefined): void;
};

export const uploadedBackup = (folder: string): string => join(folder, "backup");
const stateFile = (folder: string): string => join(folder, "state.json");

export const isRestoreAtWork = ({ phase }: RestoreState): boolean => phase === "checking" || phase === "restoring";

export async function loadRestore(folder: string): Promise<RestoreState | null> {
  const text = await readFile(stateFile(folder), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as RestoreState);
}

/** Replaces the state as a whole. */
export async function storeRestore(folder: string, state: Omit<RestoreState, "at">): Promise<RestoreState> {
  const stored = { ...state, at: new Date().toISOString() };
  await makeFolders(folder, OWN.folder);
  const unfinished = `${stateFile(folder)}.${randomUUID()}`;
  await writeFile(unfinished, JSON.stringify(stored), { mode: OWN.file });
  await rename(unfinished, stateFile(folder));
  return stored;
}

/** Whether the link is the one that the backup was uploaded with. */
export const belongsTo = ({ token_hash }: RestoreState, token: string): boolean =>
  SETUP_TOKEN.test(token) && timingSafeEqual(Buffer.from(token_hash, "hex"), hashOf(token));

const INTERRUPTED = "The server was stopped before the restore was done. Nothing was changed. Try again.";

/** Also once the link doesn't work any more, because the restored site doesn't know it. @returns null for another link, or without an upload */
export async function findRestore({ db }: Pick<Context, "db">, folder: string, token: string): Promise<RestoreState | null> {
  const state = await loadRestore(folder);
  if (!state || !belongsTo(state, token)) return null;
  if (state.phase !== "interrupted") return state;
  if ((await untouchedAdmin(db)) === state.admin_id) return { ...state, phase: "failed", error: INTERRUPTED };
  return { ...state, phase: "done" };
}

/** What the page of the restore shows. */
export const presentRestore = ({ token_hash: _, admin_id: __, ...state }: RestoreState): PresentedRestore => state;

/** Uploads that nobody has restored are deleted after this time. */
const LEFT_MS = 24 * 60 * 60_000;

/** At the start of the server, when no restore is at work. */
export async function settleRestore(folder: string): Promise<void> {
  const state = await loadRestore(folder);
  if (state && isRestoreAtWork(state)) await storeRestore(folder, { ...state, phase: "interrupted" });
  else if (Date.now() - ((await stat(folder).catch(() => null))?.mtimeMs ?? Date.now()) > LEFT_MS)
    await rm(folder, { recursive: true, force: true });
}
