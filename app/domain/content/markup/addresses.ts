/** What browsers ignore in an address: outer control characters and blanks, tabs and line breaks anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const IGNORED = /^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g;

/** The address of a picture with the scheme that it left out: `//host/x.jpg` is `https://host/x.jpg`. Others stay as they are. */
export const withScheme = (raw: string): string => {
  const address = raw.replace(IGNORED, "");
  // Browsers read backslashes as slashes.
  return /^[\\/]{2}/.test(address) ? `https://${address.replace(/^[\\/]+/, "")}` : raw;
};

/** The host of the other site that a picture's address names; null for pictures of this site, which is at `ownHost`. */
export function offsiteHost(raw: string, ownHost: string): string | null {
  const address = withScheme(raw).trim();
  const url = /^https?:/i.test(address) ? URL.parse(address) : null;
  return url && url.host !== ownHost ? url.host : null;
}

/** Longer addresses are no addresses; it also keeps what examines them from working on megabytes. */
export const MAX_ADDRESS_LENGTH = 2000;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const BASE = "https://relative.invalid";

/**
 * An address an article may point to, read as browsers read it.
 * @param raw the attribute's value, entities decoded
 * @param schemes allowed schemes with their colon, as in `https:`
 * @returns the address without what browsers ignore; null when its scheme is another, when it names a host without
 *   a scheme (`//host`), or when it is no address at all
 */
export function safeAddress(raw: string, schemes: readonly string[]): string | null {
  const address = raw.replace(IGNORED, "");
  if (address === "" || address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address, BASE)) return null;
  const url = new URL(address, BASE);
  if (SCHEME.test(address)) return schemes.includes(url.protocol) ? address : null;
  return url.origin === BASE ? address : null;
}

/** Whether the (safe) address leaves the site; `ownHost` is the site's host with its port, if known. */
export function isExternal(address: string, ownHost: string | undefined): boolean {
  return /^https?:/i.test(address) && new URL(address).host !== ownHost;
}
