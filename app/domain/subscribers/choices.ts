import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { invalid } from "../errors.ts";
import { DEFAULT_LANGUAGE } from "../settings/direction-rules.ts";
import type { Site } from "../settings/settings.ts";
import type { Choices, ChoicesOffered } from "./subscriber.ts";
import { FREQUENCIES, type Frequency } from "./subscriber-rules.ts";

/** Undefined if there is no such row. */
export async function readChoices(db: Db, id: string): Promise<Choices | undefined> {
  const row = await db
    .selectFrom("subscribers")
    .select(["frequency", "all_categories", "language"])
    .select(
      sql<
        string[]
      >`array(select category_id::text from subscriber_categories c where c.subscriber_id = subscribers.id order by 1)`.as(
        "categories",
      ),
    )
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { frequency, all_categories, categories, language } = row;
  return { frequency: frequency as Frequency, categories: all_categories ? null : categories, language };
}

/** A digest is only offered while the site sends one, and languages where there are articles in several. */
export async function offeredChoices(db: Db, site: Site): Promise<ChoicesOffered> {
  const categories = await db.selectFrom("categories").select(["id", "name"]).orderBy("name").orderBy("id").execute();
  const own = site.language ?? DEFAULT_LANGUAGE;
  const rows = await db
    .selectFrom("posts")
    .select(sql<string>`coalesce(language, ${own})`.as("language"))
    .distinct()
    .where("status", "=", "published")
    .where("listed", "=", true)
    .orderBy("language")
    .execute();
  const languages = rows.map(({ language }) => language);
  const frequencies = FREQUENCIES.filter((frequency) => frequency !== "weekly" || site.newsletterDigest);
  return { frequencies, categories, languages: languages.length > 1 ? languages : [] };
}

/** Ids without a category are left out. @throws DomainError `invalid` at `categories` if none is left */
export async function saveChoices(ctx: Context, id: string, { frequency, categories, language }: Choices): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    await db
      .updateTable("subscribers")
      .set({ frequency, all_categories: categories === null, language })
      .where("id", "=", id)
      .execute();
    await db.deleteFrom("subscriber_categories").where("subscriber_id", "=", id).execute();
    if (categories === null) return;
    const { rows } = await sql`
      insert into subscriber_categories (subscriber_id, category_id)
      select s.id, c.id from subscribers s, categories c where s.id = ${id}::uuid and c.id = any(${categories}::uuid[])
      returning 1`.execute(db);
    if (rows.length === 0)
      throw invalid("Choose at least one category", [{ field: "categories", rule: "must name at least one category" }]);
  });
}
