import { type RawBuilder, sql } from "kysely";

/** The length of the groups of letters that `letters_of` makes of a text (db/migrations/0039_short_searches.sql). */
const SHORT = 2;

/** A term as the pattern of LIKE that finds it anywhere, every character as it is. */
const anywhere = (term: string): string => `%${term.replace(/[\\%_]/g, "\\$&")}%`;

/** A condition that a lower-case text contains a term, for queries that test row by row. */
export const containsText = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  sql`${text} like lower(${anywhere(term)})`;

/**
 * The same condition for an index: it finds texts by three letters in a row or, if the condition is alone or all others have an
 * index too, by one or two letters.
 * @param text a column with an index of `letters_of`, in lower case; never null
 * @param term not empty
 */
export const findsText = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  [...term.toLowerCase()].length > SHORT ? containsText(text, term) : sql`letters_of(${text}) @> array[lower(${term})]::text[]`;

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
