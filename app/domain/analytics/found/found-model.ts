/** A term that readers searched for, and how many articles there were for it; null while nobody has looked. */
export type SearchedTerm = { term: string; searches: number; results: number | null };
export type SearchedTerms = { items: SearchedTerm[]; total: number };

/** An address without a page; `nearest`: the page that was probably meant. */
export type MissingPage = {
  path: string;
  hits: number;
  /** the page that led there last */
  referrer: string | null;
  nearest: { path: string; title: string } | null;
};
export type MissingPages = { items: MissingPage[]; total: number };

/** How alike an address and an article's must be to be taken for one another: trigrams in common, 0 to 1. */
export const NEAR_ENOUGH = 0.4;

/** Endings of pages elsewhere, which say nothing about what was meant. */
const ENDING = /\.(html?|php|aspx?|jsp|md|txt|xml)$/;

/**
 * What a path probably calls an article: its last part that isn't a mere number, as slugs are written.
 * `/2019/05/Mood_Diary.html` calls it `mood-diary`.
 * @returns null when the path says nothing
 */
export function nameIn(path: string): string | null {
  const parts = path
    .toLowerCase()
    .split("/")
    .map((part) =>
      part
        .replace(ENDING, "")
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-+|-+$/g, ""),
    );
  return parts.findLast((part) => /\p{L}/u.test(part) && part !== "index") ?? null;
}
