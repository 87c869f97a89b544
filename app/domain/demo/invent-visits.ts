import { dayOfWeek } from "../../platform/time/month.ts";
import { localDay, startOfDay } from "../../platform/time/zone.ts";
import { routes } from "../../routes.ts";
import { agentOf } from "../analytics/collect/agents.ts";
import { originOf } from "../analytics/collect/origins.ts";
import type { DemoVisits } from "../analytics/demo-visits.ts";
import { type StoredHit, visitNumber } from "../analytics/hit-rules.ts";
import { BROWSERS, HOURS, LOST, PLACES, SOURCES, TERMS, WEEKDAYS } from "./visitor-profiles.ts";

/** The same for the same seed (mulberry32, by Tommy Ettinger; in the public domain). */
type SeededRandom = {
  next(): number;
  pick<Item extends { weight: number }>(list: readonly Item[]): Item;
};

/** @param seed a whole number */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick(list) {
      let rest = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      const found = list.find(({ weight }) => {
        rest -= weight;
        return rest < 0;
      });
      return found ?? (list.at(-1) as (typeof list)[number]);
    },
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
export const DEMO_DAYS = 90;
const EVERYDAY_VISITS = 16;
const SEED = 20_261_025;

/** `views`: as the article's counter says. */
export type Viewed = { slug: string; since: Date; views: number };

/** `after`: seconds until it was opened; `engaged`: seconds; `scroll`: percent. */
type Page = { path: string; after: number; engaged: number; scroll: number };

/** With the rhythm of day and week; the same articles and time give the same visits. @param now the newest visit has ended by then */
export function inventVisits(articles: readonly Viewed[], now: Date): DemoVisits {
  const random = createSeededRandom(SEED);
  const begin = now.getTime() - DEMO_DAYS * DAY_MS;
  const made: DemoVisits = { hits: [], searches: [], missing: [] };
  const add = (moment: number, pages: Page[]) => {
    const at = rhythmic(moment, random);
    if (at > begin && at + 40 * MINUTE_MS < now.getTime()) made.hits.push(...visitHits(at, pages, random));
  };
  for (const { slug, since, views } of articles) {
    const span = now.getTime() - since.getTime();
    for (let n = 1; n <= views; n++) add(since.getTime() + span * (n / views) ** 2, articlePages(routes.story(slug), random));
  }
  for (let day = 0; day < DEMO_DAYS; day++) {
    const from = begin + day * DAY_MS;
    const visits = EVERYDAY_VISITS * (0.8 + (0.5 * day) / DEMO_DAYS) * (WEEKDAYS[dayOfWeek(localDay(from, "UTC")) - 1] ?? 1);
    for (let n = 0; n < visits; n++) add(from + random.next() * DAY_MS, frontPages(random));
    if (random.next() < 0.6) made.searches.push({ at: iso(from), text: random.pick(TERMS).term, referrer: null });
    if (random.next() < 0.3) {
      const { path, referrer } = random.pick(LOST);
      made.missing.push({ at: iso(from), text: path, referrer });
    }
  }
  return made;
}

const iso = (ms: number) => new Date(ms).toISOString();

const [SATURDAY, SUNDAY] = [6, 7];

/** The same day, or the Friday before or the Monday after a weekend, at an hour at which people read. */
function rhythmic(moment: number, random: SeededRandom): number {
  const day = localDay(Math.floor(moment), "UTC");
  const weekday = dayOfWeek(day);
  const moved = random.next() < 0.4 ? (weekday === SATURDAY ? -1 : weekday === SUNDAY ? 1 : 0) : 0;
  return startOfDay(day, "UTC", moved).getTime() + Math.floor((random.pick(HOURS).hour + random.next()) * 60 * MINUTE_MS);
}

/** Half read to the end, a third leave at once; some come by the front page, some look around afterwards. */
function articlePages(story: string, random: SeededRandom): Page[] {
  const pages: Page[] = [];
  let after = 0;
  if (random.next() < 0.25) {
    pages.push(glance(routes.home(), after, random));
    after += 12 + Math.floor(random.next() * 40);
  }
  const depth = random.next();
  const scroll =
    depth < 0.3 ? Math.floor(depth * 60) : depth < 0.5 ? 30 + Math.floor(depth * 100) : 92 + Math.floor(random.next() * 9);
  const engaged = depth < 0.3 ? Math.floor(random.next() * 9) : Math.floor(scroll * (1.2 + random.next() * 2));
  pages.push({ path: story, after, engaged, scroll });
  after += engaged + 5;
  if (random.next() < 0.18) pages.push(glance(random.next() < 0.6 ? routes.listing() : routes.about(), after, random));
  return pages;
}

function frontPages(random: SeededRandom): Page[] {
  const pages = [glance(routes.home(), 0, random)];
  if (random.next() < 0.4) pages.push(glance(routes.listing(), 25, random));
  if (random.next() < 0.15) pages.push(glance(routes.about(), 60, random));
  return pages;
}

const glance = (path: string, after: number, random: SeededRandom): Page => ({
  path,
  after,
  engaged: 2 + Math.floor(random.next() * 30),
  scroll: 20 + Math.floor(random.next() * 81),
});

const hex = (random: SeededRandom, digits: number) =>
  Array.from({ length: digits }, () => Math.floor(random.next() * 16).toString(16)).join("");

function visitHits(at: number, pages: readonly Page[], random: SeededRandom): StoredHit[] {
  const { weight: _, ...place } = random.pick(PLACES);
  const { userAgent, screen } = random.pick(BROWSERS);
  const { referrer, query } = random.pick(SOURCES);
  const last = pages.at(-1) as Page;
  const ended = last.after + last.engaged + 1;
  const visit = String(visitNumber(at, Math.floor(random.next() * 2 ** 20)));
  const shared = {
    kind: "view" as const,
    session: hex(random, 32),
    visitor: String(Math.floor(random.next() * Number.MAX_SAFE_INTEGER)),
    search: null,
    origin: originOf(new URLSearchParams(query), referrer, []),
    agent: agentOf(userAgent, screen),
    place,
    // A network for documentation alone (RFC 5737).
    network: "203.0.113.0/24",
    is_authenticated: random.next() < 0.04,
    is_demo: true,
  };
  return pages.map(({ path, after, engaged, scroll }) => ({
    ...shared,
    at: iso(at + after * 1000),
    path,
    engaged,
    scroll,
    record: { visit, first_seconds: after, last_seconds: after + engaged, ended_seconds: ended, views: 1, is_bounce: false },
  }));
}
