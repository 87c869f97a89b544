import { DomainError } from "../errors.ts";
import type { Settings, Site } from "../settings/settings.ts";

export type SenderSettings = Pick<Settings, "newsletterSender" | "newsletterReplyTo" | "postalAddress">;

const NEEDED = {
  mailServer: "a mail server (SMTP_URL)",
  newsletterSender: "the sender’s address",
  newsletterReplyTo: "the reply address",
  postalAddress: "your postal address",
} as const;

export type Missing = keyof typeof NEEDED;

/** What an issue can't be sent without. */
export const missingFor = (settings: SenderSettings, site: Pick<Site, "sendsMail">): Missing[] => [
  ...(site.sendsMail ? [] : (["mailServer"] as const)),
  ...(["newsletterSender", "newsletterReplyTo", "postalAddress"] as const).filter((name) => settings[name] === ""),
];

export const missingSentence = (missing: readonly Missing[]): string =>
  `The newsletter can’t be sent yet. It needs ${missing.map((name) => NEEDED[name]).join(", ")}.`;

/** @throws DomainError a conflict (`newsletter_not_ready`) that names all that is missing */
export function requireReady(settings: SenderSettings, site: Pick<Site, "sendsMail">): void {
  const missing = missingFor(settings, site);
  if (missing.length > 0) throw new DomainError("conflict", "newsletter_not_ready", missingSentence(missing));
}
