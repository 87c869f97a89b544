import { faceOf } from "../../../domain/categories/art-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import { shownPicture, socialBrand, socialVersion } from "../../../domain/social/social-rules.ts";
import { routes } from "../../../routes.ts";
import { useSite } from "../../data.ts";
import { JsonLd, Meta } from "../meta.tsx";
import { authorName } from "./story-header.tsx";

/** The metadata of an article, for search engines and link previews. */
export function StoryMeta({ post }: { post: Post }) {
  const site = useSite();
  const path = routes.story(post.slug);
  const picture = shownPicture(post.featured_image_url);
  const shown = {
    title: post.title,
    siteName: site.name,
    category: post.category,
    minutes: post.read_time,
    face: faceOf(post.id),
    picture,
    focus: post.featured_image_focus,
    brand: socialBrand(site.look),
  };
  const image = routes.socialImage(post.slug, socialVersion({ ...shown, author: authorName(post, site) }));
  const crumbs = [
    { name: site.name, path: routes.home() },
    post.category
      ? { name: post.category.name, path: routes.listing({ category: post.category.slug }) }
      : { name: "All Articles", path: routes.listing() },
    { name: post.title, path },
  ];
  return (
    <>
      <Meta
        title={post.title}
        description={post.description || post.excerpt}
        path={path}
        image={{ path: image, alt: post.title }}
        article={{
          published: post.published_at,
          modified: post.updated_at,
          section: post.category?.name,
          author: authorName(post, site),
          tags: post.tags.map((tag) => tag.name),
        }}
      />
      <JsonLd
        data={{
          "@graph": [
            {
              "@type": "BlogPosting",
              headline: post.title,
              description: post.description || post.excerpt,
              image: site.url + image,
              datePublished: post.first_published_at,
              dateModified: post.updated_at,
              author: { "@type": "Person", name: authorName(post, site) },
              publisher: { "@type": "Organization", name: site.name, url: `${site.url}/` },
              mainEntityOfPage: site.url + path,
              articleSection: post.category?.name,
              keywords: post.tags.map((tag) => tag.name).join(", ") || undefined,
              timeRequired: `PT${post.read_time}M`,
            },
            {
              "@type": "BreadcrumbList",
              itemListElement: crumbs.map((crumb, index) => ({
                "@type": "ListItem",
                position: index + 1,
                name: crumb.name,
                item: site.url + crumb.path,
              })),
            },
          ],
        }}
      />
    </>
  );
}
