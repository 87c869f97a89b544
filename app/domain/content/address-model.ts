/** What browsers ignore in an address: outer control characters and blanks, tabs and line breaks anywhere. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const IGNORED = /^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g;

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
