/** What browsers and systems call themselves, the more telling name first: nearly everybody also claims to be Safari. */
const BROWSERS: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Headless)?(Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/**
 * A device in the words of whoever owns it.
 * @param userAgent what the browser says of itself
 * @returns such as "Firefox on Linux"
 */
export function deviceName(userAgent: string | null): string {
  const named = (list: typeof BROWSERS) => list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Another device";
}
