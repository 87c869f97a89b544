import { type RawBuilder, sql } from "kysely";

/** So many characters are one of the groups that `letters_of` makes of a text (db/migrations/0039_short_searches.sql). */
const SHORT = 2;

/** A term as the pattern of LIKE that finds it anywhere, every character as it is. */
export const anywhere = (term: string): string => `%${term.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Whether a text holds a term, for whoever looks for all texts that do: an index finds them by three letters in a row, or, as
 * long as the condition stands alone or beside others that have an index, by one letter or two.
 * @param text a column with an index of `letters_of`, in lower case; never null
 * @param term in lower case, not empty
 */
export const holding = (text: RawBuilder<unknown>, term: string): RawBuilder<unknown> =>
  [...term].length > SHORT ? sql`${text} like ${anywhere(term)}` : sql`letters_of(${text}) @> array[${term}]::text[]`;
