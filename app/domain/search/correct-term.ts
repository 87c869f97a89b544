import { sql } from "kysely";
import { foldText } from "../../platform/fold-text.ts";
import type { Context } from "../context.ts";

/** How many letters a word has that may have one mistake, or two. */
const ONE_MISTAKE = 4;
const TWO_MISTAKES = 8;

const mistakesOf = (length: number): number => (length >= TWO_MISTAKES ? 2 : length >= ONE_MISTAKE ? 1 : 0);

/**
 * The term with the site's words in the place of the unknown ones; undefined if one of them is like none. At equal distance, the word of the
 * most articles is taken. One SQL statement. @param unknown folded
 */
export async function correctTerm(ctx: Context, term: string, unknown: string[]): Promise<string | undefined> {
  const words = unknown.map((word) => ({ word, letters: [...word].length }));
  if (words.some(({ letters }) => mistakesOf(letters) === 0)) return undefined;
  const asked = words.map(({ word, letters }) => ({ word, mistakes: mistakesOf(letters), ...partsOf(word) }));
  const { rows } = await sql<{ typed: string; word: string; posts: number }>`
    select a.word as typed, w.word, w.posts
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a(word text, mistakes integer, first text, last text, middle text)
    cross join lateral (
      select word, posts from site_words where word >= a.first and word < a.first || chr(1114111)
      union select word, posts from site_words
        where reverse(word) collate "C" >= a.last and reverse(word) collate "C" < a.last || chr(1114111)
      union select word, posts from site_words where word like '%' || a.middle || '%'
    ) w
    where length(w.word) between length(a.word) - a.mistakes and length(a.word) + a.mistakes`.execute(ctx.db);
  const replaced = new Map<string, string>();
  for (const { word, letters } of words) {
    const near = rows
      .filter(({ typed }) => typed === word)
      .map((row) => ({ ...row, distance: distanceOf(word, row.word) }))
      .filter(({ distance }) => distance <= mistakesOf(letters))
      .sort((a, b) => a.distance - b.distance || b.posts - a.posts || (a.word < b.word ? -1 : 1));
    if (!near[0]) return undefined;
    replaced.set(word, near[0].word);
  }
  return term.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => replaced.get(foldText(word)) ?? word);
}

/** The index of parts knows three letters in a row. */
const PART = 3;

/**
 * A mistake changes a letter or swaps two, so it can't be in two parts with a letter between them: one mistake leaves one of two parts as it is,
 * and two leave one of three. `last` is written backwards; `middle` is the whole word if there are two parts.
 */
function partsOf(word: string): { first: string; last: string; middle: string } {
  const letters = [...word];
  const backwards = letters.toReversed();
  const isTwo = mistakesOf(letters.length) === 2;
  const outer = isTwo ? letters.length - PART - 2 : letters.length - 1;
  const start = Math.min(Math.ceil(outer / 2), isTwo ? 4 : outer);
  const end = Math.min(outer - start, isTwo ? 4 : outer);
  return {
    first: letters.slice(0, start).join(""),
    last: backwards.slice(0, end).join(""),
    middle: isTwo ? letters.slice(start + 1, letters.length - end - 1).join("") : word,
  };
}

/** The number of letters to add, remove, replace, or swap with the next one. */
export function distanceOf(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (const [i, letter] of from.entries()) {
    const next = [i + 1];
    for (const [j, other] of to.entries()) {
      const same = letter === other;
      let least = Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (same ? 0 : 1));
      if (i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other) least = Math.min(least, (before[j - 1] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
