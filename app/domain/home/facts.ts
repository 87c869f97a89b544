import { type RawBuilder, sql } from "kysely";
import { createSnapshot } from "../../platform/cache/snapshot.ts";
import type { Db } from "../../platform/database/db.ts";
import { addDays } from "../../platform/time/day.ts";
import { localDay } from "../../platform/time/zone.ts";
import { routes } from "../../routes.ts";
import type { HomeLook } from "../appearance/appearance.ts";
import { readHomeLook } from "../appearance/read-look.ts";
import type { Context } from "../context.ts";
import { byPlace, featuredFirst } from "../posts/featured/featured-first.ts";
import { compactCount, FEATURED_LIMIT } from "../posts/post-rules.ts";
import { type ButtonTarget, buttonTargetOf } from "../settings/button-rules.ts";
import type { CurrentSettings } from "../settings/read-settings.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import {
  type AboutContent,
  type Counted,
  type HomeContent,
  NAMELESS_ABOUT_LEAD,
  type ShownAbout,
  SITE_CONTENT,
} from "../settings/site-content.ts";

/** ms, as in a cached page */
const FRESH_MS = 60_000;

const READER_DAYS = 30;

/** `to`: in place of an article. The button isn't shown without `slug` or `to`. */
type ShownButton = { label: string; slug: string; to?: string };

/** `published_at`: ISO 8601, UTC. */
type PostLine = {
  title: string;
  slug: string;
  published_at: string;
  read_time: number;
  category: { name: string; slug: string } | null;
};

/** Empty figures of the profile card are left out. */
export type ShownHome = {
  hero: Omit<HomeContent["hero"], "button"> & { button: ShownButton };
  profile: Record<Counted, string>;
  newest: PostLine[];
  popular: PostLine[];
  look?: HomeLook;
};

type Facts = {
  /** demo articles are published, so the example figures are shown, too */
  isDemo: boolean;
  /** current; the configured slug may be a former one */
  heroSlug: string | null;
  /** of the page, category or tag that the button leads to instead */
  buttonSlug: string | null;
  articles: number;
  /** unique visitors of each day, added up */
  readers: number;
  likes: number;
  newest: PostLine[];
  /** viewed most often, for readers who found nothing */
  popular: PostLine[];
};

type Read = Facts & { look: HomeLook | undefined };

type Known = Read & { countsVisits: boolean };

function counted(of: Counted, facts: Known): string {
  const n = of === "readers" && !facts.countsVisits ? 0 : facts[of];
  return n > 0 ? compactCount(n) : "";
}

type Figure = {
  written: string;
  example: string;
  show: string;
  of: Counted | undefined;
};

/** Empty if it isn't shown. An example is only true while there are demo articles. */
function figureText({ written, example, show, of }: Figure, facts: Known): string {
  if (show === "hidden") return "";
  if (show === "own") return written;
  const keepsText = show === "auto" && (facts.isDemo || written !== example);
  if (keepsText) return written;
  return of ? counted(of, facts) : "";
}

function targetPath({ kind, to }: ButtonTarget, { buttonSlug }: Facts): string | undefined {
  if (kind === "address") return to;
  if (buttonSlug === null) return undefined;
  return kind === "page" ? routes.page(buttonSlug) : routes.listing({ [kind]: buttonSlug });
}

function shownButton({ label, link }: HomeContent["hero"]["button"], facts: Known): ShownButton {
  const target = buttonTargetOf(link);
  if (!target) return { label, slug: facts.heroSlug ?? "" };
  const to = targetPath(target, facts);
  return { label, slug: "", ...(to && { to }) };
}

function shownHome({ hero, profile }: HomeContent, facts: Known): ShownHome {
  const figure = (of: Counted) =>
    figureText({ written: profile[of], example: SITE_CONTENT.profile[of], show: profile.show[of], of }, facts);
  return {
    hero: { ...hero, button: shownButton(hero.button, facts) },
    profile: { articles: figure("articles"), readers: figure("readers"), likes: figure("likes") },
    newest: facts.newest,
    popular: facts.popular,
    ...(facts.look && { look: facts.look }),
  };
}

/** What the shipped figures are about; two of them can't be counted. */
const STAT_SOURCES: (Counted | undefined)[] = ["readers", "articles"];

/** The shipped words about the site's name are only true while it has that name. */
const leadOf = (lead: string, siteName: string) =>
  lead === SITE_CONTENT.about.lead && siteName !== DEFAULT_SETTINGS.siteName ? NAMELESS_ABOUT_LEAD : lead;

function shownAbout(about: AboutContent, facts: Known, siteName: string): ShownAbout {
  const stats = about.stats.map(({ value: written, label, show }, n) => {
    const example = SITE_CONTENT.about.stats[n];
    const isCounted = show === "articles" || show === "readers" || show === "likes";
    // A figure with another label is about something else.
    const of = isCounted ? show : label === example?.label ? STAT_SOURCES[n] : undefined;
    const value = figureText({ written, example: example?.value ?? "", show, of }, facts);
    return { value, label: value === "1" && label === example?.label ? label.replace(/s$/, "") : label };
  });
  return { ...about, lead: leadOf(about.lead, siteName), stats: stats.filter(({ value }) => value !== "") };
}

const NEWEST = 5;

const POPULAR = 3;

