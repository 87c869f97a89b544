import { type Attachment, type ParsedMail, simpleParser } from "mailparser";
import type { Bounce } from "../newsletter.ts";
import { ABOUT_SENDER, type BounceKind } from "../newsletter-rules.ts";

/** A group of fields, such as `Status: 5.1.1`; names in lower case. */
type Fields = Map<string, string>;

/** Folded lines are joined (RFC 5322, section 2.2.3). */
function readFields(text: string): Fields[] {
  const groups = text.replaceAll("\r\n", "\n").split(/\n\s*\n/);
  return groups.map((group) => {
    const lines = group.replace(/\n[ \t]+/g, " ").split("\n");
    return new Map(
      lines.flatMap((line) => {
        const [, name, value] = /^([A-Za-z-]+):\s*(.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name.toLowerCase(), value?.trim() ?? ""] as const];
      }),
    );
  });
}

/** `rfc822; ada@example.org` → `ada@example.org`. */
const addressOf = (field = ""): string | undefined => /([^\s<>;,"]+@[^\s<>;,"]+)/.exec(field)?.[1];

const ENHANCED = /\b([245]\.\d{1,3}\.\d{1,3})\b/;

/** The last one: a relay's summary, such as SES's `5.1.0 - Unknown address error`, comes before the words of the server itself. */
const lastCodeOf = (text: string): string | undefined => [...text.matchAll(new RegExp(ENHANCED, "g"))].at(-1)?.[1];

/** A server that gives no code, or a vague one, may still say it in words. The last are those of Yahoo and Outlook.com. */
const NO_MAILBOX =
  /\b(user unknown|unknown user|not a known user|no such (user|mailbox|recipient)|no account by that name|does ?n[o’']t exist|unrouteable address|mailbox not found|does ?n[o’']t have an? \S+ account|550[ -](5\.5\.0 )?requested action not taken: mailbox unavailable)\b/i;

/** RFC 3463: a last part of zero says no more than what kind of problem it is. */
const isVague = (code: string): boolean => code === "" || /^5\.\d\.0$/.test(code);

/** Null: the message was delivered, is only late, or was refused because of us (5.7). */
function kindOf(fields: Fields): BounceKind | null {
  const action = fields.get("action")?.toLowerCase() ?? "failed";
  // Some servers say "failure" or "error".
  if (!/^(fail|error)/.test(action)) return null;
  const diagnostic = fields.get("diagnostic-code") ?? "";
  const said = ENHANCED.exec(fields.get("status") ?? "")?.[1] ?? "";
  const code = /^5\.0\.0$|^$/.test(said) ? (lastCodeOf(diagnostic) ?? said) : said;
  if (code.startsWith("5.7.") || (isVague(code) && ABOUT_SENDER.test(diagnostic))) return null;
  if (code === "5.1.7" || code === "5.1.8") return null;
  if (code.startsWith("5.1.") || code === "5.2.1") return "hard";
  return isVague(code) && NO_MAILBOX.test(diagnostic) ? "hard" : "soft";
}

const textOf = ({ content }: Attachment) => content.toString("utf8");

/** Of our message, wherever the report quotes it. */
const MESSAGE_ID = /<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@[^>\s]+)>/i;

/** RFC 5965: what providers send when a reader says that a message is spam. */
function readComplaint(feedback: Attachment, message_id: string | undefined, quoted: string): Bounce[] {
  const [fields = new Map<string, string>()] = readFields(textOf(feedback));
  const email = addressOf(fields.get("original-rcpt-to")) ?? addressOf(/^to:\s*(.*)$/im.exec(quoted)?.[1]);
  if (message_id === undefined && email === undefined) return [];
  return [{ message_id, email, kind: "complaint", reason: fields.get("feedback-type") ?? "" }];
}

const REASON_MAX = 500;

/** RFC 3464: the first group is about the message, each other one about a recipient. */
function readDelivery(status: Attachment, message_id: string | undefined): Bounce[] {
  return readFields(textOf(status)).flatMap((fields) => {
    const email = addressOf(fields.get("original-recipient")) ?? addressOf(fields.get("final-recipient"));
    const kind = email === undefined ? null : kindOf(fields);
    if (email === undefined || kind === null) return [];
    const words = (fields.get("diagnostic-code") ?? fields.get("status") ?? "").replace(/^smtp;\s*/i, "");
    return [{ message_id, email, kind, reason: words.slice(0, REASON_MAX) }];
  });
}

/** Where the copy of the message begins. */
const COPY = /^-{2,}.*\b(?:copy of|original message|below this line)\b.*$/im;

/** A line with nothing but a recipient: `  ada@example.org` of Exim and Gmail, `<ada@example.org>:` of qmail and Yahoo. */
const RECIPIENT = /^\s*<?([^\s<>"':,;]+@[^\s<>"':,;]+)>?:?\s*$/;

/** Each recipient with what follows it. */
function readParagraphs(text: string): Map<string, string> {
  const words = new Map<string, string>();
  let current: string | undefined;
  for (const line of (text.split(COPY, 1)[0] ?? "").split("\n")) {
    const email = RECIPIENT.exec(line)?.[1]?.toLowerCase();
    if (email !== undefined) current = email;
    else if (current !== undefined) words.set(current, `${words.get(current) ?? ""} ${line.trim()}`.trim());
  }
  return words;
}

/** The server's answer, from its code to the end. */
const ANSWER = /(?:^|[\s:])([45]\d\d[ -].*)$/;

/** Reports without a machine-readable part. @param emails of the recipients that failed for good */
function readPlain(emails: readonly string[], text: string, message_id: string | undefined): Bounce[] {
  const paragraphs = readParagraphs(text);
  return emails.flatMap((email) => {
    const words = paragraphs.get(email.toLowerCase()) ?? text.slice(0, 2000);
    const reason = ANSWER.exec(words)?.[1] ?? "";
    const kind = kindOf(new Map([["diagnostic-code", reason || words]]));
    return kind ? [{ message_id, email, kind, reason: reason.slice(0, REASON_MAX) }] : [];
  });
}

/** How qmail and Yahoo begin, who name the recipients in the text alone. */
const QMAIL = /^\s*(?:Hi\. This is the |Sorry, we were unable to deliver your message)/;

function failedIn({ headers, text = "" }: ParsedMail): string[] {
  const failed = headers.get("x-failed-recipients");
  if (typeof failed === "string") return failed.split(",").flatMap((one) => addressOf(one) ?? []);
  return QMAIL.test(text) ? [...readParagraphs(text).keys()] : [];
}

/** Of a whole report, as a mail server sends it. Empty: it reports no failure, or isn't a report. */
export async function readReport(raw: Buffer): Promise<Bounce[]> {
  const mail = await simpleParser(raw, { keepDeliveryStatus: true, skipHtmlToText: true, skipTextToHtml: true });
  const part = (type: string) => mail.attachments.find(({ contentType }) => contentType === type);
  const original = part("message/rfc822") ?? part("text/rfc822-headers") ?? part("message/rfc822-headers");
  const quoted = original ? textOf(original) : raw.toString("utf8");
  const message_id = MESSAGE_ID.exec(quoted)?.[1];
  const feedback = part("message/feedback-report");
  if (feedback) return readComplaint(feedback, message_id, quoted);
  const status = part("message/delivery-status") ?? part("message/global-delivery-status");
  if (status) return readDelivery(status, message_id);
  return readPlain(failedIn(mail), mail.text ?? "", message_id);
}
