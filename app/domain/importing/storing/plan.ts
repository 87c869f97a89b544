import { createHash } from "node:crypto";
import { takenIds, versionsOf } from "../imported.sql.ts";
import { type KnownItem, knownItems } from "../imports.sql.ts";
import type { ImportedPost } from "../items.ts";
import type { Run } from "./run.ts";

/** What is to be done with a post: `update` names the post here and the version that an import left it at. */
export type Planned =
  | { todo: "add"; post: ImportedPost; hash: string }
  | { todo: "update"; post: ImportedPost; hash: string; id: string; version: number };

/** What a post was there: the same again is nothing new. */
const hashOf = ({ place: _, ...post }: ImportedPost): string =>
  createHash("sha256").update(JSON.stringify(post)).digest("base64url");

/**
 * Decides for each of some posts whether it is new, has changed there, or stays as it is; the latter are counted and told of.
 */
export async function planPosts({ ctx, source, findings }: Run, posts: ImportedPost[]): Promise<Planned[]> {
  const { tell, count } = findings;
  const known = await knownItems(
    ctx.db,
    source.name,
    posts.map(({ key }) => key),
  );
  const versions = await versionsOf(
    ctx.db,
    [...known.values()].map(({ entity_id }) => entity_id),
  );
  const own = await takenIds(
    ctx.db,
    "posts",
    posts.flatMap(({ id, key }) => (id && !known.has(key) ? [id] : [])),
  );
  const plan: Planned[] = [];
  const judge = (post: ImportedPost, before: KnownItem | undefined) => {
    const hash = hashOf(post);
    const version = before && versions.get(before.entity_id);
    if (before && version === null) {
      tell("kept", post.place, "It is in the trash here: it stays there.");
      return count("posts", "skipped");
    }
    if (before && version !== undefined && version !== null) {
      if (before.hash === hash) return count("posts", "unchanged");
      if (version === before.version) return plan.push({ todo: "update", post, hash, id: before.entity_id, version });
      tell("kept", post.place, "It has changed there, but it was edited here since it was imported: it stays as it is here.");
      return count("posts", "skipped");
    }
    if (post.id && own.has(post.id)) {
      tell("kept", post.place, "It is here already: it stays as it is here.");
      return count("posts", "skipped");
    }
    return plan.push({ todo: "add", post, hash });
  };
  const seen = new Set<string>();
  for (const post of posts) {
    if (seen.has(post.key)) {
      tell("dropped", post.place, "It is in the file twice; the first one counts.");
      count("posts", "skipped");
    } else judge(post, known.get(post.key));
    seen.add(post.key);
  }
  return plan;
}
