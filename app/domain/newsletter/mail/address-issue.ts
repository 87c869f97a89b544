import { escapeHtml } from "../../mail/compose-mail.ts";
import { fitting } from "./cut-blocks.ts";
import { safeText } from "./issue-frame.ts";
import { ADDRESSES_BYTES, type DigestParts, ISSUE_MAX_BYTES, type IssueMail, PLACEHOLDERS } from "./issue-mail.ts";

/** Nobody reads more at once. */
const DIGEST_MAX = 20;

const bytesOf = (text: string) => Buffer.byteLength(text);

type Addressed = { subject: string; html: string; text: string; isCut: boolean };

/** In the order of the replacements: what one puts in has no placeholder of another. */
function completed(template: string, values: Partial<Record<keyof typeof PLACEHOLDERS, string>>): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.split(PLACEHOLDERS[name as keyof typeof PLACEHOLDERS]).join(value),
    template,
  );
}

/** With the recipient's articles, as many as there is room for. @param own ids; null: what lists have */
function withArticles(mail: IssueMail, { articles, rest }: DigestParts, own: readonly string[] | null): Addressed {
  const wanted = articles.filter(({ id, isListed }) => (own ? own.includes(id) : isListed));
  const room = ISSUE_MAX_BYTES - ADDRESSES_BYTES - bytesOf(mail.html) - bytesOf(rest.html);
  const kept = fitting(wanted.slice(0, DIGEST_MAX), room, ({ html, title }) => bytesOf(html) + bytesOf(safeText(title)) + 4);
  const isCut = kept.length < wanted.length;
  const shown = [...kept, ...(isCut ? [rest] : [])];
  const titles = safeText(kept.map(({ title }) => title).join(" · "));
  return {
    subject: mail.subject,
    html: completed(mail.html, { titles, articles: shown.map(({ html }) => html).join("") }),
    text: completed(mail.text, { articles: shown.map(({ text }) => text).join("\n\n") }),
    isCut,
  };
}

/**
 * For one recipient.
 * @param links absolute URLs
 * @param own ids of the articles of a digest that are for them; null: for somebody who has chosen nothing
 */
export function addressIssue(
  mail: IssueMail,
  links: { choices: string; unsubscribe: string },
  own: readonly string[] | null = null,
): Addressed {
  const { subject, html, text, isCut } = mail.digest ? withArticles(mail, mail.digest, own) : mail;
  const escaped = { choices: escapeHtml(links.choices), unsubscribe: escapeHtml(links.unsubscribe) };
  return { subject, html: completed(html, escaped), text: completed(text, links), isCut };
}
