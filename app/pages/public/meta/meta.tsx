import { routes } from "../../../routes.ts";
import { useSite } from "../layout/use-site.ts";

type MetaProps = {
  /** without the site's name; absent on the home page */
  title?: string;
  description?: string;
  /** the page's canonical address on this site, from `routes` */
  path: string;
  image?: { path: string; alt: string };
  /** search results and missing pages stay out of other people's indexes */
  noindex?: boolean;
  article?: { published: string; modified: string; section: string | undefined; author: string; tags: string[] };
};

/** Title, canonical address and what other sites show of this page. React moves it all into the head. */
export function Meta({ title, description, path, image, noindex, article }: MetaProps) {
  const site = useSite();
  const fullTitle = title ? `${title} · ${site.name}` : `${site.name} · ${site.description}`;
  const summary = description || site.description;
  const url = site.url + path;
  const picture = image ?? { path: routes.siteSocialImage(), alt: site.name };
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      <meta name="robots" content={noindex ? "noindex, follow" : "max-image-preview:large"} />
      {noindex ? null : <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:type" content={article ? "article" : "website"} />
      <meta property="og:title" content={title ?? site.name} />
      <meta property="og:description" content={summary} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.url + picture.path} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {article ? (
        <>
          <meta property="article:published_time" content={article.published} />
          <meta property="article:modified_time" content={article.modified} />
          {article.section ? <meta property="article:section" content={article.section} /> : null}
          {article.tags.map((tag) => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
          <meta name="author" content={article.author} />
        </>
      ) : null}
    </>
  );
}
