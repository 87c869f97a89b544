import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { CategoryRef } from "../categories/category.ts";
import type { Heading } from "./post-shapes.ts";

/** The title of a post that isn't in the trash; `hold` keeps it from being deleted until the transaction ends. */
export async function findTitle(db: Kysely<DB>, id: string, { hold = false } = {}): Promise<string | null> {
  const query = db.selectFrom("posts").select("title").where("id", "=", id).where("status", "<>", "trashed");
  return (await (hold ? query.forKeyShare() : query).executeTakeFirst())?.title ?? null;
}

/** What is ready to be sent of a post, and who wrote it. */
export const findArticle = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom("posts as p")
    .leftJoin("users as u", "u.id", "p.author_id")
    .select(["p.content_html", "p.headings", "u.bio"])
    .where("p.id", "=", id)
    .executeTakeFirst() as Promise<{ content_html: string; headings: Heading[]; bio: string | null } | undefined>;

/** A category as an article names it. */
export const findCategoryRef = async (db: Kysely<DB>, id: string): Promise<CategoryRef | null> =>
  (await db.selectFrom("categories").select(["id", "name", "slug", "color"]).where("id", "=", id).executeTakeFirst()) ?? null;
