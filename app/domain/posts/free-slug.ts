import type { Context } from "../context.ts";
import { EDITING_LIMITS } from "./edit-rules.ts";
import { slugsLike } from "./post-writes.sql.ts";

/** The slug if it is free, else the first free one with a number appended. */
export async function freeSlug(db: Context["db"], slug: string): Promise<string> {
  const stem = slug.slice(0, EDITING_LIMITS.nameMax - "-99999".length);
  const taken = new Set([...(await slugsLike(db, slug)), ...(await slugsLike(db, stem))]);
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}
