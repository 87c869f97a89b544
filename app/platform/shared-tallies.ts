import { createHash } from "node:crypto";
import { CompiledQuery, type Kysely } from "kysely";
import { LRUCache } from "lru-cache";

/** Counts within a window of time that begins with the first event, over all processes. */
export type SharedTally = {
  /** @param now ms since 1970 @returns how often it happened in the window, as far as this process knows */
  add(key: string, now: number): number;
  /** Waits for the other processes' counts when it is time to ask. */
  addExactly(key: string, now: number): Promise<{ count: number; msLeft: number }>;
  size(): number;
};

type SharedTallyOptions = {
  bucket: string;
  points: number;
  windowMs: number;
  /** How many keys this process remembers; the least recent are dropped first. */
  keys: number;
};

/** `unsent`: the part of `own` that the others don't know yet; `others`: as far as it is known. */
type Count = { key: string; own: number; others: number; unsent: number; until: number };

/** The part of `points` below which a process's count costs no statement. Ten processes let through 1.2 times a limit of 100 or more. */
const ALLOWANCE = 1 / 50;
const LEAST_ALLOWANCE = 2;
const AT_ONCE = 1000;
/** How often counts that are over are removed from the database, and at most from the memory of this process. */
const CLEAN_MS = 300_000;
const FORGET_MS = 10_000;

const ADD = `insert into rate_limits as r (key, points, expire)
  select key, points, expire from unnest($1::text[], $2::integer[], $3::bigint[]) as sent (key, points, expire) order by key
  on conflict (key) do update set
    points = case when r.expire > $4 then r.points + excluded.points else excluded.points end,
    expire = case when r.expire > $4 then r.expire else excluded.expire end
  returning key, points, expire`;
const CLEAN = "delete from rate_limits where expire < $1";

type Row = { key: string; points: number; expire: number | string };

function createSender<DB>(db: Kysely<DB>) {
  let due = new Set<Count>();
  let sending: Promise<void> | null = null;
  let cleanedAt = Date.now();

  const sendDue = async (): Promise<void> => {
    const all = [...due];
    due = new Set(all.slice(AT_ONCE));
    const sent = all.slice(0, AT_ONCE).map((one) => ({ one, points: one.unsent, until: one.until }));
    const byKey = new Map(sent.map((part) => [part.one.key, part]));
    for (const { one } of sent) one.unsent = 0;
    const now = Date.now();
    try {
      const values = [sent.map(({ one }) => one.key), sent.map(({ points }) => points), sent.map(({ until }) => until), now];
      const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(ADD, values));
      for (const { key, points, expire } of rows) {
        const { one, until } = byKey.get(key) ?? {};
        // A window that has ended meanwhile began anew.
        if (!one || one.until !== until) continue;
        one.others = Math.max(one.others, points - (one.own - one.unsent));
        if (Number(expire) > now) one.until = Number(expire);
      }
      if (now - cleanedAt < CLEAN_MS) return;
      cleanedAt = now;
      await db.executeQuery(CompiledQuery.raw(CLEAN, [now]));
    } catch {
      // Our own counts stay. They aren't sent again, so that an outage leaves nothing to catch up with.
    }
  };
  const run = (): Promise<void> => {
    sending ??= sendDue().finally(() => {
      sending = null;
      if (due.size > 0) void run();
    });
    return sending;
  };
  return {
    add: (one: Count) => void due.add(one),
    isDue: (one: Count) => due.has(one),
    run,
    underway: () => sending,
  };
}

function openTally(sender: ReturnType<typeof createSender>, { bucket, points, windowMs, keys }: SharedTallyOptions): SharedTally {
  const counts = new LRUCache<string, Count>({ max: keys });
  let forgottenAt = 0;
  /** Otherwise, the thousands of visitors of a day would stay in memory for windows of a minute. */
  const forget = (now: number) => {
    if (now - forgottenAt < Math.max(FORGET_MS, windowMs)) return;
    forgottenAt = now;
    for (const [key, { until }] of counts.entries()) if (now >= until) counts.delete(key);
  };
  const allowance = Math.max(LEAST_ALLOWANCE, Math.floor(points * ALLOWANCE));
  const nameOf = (key: string) => `${bucket} ${createHash("sha256").update(key).digest("base64url")}`;
  const count = (key: string, now: number): Count => {
    forget(now);
    let one = counts.get(key);
    if (!one || now >= one.until) {
      one = { key: nameOf(key), own: 0, others: 0, unsent: 0, until: now + windowMs };
      counts.set(key, one);
    }
    one.own += 1;
    // Clients over the limit cost no further statement.
    if (one.own + one.others <= points) one.unsent += 1;
    if (one.unsent >= allowance) sender.add(one);
    return one;
  };
  return {
    add(key, now) {
      const one = count(key, now);
      if (sender.isDue(one)) void sender.run();
      return one.own + one.others;
    },
    async addExactly(key, now) {
      const one = count(key, now);
      const mine = one.own;
      if (sender.isDue(one) && mine + one.others <= points) {
        // What is under way may have begun without this one.
        await sender.underway();
        await sender.run();
      }
      return { count: mine + one.others, msLeft: Math.max(1, one.until - now) };
    },
    size: () => counts.size,
  };
}

/** Counts are in the table `rate_limits`, keys as hashes. While the database can't be reached, each process counts by itself. */
function createSharedTallies<DB>(db: Kysely<DB>) {
  const sender = createSender(db);
  return { open: (options: SharedTallyOptions) => openTally(sender, options) };
}

type SharedTallies = ReturnType<typeof createSharedTallies>;

const made = new WeakMap<object, SharedTallies>();

export function sharedTalliesOf<DB>(db: Kysely<DB>): SharedTallies {
  const known = made.get(db) ?? createSharedTallies(db);
  made.set(db, known);
  return known;
}
