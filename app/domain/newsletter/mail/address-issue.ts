import { escapeHtml } from "../../mail/compose-mail.ts";
import { type IssueMail, PLACEHOLDERS } from "./issue-mail.ts";

const completed = (template: string, { choices, unsubscribe }: Record<keyof typeof PLACEHOLDERS, string>) =>
  template.split(PLACEHOLDERS.choices).join(choices).split(PLACEHOLDERS.unsubscribe).join(unsubscribe);

/** For one recipient. @param links absolute URLs */
export function addressIssue(
  { subject, html, text }: IssueMail,
  links: { choices: string; unsubscribe: string },
): { subject: string; html: string; text: string } {
  const escaped = { choices: escapeHtml(links.choices), unsubscribe: escapeHtml(links.unsubscribe) };
  return { subject, html: completed(html, escaped), text: completed(text, links) };
}
