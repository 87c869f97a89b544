import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { describeFailure, describeTarget } from "./connect.ts";
import { clientOf, hangUp } from "./hosts.ts";

export type Listener = {
  close(): Promise<void>;
  /** The last sign of life: listening, a notification or an answered check. Null before the first. */
  heardAt(): Date | null;
};

type Options = {
  log: DatabaseLog;
  /** Notifications may have been missed, so drop what was cached. */
  onReconnect(): void;
  checkEveryMs?: number;
};

type Ears = {
  config: pg.ClientConfig;
  checkEveryMs: number;
  onOpen(client: pg.Client): void;
  onListening(): void;
  /** `payload`: of a notification; a check that was answered has none. */
  onSign(payload?: string): void;
};

async function listenOnce(channel: string, { config, checkEveryMs, onOpen, onListening, onSign }: Ears): Promise<never> {
  const client = clientOf({
    application_name: `listen ${channel}`,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A half-open connection answers nothing; then the check below fails instead of waiting forever.
    query_timeout: 5000,
    ...config,
  });
  onOpen(client);
  let reason: unknown = new Error("the server closed the connection");
  const lost = new Promise<void>((resolve) => {
    client.once("end", () => resolve());
    client.on("error", (error) => {
      reason = error;
      resolve();
    });
  });
  client.on("notification", ({ payload = "" }) => onSign(payload));
  let check: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    onListening();
    check = setInterval(
      () =>
        client.query("select 1").then(
          () => onSign(),
          (error) => client.emit("error", error),
        ),
      checkEveryMs,
    );
    await lost;
    throw reason;
  } finally {
    clearInterval(check);
    hangUp(client);
  }
}

/** A lost connection is opened again after 0.25 s, doubling to 5 s. Resolves once it listens for the first time. */
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

  const guarded = (what: string, run: () => void) => {
    try {
      run();
    } catch (error) {
      log.warn({ channel }, `${what} of the channel ${channel} failed: ${(error as Error).message}`);
    }
  };
  const onOpen = (opened: pg.Client) => {
    client = opened;
  };
  const onSign = (payload?: string) => {
    heardAt = new Date();
    if (payload !== undefined) guarded("The handler", () => handler(payload));
  };

  const listenForGood = async (onFirst: () => void) => {
    for (let delay = 250; !closing.signal.aborted; delay = Math.min(delay * 2, 5000)) {
      const onListening = () => {
        delay = 125;
        onSign();
        onFirst();
        if (++times === 1) return;
        log.info({ channel, host }, `Listening to the database at ${host} again`);
        guarded("The reconnect handler", onReconnect);
      };
      await listenOnce(channel, { config, checkEveryMs, onOpen, onListening, onSign }).catch((error) => {
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
