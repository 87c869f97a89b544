import { parse as parseToml, TomlDate } from "smol-toml";
import { parse as parseYaml, type ScalarTag } from "yaml";
import { type Dialect, fieldsInLines } from "./plain-fields.ts";

export type FrontMatter = { fields: Record<string, unknown>; body: string };

/** `kind`: null where there is none; `doubt`: why it had to be read line by line. */
export type LooseFrontMatter = FrontMatter & { kind: "yaml" | "toml" | "json" | "lines" | null; doubt: string | null };

const MAX = 256 * 1024;

export class FrontMatterError extends Error {}

const withoutMark = (text: string) => (text.startsWith("\ufeff") ? text.slice(1) : text);

/** Splits YAML between two lines of `---` from the body. Nothing is guessed. @throws FrontMatterError */
export function splitFrontMatter(text: string): FrontMatter {
  const source = withoutMark(text);
  const opening = /^---[ \t]*\r?\n/.exec(source)?.[0];
  if (!opening) return { fields: {}, body: source };
  const { inside, body } = closedBy(source.slice(opening.length), CLOSED_BY.yaml, "---");
  try {
    return { fields: fieldsOf(yamlIn(inside)), body };
  } catch (error) {
    throw new FrontMatterError(`Its front matter isn’t YAML: ${reasonOf(error)}.`);
  }
}

const CLOSED_BY = {
  yaml: /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m,
  toml: /^\+\+\+[ \t]*(?:\r?\n|$)/m,
  json: /^;;;[ \t]*(?:\r?\n|$)/m,
  hexo: /^(?:-{3,}|;{3,})[ \t]*(?:\r?\n|$)/m,
};

function closedBy(rest: string, closing: RegExp, sign: string): { inside: string; body: string } {
  const end = closing.exec(rest);
  if (!end) throw new FrontMatterError(`Its front matter isn’t closed by a line with ${sign}.`);
  if (end.index > MAX) throw new FrontMatterError(`Its front matter has more than ${MAX / 1024} KB.`);
  return { inside: rest.slice(0, end.index), body: rest.slice(end.index + end[0].length) };
}

const reasonOf = (error: unknown): string => {
  const [first = ""] = (error as Error).message.split("\n");
  return first.replace(/[:.]$/, "");
};

/** The parser takes minutes for a line full of brackets or signs. Real texts have neither. */
const BRACKETS_MAX = 2000;
const LINE_MAX = 10_000;

/** How Ruby, and so jekyll-import, writes some texts. */
const BINARY: ScalarTag = { tag: "!binary", resolve: (text: string) => Buffer.from(text, "base64").toString("utf8") };

function yamlIn(yaml: string): unknown {
  if (new RegExp(`[^\\n]{${LINE_MAX}}`).test(yaml)) throw new Error(`it has a line of more than ${LINE_MAX} characters`);
  if ((yaml.match(/[[{]/g)?.length ?? 0) > BRACKETS_MAX) throw new Error(`it has more than ${BRACKETS_MAX} brackets`);
  return parseYaml(yaml, { maxAliasCount: 50, logLevel: "error", customTags: [BINARY] });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw new FrontMatterError("it holds no fields");
  return value as Record<string, unknown>;
}

/**
 * YAML in `---` (most), TOML in `+++` (Hugo, Zola), JSON in braces (Hugo), after `---json` (gray-matter) or in `;;;` (Hexo), Hexo's
 * fields without an opening line, and the lines of Pelican, Nikola and Logseq. Broken YAML is read line by line; JavaScript (Eleventy)
 * isn't read.
 * @throws FrontMatterError when it isn't closed, or isn't TOML or JSON
 */
export function readFrontMatter(text: string, dialect: Dialect = null): LooseFrontMatter {
  const source = withoutMark(text).replace(/^(?:[ \t]*\r?\n)+(?=---|\+\+\+)/, "");
  const [whole = "", sign, language = ""] =
    /^(---|\+\+\+|;;;)[ \t]*(yaml|toml|json|js|javascript)?[ \t]*\r?\n/i.exec(source) ?? [];
  if (sign) {
    const rest = source.slice(whole.length);
    const kind = sign === "+++" ? "toml" : sign === ";;;" ? "json" : "yaml";
    if (kind === "yaml" && !language && !startsWithField(rest) && !CLOSED_BY.yaml.test(rest.slice(0, MAX))) return bare(source);
    const { inside, body } = closedBy(rest, CLOSED_BY[kind], sign);
    if (/^j(?:s|avascript)$/i.test(language)) return { fields: {}, body, kind: "json", doubt: "it is JavaScript" };
    return { ...fieldsIn(inside, (language.toLowerCase() || kind) as "yaml"), body };
  }
  const found = jsonAtStart(source) ?? withoutOpening(source);
  const lines = found ? null : fieldsInLines(source, dialect);
  return lines ? { ...lines, kind: "lines", doubt: null } : (found ?? bare(source));
}

const bare = (body: string): LooseFrontMatter => ({ fields: {}, body, kind: null, doubt: null });

/** A text can also begin with a thematic break. */
const startsWithField = (rest: string) =>
  /^\s*[\w"'#-]/.test(rest.slice(0, 200)) && /^[\w"' -]{1,60}:/m.test(rest.slice(0, 2000));

type Fields = Pick<LooseFrontMatter, "fields" | "kind" | "doubt">;

function fieldsIn(inside: string, kind: "yaml" | "toml" | "json"): Fields {
  if (kind === "yaml") return { kind, ...looseYaml(inside) };
  try {
    const value = kind === "toml" ? plainDates(parseToml(inside)) : JSON.parse(braced(inside));
    return { kind, fields: fieldsOf(value), doubt: null };
  } catch (error) {
    throw new FrontMatterError(`Its front matter isn’t ${kind.toUpperCase()}: “${reasonOf(error)}”.`);
  }
}

const braced = (json: string) => (/^\s*\{/.test(json) ? json : `{${json.trim().replace(/,$/, "")}}`);

/** Dates as text, so that those without a zone get the blog's. */
function plainDates(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainDates);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainDates(one)]));
}

