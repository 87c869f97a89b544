import { routes } from "../../routes.ts";
import { renderContent } from "../content/render-content.ts";
import type { Context } from "../context.ts";
import { escapeHtml } from "../mail/compose-mail.ts";
import type { Site } from "../settings/settings.ts";
import type { IssueRow } from "./issues.sql.ts";
import { type IssueMail, PLACEHOLDERS } from "./mail/issue-mail.ts";

/** The mail of an issue as it is stored now. */
export async function composeStoredIssue(_: Context, issue: IssueRow, site: Site, postalAddress: string): Promise<IssueMail> {
  const title = issue.subject || issue.post_title || site.name;
  const link = issue.post_slug ? site.url + routes.story(issue.post_slug) : site.url;
  const written =
    issue.kind === "letter" ? await renderContent({ content: issue.content, format: issue.content_format as "html" }) : null;
  const body = written?.html ?? `<p><a href="${escapeHtml(link)}">${escapeHtml(title)}</a></p>`;
  const end = `<p>${escapeHtml(postalAddress)}</p><p><a href="${PLACEHOLDERS.choices}">…</a> <a href="${PLACEHOLDERS.unsubscribe}">…</a></p>`;
  return {
    subject: title,
    html: `<!doctype html><html><body><h1>${escapeHtml(title)}</h1>${body}${end}</body></html>`,
    text: [title, link, postalAddress, PLACEHOLDERS.choices, PLACEHOLDERS.unsubscribe].join("\n\n"),
    isCut: false,
  };
}
