import { faceOf } from "../../../domain/categories/art-rules.ts";
import { alternatesOf } from "../../../domain/posts/post-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import { DEFAULT_LANGUAGE } from "../../../domain/settings/direction-rules.ts";
import type { PublicSite } from "../../../domain/settings/settings.ts";
import { shownPicture, socialBrand, socialVersion } from "../../../domain/social/social-rules.ts";
import { routes } from "../../../routes.ts";
import { useSite } from "../../data.ts";
import { texts as layout } from "../layout/texts.ts";
import { JsonLd, Meta } from "../meta.tsx";
import { authorsOf } from "./story-header.tsx";

const namesOf = (post: Post, site: PublicSite): string =>
  authorsOf(post, site)
    .map(({ name }) => name)
    .join(", ");

/** One, or a list of several. */
function personsOf(post: Post, site: PublicSite) {
  const persons = authorsOf(post, site).map(({ name, slug }) => ({
    "@type": "Person",
    name,
    url: slug === undefined ? undefined : site.url + routes.author(slug),
  }));
  return persons.length === 1 ? persons[0] : persons;
}

function socialPath(post: Post, site: PublicSite): string {
  const shown = {
    title: post.title,
    siteName: site.name,
    category: post.category,
    minutes: post.read_time,
    face: faceOf(post.id),
    picture: shownPicture(post.featured_image_url),
    focus: post.featured_image_focus,
    brand: socialBrand(site.look),
  };
  return routes.socialImage(post.slug, socialVersion({ ...shown, author: namesOf(post, site) }));
}

/** Described as schema.org does. @param image the path of its picture */
const blogPosting = (post: Post, site: PublicSite, image: string) => ({
  "@type": "BlogPosting",
  headline: post.title,
  description: post.description || post.excerpt,
  image: site.url + image,
  datePublished: post.first_published_at,
  dateModified: post.updated_at,
  author: personsOf(post, site),
  publisher: { "@type": "Organization", name: site.name, url: `${site.url}/` },
  mainEntityOfPage: site.url + routes.story(post.slug),
  articleSection: post.category?.name,
  keywords: post.tags.map((tag) => tag.name).join(", ") || undefined,
  timeRequired: `PT${post.read_time}M`,
  inLanguage: post.language ?? site.language,
});

function breadcrumbList(post: Post, site: PublicSite) {
  const crumbs = [
    { name: site.name, path: routes.home() },
    post.category
      ? { name: post.category.name, path: routes.listing({ category: post.category.slug }) }
      : { name: layout.allArticles, path: routes.listing() },
    { name: post.title, path: routes.story(post.slug) },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: crumb.name,
      item: site.url + crumb.path,
    })),
  };
}

/** The article in every language that it has, its own among them. */
function Alternates({ post }: { post: Post }) {
  const site = useSite();
  const { slug, language, translations } = post;
  if (!language || !translations) return null;
  return alternatesOf([{ language, slug }, ...translations], site.language ?? DEFAULT_LANGUAGE).map((version) => (
    <link key={version.hreflang} rel="alternate" hrefLang={version.hreflang} href={site.url + routes.story(version.slug)} />
  ));
}

export function StoryMeta({ post }: { post: Post }) {
  const site = useSite();
  const image = socialPath(post, site);
  return (
    <>
      <Meta
        title={post.title}
        description={post.description || post.excerpt}
        path={routes.story(post.slug)}
        image={{ path: image, alt: post.title }}
        article={{
          published: post.published_at,
          modified: post.updated_at,
          section: post.category?.name,
          authors: authorsOf(post, site).map(({ name }) => name),
          tags: post.tags.map((tag) => tag.name),
        }}
      />
      <Alternates post={post} />
      <JsonLd data={{ "@graph": [blogPosting(post, site, image), breadcrumbList(post, site)] }} />
    </>
  );
}
