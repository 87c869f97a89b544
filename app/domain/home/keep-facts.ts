import type { Context } from "../context.ts";
import { compactCount } from "../posts/post-rules.ts";
import { type AboutContent, type HomeContent, SITE_CONTENT, type SiteContent } from "../settings/site-content.ts";
import { type Facts, readFacts } from "./home.sql.ts";

/** Counters may be this old, in ms, as they may be in a kept page. */
const FRESH_MS = 60_000;

/** The texts of Home; a figure that is empty isn't shown. `views` is shown in place of `readers`, which only an owner knows. */
export type ShownHome = HomeContent & { profile: HomeContent["profile"] & { views: string } };

const counted = (n: number): string => (n > 0 ? compactCount(n) : "");

/** What an owner wrote stays; a shipped example gives way to the truth once the demo's articles are gone. */
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

/** Examples of figures that nobody has changed are left out where there is no demo. */
function shownAbout(about: AboutContent, { isDemo }: Facts): AboutContent {
  const isExample = ({ value }: { value: string }, n: number) => value === SITE_CONTENT.about.stats[n]?.value;
  return isDemo ? about : { ...about, stats: about.stats.filter((stat, n) => !isExample(stat, n)) };
}

/** Keeps at hand what Home and About say of the site, so that no page waits for it. */
export function keepFacts(ctx: Context, settings: { content(): SiteContent }) {
  let kept: { facts: Promise<Facts>; at: number } | null = null;

  const renew = (): Promise<Facts> => {
    const begun = { facts: readFacts(ctx.db, settings.content().hero.button.slug), at: ctx.clock.now().getTime() };
    const before = kept;
    kept = begun;
    // A failure isn't kept.
    begun.facts.catch(() => {
      if (kept === begun) kept = before;
    });
    return begun.facts;
  };
  /** What is a little old is still served while it is read again. */
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
    /** The site or its settings have changed. */
    renew: (): void => {
      kept = null;
      void renew().catch(() => {});
    },
  };
}

/** What Home and About say of the site. */
export type KeptFacts = ReturnType<typeof keepFacts>;
