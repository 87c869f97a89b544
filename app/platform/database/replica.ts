import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import pg from "pg";
import type { DatabaseLog } from "../log.ts";
import { DatabaseStartError } from "../postgres/start-error.ts";
import { connectDatabase, type Database, describeFailure, describeTarget } from "./connect.ts";
import type { Absence } from "./guard-pool.ts";
import { hangUp } from "./hosts.ts";
import type { TimeLimits } from "./time-limits.ts";
import { isDatabaseReadOnly, isDatabaseUnavailable } from "./unavailable.ts";

/** Follow: while a change is waited for. */
const LOOK_MS = 2000;
const FOLLOW_MS = 100;
const PATIENCE_MS = 2000;
/** A standby that is further behind isn't read from. */
const LAG_MS = 30_000;
const CONNECTIONS = 6;

/** SQLSTATEs of a statement that the standby gives up because of what it has to replay, or because it lacks a new table or column. */
const BEHIND = new Set(["40001", "55P03", "42P01", "42703", "42883"]);

/** "16/B374D848" as a number. */
function positionOf(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

type Place = { data: string; follows: boolean; at: string };

const WHERE = `select (select system_identifier::text from pg_control_system()) || ' ' || current_database() as data,
  pg_is_in_recovery() as follows,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as at`;

const placeOf = async (from: pg.Pool | pg.Client): Promise<Place> => (await from.query<Place>(WHERE)).rows[0] as Place;

/** `fault`: why it isn't read from; null when all is well. `lagSeconds`: null while it doesn't answer. */
export type StandbyState = { fault: string | null; lagSeconds: number | null };

export type Replica<DB> = {
  /** Runs `work`, which only reads; on the primary if the standby is away, too far behind or fails. */
  read<T>(work: (db: Kysely<DB>) => Promise<T>): Promise<T>;
  /** From now on nothing is read from the standby until it has all that is committed now. */
  expectLatest(): void;
  state(): StandbyState;
  close(): Promise<void>;
};

type ReplicaOptions<DB> = {
  primary: Pick<Database<DB>, "pool" | "db">;
  limits: TimeLimits;
  log: DatabaseLog;
  lagMs?: number;
};

class ReplicaWatch implements Absence {
  readonly #config: pg.PoolConfig;
  readonly #primary: pg.Pool;
  readonly #log: DatabaseLog;
  readonly #host: string;
  readonly #lagMs: number;
  readonly #closing = new AbortController();
  readonly #acts = new Set<() => void>();
  #client: pg.Client | null = null;
  #wake = Promise.withResolvers<void>();
  /** Empty while nothing is known yet, null when all is well. */
  #fault: string | null = "";
  #isAway = false;
  #lag: number | null = null;
  /** Whether a change is waited for whose position isn't known yet, and the position that has to be reached. */
  #isExpecting = true;
  #needed = 0n;
  #ahead: { position: bigint; at: number }[] = [];
  #following: Promise<void> = Promise.resolve();

  constructor(config: pg.PoolConfig, primary: pg.Pool, { log, lagMs = LAG_MS }: { log: DatabaseLog; lagMs?: number }) {
    this.#config = config;
    this.#primary = primary;
    this.#log = log;
    this.#lagMs = lagMs;
    this.#host = describeTarget(config).host;
  }

  isAway(): boolean {
    return this.#isAway;
  }
  isUsable(): boolean {
    return this.#fault === null && !this.#isExpecting && this.#needed === 0n;
  }
  suspect(): void {
    this.#wake.resolve();
  }
  whenAway(act: () => void): void {
    this.#acts.add(act);
  }
  state(): StandbyState {
    return { fault: this.#fault, lagSeconds: this.#lag === null ? null : Math.round(this.#lag) / 1000 };
  }
  expectLatest(): void {
    this.#isExpecting = true;
    this.#wake.resolve();
  }

  /** Looks once, then for ever. @throws DatabaseStartError when the server holds other data */
  async begin(): Promise<void> {
    const isOther = await this.#look();
    if (isOther) {
      this.#hangUp();
      throw new DatabaseStartError(
        "not-a-standby",
        `DATABASE_READ_URL leads to ${this.#host}, which isn't a standby of the database at DATABASE_URL: it holds other data. Correct it, or leave it out.`,
      );
    }
    this.#following = this.#follow();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake.resolve();
    this.#hangUp();
    await this.#following;
  }

  #hangUp(): void {
    if (this.#client) hangUp(this.#client);
    this.#client = null;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const isWaitedFor = this.#fault === null && this.#needed > 0n;
      const ms = isWaitedFor ? FOLLOW_MS : LOOK_MS;
      await Promise.race([pause(ms, undefined, { signal, ref: false }).catch(() => undefined), this.#wake.promise]);
      this.#wake = Promise.withResolvers();
      if (signal.aborted) return;
      await this.#look();
      // However often something fails, the standby is asked ten times a second at most.
      await pause(FOLLOW_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** @returns whether it holds other data than the primary */
  async #look(): Promise<boolean> {
    const isExpecting = this.#isExpecting;
    const primary = await placeOf(this.#primary).catch(() => null);
    if (primary && !primary.follows) {
      const position = positionOf(primary.at);
      if (this.#ahead.at(-1)?.position !== position) this.#ahead.push({ position, at: performance.now() });
      if (isExpecting) {
        this.#isExpecting = false;
        this.#needed = position;
      }
    }
    const standby = await this.#ask();
    if (typeof standby === "string") {
      this.#lag = null;
      this.#report(standby, true);
      return false;
    }
    const reached = positionOf(standby.at);
    if (reached >= this.#needed) this.#needed = 0n;
    this.#ahead = this.#ahead.filter(({ position }) => position > reached);
    const lag = performance.now() - (this.#ahead[0]?.at ?? performance.now());
    this.#lag = lag;
    const isOther = primary !== null && primary.data !== standby.data;
    if (isOther) this.#report("it holds other data than the primary");
    else if (!standby.follows) this.#report("it is no standby: it takes writes itself");
    else if (lag > this.#lagMs) this.#report(`it is more than ${this.#lagMs / 1000} seconds behind`);
    else this.#report(null);
    return isOther;
  }

  async #ask(): Promise<Place | string> {
    try {
      this.#client ??= await this.#connect();
      return await placeOf(this.#client);
    } catch (error) {
      this.#hangUp();
      return describeFailure(error, this.#config);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      application_name: "skylark replica",
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      ...this.#config,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
    } catch (error) {
      hangUp(client);
      throw error;
    }
    return client;
  }

  /** Logs what is new. An absence is logged once, with its first reason. */
  #report(fault: string | null, isAway = false): void {
    if (this.#closing.signal.aborted) return;
    const isKnown = fault === this.#fault || (isAway && this.#isAway);
    this.#fault = fault;
    if (isAway && !this.#isAway) for (const act of this.#acts) act();
    this.#isAway = isAway;
    if (isKnown) return;
    const host = this.#host;
    if (fault !== null)
      this.#log.warn({ host, reason: fault }, `The standby at ${host} isn't read from: ${fault}. The primary is read instead`);
    else this.#log.info({ host }, `Analytics and searches are read from the standby at ${host}`);
  }
}

/** While it is away, the primary is read. @throws DatabaseStartError 'not-a-standby' when it holds other data */
export async function openReplica<DB>(
  config: pg.PoolConfig,
  { primary, limits, log, lagMs }: ReplicaOptions<DB>,
): Promise<Replica<DB>> {
  const watch = new ReplicaWatch(config, primary.pool, { log, lagMs });
  await watch.begin();
  const reach = { ...config, connectionTimeoutMillis: PATIENCE_MS };
  const { db, close } = connectDatabase<DB>(reach, { log, max: CONNECTIONS, outage: watch, settings: limits.settings });
  const isItsFault = (error: unknown) =>
    isDatabaseUnavailable(error) || isDatabaseReadOnly(error) || BEHIND.has(String((error as { code?: unknown })?.code));
  return {
    async read(work) {
      if (!watch.isUsable()) return work(primary.db);
      try {
        return await work(db);
      } catch (error) {
        if (!isItsFault(error)) throw error;
        watch.suspect();
        return work(primary.db);
      }
    },
    expectLatest: () => watch.expectLatest(),
    state: () => watch.state(),
    async close() {
      await watch.close();
      await close();
    },
  };
}

export async function lookAtStandby(config: pg.PoolConfig, primary: pg.Pool, log: DatabaseLog): Promise<StandbyState> {
  const watch = new ReplicaWatch(config, primary, { log });
  try {
    await watch.begin();
    return watch.state();
  } catch (error) {
    if (error instanceof DatabaseStartError) return { fault: "it holds other data than the primary", lagSeconds: null };
    throw error;
  } finally {
    await watch.close();
  }
}
