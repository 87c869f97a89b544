/**
 * An address fit to be shown: what may be a user's name or a secret is starred out, even where the address is malformed.
 * @param value what somebody took for an address
 * @returns the value with `***` for its secrets; all of it is starred out when it isn't an address
 */
export function maskedUrl(value: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return "*** (not an address)";
  // A password with an unescaped @ or / is a frequent mistake, so everything up to the last @ counts as secret.
  const masked = value.replace(/:\/\/.*@/s, "://***@").replace(/([?&][^=&]*(?:pass|secret|token|key)[^=&]*=)[^&]*/gi, "$1***");
  return JSON.stringify(masked);
}

/**
 * What may be said of a password: its length.
 * @param value a secret
 * @returns e.g. "*** (4 characters)"
 */
export function maskedPassword(value: string): string {
  const length = [...value].length;
  return `*** (${length} ${length === 1 ? "character" : "characters"})`;
}
