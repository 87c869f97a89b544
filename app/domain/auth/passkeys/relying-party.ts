import type { Site } from "../../settings/settings.ts";
import { authError } from "../auth-errors.ts";
import { mayHavePasskeys } from "../auth-rules.ts";

/** What passkeys belong to: `id` is the site's host, and `origin` the only one that may use them. */
type RelyingParty = { id: string; origin: string; name: string };

/** Null if the site is known by an IP address alone, which browsers make no passkeys for. */
export function relyingPartyOf({ url, name }: Pick<Site, "url" | "name">): RelyingParty | null {
  const { hostname, origin } = new URL(url);
  if (!mayHavePasskeys(hostname)) return null;
  return { id: hostname, origin, name };
}

/** @throws DomainError passkey_disabled */
export function requireRelyingParty(site: Site): RelyingParty {
  const party = relyingPartyOf(site);
  if (!party) throw authError("passkey_disabled", "Passkeys need a site with a name of its own: its URL is an IP address");
  return party;
}
