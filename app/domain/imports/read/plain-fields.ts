/** Without the dialect, their fields look like the beginning of any text. */
export type Dialect = "pelican" | "notion" | null;

type Found = { fields: Record<string, unknown>; body: string };

const HEAD = 32 * 1024;
const LISTS = /^(?:tags|authors|keywords)$/;

/** Pelican: "Smith, Ann; Jones, Bob". */
const fieldValue = (name: string, text: string): unknown =>
  LISTS.test(name) && text.includes(";")
    ? text
        .split(";")
        .map((one) => one.trim())
        .filter(Boolean)
    : text;

function linesAt(source: string, field: RegExp, more: RegExp | null): { fields: Record<string, unknown>; length: number } {
  const texts = new Map<string, string>();
  let [length, last] = [0, ""];
  for (const line of source.slice(0, HEAD).match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const [, name = "", value = ""] = field.exec(line.trimEnd()) ?? [];
    if (name) {
      last = name.toLowerCase().replaceAll("-", "_");
      texts.set(last, value.trim());
    } else if (last && more?.test(line)) texts.set(last, `${texts.get(last)} ${line.trim()}`.trim());
    else break;
    length += line.length;
  }
  return { fields: Object.fromEntries([...texts].map(([name, text]) => [name, fieldValue(name, text)])), length };
}

const NIKOLA = /^\.\. ([a-z][\w-]{0,40}):(?:[ \t]+(.*))?$/i;

/** `.. title: Dawn`, within a comment of HTML or not (Nikola: "Metadata"). Before version 8 a tag marked drafts. */
function nikolaFields(source: string): Found | null {
  const opening = /^\s{0,20}<!--[ \t]*\r?\n(?=\.\. )/.exec(source)?.[0] ?? "";
  const { fields, length } = linesAt(source.slice(opening.length), NIKOLA, null);
  if (length === 0 || !("title" in fields || "date" in fields || "slug" in fields)) return null;
  const rest = source.slice(opening.length + length);
  const body = opening ? rest.replace(/^\s{0,20}-->[ \t]*\r?\n?/, "") : rest;
  const mark = /(?:^|,)\s*(draft|private)\s*(?:,|$)/.exec(String(fields.tags ?? ""))?.[1];
  return { fields: mark ? { ...fields, status: mark } : fields, body };
}

/** `title:: Dawn` (Logseq: "Properties"), at the beginning of a page or in its first block. */
function logseqFields(source: string): Found | null {
  const opening = /^- (?=[\w-]{1,40}:: )/.exec(source)?.[0] ?? "";
  const { fields, length } = linesAt(source.slice(opening.length), /^[ \t]{0,8}([\w-]{1,40})::(?:[ \t]+(.*))?$/, null);
  return length === 0 ? null : { fields, body: source.slice(opening.length + length) };
}

const FIELD = /^ {0,3}([A-Za-z][\w-]{0,40}):(?:[ \t]+(.*)|)$/;
const MORE = /^ {4,}\S/;
const KNOWN = /^(?:date|modified|tags|keywords|category|slug|author|authors|summary|status|lang|template)$/;

/** `Title: Dawn` up to the first empty line (MultiMarkdown). Other dialects than Pelican need a title and another known field. */
function multiMarkdown(source: string, dialect: Dialect): Found | null {
  const { fields, length } = linesAt(source, FIELD, MORE);
  const rest = source.slice(length);
  if (length === 0 || !/^(?:[ \t]*(?:\r?\n|$)|(?:---|\.\.\.)[ \t]*(?:\r?\n|$))/.test(rest)) return null;
  const names = Object.keys(fields);
  const isMeant = dialect === "pelican" ? names.some((name) => name === "title" || KNOWN.test(name)) : names.includes("title");
  if (!isMeant || (dialect !== "pelican" && !names.some((name) => KNOWN.test(name)))) return null;
  return { fields, body: rest.replace(/^(?:---|\.\.\.)?[ \t]*\r?\n?/, "") };
}

const META =
  /<meta\s{1,9}name\s{0,9}=\s{0,9}["']([\w-]{1,40})["']\s{1,9}content\s{0,9}=\s{0,9}(?:"([^"]{0,2000})"|'([^']{0,2000})')/gi;

/** Pelican takes fields from the head of a page. */
function headOfPage(source: string): Found | null {
  const [, head = "", body = ""] =
    /<head[^>]{0,200}>(.{0,20000}?)<\/head>.{0,200}?<body[^>]{0,500}>(.*?)(?:<\/body>|$)/is.exec(source) ?? [];
  const title = /<title[^>]{0,100}>([^<]{0,1000})<\/title>/i.exec(head)?.[1]?.trim();
  if (!title) return null;
  const metas = [...head.matchAll(META)].map(([, name = "", double, single]) => {
    const plain = name.toLowerCase();
    return [plain, fieldValue(plain, double ?? single ?? "")];
  });
  return { fields: { title, ...Object.fromEntries(metas) }, body };
}

/** Notion writes a database's properties between the title and the text. */
function notionFields(source: string): Found | null {
  const [heading = "", title = ""] = /^\s{0,20}# ([^\n]{1,500})\n\s{0,20}\n/.exec(source) ?? [];
  if (heading === "") return null;
  const { fields, length } = linesAt(source.slice(heading.length), /^(\p{L}[\p{L}\p{N} _-]{0,39}): (.+)$/u, null);
  return { fields: { ...fields, title: title.trim() }, body: source.slice(heading.length + length) };
}

export function fieldsInLines(source: string, dialect: Dialect): Found | null {
  if (dialect === "notion") return notionFields(source);
  return (
    nikolaFields(source) ??
    logseqFields(source) ??
    multiMarkdown(source, dialect) ??
    (dialect === "pelican" ? headOfPage(source) : null)
  );
}
