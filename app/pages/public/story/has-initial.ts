/** A shorter paragraph has fewer lines than the initial is high. */
const SHORTEST = 160;

/**
 * Whether an article begins with a large initial: its first paragraph begins with a Latin letter, because letters of other scripts may be
 * joined to the next, and has at least three lines.
 */
export function hasInitial(html: string): boolean {
  const [, first = ""] = /^<p>(.*?)<\/p>/s.exec(html) ?? [];
  const text = first
    .replace(/<[^>]+>/g, "")
    .replace(/&[#\w]+;/g, "·")
    .trim();
  return text.length >= SHORTEST && /^[\p{P}\s]*\p{Script=Latin}/u.test(text);
}
