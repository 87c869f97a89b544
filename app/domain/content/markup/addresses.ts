/** What browsers ignore in a URL: control characters and spaces at the ends, tabs and line breaks anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const IGNORED = /^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g;

/** `//host/x.jpg` becomes `https://host/x.jpg`. Other URLs stay. */
export const withScheme = (raw: string): string => {
  const address = raw.replace(IGNORED, "");
  // Browsers read backslashes as slashes.
  return /^[\\/]{2}/.test(address) ? `https://${address.replace(/^[\\/]+/, "")}` : raw;
};

/** Null for pictures of this site, whose host is `ownHost`. */
export function offsiteHost(raw: string, ownHost: string): string | null {
  const address = withScheme(raw).trim();
  const url = /^https?:/i.test(address) ? URL.parse(address) : null;
  return url && url.host !== ownHost ? url.host : null;
}

/** So that nothing parses megabytes. */
export const MAX_ADDRESS_LENGTH = 2000;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const BASE = "https://relative.invalid";

/**
 * Parses as browsers do, without what they ignore. Null for another scheme, a host without a scheme (`//host`), or no URL.
 * @param raw entities decoded @param schemes with their colon, as in `https:`
 */
export function safeAddress(raw: string, schemes: readonly string[]): string | null {
  const address = raw.replace(IGNORED, "");
  if (address === "" || address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address, BASE)) return null;
  const url = new URL(address, BASE);
  if (SCHEME.test(address)) return schemes.includes(url.protocol) ? address : null;
  return url.origin === BASE ? address : null;
}

/** Pages, and what opens another program. No browser runs anything at them. */
export const LINK_SCHEMES = ["http", "https", "mailto", "tel", "sms", "geo", "xmpp", "matrix", "feed", "magnet"] as const;
export const LINK_SCHEME = new RegExp(`^(?:${LINK_SCHEMES.join("|")}):`, "i");
const LINK_PROTOCOLS = LINK_SCHEMES.map((scheme) => `${scheme}:`);
/** `feed:` may wrap another URL, which has to be one of the web. */
const WRAPPING_FEED = /^feed:(?!\/\/|https?:\/\/)/i;

export function safeLink(raw: string): string | null {
  const address = safeAddress(raw, LINK_PROTOCOLS);
  return address === null || WRAPPING_FEED.test(address) ? null : address;
}

/** @param address checked by `safeAddress` @param ownHost with its port, if known */
export function isExternal(address: string, ownHost: string | undefined): boolean {
  return /^https?:/i.test(address) && new URL(address).host !== ownHost;
}
