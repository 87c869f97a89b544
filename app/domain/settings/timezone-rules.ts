/** Names of the specification (section 3), and IANA names. */
const NAMED: Record<string, string> = {
  UTC: "UTC",
  Eastern: "America/New_York",
  Central: "America/Chicago",
  Mountain: "America/Denver",
  Pacific: "America/Los_Angeles",
  London: "Europe/London",
  Paris: "Europe/Paris",
  Tokyo: "Asia/Tokyo",
};

const RENAMED: Record<string, string> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};

export const TIMEZONE_RULE = `Timezone must be one of ${Object.keys(NAMED).join("; ")}; or an IANA name such as Asia/Kolkata`;

const REGION = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z][\w/+-]{1,60}$/;

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const isTimezone = (value: string): boolean => Object.hasOwn(NAMED, value) || (REGION.test(value) && isKnown(value));

export const currentName = (value: string): string => RENAMED[value] ?? value;

export const zoneOf = (value: string): string => NAMED[value] ?? value;

/** Those of the specification, then all others by name. */
export function timezoneChoices(): { value: string; zone: string }[] {
  const named = Object.entries(NAMED).map(([value, zone]) => ({ value, zone }));
  const others = Intl.supportedValuesOf("timeZone")
    .map(currentName)
    .filter((zone) => REGION.test(zone));
  const rest = [...new Set(others)].filter((zone) => !named.some((one) => one.zone === zone)).sort();
  return [...named, ...rest.map((zone) => ({ value: zone, zone }))];
}
