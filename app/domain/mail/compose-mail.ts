import { routes } from "../../routes.ts";
import { languageOf } from "../../texts/languages.ts";
import { ENGLISH, fill, inLanguage, isRightToLeft, language, plural } from "../../texts/texts.ts";
import { logoAt, pngOf } from "../appearance/brand-rules.ts";
import { CODE_MINUTES, type OneTimeKind, oneTimeHours } from "../auth/auth-rules.ts";
import { UNCONFIRMED_DAYS } from "../comments/guests/guest-rules.ts";
import type { Site } from "../settings/settings.ts";
import { PENDING_DAYS } from "../subscribers/subscriber-rules.ts";
import { type MailContent, type MailKind, type Mails, type OneTime, oneLine, TEST_USEFUL_SECONDS } from "./mail.ts";
import { texts } from "./mail-texts.ts";
import { type Life, WORDINGS, type Wording } from "./word-mail.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** In an element or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

type Parts = {
  wording: Wording;
  look: Site["look"];
  siteName: string;
  siteUrl: string;
  link: string | null;
  code: string | null;
  unsubscribe: string | null;
};

/** Some mail programs break links. */
const codeLabel = (link: string | null) => (link ? fill(texts.codeBesideLink, { page: codePageOf(link) }) : texts.code);

/** The page of a link takes the code as well. Only the address says that a code is for a new email address. */
function codePageOf(link: string): string {
  const { origin, pathname, searchParams } = new URL(link);
  const isChange = searchParams.get("type") === "email_change";
  return `${origin}${pathname}${isChange ? "?type=email_change" : ""}`;
}

