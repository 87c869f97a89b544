import { parse } from "yaml";
import { isDay } from "../../../platform/time/day.ts";

/** The fields before a text, and the text. */
export type FrontMatter = { fields: Record<string, unknown>; body: string };

const MAX = 256 * 1024;

/** The reason why a text's front matter can't be read. */
export class FrontMatterError extends Error {}

/**
 * Splits a text into its front matter (YAML between two lines of `---`) and its body.
 * @returns no fields where there is no front matter
 * @throws FrontMatterError
 */
export function splitFrontMatter(text: string): FrontMatter {
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  if (/^\+\+\+\r?\n/.test(source)) throw new FrontMatterError("Its front matter is TOML; YAML is read here.");
  const opening = /^---[ \t]*\r?\n/.exec(source)?.[0];
  if (!opening) return { fields: {}, body: source };
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;
  const rest = source.slice(opening.length);
  const end = closing.exec(rest);
  if (!end) throw new FrontMatterError("Its front matter isn't closed by a line of ---.");
  if (end.index > MAX) throw new FrontMatterError(`Its front matter has more than ${MAX / 1024} KB.`);
  return { fields: fieldsIn(rest.slice(0, end.index)), body: rest.slice(end.index + end[0].length) };
}

function fieldsIn(yaml: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parse(yaml, { maxAliasCount: 50, logLevel: "error" });
  } catch (error) {
    const [first = ""] = (error as Error).message.split("\n");
    throw new FrontMatterError(`Its front matter is no YAML: ${first.replace(/:$/, "")}.`);
  }
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw new FrontMatterError("Its front matter holds no fields.");
  return value as Record<string, unknown>;
}

/** Text of a field, whatever it was written as. */
export const textIn = (value: unknown): string =>
  (typeof value === "string" ? value : typeof value === "number" ? String(value) : "").replaceAll("\0", "").toWellFormed().trim();

/** A list of names: a list, or names between commas. */
export function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textIn).filter(Boolean);
  return textIn(value)
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Parses a date in one of the formats of blogs; without a zone it is UTC. */
export function momentIn(value: unknown): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  const text = textIn(value);
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(
    text,
  );
  if (!parts) return null;
  const [, year, month = "", day = "", hour = "0", minute = "00", second = "00", zone = "Z"] = parts;
  const two = (part: string) => part.padStart(2, "0");
  const offset = /^(?:z|utc)$/i.test(zone) ? "Z" : zone.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2");
  const calendarDay = `${year}-${two(month)}-${two(day)}`;
  const date = new Date(`${calendarDay}T${two(hour)}:${minute}:${second}${offset}`);
  // A day that isn't in the calendar would become another one.
  return isDay(calendarDay) && !Number.isNaN(date.getTime()) ? date : null;
}
