/** How many tags are suggested at once. */
const SHOWN = 6;

/** What stands before the tag that is being typed, and that tag. */
export function lastOf(typed: string): { before: string; last: string } {
  const comma = typed.lastIndexOf(",");
  return { before: typed.slice(0, comma + 1), last: typed.slice(comma + 1).trim() };
}

/**
 * Existing tags that fit what is being typed: those that begin with it before those that contain it.
 * @returns none that is there already
 */
export function suggestionsFor(typed: string, names: string[]): string[] {
  const { before, last } = lastOf(typed);
  if (last === "") return [];
  const wanted = last.toLowerCase();
  const taken = new Set(before.split(",").map((name) => name.trim().toLowerCase()));
  const fits = (name: string) => name.includes(wanted) && name !== wanted && !taken.has(name);
  const rank = (name: string) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return names
    .filter((name) => fits(name.toLowerCase()))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .slice(0, SHOWN);
}
