/** To make one takes longer than many uses of it, and a list has many days. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function timeFormat(looks: Intl.DateTimeFormatOptions & { timeZone: string }): Intl.DateTimeFormat {
  const key = JSON.stringify(looks);
  const known = formats.get(key) ?? new Intl.DateTimeFormat("en-US", looks);
  formats.set(key, known);
  return known;
}
