import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { describeFailure, describeTarget } from "./connect.ts";
import type { Absence } from "./guard-pool.ts";
import { clientOf, hangUp } from "./hosts.ts";
import { isDatabaseUnavailable } from "./unavailable.ts";

const PATIENCE_MS = 1500;
const ASK_MS = 500;
const WARN_MS = 60_000;

/** SQLSTATEs of a server that works and refuses a connection: without rights, without that database, without one to spare. */
const REFUSES = /^(28|3D|42501|53300)/;

export type Outage = Absence & {
  /** Whether it is away, or is being asked because something failed. */
  isSuspected(): boolean;
  /** @returns whether the error belongs to an outage, which is logged as a whole */
  note(error: unknown): boolean;
  /** Counts an answer from an earlier copy. */
  countStale(): void;
  close(): Promise<void>;
};

type Episode = { since: number; failures: number; stale: number; reason: string };

/** @returns why the database can't be used; null when it answers, or refuses just this connection */
async function askDatabase(config: pg.ClientConfig): Promise<string | null> {
  const client = clientOf({
    application_name: "skylark outage",
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    ...config,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return null;
  } catch (error) {
    return REFUSES.test(String((error as { code?: string }).code)) ? null : describeFailure(error, config);
  } finally {
    hangUp(client);
  }
}

function createReports(host: string, log: DatabaseLog) {
  let unreported = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    away(reason: string): void {
      const sentence = `The database at ${host} is away: ${reason}. Pages are answered from earlier copies where there are any.`;
      log.warn({ host, reason }, sentence);
    },
    back({ since, failures, stale }: Episode): void {
      const seconds = Math.round((performance.now() - since) / 1000);
      const counts = `${failures} things failed, and ${stale} pages were answered from earlier copies`;
      log.info({ host, seconds, failures, stale }, `The database at ${host} is back after ${seconds} s: ${counts}`);
    },
    there({ failures, reason }: Episode): void {
      unreported += failures;
      if (unreported === 0 || performance.now() - warnedAt <= WARN_MS) return;
      warnedAt = performance.now();
      log.warn({ host, failures: unreported, reason }, `The database at ${host} is there, but ${reason}`);
      unreported = 0;
    },
  };
}

/**
 * Asks over a connection of its own as soon as something fails or takes long. The log has one line when an outage begins and one when it
 * ends.
 */
export function createOutage(config: pg.ClientConfig, { log }: { log: DatabaseLog }): Outage {
  const report = createReports(describeTarget(config).host, log);
  const closing = new AbortController();
  const acts = new Set<() => void>();
  let isAway = false;
  let episode: Episode | null = null;
  let following: Promise<void> = Promise.resolve();

  const wait = () => pause(ASK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);

  const follow = async (current: Episode): Promise<void> => {
    let reason = await askDatabase(config);
    if (reason !== null && !closing.signal.aborted) {
      isAway = true;
      report.away(reason);
      for (const act of acts) act();
      while (reason !== null && !closing.signal.aborted) {
        await wait();
        reason = await askDatabase(config);
      }
      isAway = false;
      episode = null;
      if (!closing.signal.aborted) report.back(current);
      return;
    }
    report.there(current);
    // So that many failures cost few questions.
    await wait();
    episode = null;
  };

  const begin = (reason: string): Episode => {
    if (episode) return episode;
    const begun: Episode = { since: performance.now(), failures: 0, stale: 0, reason };
    episode = begun;
    following = follow(begun);
    return begun;
  };

  return {
    isAway: () => isAway,
    isSuspected: () => episode !== null,
    note(error) {
      if (closing.signal.aborted || !isDatabaseUnavailable(error)) return false;
      begin(describeFailure(error, config)).failures++;
      return true;
    },
    suspect: () => void (closing.signal.aborted || begin("it answers slowly")),
    countStale: () => {
      if (episode) episode.stale++;
    },
    whenAway: (act) => void acts.add(act),
    close: () => {
      closing.abort();
      return following;
    },
  };
}
