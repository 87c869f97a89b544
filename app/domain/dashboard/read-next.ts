import type { Db } from "../../platform/database/db.ts";
import type { PostKind } from "../posts/post-rules.ts";
import type { Dashboard } from "./dashboard.ts";

/** How many of each are listed. */
const LISTED = 3;

const scheduled = (db: Db) =>
  db
    .selectFrom("post_schedules")
    .innerJoin("posts", "posts.id", "post_schedules.post_id")
    .select(["posts.id", "posts.kind", "posts.title", "post_schedules.at"])
    .where("post_schedules.failed_at", "is", null)
    .orderBy("post_schedules.at")
    .limit(LISTED)
    .execute();

const drafts = (db: Db) =>
  db
    .selectFrom("post_catalog")
    .innerJoin("posts", "posts.id", "post_catalog.post_id")
    .select(["posts.id", "posts.kind", "posts.title"])
    .where("post_catalog.status", "=", "draft")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("post_schedules").select("post_id").whereRef("post_schedules.post_id", "=", "posts.id"))),
    )
    .orderBy("post_catalog.updated_at", "desc")
    .limit(LISTED)
    .execute();

/** What comes next: posts with a time, the next one first, then the drafts that were written last. */
export async function readNext(db: Db): Promise<Dashboard["next"]> {
  const [planned, written] = await Promise.all([scheduled(db), drafts(db)]);
  return [...planned, ...written.map((post) => ({ ...post, at: null }))].map(({ id, kind, title, at }) => ({
    id,
    kind: kind as PostKind,
    title,
    at: at?.toISOString() ?? null,
  }));
}
