import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseLog } from "../log.ts";
import type { Place } from "./choose-place.ts";
import { isServerAlive } from "./process.ts";
import { DatabaseStartError, explainSystemError } from "./start-error.ts";

export type RunningServer = { pid: number; version: string; adopted: boolean };

const LOOK_MS = 500;
const PAUSE_MS = { shortest: 250, longest: 5000 };
/** A server that ends sooner is another failure in a row. */
const STEADY_MS = 60_000;
/** With the longest pause these tries take half an hour. */
const RESTARTS = 360;
/** With less space on its disk PostgreSQL may not even be able to say why it ends. */
const NEEDED_SPACE = 20 * 2 ** 20;

type KeepOptions = {
  place: Place;
  log: DatabaseLog;
  restart(signal: AbortSignal): Promise<RunningServer>;
  signal?: AbortSignal | undefined;
  restarts?: number | undefined;
  onChange?: ((isUp: boolean) => void) | undefined;
  onGivenUp?: ((error: DatabaseStartError) => void) | undefined;
};

/** The log says once that the server ended and why it doesn't start, and once that it is back. */
export function keepRunning(first: RunningServer, options: KeepOptions): { server(): RunningServer; end(): Promise<void> } {
  const { place, log, restart, restarts = RESTARTS, onChange, onGivenUp } = options;
  const ending = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, ending.signal]) : ending.signal;
  const wait = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  let server = first;
  let failures = 0;

  const bringBack = async (): Promise<boolean> => {
    const downSince = performance.now();
    let said = "";
    let delay = PAUSE_MS.shortest;
    for (; failures < restarts; failures++) {
      await wait(delay);
      if (signal.aborted) return false;
      delay = Math.min(delay * 2, PAUSE_MS.longest);
      try {
        server = await restart(signal);
        const seconds = Math.round((performance.now() - downSince) / 100) / 10;
        log.info({ pid: server.pid, seconds }, `PostgreSQL runs again after ${seconds} s`);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        const { message } = await reasonOf(error, place);
        if (timeless(message) !== timeless(said))
          log.warn({ data: place.home }, `PostgreSQL doesn't start again: ${message} It is tried again every few seconds.`);
        said = message;
      }
    }
    const why = said || `See ${place.home}/postgres.log.`;
    onGivenUp?.(
      new DatabaseStartError(
        "given-up",
        `The database in ${place.home} stopped unexpectedly, and ${restarts} tries in a row to start it again failed. ${why}`,
      ),
    );
    return false;
  };

  const watch = async () => {
    for (let since = performance.now(); !signal.aborted; ) {
      await wait(LOOK_MS);
      if (signal.aborted || (await isServerAlive(server.pid, place.cluster))) continue;
      if (performance.now() - since > STEADY_MS) failures = 0;
      else failures++;
      log.warn({ pid: server.pid }, `PostgreSQL has ended by itself and is started again; see ${place.home}/postgres.log`);
      onChange?.(false);
      if (!(await bringBack())) return;
      onChange?.(true);
      since = performance.now();
    }
  };
  const watching = watch();
  return {
    server: () => server,
    end: () => {
      ending.abort();
      return watching;
    },
  };
}

const timeless = (message: string) => message.replaceAll(/\d+/g, "");

/** On a full disk a server may have been unable to write the reason. */
async function reasonOf(error: unknown, { home }: Place): Promise<DatabaseStartError> {
  const reason = explainSystemError(error, home);
  if (reason.code !== "start-failed") return reason;
  const disk = await statfs(home).catch(() => null);
  if (!disk || disk.bavail * disk.bsize >= NEEDED_SPACE) return reason;
  return explainSystemError(Object.assign(new Error("the disk is full"), { code: "ENOSPC" }), home);
}
