import type {
  AnalyticsBreakdown,
  AnalyticsOverview,
  AnalyticsPages,
  BlogAnalytics,
  BlogFunnel,
  BlogPeriodStats,
  ComparedFigures,
  ReadersNow,
  RecentSession,
  TimelineDay,
  TopPost,
  TrendDay,
} from "../../app/domain/analytics/analytics.ts";
import type { Dimension, Drill, FunnelCounts, PageSort } from "../../app/domain/analytics/analytics-rules.ts";
import { LOST, NOW, PAGES, type Page, PLACES, POSTS, type Post, SEARCHES, ZONE } from "./cast.ts";
import type { Fate, Hit, Script } from "./script.ts";

/**
 * Every number of both screens, computed from the script alone in the simplest way: written from the
 * specification, without a line of the product's code.
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Seen = { first: number; last: number; views: number; engaged: number; scroll: number; left: boolean };
export type Visit = {
  day: string;
  visitor: string;
  start: number;
  last: number;
  ended: boolean;
  opening: Hit;
  pages: Map<string, Seen>;
};
/** What happened: the hits that count, and the visits that they form. */
export type Story = { hits: readonly Hit[]; visits: readonly Visit[] };
export type Days = { from: string; to: string; days: number };

const dates = new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE.name, dateStyle: "short" });
const dayOf = (at: number) => dates.format(at);
const later = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
const TODAY = dayOf(NOW);
const clocks = new Intl.DateTimeFormat("sv-SE", { timeZone: ZONE.name, timeStyle: "short" });

/** The first minute of a day at which the clock on the wall shows what it shows now. */
function thenOn(day: string): number {
  for (let at = Date.parse(`${day}T00:00:00Z`) - DAY; at < Date.parse(`${day}T00:00:00Z`) + 2 * DAY; at += MINUTE)
    if (dayOf(at) === day && clocks.format(at) === clocks.format(NOW)) return at;
  throw new Error(`Its clocks never show ${clocks.format(NOW)}`);
}
/** Up to which moment the previous period counts, while the day that its last one is compared with isn't over; null when all of it counts. */
const untilOf = (days: Days) => (days.to === TODAY ? thenOn(before(days).to) : null);
const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The last `days` days, including today. */
export const lastDays = (days: number): Days => ({ from: later(TODAY, 1 - days), to: TODAY, days });
const before = ({ from, days }: Days): Days => ({ from: later(from, -days), to: later(from, -1), days });
const during = ({ from, to }: Days, day: string) => from <= day && day <= to;
const each = ({ from, days }: Days) => Array.from({ length: days }, (_, n) => later(from, n));

const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);
const mean = (all: number, count: number) => (count ? Math.round(all / count) : 0);
/** Percent with so many decimals, halves rounded up; computed from whole numbers to avoid rounding errors. */
const percent = (part: number, whole: number, decimals: number) =>
  whole ? Math.round((part * 100 * 10 ** decimals) / whole) / 10 ** decimals : 0;
const change = (current: number, previous: number) =>
  previous === 0 ? (current > 0 ? 100 : 0) : ((current - previous) / previous) * 100;
const changes = <Figures extends Record<string, number>>(current: Figures, previous: Figures) =>
  Object.fromEntries(Object.entries(current).map(([name, value]) => [name, change(value, previous[name] as number)])) as Figures;
/** Percentage points. */
const points = (current: number, previous: number) => Math.round((current - previous) * 100) / 100 || 0;
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

const pageAt = (path: string, at: number): Page | undefined =>
  PAGES.find(
    (page) => page.path === path && (!page.post || (page.post.from <= at && at < (page.post.until ?? Number.POSITIVE_INFINITY))),
  );
const titleOf = (path: string) => PAGES.find((page) => page.path === path)?.title as string;
const postOf = (path: string) => PAGES.find((page) => page.path === path)?.post ?? null;
const isPublic = (post: Post) => post.until === undefined;

/** Quarantine keeps its hits for 30 days. */
const isRetained = ({ at }: Hit) => at >= NOW - 30 * DAY;
const NEVER: Fate[] = ["nothing", "refused"];

