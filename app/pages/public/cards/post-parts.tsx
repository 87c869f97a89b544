import { pathTo } from "../../../base-path.ts";
import { faceOf } from "../../../domain/categories/art-rules.ts";
import type { CategoryRef } from "../../../domain/categories/category.ts";
import { focusClass, mediaAt, sourcesOf } from "../../../domain/media/media-rules.ts";
import type { PostCard } from "../../../domain/posts/post-shapes.ts";
import { routes } from "../../../routes.ts";
import { formatDate } from "../../../ui/format-date.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { useSite } from "../../data.ts";
import { PageLink } from "../page-link.tsx";
import { texts } from "./texts.ts";

type PostPictureProps = {
  post: Pick<PostCard, "id" | "featured_image_url" | "featured_image_focus" | "category">;
  /** by default the article's own */
  face?: number | undefined;
  /** describes the picture; empty next to a title that says the same */
  alt?: string;
  /** its width, as in the `sizes` attribute of <img> */
  sizes?: string;
  eager?: boolean;
};

/** The width of a card in the grid. */
const CARD = "(min-width: 40rem) 26rem, 92vw";

export const hasOwnPicture = ({ featured_image_url: url }: Pick<PostCard, "featured_image_url">): boolean =>
  Boolean(url && mediaAt(url));

/**
 * A picture from another site is replaced by the drawing, because the content policy would block it. The box has its final size before the
 * picture is loaded.
 */
export function PostPicture({ post, face = faceOf(post.id), alt = "", sizes = CARD, eager }: PostPictureProps) {
  const url = post.featured_image_url;
  if (!url || !mediaAt(url)) return <Illustration slug={post.category?.slug ?? ""} face={face} className="picture" />;
  return (
    <picture>
      {sourcesOf(url).map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset.replaceAll("/media/", pathTo("/media/"))} sizes={sizes} />
      ))}
      <img
        className={`picture${focusClass(post.featured_image_focus)}`}
        src={pathTo(url)}
        alt={alt}
        width={1280}
        height={720}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
      />
    </picture>
  );
}

/** Uses the site's time zone and date format. */
export function PostDate({ iso, length }: { iso: string; length: "short" | "long" }) {
  return <time dateTime={iso}>{formatDate(iso, length, useSite())}</time>;
}

/** Sets a category's hue, by a style sheet that the server generates from the categories. */
export const categoryClass = (category: Pick<CategoryRef, "slug"> | null): string =>
  category ? `cat-${category.slug}` : "cat-none";

export function CategoryBadge({ category }: { category: Pick<CategoryRef, "name" | "slug"> | null }) {
  if (!category) return <span className="badge">{texts.uncategorized}</span>;
  return (
    <PageLink className="badge" to={routes.listing({ category: category.slug })}>
      {category.name}
    </PageLink>
  );
}
