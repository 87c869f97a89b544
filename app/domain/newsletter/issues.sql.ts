import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { IssueMail } from "./mail/issue-mail.ts";

/** As it was fixed when the issue started. */
export async function readIssueMail(db: Db, id: string): Promise<IssueMail> {
  const { mail } = await db.selectFrom("newsletter_issues").select("mail").where("id", "=", id).executeTakeFirstOrThrow();
  return mail as unknown as IssueMail;
}

/** With the state of its post, if it has one. */
export const issuesWithPosts = (db: Db) =>
  db
    .selectFrom("newsletter_issues as i")
    .leftJoin("posts as p", "p.id", "i.post_id")
    .selectAll("i")
    .select(["p.title as post_title", "p.slug as post_slug", "p.status as post_status", "p.language as post_language"]);

export const findIssue = (db: Db, id: string) => issuesWithPosts(db).where("i.id", "=", id).executeTakeFirst();

export type IssueRow = NonNullable<Awaited<ReturnType<typeof findIssue>>>;

/** Each reader gets what lists have: one version of each article, or all that is in their language; of these, those in their categories. */
const digestRecipients = (articles: readonly string[]) => sql`
  with a as materialized (
    select post_id as id, category_id, coalesce(language, site_language()) as language, not shadowed as listed, published_at
    from published_posts where post_id = any(${articles}::uuid[])
  )
  select s.id, s.email, own.articles from subscribers s cross join lateral (
    select array_agg(a.id order by a.published_at desc, a.id desc) as articles from a
    where case when s.language is null then a.listed else a.language = s.language end
      and (s.all_categories or exists (
        select from subscriber_categories c where c.subscriber_id = s.id and c.category_id = a.category_id))
  ) own
  where s.state = 'confirmed' and s.frequency = 'weekly' and own.articles is not null`;

type Recipients = Pick<IssueRow, "kind" | "audience" | "category_id" | "articles">;

/**
 * A query of the subscribers who get an issue, by how often they want mail, the categories that they follow, and their language: id, email,
 * and of a digest, the articles that are for them.
 */
export function recipientQuery(
  { kind, audience, category_id, articles }: Recipients,
  language: string | null,
): RawBuilder<unknown> {
  if (kind === "digest") return digestRecipients(articles);
  return sql`
    select s.id, s.email, null::uuid[] as articles from subscribers s
    where s.state = 'confirmed' and (${kind} <> 'post' or s.frequency = 'post')
      and (${language}::text is null or s.language is null or s.language = ${language})
      and (${audience} = 'all' or s.all_categories or exists (
        select from subscriber_categories c where c.subscriber_id = s.id and c.category_id = ${category_id}::uuid))`;
}

/** Letters are for readers of every language; a digest has articles in several. */
export const languageOf = ({ kind, post_language }: Pick<IssueRow, "kind" | "post_language">, ofSite: string): string | null =>
  kind === "post" ? (post_language ?? ofSite) : null;
