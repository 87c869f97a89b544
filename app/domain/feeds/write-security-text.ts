import { routes } from "../../routes.ts";
import type { Site } from "../settings/settings.ts";

const DAY_MS = 86_400_000;
/** RFC 9116 asks for less than a year. */
const GOOD_DAYS = 180;

/**
 * Where to report a weakness of the site (RFC 9116). It is good for half a year from the first of this month, so that it stays the same for a
 * month and can be kept.
 * @param contact an email or https address
 * @returns plain text; null without a contact
 */
export function writeSecurityText(contact: string, site: Pick<Site, "url">, now: Date): string | null {
  if (contact === "") return null;
  const month = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  return [
    `Contact: ${/^https:/i.test(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(month + GOOD_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${site.url}${routes.securityTxt()}`,
    "",
  ].join("\n");
}
