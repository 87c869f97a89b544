import { type Kysely, sql } from "kysely";
import { quarantineHits } from "../app/domain/analytics/collect/count-hits.ts";
import type { Reason, StoredHit } from "../app/domain/analytics/hit-rules.ts";
import type { DB } from "../db/schema.gen.ts";

let count = 0;

/** A hit as it is stored; every part can be overridden. */
export function buildHit({ at = new Date(), ...parts }: Partial<Omit<StoredHit, "at">> & { at?: Date } = {}): StoredHit {
  const n = ++count;
  const agent = "ExampleBot/1.0 (+https://bot.example)";
  return {
    kind: "view",
    at: at.toISOString(),
    session: n.toString(16).padStart(32, "0"),
    visitor: String(9_000_000 + n),
    path: "/about",
    search: null,
    origin: {
      source: "Direct",
      channel: "direct",
      referrer_url: null,
      utm_source: null,
      utm_medium: null,
      utm_campaign: null,
      utm_term: null,
      utm_content: null,
    },
    agent: {
      user_agent: agent,
      browser: "ExampleBot",
      browser_version: "1.0",
      operating_system: "Unknown",
      device_type: "desktop",
      screen_resolution: null,
    },
    place: { country: "Germany", region: "unknown", city: "unknown", latitude: null, longitude: null, timezone: null },
    network: "203.0.113.0/24",
    is_authenticated: false,
    engaged: 0,
    scroll: 0,
    is_demo: false,
    ...parts,
  };
}

/** The same hit from another program. */
export const byAgent = (user_agent: string): Pick<StoredHit, "agent"> => ({ agent: { ...buildHit().agent, user_agent } });

/** The same hit from another site's page. */
export const fromPage = (referrer_url: string): Pick<StoredHit, "origin"> => ({
  origin: { ...buildHit().origin, source: new URL(referrer_url).hostname, channel: "referral", referrer_url },
});

/** Puts hits into quarantine. @returns their ids, in the order of the hits */
export async function holdHits(db: Kysely<DB>, reason: Reason, ...hits: StoredHit[]): Promise<string[]> {
  const { rows: before } = await sql<{ last: string }>`
    select coalesce(max(id), 0)::text as last from analytics_rejected`.execute(db);
  await quarantineHits(
    db,
    hits.map((hit) => ({ reason, hit })),
  );
  const { rows } = await sql<{ id: string }>`
    select id::text as id from analytics_rejected where id > ${before[0]?.last}::bigint order by id`.execute(db);
  return rows.map(({ id }) => id);
}
