import { sql } from "kysely";
import { bioHtml } from "../linked-text.ts";
import { croppedPictureOf } from "../media/media.sql.ts";
import type { CroppedPicture } from "../media/picture.ts";
import type { Post } from "./post-shapes.ts";

/** `author_slug`: null without a page. */
export type AuthorColumns = {
  author_id: string | null;
  author_name: string | null;
  author_bio: string | null;
  author_slug: string | null;
  author_picture: CroppedPicture | null;
};

/** The profile `a` of a post's author, unless it has no page. */
export const authorWithPage = sql`author_profiles a on a.user_id = p.author_id and a.has_page and author_has_articles(a.user_id)`;

/** Of the user `u` and the profile `a`. */
export const authorColumns = sql`u.bio as author_bio, a.slug as author_slug,
  (select ${croppedPictureOf("a.picture")} from media m where m.id = a.picture_id) as author_picture`;

export function presentAuthor({
  author_id,
  author_name,
  author_bio,
  author_slug,
  author_picture,
}: AuthorColumns): Post["author"] {
  if (author_id === null) return null;
  const bio = author_bio ?? "";
  return {
    ...{ full_name: author_name, bio, bio_html: bioHtml(bio) },
    ...(author_slug !== null && { slug: author_slug }),
    ...(author_picture && { picture: author_picture }),
  };
}
