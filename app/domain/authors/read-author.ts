import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { notFound } from "../errors.ts";
import { bioHtml } from "../linked-text.ts";
import { croppedPictureOf } from "../media/media.sql.ts";
import { authorPolicy } from "./author.policy.ts";
import type { Author, AuthorLink, AuthorProfile } from "./author.ts";
import { AUTHOR_SLUG } from "./author-rules.ts";

type AuthorRow = Omit<Author, "bio_html"> & { user_id: string };

/**
 * By the slug or a former one; the returned `slug` is the current one. Null for authors without a page, and while they are deactivated. Whether they have articles is the
 * caller's question.
 */
export async function readAuthor(ctx: Context, slug: string): Promise<{ userId: string; author: Author } | null> {
  if (!AUTHOR_SLUG.test(slug)) return null;
  const { rows } = await sql<AuthorRow>`
    select a.user_id, u.full_name, a.slug, u.bio, ${croppedPictureOf("a.picture")} as picture, a.links
    from (
      select user_id, 1 as rank from author_profiles where slug = ${slug}
      union all select user_id, 2 from author_slugs where slug = ${slug} order by rank limit 1
    ) wanted join author_profiles a using (user_id) join users u on u.id = a.user_id left join media m on m.id = a.picture_id
    where has_author_page(a.user_id)`.execute(ctx.db);
  const [row] = rows;
  if (!row) return null;
  const { user_id: userId, ...author } = row;
  return { userId, author: { ...author, bio_html: bioHtml(author.bio) } };
}

/** Undefined if an author has the old slug now, or if it leads nowhere. */
export async function followAuthorSlug({ db }: Pick<Context, "db">, old: string): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    select a.slug from author_slugs o join author_profiles a using (user_id) where o.slug = ${old} and has_author_page(a.user_id)`.execute(
    db,
  );
  return rows[0]?.slug;
}

type ProfileRow = {
  id: string;
  email: string;
  full_name: string | null;
  bio: string;
  slug: string | null;
  former_slugs: string[];
  has_page: boolean | null;
  picture: string | null;
  links: AuthorLink[] | null;
  articles_count: number;
};

export async function findProfile(db: Db, userId: string): Promise<{ email: string; profile: AuthorProfile } | undefined> {
  const { rows } = await sql<ProfileRow>`
    select u.id, u.email, u.full_name, u.bio, a.slug, a.has_page, a.picture, a.links,
      array(select o.slug from author_slugs o where o.user_id = u.id order by o.slug) as former_slugs,
      (select count(*)::int from published_posts d join posts p on p.id = d.post_id
        where not d.shadowed and p.id in (
          select id from posts where author_id = u.id union select post_id from post_coauthors where user_id = u.id
        )) as articles_count
    from users u left join author_profiles a on a.user_id = u.id where u.id = ${userId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { email, has_page, links, ...profile } = row;
  return { email, profile: { ...profile, has_page: has_page ?? true, links: links ?? [] } };
}

/** @throws DomainError `forbidden` for someone else's unless the actor may read all; PGRST116 */
export async function readProfile(ctx: Context, actor: Actor, userId: string): Promise<AuthorProfile> {
  authorize(actor, actor.kind === "user" && actor.id === userId ? authorPolicy.manageOwn : authorPolicy.readAny);
  const found = await findProfile(ctx.db, userId);
  if (!found) throw notFound("User");
  return found.profile;
}
