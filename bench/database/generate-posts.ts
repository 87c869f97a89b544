import { makeVocabulary, seededRandom, zipfian } from "./vocabulary.ts";

export type GeneratedPost = {
  title: string;
  slug: string;
  description: string;
  content_text: string;
  /** index of its category */
  category: number;
  /** indexes of its tags, 1 to 5 */
  tags: number[];
  featured: boolean;
  /** ISO 8601 */
  published_at: string;
};

export const CATEGORIES = 12;
export const TAGS = 200;
const YEARS = 6;
/** Words that appear in bodies only, each with the share of bodies. */
const BODY_WORDS = { bodycommon: 0.5, bodymiddling: 0.05, bodyrare: 0.001 };

/**
 * A blog of `count` articles: bodies of 200 to 400 words from a vocabulary of 30 000, as unevenly used as in a language,
 * published evenly over six years, in twelve categories with 200 tags of very different sizes.
 * @returns the vocabulary, the most frequent word first, and the articles, the oldest first.
 */
export function generatePosts(count: number, seed = 1): { vocabulary: string[]; posts: Iterable<GeneratedPost> } {
  const random = seededRandom(seed);
  const vocabulary = makeVocabulary(30_000, random);
  const drawWord = zipfian(vocabulary.length, random);
  const drawTag = zipfian(TAGS, random);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const text = (words: number) => Array.from({ length: words }, () => vocabulary[drawWord()]).join(" ");
  const bodyWords = () =>
    Object.entries(BODY_WORDS)
      .filter(([, share]) => random() < share)
      .map(([word]) => word)
      .join(" ");
  const oldest = Date.UTC(2020, 0, 1);
  const interval = (YEARS * 365 * 86_400_000) / count;

  function* posts(): Generator<GeneratedPost> {
    for (let i = 0; i < count; i++) {
      const title = `${text(between(4, 8))} ${i}`;
      yield {
        title,
        slug: title.replaceAll(" ", "-"),
        description: text(between(12, 25)),
        content_text: `${text(between(200, 400))} ${bodyWords()}`,
        category: Math.floor(CATEGORIES * random() ** 1.5),
        tags: [...new Set(Array.from({ length: between(1, 5) }, drawTag))],
        featured: random() < 0.001,
        published_at: new Date(oldest + Math.floor((i + random()) * interval)).toISOString(),
      };
    }
  }
  return { vocabulary, posts: posts() };
}