/** The hits that count, including those released from quarantine. */
export const counting = (hits: readonly Hit[], isReleased: boolean): Hit[] =>
  hits.filter((hit) => hit.fate === "counted" || (isReleased && !NEVER.includes(hit.fate) && isRetained(hit)));

/**
 * Groups hits into visits. How long a page was read, and how far, is what its readers did each time they opened it
 * in that visit; what their browsers reported isn't looked at.
 * @param now when somebody looks; later hits aren't known then
 */
export function visitsOf(all: readonly Hit[], now = NOW): Visit[] {
  const hits = all.filter(({ at }) => at < now || now === NOW);
  const visits: Visit[] = [];
  const bySession = Map.groupBy(hits, ({ session }) => session);
  for (const own of bySession.values()) {
    let visit: Visit | undefined;
    for (const hit of own) {
      const { kind, path } = hit;
      const at = hit.at - (hit.idle ?? 0) * 1000;
      const goesOn = visit && at - visit.last <= 35 * MINUTE && at - visit.start <= DAY;
      const isView = kind === "view" || kind === "dot";
      const page = pageAt(path, at);
      if (!visit || !goesOn) {
        if (!isView || !page) continue;
        const { address, agent } = hit.person;
        visit = {
          day: dayOf(at),
          visitor: `${address} ${agent.userAgent}`,
          start: at,
          last: at,
          ended: false,
          opening: hit,
          pages: new Map(),
        };
        visits.push(visit);
      }
      visit.last = Math.max(visit.last, at);
      visit.ended = kind === "end";
      if (visit.ended) for (const page of visit.pages.values()) page.left = true;
      const seen =
        visit.pages.get(path) ??
        (page && isView ? { first: at, last: at, views: 0, engaged: 0, scroll: 0, left: false } : undefined);
      if (!seen || !page) continue;
      seen.last = Math.max(seen.last, at);
      seen.views += isView ? 1 : 0;
      seen.engaged += hit.reading?.attention ?? 0;
      seen.scroll = Math.max(seen.scroll, hit.reading?.scroll ?? 0);
      visit.pages.set(path, seen);
    }
  }
  // Without activity for half an hour a visit is over.
  for (const visit of visits) visit.ended ||= now - visit.last > 30 * MINUTE;
  return visits.sort((a, b) => a.start - b.start);
}

const pagesIn = ({ pages }: Visit, { page }: Drill): [string, Seen][] =>
  [...pages].filter(([path]) => page === undefined || path === page);
const placeOf = ({ opening }: Visit) => PLACES[opening.person.address];
const bounced = ({ pages }: Visit) => {
  const [only, ...more] = pages.values();
  return more.length === 0 && only?.views === 1 && only.engaged < 10;
};
const seconds = ({ start, last }: Visit) => Math.round((last - start) / 1000);
const visitors = (visits: readonly Visit[]) => new Set(visits.map(({ day, visitor }) => `${day} ${visitor}`)).size;
const views = (visits: readonly Visit[], drill: Drill) =>
  sum(visits.flatMap((visit) => pagesIn(visit, drill).map(([, seen]) => seen.views)));

const VALUES: Record<Dimension, (visit: Visit) => string | null> = {
  source: ({ opening }) => opening.way.source,
  channel: ({ opening }) => opening.way.channel,
  campaign: ({ opening }) => opening.way.campaign,
  country: (visit) => placeOf(visit)?.country ?? "unknown",
  city: (visit) => {
    const place = placeOf(visit);
    return [place?.city ?? place?.region, place?.country].filter(Boolean).join(", ") || "unknown";
  },
  device: ({ opening }) => opening.person.device,
  browser: ({ opening }) => opening.person.agent.browser,
  os: ({ opening }) => opening.person.agent.os,
};

/** The visits of some days, filtered. */
const within = (visits: readonly Visit[], days: Days, { page, source, country }: Drill = {}) =>
  visits.filter(
    (visit) =>
      during(days, visit.day) &&
      (page === undefined || visit.pages.has(page)) &&
      (source === undefined || VALUES.source(visit) === source) &&
      (country === undefined || VALUES.country(visit) === country),
  );

