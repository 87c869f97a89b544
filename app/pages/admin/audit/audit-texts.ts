/** A value of the log as people read it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "(nothing)";
  if (value === "") return "(empty)";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : value.map(valueText).join(", ");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, one]) => `${nameText(name)}: ${valueText(one)}`)
      .join("; ");
  }
  return String(value);
}

/** A field's name as people read it: `published_at` is "Published at", `siteName` "Site name". */
export const nameText = (name: string): string =>
  capital(
    name
      .replace(/\.(\d+)\./g, (_, place) => ` ${Number(place) + 1} `)
      .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
      .replace(/[_.]/g, " "),
  );

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
