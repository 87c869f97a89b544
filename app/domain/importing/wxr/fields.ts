import type { XmlNode } from "./parse-wxr.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text without what XML doesn't allow and databases don't hold. */
export const clean = (text: string): string => text.replace(CONTROL, "").toWellFormed();

/** A child's text; empty when there is none. */
export const field = (node: XmlNode, name: string): string =>
  clean(node.children.find((child) => child.name === name)?.text ?? "").trim();

/** The post's own fields beside the usual ones, the last of a name. */
export const metaOf = (node: XmlNode): Map<string, string> =>
  new Map(
    node.children
      .filter(({ name }) => name === "wp:postmeta")
      .map((meta) => [field(meta, "wp:meta_key"), field(meta, "wp:meta_value")]),
  );

/** `2019-05-04 10:11:12` in UTC; null for `0000-00-00 00:00:00` and everything else. */
function wordpressDate(text: string): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text);
  if (!parts || parts[1] === "0000") return null;
  const date = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The moment in UTC; where an export leaves it out, the local one, and then what the feed says. */
export const dateOf = (node: XmlNode, name: string): Date | null => {
  const found = wordpressDate(field(node, `wp:${name}_gmt`)) ?? wordpressDate(field(node, `wp:${name}`));
  if (found || name !== "post_date") return found;
  const said = new Date(field(node, "pubDate"));
  return Number.isNaN(said.getTime()) || said.getUTCFullYear() < 1970 ? null : said;
};

/** A percent-encoded address part as it is meant. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
