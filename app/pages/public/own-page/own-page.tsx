import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ShippedPage } from "../../../domain/posts/pages/page-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import { routes } from "../../../routes.ts";
import { useApi, useSite } from "../../data.ts";
import { PostPicture } from "../cards/post-parts.tsx";
import { Meta } from "../meta.tsx";
import { postQuery } from "../queries.ts";
import { useEmbeds } from "../use-embeds.ts";
import { useTextLanguage } from "../use-text-language.ts";

const WIDE = "(min-width: 80rem) 78rem, 100vw";

/** A block of the text of a page that comes with the product, without links: its element and its words. An own page begins with these. */
export type TextBlock = [element: "h2" | "h3" | "p", text: string];

type OwnPageProps = {
  page: Post;
  /** after the owner's text */
  children?: ReactNode;
};

/** Shows nothing that belongs to articles. */
export function OwnPage({ page, children }: OwnPageProps) {
  const text = useEmbeds(page.content_html);
  const { language } = useSite();
  const written = { dir: "auto", lang: language, ...useTextLanguage(page) };
  return (
    <article className="page-width plain-page">
      <h1 {...written}>{page.title}</h1>
      {page.description ? (
        <p className="standfirst" {...written}>
          {page.description}
        </p>
      ) : null}
      {page.featured_image_url ? (
        <div className="story-picture">
          <PostPicture post={page} alt={page.featured_image_alt} sizes={WIDE} eager />
        </div>
      ) : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when the page was saved */}
      <div ref={text} className="prose" {...written} dangerouslySetInnerHTML={{ __html: page.content_html }} />
      {children}
    </article>
  );
}

export function PublishedPage({ page, children }: OwnPageProps) {
  return (
    <>
      <Meta title={page.title} description={page.description || page.excerpt} path={routes.page(page.slug)} />
      <OwnPage page={page}>{children}</OwnPage>
    </>
  );
}

/** Undefined if the owner has no text for the product's page. */
export function useOwnText(name: ShippedPage): Post | undefined {
  const { own_pages } = useSite();
  const isReplaced = own_pages.includes(name);
  const { data } = useQuery({ ...postQuery(useApi(), name), enabled: isReplaced });
  return isReplaced ? data : undefined;
}
