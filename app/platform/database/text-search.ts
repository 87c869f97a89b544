import { type RawBuilder, sql } from "kysely";
import { foldText } from "../fold-text.ts";

/** The length of the groups of letters that `letters_of` makes of a text (db/migrations/0039_short_searches.sql). */
const SHORT = 2;

/** A term as the pattern of LIKE that finds it anywhere, every character as it is. */
const anywhere = (term: string): string => `%${term.replace(/[\\%_]/g, "\\$&")}%`;

/** A condition that a lower-case text contains a term, accents and all. */
export const containsLetters = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  sql`${text} like lower(${anywhere(term)})`;

/** A condition that a text made by `searchable` contains a term, for queries that test row by row. */
export const containsText = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  sql`${text} like fold_text(${anywhere(foldText(term))})`;

/** A condition that any text contains a term, for tables of some hundred rows. */
export const holdsText = (text: RawBuilder<unknown>, term: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`strpos(fold_text(${text}), fold_text(${term})) > 0`;

/**
 * The same condition for an index: it finds texts by three letters in a row or, if the condition is alone or all others have an
 * index too, by one or two letters.
 * @param text a column with an index of `letters_of`, made by `searchable`; never null
 * @param term not empty
 */
export const findsText = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  [...foldText(term)].length > SHORT
    ? containsText(text, term)
    : sql`letters_of(${text}) @> array[fold_text(${foldText(term)})]::text[]`;

/** `containsText` or `findsText`. */
export type TextCondition = typeof findsText;

/** If this many times more rows match than are needed, testing row by row finds the page fastest. */
const OFTEN = 50;

/**
 * How a page of those that match is best looked for.
 * @param total how many match. @param end how many there are up to the page's end
 */
export const textConditionForPage = (total: number, end: number) => (matchesOften(total, end) ? containsText : findsText);

/** Whether so many rows match that testing row by row finds a page fastest. @param total, @param end as `textConditionForPage` */
export const matchesOften = (total: number, end: number): boolean => total >= OFTEN * end;