const figures = (visits: readonly Visit[], drill: Drill): ComparedFigures => {
  const over = visits.filter(({ ended }) => ended);
  const entered = visits.filter((visit) => drill.page === undefined || entryOf(visit) === drill.page);
  return {
    visits: visits.length,
    visitors: visitors(visits),
    page_views: views(visits, drill),
    bounce_rate: percent(entered.filter(bounced).length, entered.length, 1),
    average_duration_seconds: mean(sum(over.map(seconds)), over.length),
  };
};

export function overview({ visits, hits }: Story, days: Days, drill: Drill): AnalyticsOverview {
  const now = within(visits, days, drill);
  const current = figures(now, drill);
  const { from, to } = before(days);
  const engaged = sum(now.flatMap((visit) => pagesIn(visit, drill).map(([, seen]) => seen.engaged)));
  const until = untilOf(days);
  const earlier = within(until === null ? visits : visitsOf(hits, until), before(days), drill);
  const compared = changes(current, figures(earlier, drill));
  const has = (of: Visit[], what: (visit: Visit) => boolean) => of.some(what);
  const couldBounce = (visit: Visit) => drill.page === undefined || entryOf(visit) === drill.page;
  const isOver = ({ ended }: Visit) => ended;
  return {
    period: days,
    previous: { from, to, until: isoOf(until) },
    timezone: ZONE.name,
    as_of: new Date(NOW).toISOString(),
    total_visits: visits.length,
    ...current,
    completed: now.filter(({ ended }) => ended).length,
    active: now.filter(({ ended }) => !ended).length,
    average_engaged_seconds: mean(engaged, now.length),
    changes: {
      ...compared,
      bounce_rate:
        has(now, couldBounce) && has(earlier, couldBounce)
          ? points(current.bounce_rate, figures(earlier, drill).bounce_rate)
          : null,
      average_duration_seconds: has(now, isOver) && has(earlier, isOver) ? compared.average_duration_seconds : null,
    },
    attribution: null,
  };
}

export function timeline(visits: readonly Visit[], days: Days, drill: Drill): { days: TimelineDay[]; previous: TimelineDay[] } {
  const curve = (period: Days) =>
    each(period).map((date) => {
      const of = within(visits, { from: date, to: date, days: 1 }, drill);
      return { date, visits: of.length, visitors: visitors(of), views: views(of, drill) };
    });
  return { days: curve(days), previous: curve(before(days)) };
}

const entryOf = ({ pages }: Visit) => [...pages].sort(([, a], [, b]) => a.first - b.first)[0]?.[0];
const exitOf = ({ pages }: Visit) => [...pages].sort(([, a], [, b]) => b.last - a.last)[0]?.[0];

/** `idOf`: the id of an article by its slug, which only the database knows. */
export function pages(
  visits: readonly Visit[],
  days: Days,
  drill: Drill,
  sort: PageSort,
  idOf: (slug: string) => string,
): AnalyticsPages {
  const all = within(visits, days, drill);
  const paths = new Set(all.flatMap((visit) => pagesIn(visit, drill).map(([path]) => path)));
  const items = [...paths].map((path) => {
    const of = all.filter((visit) => visit.pages.has(path));
    const seen = of.map((visit) => visit.pages.get(path) as Seen);
    const entries = of.filter((visit) => entryOf(visit) === path);
    const post = postOf(path);
    return {
      path,
      title: titleOf(path),
      post_id: post && idOf(post.slug),
      views: sum(seen.map((one) => one.views)),
      visits: of.length,
      visitors: visitors(of),
      entries: entries.length,
      exits: of.filter((visit) => exitOf(visit) === path).length,
      bounce_rate: percent(entries.filter(bounced).length, entries.length, 1),
      average_engaged_seconds: mean(sum(seen.map((one) => one.engaged)), of.length),
    };
  });
  const listed = items.filter((item) => item[sort] > 0);
  return {
    items: listed.sort((a, b) => b[sort] - a[sort] || b.views - a.views || compare(a.path, b.path)),
    total: listed.length,
  };
}

