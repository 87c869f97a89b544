import { type RawBuilder, sql } from "kysely";
import { foldText } from "../fold-text.ts";

/** The length of the groups of letters that `letters_of` makes of a text (db/migrations/0039_short_searches.sql). */
const SHORT = 2;

const anywhere = (term: string): string => `%${term.replace(/[\\%_]/g, "\\$&")}%`;

/** The text is in lower case; accents count. */
export const containsLetters = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  sql`${text} like lower(${anywhere(term)})`;

/** The text was made by `searchable`; the query tests row by row. */
export const containsText = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  sql`${text} like fold_text(${anywhere(foldText(term))})`;

/** Takes any text, in tables of some hundred rows. */
export const holdsText = (text: RawBuilder<unknown>, term: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`strpos(fold_text(${text}), fold_text(${term})) > 0`;

/**
 * For a column with an index of `letters_of`, never null: by three letters in a row or, if the condition is alone or all others have an
 * index too, by one or two.
 * @param term not empty
 */
export const findsText = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  [...foldText(term)].length > SHORT
    ? containsText(text, term)
    : sql`letters_of(${text}) @> array[fold_text(${foldText(term)})]::text[]`;

export type TextCondition = typeof findsText;

/** If this many times more rows match than are needed, testing row by row finds the page fastest. */
const OFTEN = 50;

/** @param total how many match @param end how many there are up to the page's end */
export const textConditionForPage = (total: number, end: number) => (matchesOften(total, end) ? containsText : findsText);

export const matchesOften = (total: number, end: number): boolean => total >= OFTEN * end;
