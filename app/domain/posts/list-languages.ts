import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { ownLanguageName } from "../settings/language-rules.ts";
import type { PublicSite } from "../settings/settings.ts";

type ShownLanguage = NonNullable<PublicSite["languages"]>[number];

/** Those that articles are written in, by tag; none if there is only one. */
export async function listLanguages(db: Db): Promise<ShownLanguage[]> {
  const { rows } = await sql<Pick<ShownLanguage, "language">>`
    with recursive own (language) as (
      select min(language) from published_posts
      union all
      select (select min(p.language) from published_posts p where p.language > own.language) from own where own.language is not null
    )
    select language from own where language is not null
    union select site_language() where exists (select from published_posts where language is null)
    order by language`.execute(db);
  return rows.length > 1 ? rows.map(({ language }) => ({ language, name: ownLanguageName(language) })) : [];
}