/** @param found a subquery with `post_id` @param order of the rows, with `p` for the post */
const linesOf = (found: string, order: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object(
    'title', p.title, 'slug', p.slug, 'published_at', p.published_at, 'read_time', p.reading_time,
    'category', case when c.id is not null then json_build_object('name', c.name, 'slug', c.slug) end
  ) order by ${order}), '[]')
  from ${sql.table(found)} n join posts p on p.id = n.post_id left join categories c on c.id = p.category_id)`;

/** So that no page waits for them. */
export function createFacts(ctx: Context, settings: Pick<CurrentSettings, "get" | "site" | "content" | "look">) {
  const read = async (): Promise<Read> => {
    const { slug: heroSlug, link } = settings.content().hero.button;
    const since = addDays(localDay(ctx.clock.now().getTime(), settings.site().timezone), 1 - READER_DAYS);
    const [facts, look] = await Promise.all([
      readFacts(ctx.db, { heroSlug, target: buttonTargetOf(link), since }),
      readHomeLook(ctx, settings.look()),
    ]);
    return { ...facts, look };
  };
  const snapshot = createSnapshot(read, {
    onError: (err) => ctx.log.warn({ err }, "the facts of Home and About could not be read; the earlier ones stay"),
  });
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renew = (): Promise<Read> => {
    renewedAt = ctx.clock.now().getTime();
    return snapshot.renew();
  };

  const known = async (): Promise<Known> => {
    const { enableAnalytics: countsVisits, showNewest } = settings.get();
    // Nobody waits for newer counters.
    const stale = ctx.clock.now().getTime() - renewedAt > FRESH_MS ? snapshot.latest() : undefined;
    if (stale) void renew();
    const facts = stale ?? (await snapshot.current());
    return { ...facts, countsVisits, newest: showNewest ? facts.newest : [] };
  };

  return {
    home: async (content: HomeContent = settings.content()): Promise<ShownHome> => shownHome(content, await known()),
    about: async (about: AboutContent = settings.content().about): Promise<ShownAbout> =>
      shownAbout(about, await known(), settings.site().name),
    renew,
  };
}

/** Also by a former slug; null if readers can't open it. */
function slugNow(target: ButtonTarget | null) {
  const slug = target?.to;
  switch (target?.kind) {
    case "page":
      return sql`(select p.slug from (
        select id as post_id, 1 as rank from posts where slug = ${slug}
        union all
        select post_id, 2 from post_slugs where slug = ${slug}
      ) found join posts p on p.id = found.post_id and p.kind = 'page' and p.status = 'published' order by rank limit 1)`;
    case "category":
      return sql`coalesce((select slug from categories where slug = ${slug}),
        (select c.slug from category_slugs o join categories c on c.id = o.category_id where o.slug = ${slug}))`;
    case "tag":
      return sql`coalesce((select slug from tags where slug = ${slug}),
        (select t.slug from tag_slugs o join tags t on t.id = o.tag_id where o.slug = ${slug}))`;
    default:
      return sql`null::text`;
  }
}

/** One statement. @param options `target`: in place of the article of `heroSlug`; `since`: the first day, `YYYY-MM-DD` at the site */
async function readFacts(
  db: Db,
  { heroSlug, target, since }: { heroSlug: string; target: ButtonTarget | null; since: string },
): Promise<Facts> {
  const { rows } = await sql<Facts>`
    with featured as (
      select post_id from ${featuredFirst(FEATURED_LIMIT)} found order by ${byPlace("found")} limit ${FEATURED_LIMIT}
    ), newest as (
      select post_id, published_at from published_posts where not shadowed and post_id not in (select post_id from featured)
      order by published_at desc, post_id desc limit ${NEWEST}
    ), popular as (
      select p.id as post_id from published_posts n join posts p on p.id = n.post_id where not n.shadowed
      order by p.views_count desc, p.published_at desc, p.id limit ${POPULAR}
    )
    select
      exists (select from demo_content where removed_at is null)
        and exists (select from posts where is_demo and status = 'published') as "isDemo",
      (select p.slug from (
        select id as post_id, 1 as rank from posts where slug = ${heroSlug} and status = 'published'
        union all
        select p.id, 2 from post_slugs o join posts p on p.id = o.post_id where o.slug = ${heroSlug} and p.status = 'published'
      ) found join posts p on p.id = found.post_id order by rank limit 1) as "heroSlug",
      ${slugNow(target)} as "buttonSlug",
      count(*) filter (where not n.shadowed)::integer as articles,
      (select coalesce(sum(visitors), 0)::integer from analytics_days where day >= ${since}::date) as readers,
      coalesce(sum(p.likes_count), 0)::integer as likes,
      ${linesOf("newest", sql`p.published_at desc, p.id desc`)} as newest,
      ${linesOf("popular", sql`p.views_count desc, p.published_at desc, p.id`)} as popular
    from published_posts n join posts p on p.id = n.post_id`.execute(db);
  const [
    facts = { isDemo: false, heroSlug: null, buttonSlug: null, articles: 0, readers: 0, likes: 0, newest: [], popular: [] },
  ] = rows;
  // PostgreSQL writes the zone of a time in JSON in its own way.
  const dated = (line: PostLine) => ({ ...line, published_at: new Date(line.published_at).toISOString() });
  return { ...facts, newest: facts.newest.map(dated), popular: facts.popular.map(dated) };
}
