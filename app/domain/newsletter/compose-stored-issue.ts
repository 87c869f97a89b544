import type { FileStore } from "../../platform/storage/file-store.ts";
import { renderContent } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import type { ContentFormat } from "../posts/post-rules.ts";
import type { Site } from "../settings/settings.ts";
import type { IssueRow } from "./issues.sql.ts";
import { composeIssue } from "./mail/compose-issue.ts";
import type { DigestArticle, IssueContent, IssueMail } from "./mail/issue-mail.ts";
import { readIssueArticles } from "./mail/read-issue-articles.ts";

/** Those that are still published. */
async function digestArticles(ctx: Context, ids: string[]): Promise<DigestArticle[]> {
  const published = await ctx.db
    .selectFrom("published_posts")
    .select(["post_id", "shadowed"])
    .where("post_id", "in", ids)
    .orderBy("published_at", "desc")
    .orderBy("post_id", "desc")
    .execute();
  const articles = await readIssueArticles(
    ctx,
    published.map(({ post_id }) => post_id),
  );
  const shadowed = new Set(published.filter((one) => one.shadowed).map(({ post_id }) => post_id));
  return articles.map((article) => ({ ...article, isListed: !shadowed.has(article.id) }));
}

async function contentOf(ctx: Context, issue: IssueRow, site: Site): Promise<IssueContent> {
  if (issue.kind === "letter") {
    const format = issue.content_format as ContentFormat;
    const { html } = await renderContent({ content: issue.content, format, ownHost: new URL(site.url).host });
    return { kind: "text", title: issue.subject, html };
  }
  if (issue.kind === "digest")
    return { kind: "digest", title: issue.subject, articles: await digestArticles(ctx, issue.articles) };
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
