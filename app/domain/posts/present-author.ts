import { sql } from "kysely";
import { bioHtml } from "../linked-text.ts";
import { croppedPictureOf } from "../media/media.sql.ts";
import type { CroppedPicture } from "../media/picture.ts";
import type { Post } from "./post-shapes.ts";

/** `slug`: null without a page. */
type Coauthor = { full_name: string | null; bio: string; slug: string | null; picture: CroppedPicture | null };

/** `author_slug`: null without a page. */
export type AuthorColumns = {
  author_id: string | null;
  author_name: string | null;
  author_bio: string | null;
  author_slug: string | null;
  author_picture: CroppedPicture | null;
  coauthors: Coauthor[] | null;
};

const hasPage = sql`has_author_page(a.user_id) and author_has_articles(a.user_id)`;

/** The profile `a` of a post's author, unless it has no page. */
export const authorWithPage = sql`author_profiles a on a.user_id = p.author_id and ${hasPage}`;

const picture = sql`(select ${croppedPictureOf("a.picture")} from media m where m.id = a.picture_id)`;

/** Of the user `u` and the profile `a`, and the further authors. */
export const authorColumns = sql`u.bio as author_bio, a.slug as author_slug, ${picture} as author_picture, (
  select json_agg(json_build_object('full_name', u.full_name, 'bio', u.bio, 'slug', a.slug, 'picture', ${picture}) order by o.position)
  from post_coauthors o join users u on u.id = o.user_id left join author_profiles a on a.user_id = o.user_id and ${hasPage}
  where o.post_id = p.id) as coauthors`;

export const presentCoauthor = ({ full_name, bio, slug, picture }: Coauthor): NonNullable<Post["author"]> => ({
  ...{ full_name, bio, bio_html: bioHtml(bio) },
  ...(slug !== null && { slug }),
  ...(picture && { picture }),
});

export function presentAuthor(row: Omit<AuthorColumns, "coauthors">): Post["author"] {
  const { author_id, author_name: full_name, author_bio, author_slug: slug, author_picture: picture } = row;
  return author_id === null ? null : presentCoauthor({ full_name, bio: author_bio ?? "", slug, picture });
}