/** Links are on their own lines, so that every mail program recognizes them. */
function textOf({ wording, siteName, siteUrl, link, code, unsubscribe }: Parts): string {
  const blocks = [
    ...wording.lead,
    ...(link ? [`${wording.button}:\n${link}`] : []),
    ...(code ? [`${codeLabel(link)} ${code}`] : []),
    ...wording.end,
    ...(unsubscribe ? [`${texts.unsubscribe}:\n${unsubscribe}`] : []),
    `-- \n${siteName}\n${siteUrl}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

// The message stays readable if a mail program drops these styles.
const STYLE = `body{margin:0}td{font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px}
p{margin:0 0 16px}h1{margin:0 0 24px;font-size:20px;line-height:28px}
.button a{color:#ffffff;font-weight:bold;text-decoration:none}.code{font-size:28px;letter-spacing:4px}
.small{font-size:13px;line-height:20px;word-break:break-all}`;

const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;

const button = (label: string, link: string) => `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" bgcolor="#1d4ed8" align="center"><table role="presentation" cellpadding="12" cellspacing="0" border="0"><tr>
<td class="button"><a href="${escapeHtml(link)}" target="_blank"><font color="#ffffff">${escapeHtml(label)}</font></a></td>
</tr></table></td></tr></table><br>
<p class="small">${escapeHtml(texts.openAddress)}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;

/** pixels */
const LOGO_HEIGHT = 36;

function headingOf({ look, siteName, siteUrl }: Parts): string {
  const name = escapeHtml(siteName);
  const size = look?.logo && logoAt(look.logo.light);
  if (!look?.logo || !size) return name;
  const width = Math.round((LOGO_HEIGHT * size.width) / size.height);
  const isSymbol = look.sign === "symbol";
  const image = `<img src="${escapeHtml(siteUrl + pngOf(look.logo.light))}" alt="${isSymbol ? "" : name}" width="${width}" height="${LOGO_HEIGHT}" border="0" align="middle">`;
  return isSymbol ? `${image} ${name}` : image;
}

/** Tables and attributes, which every mail program supports. Escapes everything. */
function htmlOf(parts: Parts): string {
  const { wording, siteName, siteUrl, link, code, unsubscribe } = parts;
  const body = [
    `<h1>${headingOf(parts)}</h1>`,
    ...wording.lead.map(paragraph),
    ...(link && wording.button ? [button(wording.button, link)] : []),
    ...(code ? [`<p>${escapeHtml(codeLabel(link))}</p>\n<p class="code"><b>${escapeHtml(code)}</b></p>`] : []),
    ...wording.end.map(paragraph),
    ...(unsubscribe ? [`<p class="small"><a href="${escapeHtml(unsubscribe)}">${escapeHtml(texts.unsubscribe)}</a></p>`] : []),
  ].join("\n");
  const toLeft = isRightToLeft();
  return `<!doctype html>
<html lang="${language()}"${toLeft ? ' dir="rtl"' : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(wording.subject)}</title>
<style>${STYLE}</style>
</head>
<body bgcolor="#f4f4f5">
<table role="presentation" width="100%" cellpadding="16" cellspacing="0" border="0" bgcolor="#f4f4f5"><tr><td align="center">
<table role="presentation" width="560" cellpadding="32" cellspacing="0" border="0" bgcolor="#ffffff"><tr><td align="${toLeft ? "right" : "left"}">
${body}
</td></tr></table>
<p class="small"><a href="${escapeHtml(siteUrl)}"><font color="#52525b">${escapeHtml(siteName)}</font></a></p>
</td></tr></table>
</body>
</html>
`;
}

const TYPES: Partial<Record<MailKind, OneTimeKind>> = {
  confirm: "signup",
  recovery: "recovery",
  magiclink: "magiclink",
  invite: "invite",
  email_change: "email_change",
  reauthentication: "reauthentication",
};

/** Leads to a screen with another button that redeems the token, so that opening the link alone does nothing. */
function linkOf(kind: MailKind, { token, next }: OneTime & { next?: string }, site: Site): string {
  const type = TYPES[kind] ?? kind;
  const path = kind === "recovery" ? routes.resetPassword() : routes.confirm();
  const query = new URLSearchParams({ token_hash: token, type, ...(next && { redirect_to: next }) });
  return `${site.url}${path}?${query}`;
}

/** Of link and code, or of a test; null for other messages. */
export function usefulSecondsOf(kind: MailKind, { sendsMail }: Pick<Site, "sendsMail">): number | null {
  const type = TYPES[kind];
  if (kind === "test") return TEST_USEFUL_SECONDS;
  if (kind === "newsletter_confirm") return PENDING_DAYS * 86_400;
  if (kind === "guest_comment" || kind === "guest_follow") return UNCONFIRMED_DAYS * 86_400;
  if (type === "reauthentication" && sendsMail) return CODE_MINUTES * 60;
  return type ? oneTimeHours(type, sendsMail) * 3600 : null;
}

function lifeOf(kind: MailKind, { sendsMail }: Site): Life {
  const type = TYPES[kind];
  if (!type) return { link: "", code: "" };
  const link = plural(texts.hours, oneTimeHours(type, sendsMail));
  return { link, code: sendsMail ? texts.tenMinutes : link };
}

/** In the site's language; to the team in English, like the back office. */
export const composeMail = <Kind extends MailKind>(kind: Kind, data: Mails[Kind], site: Site): MailContent =>
  inLanguage(TO_TEAM.includes(kind) ? ENGLISH : languageOf(site), () => compose(kind, data, site));

const TO_TEAM: MailKind[] = ["admin_notices", "test", "handed_in", "sent_back", "hand_in_published", "token_published"];

function compose<Kind extends MailKind>(kind: Kind, data: Mails[Kind], site: Site): MailContent {
  const siteName = oneLine(site.name);
  const write: (site: string, data: Mails[Kind], life: Life) => Wording = WORDINGS[kind];
  const wording = write(siteName, data, lifeOf(kind, site));
  const oneTime = "token" in data ? (data as OneTime & { next?: string }) : null;
  const link = oneTime ? linkOf(kind, oneTime, site) : "path" in data ? site.url + data.path : null;
  const unsubscribe = "unsubscribe" in data ? site.url + data.unsubscribe : null;
  // Nobody awaits an invitation in front of a field for its code.
  const code = "code" in data && kind !== "invite" ? (data as { code: string }).code : null;
  const parts = { wording, look: site.look, siteName, siteUrl: site.url, link, code, unsubscribe };
  return { subject: oneLine(wording.subject), text: textOf(parts), html: htmlOf(parts), link, code, unsubscribe };
}
