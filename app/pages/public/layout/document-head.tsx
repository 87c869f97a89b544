import { basePath, pathTo } from "../../../base-path.ts";
import { besideOf } from "../../../domain/appearance/brand-rules.ts";
import type { PublicSite, Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { isRightToLeft, language } from "../../../texts/texts.ts";

/**
 * For readers who have not chosen a theme: the style sheets follow `data-theme`, or the system without it, before any script runs. A script
 * compares `data-announcement` with what the reader has closed.
 */
export const siteLook = ({ theme, navigation }: Pick<Site, "theme"> & Partial<Pick<PublicSite, "navigation">>) => ({
  ...(basePath() && { "data-base": basePath() }),
  "data-theme-default": theme,
  ...(theme !== "auto" && { "data-theme": theme }),
  ...(navigation?.announcement && { "data-announcement": navigation.announcement.id }),
});

/** Of the texts around the content. */
export const inSiteLanguage = () => ({ lang: language(), dir: isRightToLeft() ? "rtl" : undefined });

/** The server adds style sheets and scripts, because it knows their names. */
export function DocumentHead({ site }: { site: Site & Partial<Pick<PublicSite, "languages">> }) {
  const icon = site.look?.icon ?? "/favicon.svg";
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={site.look?.paper?.light ?? "#fcfaf6"} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={site.look?.paper?.dark ?? "#111724"} />
      <link rel="icon" href={pathTo(icon)} type={icon.endsWith(".svg") ? "image/svg+xml" : "image/png"} />
      <link rel="icon" href={pathTo(besideOf(icon, "favicon.ico"))} sizes="32x32" />
      <link rel="apple-touch-icon" href={pathTo(besideOf(icon, "apple-touch-icon.png"))} />
      <link rel="manifest" href={pathTo(routes.manifest())} />
      <link rel="alternate" type="application/rss+xml" title={`${site.name} (RSS)`} href={pathTo(routes.feeds.rss)} />
      <link rel="alternate" type="application/atom+xml" title={`${site.name} (Atom)`} href={pathTo(routes.feeds.atom)} />
      <link rel="alternate" type="application/feed+json" title={`${site.name} (JSON Feed)`} href={pathTo(routes.feeds.json)} />
      {site.languages?.map(({ language, name }) => (
        <link
          key={language}
          rel="alternate"
          type="application/rss+xml"
          title={`${site.name}: ${name}`}
          href={pathTo(routes.feeds.inLanguage(language))}
        />
      ))}
    </head>
  );
}
