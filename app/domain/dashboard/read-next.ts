import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { PostKind } from "../posts/post-rules.ts";
import type { Reach } from "../posts/reach.sql.ts";
import type { DashboardNext } from "./dashboard.ts";

/** How many of each are listed. */
const LISTED = 3;

const scheduled = (db: Db, reach: Reach) =>
  db
    .selectFrom("post_schedules")
    .innerJoin("posts", "posts.id", "post_schedules.post_id")
    .select(["posts.id", "posts.kind", "posts.title", "post_schedules.at"])
    .where("post_schedules.failed_at", "is", null)
    .where(reach(sql.ref("posts.id")))
    .orderBy("post_schedules.at")
    .limit(LISTED)
    .execute();

const drafts = (db: Db, reach: Reach) =>
  db
    .selectFrom("post_catalog")
    .innerJoin("posts", "posts.id", "post_catalog.post_id")
    .select(["posts.id", "posts.kind", "posts.title"])
    .where("post_catalog.status", "=", "draft")
    .where(reach(sql.ref("posts.id")))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("post_schedules").select("post_id").whereRef("post_schedules.post_id", "=", "posts.id"))),
    )
    .orderBy("post_catalog.updated_at", "desc")
    .limit(LISTED)
    .execute();

/** What comes next: posts with a time, the next one first, then the drafts that were written last. */
export async function readNext(db: Db, reach: Reach): Promise<DashboardNext[]> {
  const [planned, written] = await Promise.all([scheduled(db, reach), drafts(db, reach)]);
  return [...planned, ...written.map((post) => ({ ...post, at: null }))].map(({ id, kind, title, at }) => ({
    id,
    kind: kind as PostKind,
    title,
    at: at?.toISOString() ?? null,
  }));
}
