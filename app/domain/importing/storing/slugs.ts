import type { Transaction } from "kysely";
import type { DB } from "../../../../db/schema.gen.ts";
import { takenSlugs } from "../imported.sql.ts";
import type { Tell } from "../items.ts";

const MAX = 254;

/**
 * Gives each new post a slug that nobody has: its own, or the next with a number at its end.
 * @param used slugs that were given out before and may not be stored yet
 * @returns the slugs in the order of the posts
 */
export async function giveSlugs(
  db: Transaction<DB>,
  posts: { slug: string; place: string }[],
  tell: Tell,
  used: Set<string> = new Set(),
): Promise<string[]> {
  if (posts.length === 0) return [];
  const taken = await takenSlugs(
    db,
    posts.map(({ slug }) => slug),
  );
  return posts.map(({ slug, place }) => {
    let given = slug;
    for (let n = 2; taken.has(given) || used.has(given); n++) given = `${slug.slice(0, MAX - String(n).length - 1)}-${n}`;
    used.add(given);
    if (given !== slug) tell("changed", place, `Another post has the slug “${slug}”; it has “${given}” here.`);
    return given;
  });
}
