import bowser from "bowser";

const NAME_MAX = 40;

/** Without versions. `system`: null if it isn't known. */
type BrowserFamily = { name: string; system: string | null };

/** @returns null without a user agent */
export function browserFamily(userAgent: string | null): BrowserFamily | null {
  if (!userAgent) return null;
  const { browser, os } = bowser.parse(userAgent);
  return { name: (browser.name ?? "Unknown").slice(0, NAME_MAX), system: os.name ? os.name.slice(0, NAME_MAX) : null };
}

/** "Firefox on Linux", in English */
export function nameFamily(family: BrowserFamily | null): string {
  if (!family) return "Unknown";
  return family.system ? `${family.name} on ${family.system}` : family.name;
}
