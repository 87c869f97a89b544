import { addDays } from "../../platform/time/day.ts";
import { localDay } from "../../platform/time/zone.ts";
import { routes } from "../../routes.ts";
import type { HomeLook } from "../appearance/appearance.ts";
import { readHomeLook } from "../appearance/read-look.ts";
import type { Context } from "../context.ts";
import { compactCount } from "../posts/post-rules.ts";
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
import { type Facts, type PostLine, readFacts } from "./home.sql.ts";

/** The maximum age of the counters in ms, as in a cached page. */
const FRESH_MS = 60_000;

/** The days whose visitors count as readers, today included. */
const READER_DAYS = 30;

/** `to`: where the button leads if not to an article. It isn't shown without `slug` or `to`. */
type ShownButton = { label: string; slug: string; to?: string };

/** What Home shows: the texts, the figures of the profile card (empty ones are left out), the newest articles, and the most viewed ones. */
export type ShownHome = {
  hero: Omit<HomeContent["hero"], "button"> & { button: ShownButton };
  profile: Record<Counted, string>;
  newest: PostLine[];
  popular: PostLine[];
  look?: HomeLook;
};

/** What is read: the facts, and what Home needs of the look. */
type Read = Facts & { look: HomeLook | undefined };

/** The same, with what the settings say about the facts. */
type Known = Read & { countsVisits: boolean };

function counted(of: Counted, facts: Known): string {
  const n = of === "readers" && !facts.countsVisits ? 0 : facts[of];
  return n > 0 ? compactCount(n) : "";
}

type Figure = {
  written: string;
  /** what the shipped texts say */
  example: string;
  show: string;
  /** what is counted in its place; absent where nothing can be */
  of: Counted | undefined;
};

/** The text of a figure; empty if it isn't shown. An example is only true while there are demo articles. */
function figureText({ written, example, show, of }: Figure, facts: Known): string {
  if (show === "hidden") return "";
  if (show === "own") return written;
  const keepsText = show === "auto" && (facts.isDemo || written !== example);
  if (keepsText) return written;
  return of ? counted(of, facts) : "";
}

/** Where the hero's button leads in place of an article; undefined if that isn't public. */
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

/** What the shipped figures of About are about; two of them can't be counted. */
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
    return { value: figureText({ written, example: example?.value ?? "", show, of }, facts), label };
  });
  return { ...about, lead: leadOf(about.lead, siteName), stats: stats.filter(({ value }) => value !== "") };
}

/** Caches the facts of Home and About, so that no page waits for them. */
export function keepFacts(ctx: Context, settings: Pick<CurrentSettings, "get" | "site" | "content" | "look">) {
  let kept: { facts: Promise<Read>; at: number; button: string } | null = null;
  /** What the hero's button leads to: facts about another one must not be shown with it. */
  const buttonNow = () => {
    const { slug, link } = settings.content().hero.button;
    return `${slug} ${link}`;
  };

  const read = async (since: string): Promise<Read> => {
    const { slug: heroSlug, link } = settings.content().hero.button;
    const wanted = { heroSlug, target: buttonTargetOf(link), since };
    const [facts, look] = await Promise.all([readFacts(ctx.db, wanted), readHomeLook(ctx, settings.look())]);
    return { ...facts, look };
  };
  const renew = (): Promise<Read> => {
    const at = ctx.clock.now().getTime();
    const since = addDays(localDay(at, settings.site().timezone), 1 - READER_DAYS);
    const begun = { facts: read(since), at, button: buttonNow() };
    const before = kept;
    kept = begun;
    // A failure is not cached.
    begun.facts.catch(() => {
      if (kept === begun) kept = before;
    });
    return begun.facts;
  };
  /** Returns stale facts while it reads new ones. */
  const current = (): Promise<Read> => {
    if (kept?.button !== buttonNow()) return renew();
    const { facts, at } = kept;
    if (ctx.clock.now().getTime() - at > FRESH_MS) void renew().catch(() => {});
    return facts;
  };

  const known = async (): Promise<Known> => {
    const { enableAnalytics: countsVisits, showNewest } = settings.get();
    const facts = await current();
    return { ...facts, countsVisits, newest: showNewest ? facts.newest : [] };
  };

  return {
    async home(): Promise<ShownHome> {
      return shownHome(settings.content(), await known());
    },
    async about(): Promise<ShownAbout> {
      return shownAbout(settings.content().about, await known(), settings.site().name);
    },
    /** Reads the facts again, because articles or settings have changed. */
    renew: (): void => {
      kept = null;
      void renew().catch(() => {});
    },
  };
}

/** The cached facts of Home and About. */
export type KeptFacts = ReturnType<typeof keepFacts>;
