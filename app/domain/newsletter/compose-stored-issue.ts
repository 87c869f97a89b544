import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { renderContent } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import type { ContentFormat } from "../posts/post-rules.ts";
import type { Site } from "../settings/settings.ts";
import type { IssueRow } from "./issues.sql.ts";
import { composeIssue } from "./mail/compose-issue.ts";
import type { IssueContent, IssueMail } from "./mail/issue-mail.ts";
import { readIssueArticles } from "./mail/read-issue-articles.ts";

const DIGEST_MAX = 20;

/** Newest first. */
async function newPosts(db: Db, { since, created_at }: Pick<IssueRow, "since" | "created_at">): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where status = 'published' and kind = 'post' and published_at > coalesce(${since}, ${created_at}::timestamptz - interval '7 days')
    order by published_at desc, id desc limit ${DIGEST_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

async function contentOf(ctx: Context, issue: IssueRow, site: Site): Promise<IssueContent> {
  if (issue.kind === "letter") {
    const format = issue.content_format as ContentFormat;
    const { html } = await renderContent({ content: issue.content, format, ownHost: new URL(site.url).host });
    return { kind: "text", title: issue.subject, html };
  }
  if (issue.kind === "digest")
    return { kind: "digest", title: issue.subject, articles: await readIssueArticles(ctx, await newPosts(ctx.db, issue)) };
  const [article] = await readIssueArticles(ctx, issue.post_id ? [issue.post_id] : []);
  if (!article) throw new Error("the post of an issue is gone");
  return { kind: "article", article };
}

/** The mail of an issue as it is stored now. Links name it by its id. @param media takes the pictures of diagrams and of the logo */
export async function composeStoredIssue(
  ctx: Context,
  media: FileStore,
  issue: IssueRow,
  { site, postalAddress }: { site: Site; postalAddress: string },
): Promise<IssueMail> {
  const { id, subject, preview_text: preview } = issue;
  const content = await contentOf(ctx, issue, site);
  return composeIssue(ctx, media, { campaign: id, subject, preview, postalAddress, content }, site);
}
