import { composeMessage, type Letter } from "../../platform/smtp-connection.ts";
import { oneLine } from "../mail/mail.ts";
import { hostOf } from "../mail/send-mail.ts";
import type { Site } from "../settings/settings.ts";
import { choicesPath, unsubscribePath } from "../subscribers/subscriber-links.ts";
import { addressIssue } from "./mail/address-issue.ts";
import type { IssueMail } from "./mail/issue-mail.ts";

/** `bounces`: where reports go; the sender's own address unless given. */
export type Sender = { address: string; replyTo: string; bounces: string | undefined };

/** `articles`: those of a digest that are for them. */
type Recipient = { id: string; issueId: string; subscriberId: string; linkKey: string; articles: string[] | null };

/** The same whenever this recipient's mail is sent. Its first part tells a bounce what it is about. */
const messageIdOf = ({ id, issueId }: Pick<Recipient, "id" | "issueId">, site: Site): string =>
  `${issueId}.${id}@${hostOf(site)}`;

/** A list's name must not change, and has no spaces (RFC 2919). */
const listHeaders = (site: Site, unsubscribe: string): Record<string, string> => ({
  "List-Id": `<newsletter.${hostOf(site)}>`,
  "List-Unsubscribe": `<${unsubscribe}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  // Nobody's "I'm on holiday" wants to be the answer to it.
  Precedence: "bulk",
  "X-Auto-Response-Suppress": "OOF, AutoReply",
});

/** One recipient's message, ready to be sent. */
export async function writeIssueMail(
  mail: IssueMail,
  recipient: Recipient,
  email: string,
  { sender, site }: { sender: Sender; site: Site },
): Promise<Letter> {
  const linked = { id: recipient.subscriberId, link_key: recipient.linkKey };
  const unsubscribe = site.url + unsubscribePath(linked, recipient.issueId);
  const links = { choices: site.url + choicesPath(linked), unsubscribe };
  const { subject, html, text } = addressIssue(mail, links, recipient.articles);
  const raw = await composeMessage({
    id: messageIdOf(recipient, site),
    from: { name: oneLine(site.name), address: sender.address },
    replyTo: sender.replyTo,
    to: email,
    subject: oneLine(subject),
    text,
    html,
    headers: listHeaders(site, unsubscribe),
  });
  return { from: sender.bounces ?? sender.address, to: email, raw };
}