export function breakdown(visits: readonly Visit[], days: Days, drill: Drill, dimension: Dimension): AnalyticsBreakdown {
  const all = within(visits, days, drill);
  const byValue = Map.groupBy(all, VALUES[dimension]);
  const items = [...byValue].flatMap(([value, of]) =>
    value === null
      ? []
      : [
          {
            value,
            visits: of.length,
            visitors: visitors(of),
            views: views(of, drill),
            percentage: percent(of.length, all.length, 1),
          },
        ],
  );
  return { items: items.sort((a, b) => b.visits - a.visits || compare(a.value, b.value)), total: items.length };
}

/** The last ten. A visit's number says when it began, and has no other meaning. */
export function sessions(visits: readonly Visit[], days: Days, drill: Drill): Omit<RecentSession, "id">[] {
  const newest = within(visits, days, drill).sort((a, b) => b.start - a.start);
  return newest.slice(0, 10).map((visit) => {
    const { agent, device } = visit.opening.person;
    const last = Math.max(...[...visit.pages.values()].map((seen) => seen.last));
    return {
      location: VALUES.city(visit) as string,
      device,
      browser: agent.browser,
      browser_version: agent.version,
      operating_system: agent.os,
      started_at: new Date(visit.start).toISOString(),
      last_at: new Date(last).toISOString(),
      duration_seconds: visit.ended ? seconds(visit) : Math.round((last - visit.start) / 1000),
      page_views: views([visit], {}),
      is_active: !visit.ended,
      entry_path: entryOf(visit) as string,
      source: VALUES.source(visit) as string,
    };
  });
}

/** The records themselves, one per visit and page (specification, section 3); times in ms since 1970. */
export function records(visits: readonly Visit[]) {
  return visits.flatMap((visit) => {
    const { start, last, ended, opening } = visit;
    const { agent, device, screen, network } = opening.person;
    return [...visit.pages].map(([path, seen]) => ({
      page_url: path,
      page_title: titleOf(path),
      referrer_url: opening.way.stored,
      ip_address: network.replace(/\/.*/, ""),
      user_agent: agent.userAgent,
      browser: agent.browser,
      device_type: device,
      screen_resolution: screen ?? null,
      city: placeOf(visit)?.city ?? "unknown",
      utm_campaign: opening.way.campaign,
      page_views_count: seen.views,
      first_visit_at: seen.first,
      last_visit_at: seen.last,
      visit_started_at: start,
      visit_ended_at: ended ? last : null,
      session_duration_seconds: ended ? seconds(visit) : null,
      is_bounce: !seen.left,
    }));
  });
}

export function readersNow(visits: readonly Visit[]): ReadersNow {
  const there = visits.filter(({ last }) => last >= NOW - 5 * MINUTE);
  const byPage = Map.groupBy(there, (visit) => exitOf(visit) as string);
  const items = [...byPage].map(([path, of]) => ({ path, title: titleOf(path), readers: of.length }));
  return { readers: there.length, pages: items.sort((a, b) => b.readers - a.readers || compare(a.path, b.path)) };
}

const viewsAmong = (hits: readonly Hit[], days: Days) =>
  hits.filter(({ at, kind }) => (kind === "view" || kind === "dot") && during(days, dayOf(at)));

/** The search terms, only those without results if `isFutile`. */
export function searches(hits: readonly Hit[], days: Days, isFutile: boolean) {
  const byTerm = Map.groupBy(viewsAmong(hits, days), ({ search }) => search);
  const items = SEARCHES.filter(({ results }) => !isFutile || results === 0).flatMap(({ term, results }) => {
    const of = byTerm.get(term) ?? [];
    return of.length > 0 ? [{ term, searches: of.length, results }] : [];
  });
  return { items: items.sort((a, b) => b.searches - a.searches || compare(a.term, b.term)), total: items.length };
}

/** Missing pages, except those that have become pages. */
export function missing(hits: readonly Hit[], days: Days) {
  const lost = viewsAmong(hits, days).filter(({ path, at }) => !pageAt(path, at) && !pageAt(path, NOW));
  const items = [...Map.groupBy(lost, ({ path }) => path)].map(([path, of]) => ({
    path,
    hits: of.length,
    referrer: of.findLast(({ way }) => way.stored !== null)?.way.stored ?? null,
    nearest: LOST.find((one) => one.path === path)?.nearest ?? null,
  }));
  return { items: items.sort((a, b) => b.hits - a.hits || compare(a.path, b.path)), total: items.length };
}

