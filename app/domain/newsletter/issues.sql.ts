import { sql } from "kysely";
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

/** Of subscribers `s`: whether they get an issue, by how often they want mail, the categories that they follow, and its language. */
export function getsIssue(
  { kind, audience, category_id }: Pick<IssueRow, "kind" | "audience" | "category_id">,
  language: string | null,
) {
  const frequency = { post: "post", digest: "weekly", letter: null }[kind as "post" | "digest" | "letter"];
  return sql<boolean>`s.state = 'confirmed' and (${frequency}::text is null or s.frequency = ${frequency})
    and (${language}::text is null or s.language is null or s.language = ${language})
    and (${audience} = 'all' or s.all_categories or exists (
      select from subscriber_categories c where c.subscriber_id = s.id and c.category_id = ${category_id}::uuid))`;
}

/** Letters are for readers of every language. */
export const languageOf = ({ kind, post_language }: Pick<IssueRow, "kind" | "post_language">, ofSite: string): string | null =>
  kind === "post" ? (post_language ?? ofSite) : null;