/** `doubt`: why the YAML was read line by line; null if it is sound. */
export function looseYaml(yaml: string): Pick<LooseFrontMatter, "fields" | "doubt"> {
  try {
    return { fields: fieldsOf(yamlIn(yaml)), doubt: null };
  } catch (error) {
    return { fields: fieldsByLine(yaml), doubt: reasonOf(error) };
  }
}

const FIELD = /^(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'|([\p{L}_][\p{L}\p{N}_. -]{0,79}?))[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/u;

/** Each field alone, as text if need be. Of two with one name the last counts. */
function fieldsByLine(yaml: string): Record<string, unknown> {
  const parts: { name: string; lines: string[] }[] = [];
  for (const line of yaml.replaceAll("\r", "").split("\n")) {
    const [, double, single, plain] = FIELD.exec(line.trimEnd()) ?? [];
    const name = double ?? single ?? plain;
    if (name !== undefined)
      parts.push({ name, lines: [line.slice(line.indexOf(":", double || single ? name.length + 2 : 0) + 1)] });
    else if (!line.startsWith("#")) parts.at(-1)?.lines.push(line);
  }
  return Object.fromEntries(parts.map(({ name, lines }) => [name, valueIn(lines)]));
}

function valueIn([first = "", ...others]: string[]): unknown {
  const below = others.map((line) => line.replace(/^[ \t]+/, (blanks) => blanks.replaceAll("\t", "  ")));
  try {
    const whole = `x:${first.replace(/\t/g, " ")}\n${below.join("\n")}`;
    return fieldsOf(yamlIn(whole)).x;
  } catch {
    return [first, ...others]
      .map((line) => line.trim())
      .filter(Boolean)
      .join(" ")
      .replace(/^(["'])(.*)\1$/s, "$2");
  }
}

function endOfObject(text: string): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < Math.min(text.length, MAX); at++) {
    const char = text[at];
    if (isQuoted) {
      if (char === "\\") at++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

/** Hugo's form. A text that only begins with a brace has no front matter. */
function jsonAtStart(source: string): LooseFrontMatter | null {
  if (!/^\{\s*"/.test(source)) return null;
  const end = endOfObject(source);
  if (end < 0) return null;
  try {
    const fields = fieldsOf(JSON.parse(source.slice(0, end)));
    return { kind: "json", fields, body: source.slice(end).replace(/^[ \t]*\r?\n/, ""), doubt: null };
  } catch {
    return null;
  }
}

const FIRST_FIELD =
  /^(?:title|date|layout|tags|categories|category|permalink|comments|author|description|id|toc|updated):(?:[ \t]|\r?\n)/;
const MARKS_IT = /^(?:title|date):[ \t]*\S/m;
const LINE_OF_FIELDS = /^(?:[A-Za-z_][\w-]{0,40}:(?:\s.*)?|[ \t]+\S.*|-\s.*|#.*|\s*)$/;

/** Only a line after the fields closes them: the form of Hexo's older scaffolds (hexo-front-matter). */
function withoutOpening(source: string): LooseFrontMatter | null {
  if (/^"[\w-]{1,40}"\s*:/.test(source) && CLOSED_BY.json.test(source.slice(0, MAX))) {
    const { inside, body } = closedBy(source, CLOSED_BY.json, ";;;");
    return { ...fieldsIn(inside, "json"), body };
  }
  const head = source.slice(0, 8000);
  const end = FIRST_FIELD.test(head) ? CLOSED_BY.hexo.exec(head) : null;
  if (!end) return null;
  const inside = head.slice(0, end.index);
  const isFields = MARKS_IT.test(inside) && inside.split(/\r?\n/).every((line) => LINE_OF_FIELDS.test(line));
  return isFields ? { kind: "yaml", ...looseYaml(inside), body: source.slice(end.index + end[0].length) } : null;
}

export const textIn = (value: unknown): string =>
  (typeof value === "string" ? value : typeof value === "number" ? String(value) : "").replaceAll("\0", "").toWellFormed().trim();

export function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flat(3).map(textIn).filter(Boolean);
  return textIn(value)
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

const plainName = (name: string) => name.toLowerCase().replace(/[-_ ]/g, "");

/** Finds `pubDate` and `pub_date` alike. @param path a name, or several of nested fields with dots between them */
export function fieldAt(fields: Record<string, unknown>, path: string): unknown {
  let value: unknown = fields;
  for (const name of path.split(".")) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    const all = value as Record<string, unknown>;
    const wanted = plainName(name);
    value = Object.hasOwn(all, name) ? all[name] : all[Object.keys(all).find((one) => plainName(one) === wanted) ?? ""];
  }
  return value;
}

export const firstField = (fields: Record<string, unknown>, ...paths: string[]): unknown =>
  paths.map((path) => fieldAt(fields, path)).find((value) => value !== undefined && value !== null && value !== "");