/** What is in quarantine at the end, and why; a visit that was taken back is there page by page. */
export function quarantined(hits: readonly Hit[]) {
  const first = new Set<string>();
  return hits.flatMap((hit) => {
    const { at, fate: reason, person, path, way, session } = hit;
    if (reason === "counted" || NEVER.includes(reason) || !isRetained(hit)) return [];
    const isByPage = hit.wasTakenBack || reason === "no_engagement";
    if (isByPage && first.has(`${session} ${path}`)) return [];
    first.add(`${session} ${path}`);
    const { network, agent } = person;
    return [{ at: new Date(at).toISOString(), reason, network, user_agent: agent.userAgent, path, referrer: way.stored }];
  });
}

type Reactions = Pick<Script, "likes" | "comments">;
type Counts = { views: number; likes: number; comments: number };
type BlogStory = Story & { reactions: Reactions; idOf(name: string): string };

/** The likes at the end, each on the day of its first press. */
function likesThatStand({ likes }: Reactions) {
  const presses = Map.groupBy(likes, ({ session, slug }) => `${session} ${slug}`);
  return [...presses.values()].flatMap((of) => (of.length % 2 === 1 && of[0] ? [{ slug: of[0].slug, at: of[0].at }] : []));
}
const approved = ({ comments }: Reactions) =>
  comments
    .filter(({ decided, takenBackAt }) => decided === "approved" && takenBackAt === undefined)
    .map(({ slug, at }) => ({ slug, at }));

function countsOf({ visits, reactions }: BlogStory, days: Days, post: Post, until = Number.POSITIVE_INFINITY): Counts {
  const seen = within(visits, days).flatMap((visit) => [...visit.pages].filter(([path]) => postOf(path) === post));
  const own = (list: { slug: string; at: number }[]) =>
    list.filter(({ slug, at }) => slug === post.slug && at < until && during(days, dayOf(at))).length;
  return {
    views: sum(seen.map(([, one]) => one.views)),
    likes: own(likesThatStand(reactions)),
    comments: own(approved(reactions)),
  };
}
const added = (counts: readonly Counts[]): Counts => ({
  views: sum(counts.map((one) => one.views)),
  likes: sum(counts.map((one) => one.likes)),
  comments: sum(counts.map((one) => one.comments)),
});
const engagement = ({ views, likes, comments }: Counts) => percent(likes + comments, views, 2);
const standing = () => POSTS.filter(isPublic);
const minutesOf = (posts: readonly Post[]) => mean(sum(posts.map(({ minutes }) => minutes)), posts.length);

export function topPosts(story: BlogStory, days: Days, limit: number, among: (post: Post) => boolean = () => true): TopPost[] {
  const items = standing()
    .filter(among)
    .map((post) => ({ post, ...countsOf(story, days, post) }));
  const isRead = ({ views, likes, comments }: Counts) => views + likes + comments > 0;
  const read = items
    .filter(isRead)
    .sort((a, b) => b.views - a.views || b.likes - a.likes || b.comments - a.comments || b.post.dated - a.post.dated);
  const rest = items
    .filter((item) => !isRead(item) && dayOf(item.post.dated) <= days.to)
    .sort((a, b) => b.post.dated - a.post.dated);
  return [...read, ...rest].slice(0, limit).map(({ post, ...counts }) => ({
    id: story.idOf(post.slug),
    title: post.title,
    slug: post.slug,
    category: post.category ?? "Uncategorized",
    publishedAt: new Date(post.dated).toISOString(),
    readTime: post.minutes,
    ...counts,
    engagementRate: engagement(counts),
  }));
}

function periodStats(story: BlogStory, days: Days, until = Number.POSITIVE_INFINITY): BlogPeriodStats {
  const counts = added(standing().map((post) => countsOf(story, days, post, until)));
  const fresh = standing().filter(({ dated }) => dated < until && during(days, dayOf(dated)));
  return { ...counts, posts: fresh.length, engagementRate: engagement(counts), avgReadTime: minutesOf(fresh) };
}

const trend = (story: BlogStory, days: Days): TrendDay[] =>
  each(days).map((date) => ({
    date,
    ...added(standing().map((post) => countsOf(story, { from: date, to: date, days: 1 }, post))),
  }));

