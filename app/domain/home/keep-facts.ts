import type { Context } from "../context.ts";
import { compactCount } from "../posts/post-rules.ts";
import { type AboutContent, type HomeContent, SITE_CONTENT, type SiteContent } from "../settings/site-content.ts";
import { type Facts, readFacts } from "./home.sql.ts";

/** The maximum age of the counters in ms, as in a cached page. */
const FRESH_MS = 60_000;

/** The texts of Home. Empty figures are not shown. `views` replaces `readers` unless the owner has entered it. */
export type ShownHome = HomeContent & { profile: HomeContent["profile"] & { views: string } };

const counted = (n: number): string => (n > 0 ? compactCount(n) : "");

/** The owner's texts stay. Without demo articles, real figures replace the example ones. */
function shownHome({ hero, profile }: HomeContent, facts: Facts): ShownHome {
  const { articles, readers, likes } = SITE_CONTENT.profile;
  const figure = (written: string, example: string, truth: string) => (facts.isDemo || written !== example ? written : truth);
  return {
    hero: { ...hero, button: { ...hero.button, slug: facts.heroSlug ?? "" } },
    profile: {
      articles: figure(profile.articles, articles, counted(facts.articles)),
      readers: figure(profile.readers, readers, ""),
      likes: figure(profile.likes, likes, counted(facts.likes)),
      views: facts.isDemo || profile.readers !== readers ? "" : counted(facts.views),
    },
  };
}

/** Without demo articles, unchanged example figures are left out. */
function shownAbout(about: AboutContent, { isDemo }: Facts): AboutContent {
  const isExample = ({ value }: { value: string }, n: number) => value === SITE_CONTENT.about.stats[n]?.value;
  return isDemo ? about : { ...about, stats: about.stats.filter((stat, n) => !isExample(stat, n)) };
}

/** Caches the facts of Home and About, so that no page waits for them. */
export function keepFacts(ctx: Context, settings: { content(): SiteContent }) {
  let kept: { facts: Promise<Facts>; at: number } | null = null;

  const renew = (): Promise<Facts> => {
    const begun = { facts: readFacts(ctx.db, settings.content().hero.button.slug), at: ctx.clock.now().getTime() };
    const before = kept;
    kept = begun;
    // A failure is not cached.
    begun.facts.catch(() => {
      if (kept === begun) kept = before;
    });
    return begun.facts;
  };
  /** Returns stale facts while it reads new ones. */
  const current = (): Promise<Facts> => {
    if (!kept) return renew();
    const { facts, at } = kept;
    if (ctx.clock.now().getTime() - at > FRESH_MS) void renew().catch(() => {});
    return facts;
  };

  return {
    async home(): Promise<ShownHome> {
      const { hero, profile } = settings.content();
      return shownHome({ hero, profile }, await current());
    },
    async about(): Promise<AboutContent> {
      return shownAbout(settings.content().about, await current());
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
