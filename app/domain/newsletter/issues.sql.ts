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
