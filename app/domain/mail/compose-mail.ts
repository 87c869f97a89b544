import { routes } from "../../routes.ts";
import { type OneTimeKind, oneTimeHours, oneTimeLife } from "../auth/model.ts";
import type { Site } from "../settings/settings.ts";
import { htmlOf, textOf } from "./layout.ts";
import { WORDINGS, type Wording } from "./mail-texts.ts";
import { type Composed, type MailKind, type Mails, type OneTime, oneLine } from "./model.ts";

/** The type that redeems the token or code of each kind of message, as the auth service calls it. */
const TYPES: Partial<Record<MailKind, OneTimeKind>> = {
  confirm: "signup",
  recovery: "recovery",
  magiclink: "magiclink",
  invite: "invite",
  email_change: "email_change",
  reauthentication: "reauthentication",
};

/** Where the button of a message leads: a screen whose own button redeems the token, so that opening it alone does nothing. */
function linkOf(kind: MailKind, { token, next }: OneTime & { next?: string }, site: Site): string {
  const type = TYPES[kind] ?? kind;
  const path = kind === "recovery" ? routes.resetPassword() : routes.confirm();
  const query = new URLSearchParams({ token_hash: token, type, ...(next && { redirect_to: next }) });
  return `${site.url}${path}?${query}`;
}

/** How many seconds the link and code of a message work; null for messages without any. */
export function usefulSecondsOf(kind: MailKind, { sendsMail }: Pick<Site, "sendsMail">): number | null {
  const type = TYPES[kind];
  return type ? oneTimeHours(type, sendsMail) * 3600 : null;
}

/** Writes a message in the site's name: subject, plain text and HTML. */
export function composeMail<Kind extends MailKind>(kind: Kind, data: Mails[Kind], site: Site): Composed {
  const siteName = oneLine(site.name);
  const write: (site: string, data: Mails[Kind], life: string) => Wording = WORDINGS[kind];
  const wording = write(siteName, data, TYPES[kind] ? oneTimeLife(TYPES[kind], site.sendsMail) : "");
  const oneTime = "token" in data ? (data as OneTime & { next?: string }) : null;
  const link = oneTime ? linkOf(kind, oneTime, site) : "path" in data ? site.url + data.path : null;
  const unsubscribe = "unsubscribe" in data ? site.url + data.unsubscribe : null;
  const code = "code" in data ? (data as { code: string }).code : null;
  const parts = { wording, siteName, siteUrl: site.url, link, code, unsubscribe };
  return { subject: oneLine(wording.subject), text: textOf(parts), html: htmlOf(parts), link, code, unsubscribe };
}