export function blog(story: BlogStory, days: Days): BlogAnalytics {
  const { visits, idOf } = story;
  const until = untilOf(days);
  const currentPeriod = periodStats(story, days);
  const previousPeriod =
    until === null
      ? periodStats(story, before(days))
      : periodStats({ ...story, visits: visitsOf(story.hits, until) }, before(days), until);
  const compared = changes(currentPeriod, previousPeriod);
  const areRated = currentPeriod.views > 0 && previousPeriod.views > 0;
  compared.engagementRate = areRated ? points(currentPeriod.engagementRate, previousPeriod.engagementRate) : 0;
  // There is no mean of no articles to compare with.
  if (currentPeriod.posts === 0 || previousPeriod.posts === 0) compared.avgReadTime = 0;
  const categories = Map.groupBy(standing(), ({ category }) => category);
  const shares = (dimension: Dimension, limit: number) =>
    breakdown(visits, days, {}, dimension)
      .items.slice(0, limit)
      .map(({ value, visits: count, percentage }) => ({ value, count, percentage }));
  return {
    period: days,
    previous: { ...before(days), until: isoOf(until) },
    timezone: ZONE.name,
    asOf: new Date(NOW).toISOString(),
    totalPosts: standing().length,
    totalViews: currentPeriod.views,
    totalLikes: currentPeriod.likes,
    totalComments: currentPeriod.comments,
    avgReadTime: minutesOf(standing()),
    engagementRate: currentPeriod.engagementRate,
    topPosts: topPosts(story, days, 10),
    categoryPerformance: [...categories]
      .map(([category, posts]) => {
        const counts = added(posts.map((post) => countsOf(story, days, post)));
        return {
          categoryId: category && idOf(category),
          category: category ?? "Uncategorized",
          posts: posts.length,
          totalViews: counts.views,
          avgViews: mean(counts.views, posts.length),
          engagementRate: engagement(counts),
        };
      })
      .sort((a, b) => b.totalViews - a.totalViews || compare(a.category, b.category)),
    engagementTrends: trend(story, days),
    previousTrends: trend(story, before(days)),
    timeRangeStats: { currentPeriod, previousPeriod, changes: compared },
    deviceBreakdown: shares("device", 4).map(({ value, ...share }) => ({ device: value, ...share })),
    browserBreakdown: shares("browser", 5).map(({ value, ...share }) => ({ browser: value, ...share })),
    locationBreakdown: shares("city", 10).map(({ value, ...share }) => ({ location: value, ...share })),
    totalLocations: breakdown(visits, days, {}, "city").total,
  };
}

/**
 * How far readers got: a visit has started an article when it read 10 percent or 10 seconds of it. Half takes half of its length
 * and a sixth of its reading time (10 s a minute), all of it nine tenths and a third (20 s a minute).
 */
export function funnel(story: BlogStory, days: Days): BlogFunnel {
  const steps = (post: Post): FunnelCounts => {
    const seen = within(story.visits, days).flatMap((visit) =>
      [...visit.pages].flatMap(([path, one]) => (postOf(path) === post ? [one] : [])),
    );
    const { likes, comments } = countsOf(story, days, post);
    return {
      visits: seen.length,
      started: seen.filter(({ scroll, engaged }) => scroll >= 10 || engaged >= 10).length,
      half: seen.filter(({ scroll, engaged }) => scroll >= 50 && engaged >= post.minutes * 10).length,
      finished: seen.filter(({ scroll, engaged }) => scroll >= 90 && engaged >= post.minutes * 20).length,
      liked: likes,
      commented: comments,
    };
  };
  const read = topPosts(story, days, 1000).filter(({ views, likes, comments }) => views + likes + comments > 0);
  const items = read.map(({ id, title, slug }) => ({
    id,
    title,
    slug,
    ...steps(POSTS.find((post) => post.slug === slug) as Post),
  }));
  const of = (step: keyof FunnelCounts) => sum(items.map((item) => item[step]));
  const total = { visits: of("visits"), started: of("started"), half: of("half"), finished: of("finished"), liked: of("liked") };
  return { total: { ...total, commented: of("commented"), posts: items.length }, items: items.slice(0, 10) };
}
