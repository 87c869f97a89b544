import { routes } from "../../routes.ts";
import { language } from "../../texts/texts.ts";
import { useSite } from "../data.ts";

type MetaProps = {
  /** without the site's name; absent on the home page */
  title?: string;
  description?: string;
  /** the canonical path, from `routes` */
  path: string;
  /** 1200 × 630 pixels unless it says otherwise */
  image?: { path: string; alt: string; width?: number; height?: number } | undefined;
  /** keeps search results and empty lists out of search engines */
  noindex?: boolean;
  article?: { published: string; modified: string; section: string | undefined; authors: string[]; tags: string[] };
};

/** The language with the country that speaks it most, as Open Graph wants it: `de_DE`. */
function openGraphLocale(): string {
  const likely = new Intl.Locale(language()).maximize();
  return `${likely.language}_${likely.region}`;
}

/** React moves all of it into the head. */
export function Meta({ title, description, path, image, noindex, article }: MetaProps) {
  const site = useSite();
  const fullTitle = title ? `${title} · ${site.name}` : `${site.name} · ${site.description}`;
  const summary = description || site.description;
  const url = site.url + path;
  const {
    path: imagePath,
    alt,
    width = 1200,
    height = 630,
  }: NonNullable<MetaProps["image"]> = image ?? { path: routes.siteSocialImage(), alt: site.name };
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      <meta name="robots" content={noindex ? "noindex, follow" : "max-image-preview:large"} />
      {noindex ? null : <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={openGraphLocale()} />
      <meta property="og:type" content={article ? "article" : "website"} />
      <meta property="og:title" content={title ?? site.name} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.url + imagePath} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {article ? (
        <>
          <meta property="article:published_time" content={article.published} />
          <meta property="article:modified_time" content={article.modified} />
          {article.section ? <meta property="article:section" content={article.section} /> : null}
          {article.tags.map((tag) => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
          {article.authors.map((author) => (
            <meta key={author} name="author" content={author} />
          ))}
        </>
      ) : null}
    </>
  );
}

/** Search engines should not index such a page. */
export function UnlistedTitle({ title }: { title: string }) {
  const site = useSite();
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}

/** The content policy allows it, because it is data. `<` is escaped so that no text can end the element. */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with < escaped, see above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
