import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../platform/database/db.ts";

/** Behind a pooler that passes no notifications on, the comparison is the only news. */
const EVERY_MS = 2000;
const EVERY_MS_WITHOUT_NOTIFICATIONS = 1000;
/** The version has to be read within this time after a notification. */
const PATIENCE_MS = 500;
/** A save's own notification usually takes one or two ms. */
const NOTIFICATION_MS = 250;

/** Differs after every committed change of what public pages show (`raise_content_version` in the migrations). */
export async function readContentVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select sum(version)::text as version from content_versions`.execute(db);
  return rows[0]?.version ?? "";
}

export type ContentWatch = {
  /** Call it when a notification says that content has changed. */
  notified(): void;
  /** Compares the version now, and resolves once a change has been applied. Never rejects. */
  look(): Promise<void>;
  /** Resolves once all that is committed now has been applied: waits for the notification, or compares versions. Never rejects. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

type Asked = { isCertain: boolean; done: Promise<void> };

type WatchOptions = {
  read(): Promise<string>;
  /** before anything was read that changes belong to */
  applied: string;
  /** applies a change to this process; if it fails, it is called again */
  apply(): Promise<void>;
  /** whether notifications reach this process */
  hears: boolean;
  onError(error: unknown): void;
};

/** Null if the database doesn't answer within `ms`. */
const readWithin = (read: () => Promise<string>, ms: number): Promise<string | null> =>
  Promise.race([read().catch(() => null), pause(ms, null, { ref: false })]);

/** Waits for something that happens again and again. */
function createMoments() {
  let waiting = new Set<() => void>();
  return {
    /** Resolves once the condition is true, at once or after something has happened. */
    async until(isTrue: () => boolean): Promise<void> {
      while (!isTrue()) await new Promise<void>((resolve) => waiting.add(resolve));
    },
    happened(): void {
      const resolvers = waiting;
      waiting = new Set();
      for (const resolve of resolvers) resolve();
    },
  };
}

/** Learns of changes by notifications and saves, and compares versions every two seconds in case a notification is lost. */
export function watchContent({ read, applied, apply, hears, onError }: WatchOptions): ContentWatch {
  let running: Promise<void> | null = null;
  /** The running comparison may have begun too early for calls made since. */
  let next: Asked | null = null;
  let closed = false;
  const changes = createMoments();

  /** @param isCertain whether there is a change even if the version can't be read */
  const compare = async (isCertain: boolean): Promise<void> => {
    if (closed) return;
    // Read before the change is applied: what is committed in between has a later version, and is applied next time.
    const version = await readWithin(read, isCertain ? PATIENCE_MS : EVERY_MS);
    if (closed || version === applied || (version === null && !isCertain)) return;
    try {
      await apply();
      if (version !== null) applied = version;
      changes.happened();
    } catch (error) {
      onError(error);
    }
  };

  const run = (isCertain: boolean): Promise<void> => {
    running = compare(isCertain).finally(() => {
      running = null;
    });
    return running;
  };
  const ask = (isCertain: boolean): Promise<void> => {
    if (!running) return run(isCertain);
    if (next) {
      next.isCertain ||= isCertain;
      return next.done;
    }
    const mine: Asked = {
      isCertain,
      done: running.then(() => {
        next = null;
        return run(mine.isCertain);
      }),
    };
    next = mine;
    return mine.done;
  };

  const timer = setInterval(() => void (running ?? ask(false)), hears ? EVERY_MS : EVERY_MS_WITHOUT_NOTIFICATIONS).unref();
  return {
    notified: () => void ask(true),
    look: () => ask(false),
    async settle() {
      const version = await readWithin(read, PATIENCE_MS);
      if (version === null) return;
      // Versions only rise.
      const isApplied = () => BigInt(applied || 0) >= BigInt(version || 0);
      await Promise.race([changes.until(isApplied), pause(NOTIFICATION_MS, null, { ref: false })]);
      if (!isApplied()) await ask(false);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await (next?.done ?? running);
    },
  };
}
