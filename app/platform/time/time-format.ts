/** To make one takes longer than many uses of it, and a list has many days. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function timeFormat(looks: Intl.DateTimeFormatOptions & { timeZone: string }, locale = "en-US"): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(looks);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, looks);
  formats.set(key, known);
  return known;
}
