import type { Context } from "../context.ts";
import { invalid } from "../errors.ts";

/** ms that a browser's clock may be ahead */
const CLOCKS_DIFFER_MS = 60_000;
/** No blog is older, and the database takes no year before 1. */
const EARLIEST = Date.UTC(1900, 0);

/** @param at ISO 8601 @throws DomainError `invalid_input` for the future, which is what plans are for, and for years before 1900 */
export function publicationDate({ clock }: Pick<Context, "clock">, at: string | undefined): Date | undefined {
  if (at === undefined) return undefined;
  const date = new Date(at);
  const refuse = (rule: string) => invalid("Some of the input is invalid", [{ field: "published_at", rule }]);
  if (date.getTime() > clock.now().getTime() + CLOCKS_DIFFER_MS)
    throw refuse("must not be in the future: schedule the post instead");
  if (date.getTime() < EARLIEST) throw refuse("must not be before 1900");
  return date;
}
