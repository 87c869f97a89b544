import { isIP } from "node:net";
import type { Site } from "../settings/settings.ts";
import { oneLine } from "./mail.ts";

export type Sender = string | { name: string; address: string };

/** Who messages come from: the configured mailbox, else "no-reply" at the site's own host, in the site's name. */
export function senderOf(site: Site, configured: string | undefined): Sender {
  if (configured) return configured;
  return { name: oneLine(site.name), address: `no-reply@${hostOf(site)}` };
}

/** The site's host as a part of addresses: an IP address can't be one as it is. */
export function hostOf(site: Site): string {
  const { hostname } = new URL(site.url);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? "localhost" : hostname;
}
