import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  belongsTo,
  isRestoreAtWork,
  loadRestore,
  presentRestore,
  storeRestore,
  uploadedBackup,
} from "../domain/setup/restore-state.ts";
import type { RestoreState } from "../domain/setup/setup-rules.ts";
import type { Config } from "../platform/config/config.ts";
import { type Log, reportError } from "../platform/log.ts";
import { routes } from "../routes.ts";
import { type Handlers, openPort } from "./open-port.ts";
import { type ProgressLine, runJsonCommand } from "./run-json-command.ts";

/** `port`: where the site listens, and listens again afterwards. */
export type RestoreWish = { passphrase?: string | undefined; port: number };

export const restoreDir = (dataDir: string): string => join(dataDir, "restore");

type RestoreWork = { config: Config; projectDir: string; log: Log; signal: AbortSignal };

/** A site that can be started again. */
type Site = { stop(): Promise<void>; startAgain(port: number): Promise<void> };

const PRIVATE = { "cache-control": "private, no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" };

/** Asks again by itself. Style sheets and scripts aren't there now. */
const WAITING = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3">
<title>Restoring</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 30rem; margin: 20vh auto; padding: 0 1.5rem; font: 1.125rem/1.6 Georgia, serif; }
h1 { font-size: 1.75rem; font-weight: 500; }
</style>
</head>
<body>
<h1>The site is being restored from a backup</h1>
<p>It will be back in a moment. This page looks by itself.</p>
</body>
</html>
`;

/** What is answered while the site is down. Its process is well, so `/healthz` says so. */
function answersOf(state: () => RestoreState): Handlers {
  const stateEnd = routes.restoreState("").split("?")[0] ?? "";
  return {
    fastPath: () => false,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith("/healthz")) return Response.json({ status: "restoring" }, { headers: PRIVATE });
      if (pathname.endsWith(stateEnd) && belongsTo(state(), searchParams.get("token") ?? ""))
        return Response.json({ ...presentRestore(state()), is_up: false }, { headers: PRIVATE });
      const headers = {
        ...PRIVATE,
        "retry-after": "5",
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      };
      return new Response(WAITING, { status: 503, headers });
    },
  };
}

/** The state in memory and on the disk. Each change waits for the one before. */
function followState(folder: string, first: RestoreState, log: Log) {
  let state = first;
  let storing: Promise<unknown> = Promise.resolve();
  return {
    current: () => state,
    change(values: Partial<RestoreState>): Promise<unknown> {
      state = { ...state, ...values };
      const stored = state;
      storing = storing
        .then(() => storeRestore(folder, stored))
        .catch((error: unknown) => reportError(log, error, "the state of a restore could not be stored"));
      return storing;
    },
  };
}

/** The port may be taken meanwhile; the restore needs none. */
async function waitAt({ config, log }: RestoreWork, port: number, answers: Handlers): Promise<() => Promise<void>> {
  try {
    const opened = await openPort(config.host, port, answers);
    return () => opened.close();
  } catch (error) {
    reportError(log, error, "the progress of a restore can't be shown");
    return async () => {};
  }
}

/** Of a restore, which reads the file twice: first to check it, then to load it. Tables count again when they are compared. */
const CHECK_SHARE = 0.3;

function shownOf({ step, bytes = 0 }: ProgressLine, total: number): number {
  if (total === 0) return bytes;
  const share = Math.min(bytes / total, 1);
  return total * (step === "check" ? CHECK_SHARE * share : CHECK_SHARE + (1 - CHECK_SHARE) * share);
}

const UNKNOWN = "An unexpected error. See the server's log.";

/**
 * Checks the uploaded backup while the site runs; then stops the site, restores as `npm run restore` does, and starts it again, because
 * nothing of what a running site remembers may get into the restored one. The outcome is in the state. A signal leaves it to the next start.
 * @returns whether the site was stopped @throws what the start throws
 */
export async function restoreUploaded(wish: RestoreWish, work: RestoreWork, site: Site): Promise<boolean> {
  const { config, projectDir, log, signal } = work;
  const folder = restoreDir(config.dataDir);
  const first = await loadRestore(folder);
  if (!first || !isRestoreAtWork(first)) return false;
  const state = followState(folder, first, log);
  const path = uploadedBackup(folder);
  const passphrase = wish.passphrase ?? config.backupPassphrase;
  const { BACKUP_PASSPHRASE: _, ...env } = process.env;
  const options = {
    projectDir,
    signal,
    // The owner waits for it.
    inBackground: false,
    env: { ...env, DATA_DIR: config.dataDir, GEOIP_DB: "", ...(passphrase && { BACKUP_PASSPHRASE: passphrase }) },
    onProgress: (line: ProgressLine) => void state.change({ read: shownOf(line, state.current().total) }),
  };
  /** @returns null if it failed, which is then in the state */
  const run = async (how: "--check" | "--replace-unused") => {
    const result = await runJsonCommand("restore", [path, how], options).catch((error: unknown) => {
      if (!signal.aborted) reportError(log, error, "a backup could not be restored");
      return { ok: false, error: UNKNOWN, passphrase: false };
    });
    if (signal.aborted || result.ok) return signal.aborted ? null : (result as unknown as Record<string, never>);
    const error = (result.error ?? UNKNOWN).replaceAll(path, first.name);
    log.warn({ reason: error }, "a backup was not restored");
    const wants = result.passphrase === true;
    await state.change({ phase: "failed", error, wants_passphrase: wants || state.current().wants_passphrase });
    return null;
  };

  const checked = await run("--check");
  if (!checked) return false;
  const { bytes, created_at, site_url } = checked;
  await state.change({ phase: "restoring", read: 0, total: bytes, made_at: created_at, site_url });
  log.info({ backup: first.name }, "the site stops for a restore");
  await site.stop();
  const close = await waitAt(work, wish.port, answersOf(state.current));
  const restored = await run("--replace-unused");
  if (restored) {
    await state.change({ phase: "done" });
    await rm(path, { force: true });
    log.info({ backup: first.name }, "the site is restored");
  }
  await close();
  if (!signal.aborted) await site.startAgain(wish.port);
  return true;
}
