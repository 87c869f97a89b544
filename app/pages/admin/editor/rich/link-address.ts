/** What is said of an address that an article can't link to. */
export const LINK_RULE = "The address must begin with https://, http://, mailto:, / or #";

/**
 * What was typed as a link's address: `example.com` and `ada@example.com` are completed.
 * @returns null when an article can't link to it
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim();
  if (/^(https?:\/\/[^\s/]|mailto:[^\s]|\/(?!\/)|#.)/i.test(address)) return /\s/.test(address) ? encodeURI(address) : address;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)) return `mailto:${address}`;
  if (/^[^\s/:@]+\.[a-z]{2,}(:\d+)?([/?#]\S*)?$/i.test(address)) return `https://${address}`;
  return null;
}
