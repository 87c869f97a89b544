import type { Context } from "../../app/domain/context.ts";
import { type ListQuery, listPosts, readPost } from "../../app/domain/posts/list-posts.ts";
import { seededRandom } from "./vocabulary.ts";

/** An action of readers: `ask` does it once, each time a little differently. */
export type Case = { measure: string; ask(ctx: Context): Promise<unknown> };

const LIMIT = 6;

/**
 * The actions of readers, on a generated blog.
 * @param count how many articles it has. @param vocabulary its words, the most frequent first. @param slugs of articles.
 */
export function readersCases(count: number, vocabulary: string[], slugs: string[]): Case[] {
  const random = seededRandom(7);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const pages = Math.ceil(count / LIMIT);
  const list = (measure: string, query: () => Partial<ListQuery>): Case => ({
    measure,
    ask: (ctx) => listPosts(ctx, { page: 1, limit: LIMIT, ...query() }),
  });
  const search = (measure: string, term: () => string): Case => list(`search: ${measure}`, () => ({ search: term() }));
  const word = (from: number, to: number) => () => vocabulary[between(from, to)] as string;
  return [
    list("listing: first page", () => ({})),
    list("listing: middle page", () => ({ page: Math.floor(pages / 2) + between(-50, 50) })),
    list("listing: page at 54 % (9000 of 16667)", () => ({ page: Math.floor(pages * 0.54) + between(-5, 5) })),
    list("listing: last pages", () => ({ page: pages - between(0, 20) })),
    list("category: first page", () => ({ category: `category-${between(0, 11)}` })),
    list("category: middle page of the largest", () => ({ category: "category-0", page: Math.floor(pages / 10) })),
    list("tag: first page", () => ({ tag: `tag-${between(0, 199)}` })),
    list("tag: middle page of the largest", () => ({ tag: "tag-0", page: Math.floor(pages / 6) })),
    list("featured", () => ({ featured: true, limit: 4 })),
    {
      measure: "slug look-up, with neighbors and related",
      ask: (ctx) => readPost(ctx, slugs[between(0, slugs.length - 1)] as string),
    },
    search("the 20 most frequent words", word(0, 20)),
    search("frequent parts of words", () => ["ing", "ment", "tion", "ear"][between(0, 3)] as string),
    search("words of rank 100 to 500", word(100, 500)),
    search("words of rank 1000 to 5000", word(1000, 5000)),
    search("words of rank 20000 to 29999", word(20_000, 29_999)),
    search("two frequent words", () => `${word(0, 20)()} ${word(0, 20)()}`),
    search("a word of half of the bodies alone", () => "bodycommon"),
    search("a word of 5 % of the bodies alone", () => "bodymiddling"),
    search("a word of 0.1 % of the bodies alone", () => "bodyrare"),
    search("nothing found", () => `qqx${between(100, 999)}`),
    list("search: deep in the results", () => ({ search: word(0, 300)(), page: 30 })),
  ];
}

/** The classes of questions that readers ask a search. @param vocabulary the most frequent word first */
export function searchCases(vocabulary: string[]): Case[] {
  const random = seededRandom(11);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const word = (from: number, to: number) => vocabulary[between(from, to)] as string;
  const long = vocabulary.filter((one) => one.length > 7);
  const mistyped = (one: string) => {
    const at = between(2, one.length - 2);
    return one.slice(0, at) + one.slice(at + 1);
  };
  const search = (measure: string, term: () => string, limit = LIMIT): Case => ({
    measure,
    ask: (ctx) => listPosts(ctx, { search: term(), page: 1, limit }),
  });
  return [
    search("a frequent word", () => word(0, 20)),
    search("a word of medium rank", () => word(100, 5000)),
    search("a rare word", () => word(20_000, 29_999)),
    search("another form of a word", () => `${word(100, 5000)}ing`),
    search("two words, the first frequent", () => `${word(0, 20)} ${word(100, 5000)}`),
    search("four words", () => `${word(0, 100)} ${word(0, 100)} ${word(0, 500)} ${word(0, 500)}`),
    search("two frequent words in quotes", () => `"${word(0, 20)} ${word(0, 20)}"`),
    search("a frequent word without another", () => `${word(0, 100)} -${word(0, 20)}`),
    search("a mistyped word", () => mistyped(long[between(0, 2000)] as string)),
    search("two words, one of them mistyped", () => `${word(0, 100)} ${mistyped(long[between(0, 2000)] as string)}`),
    search("nothing found", () => `qqxzvk${between(100, 999)}`),
    search("suggestion: the beginning of a word", () => word(0, 3000).slice(0, 4).padEnd(3, "e"), 5),
    search("suggestion: a mistyped word", () => mistyped(long[between(0, 2000)] as string), 5),
  ];
}
