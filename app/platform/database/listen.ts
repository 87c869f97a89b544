import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { describeFailure, describeTarget } from "./connect.ts";
import { clientOf, hangUp } from "./hosts.ts";

export type Listener = {
  close(): Promise<void>;
  /** When the connection was last known to be alive: it listened, a notification came, or a check was answered. Null before that. */
  heardAt(): Date | null;
};

type Options = {
  log: DatabaseLog;
  /** Called when listening begins again after an interruption: notifications may have been missed, so drop what was cached. */
  onReconnect(): void;
  /** How often a silent connection is checked, in ms (default 30 s). */
  checkEveryMs?: number;
};

/**
 * Listens for NOTIFY on its own connection, which is opened again (after 0.25 s, doubling to 5 s) whenever it is lost.
 * @param handler called with the payload of each notification, in order.
 * @returns once it listens for the first time; `close` ends it, also while it tries to reconnect.
 */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  handler: (payload: string) => void,
  { log, onReconnect, checkEveryMs = 30_000 }: Options,
): Promise<Listener> {
  const closing = new AbortController();
  const { host } = describeTarget(config);
  let client: pg.Client | null = null;
  let times = 0;
  let heardAt: Date | null = null;
  const heard = () => {
    heardAt = new Date();
  };

  const guarded = (what: string, run: () => void) => {
    try {
      run();
    } catch (error) {
      log.warn({ channel }, `${what} of the channel ${channel} failed: ${(error as Error).message}`);
    }
  };

  /** One connection from its beginning until it is lost. */
  const listenOnce = async (onListening: () => void) => {
    const current = clientOf({
      application_name: `listen ${channel}`,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // A half-open connection answers nothing; then the check below fails instead of waiting forever.
      query_timeout: 5000,
      ...config,
    });
    client = current;
    let reason: unknown = new Error("the server closed the connection");
    const lost = new Promise<void>((resolve) => {
      current.once("end", () => resolve());
      current.on("error", (error) => {
        reason = error;
        resolve();
      });
    });
    current.on("notification", ({ payload = "" }) => {
      heard();
      guarded("The handler", () => handler(payload));
    });
    let check: NodeJS.Timeout | undefined;
    try {
      await current.connect();
      await current.query(`listen ${pg.escapeIdentifier(channel)}`);
      times++;
      heard();
      onListening();
      if (times > 1) {
        log.info({ channel, host }, `Listening to the database at ${host} again`);
        guarded("The reconnect handler", onReconnect);
      }
      check = setInterval(() => current.query("select 1").then(heard, (error) => current.emit("error", error)), checkEveryMs);
      await lost;
      throw reason;
    } finally {
      clearInterval(check);
      hangUp(current);
    }
  };

  const listenForGood = async (onListening: () => void) => {
    for (let delay = 250; !closing.signal.aborted; delay = Math.min(delay * 2, 5000)) {
      await listenOnce(() => {
        delay = 125;
        onListening();
      }).catch((error) => {
        if (closing.signal.aborted) return;
        const wait = Math.max(delay, 250) / 1000;
        log.warn(
          { channel, host, err: error },
          `Can't listen to the database at ${host}: ${describeFailure(error, config)}. Next try in ${wait} s`,
        );
      });
      await pause(Math.max(delay, 250), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };

  let ended: Promise<void> = Promise.resolve();
  const close = async () => {
    closing.abort();
    if (client) hangUp(client);
    await ended;
  };
  await new Promise<void>((resolve) => {
    ended = listenForGood(resolve).then(resolve);
  });
  return { close, heardAt: () => heardAt };
}
