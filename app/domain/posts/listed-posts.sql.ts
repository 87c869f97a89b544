import { type RawBuilder, sql } from "kysely";

const COLUMNS = sql`post_id, published_at, category_id, featured`;

/** Articles as lists have them: one version of each. @param language those written in it instead, also versions that no other list has */
export function listedPosts(language?: string): RawBuilder<unknown> {
  if (language === undefined) return sql`(select ${COLUMNS} from published_posts where not shadowed)`;
  // Apart, so that each half has an index.
  return sql`(
    select ${COLUMNS} from published_posts where language = ${language}
    union all select ${COLUMNS} from published_posts where language is null and ${language} = site_language())`;
}
