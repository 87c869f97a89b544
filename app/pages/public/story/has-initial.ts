/** A shorter paragraph has fewer lines than the initial is high. */
const SHORTEST = 160;

/** Latin letters only: those of other scripts may be joined to the next. At least three lines. */
export function hasInitial(html: string): boolean {
  const [, first = ""] = /^<p>(.*?)<\/p>/s.exec(html) ?? [];
  const text = first
    .replace(/<[^>]+>/g, "")
    .replace(/&[#\w]+;/g, "·")
    .trim();
  return text.length >= SHORTEST && /^[\p{P}\s]*\p{Script=Latin}/u.test(text);
}
