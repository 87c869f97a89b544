import { createHash } from "node:crypto";
import { FIXED_FIELDS } from "../domain/post-files/post-file-rules.ts";
import { Problem } from "./problems.ts";

/** A field of front matter with the lines that belong to it; `key` is empty for comments above the first one. */
type Block = { key: string; text: string };
type Parts = { blocks: Block[]; body: string };

const KEY = /^(?:"([^"\n]+)"|'([^'\n]+)'|([^\s:#"'[\]{},&*!|>%@`?-][^:\n]*?))[ \t]*:(?:[ \t]|$)/;
const CONTINUED = /^(?:[ \t]|- |-$|#|$|[\]}])/;

/** As the site stores it: with line feeds and without a byte order mark. */
export const plain = (text: string): string => text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");

/** Of what the text says: Git may have changed the ends of its lines. */
export const hashOf = (text: string): string => createHash("sha256").update(plain(text)).digest("hex");

/** Lines, not YAML: the site reads it, and what it doesn't know stays as it is written. @throws Problem */
export function partsOf(text: string): Parts {
  const source = plain(text);
  if (!/^---[ \t]*\n/.test(source)) return { blocks: [], body: source };
  const lines = source.split("\n");
  const end = lines.findIndex((line, at) => at > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
  if (end < 0) throw new Problem("its front matter isn’t closed by a line with ---");
  const blocks: Block[] = [];
  for (const line of lines.slice(1, end)) {
    const [found, double, single, bare] = KEY.exec(line) ?? [];
    if (found !== undefined) blocks.push({ key: double ?? single ?? bare ?? "", text: line });
    else if (!CONTINUED.test(line))
      throw new Problem(`its front matter isn’t YAML with a field on each line: “${line.slice(0, 60)}”`);
    else if (blocks.length > 0) (blocks.at(-1) as Block).text += `\n${line}`;
    else blocks.push({ key: "", text: line });
  }
  return { blocks, body: lines.slice(end + 1).join("\n") };
}

/** A field that is written on one line, without quotation marks. */
export function fieldOf({ blocks }: Parts, key: string): string | undefined {
  const text = blocks.find((block) => block.key === key)?.text;
  return text
    ?.slice(text.indexOf(":") + 1)
    .replace(/[ \t]#.*$/, "")
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2");
}

export function idIn(parts: Parts): string | undefined {
  const id = fieldOf(parts, "id")?.toLowerCase();
  if (!id) return undefined;
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id;
  throw new Problem(`its id isn’t one of a post: “${id.slice(0, 60)}”. Remove the line \`id\` to make it a new post`);
}

export function versionIn(parts: Parts): number | undefined {
  const version = fieldOf(parts, "version");
  return version !== undefined && /^[0-9]{1,9}$/.test(version) ? Number(version) : undefined;
}

export const textOf = ({ blocks, body }: Parts): string =>
  blocks.length === 0 ? body : `---\n${blocks.map(({ text }) => text).join("\n")}\n---\n${body}`;

export const withField = ({ blocks, body }: Parts, key: string, line: string): Parts => ({
  blocks: blocks.map((block) => (block.key === key ? { key, text: line } : block)),
  body,
});

/**
 * What the site has, with the front matter that only the file has.
 * @param base the site's text that the file comes from @param ownBody whether the file keeps its body
 */
export function withOwnFields(site: string, here: string, base: string | null, { ownBody = false } = {}): string {
  const parts = partsOf(site);
  const local = partsOf(here);
  const known = new Set<string>([...FIXED_FIELDS, "version", ...parts.blocks.map(({ key }) => key)]);
  for (const { key } of base === null ? [] : partsOf(base).blocks) known.add(key);
  const own = local.blocks.filter(({ key }) => !known.has(key));
  return textOf({ blocks: [...parts.blocks, ...own], body: ownBody ? local.body : parts.body });
}

/** The fields of the file whose change the site doesn't take. */
export function fixedChanges(here: Parts, base: string | null): string[] {
  const before = base === null ? null : partsOf(base);
  return FIXED_FIELDS.filter((key) => {
    const text = here.blocks.find((block) => block.key === key)?.text;
    if (text === undefined || key === "id" || key === "updated_at") return false;
    return text !== before?.blocks.find((block) => block.key === key)?.text;
  });
}
