import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { postPolicy } from "../posts/post.policy.ts";
import type { PostKind } from "../posts/post-rules.ts";
import { reachOf } from "../posts/reach.sql.ts";
import { userPolicy } from "../users/user.policy.ts";
import type { PostFile, PostFileList } from "./post-file.ts";
import { type FileRow, fieldsOfFile, findFileRows, writePostFile } from "./write-post-file.ts";

/** Of the texts in one answer, which has at least one. */
const BYTES_AT_ONCE = 2_000_000;

const findReferences = (db: Db, actor: Actor) =>
  db
    .selectFrom("posts as p")
    .leftJoin("post_edits as e", "e.post_id", "p.id")
    .select(["p.id", "p.version", "p.slug", sql<PostKind>`p.kind`.as("kind")])
    .select(sql<number>`coalesce(e.version, 0)`.as("edit_version"))
    .where("p.status", "<>", "trashed")
    .where(reachOf(actor)(sql.ref("p.id")))
    .orderBy("p.id")
    .execute();

/** Every post within reach, in one answer, so that no page of it can be older than another. @throws DomainError `forbidden` */
export async function listPostFiles(ctx: Context, actor: Actor): Promise<PostFileList> {
  authorize(actor, postPolicy.readAny);
  return {
    items: await findReferences(ctx.db, actor),
    can_publish: postPolicy.publish.admits(actor),
    can_stage: postPolicy.stage.allows(actor, { status: "published", planned: null }),
  };
}

/** Others than those who may read email addresses get names. */
export function presentPostFile(row: FileRow, reader: Actor): PostFile {
  const { id, version, edit_version, slug, kind } = row;
  const named = userPolicy.readAddresses.admits(reader)
    ? row
    : { ...row, author: row.author_name, coauthors: row.coauthor_names };
  const { id: _, ...fields } = fieldsOfFile(named);
  return { id, version, edit_version, slug, kind, text: writePostFile({ id, version, ...fields }, row.content) };
}

/** Those within reach, by id, until their texts are long: then the next answer has the others. @throws DomainError `forbidden` */
export async function readPostFiles(ctx: Context, actor: Actor, ids: string[]): Promise<{ items: PostFile[] }> {
  authorize(actor, postPolicy.readAny);
  const reach = reachOf(actor);
  const rows = await findFileRows(
    ctx.db,
    sql`${reach(sql`p.id`)} and p.id in (
      select id from (
        select id, sum(octet_length(content)) over (order by id) - octet_length(content) as before
        from posts where id = any(${ids}::uuid[]) and status <> 'trashed' and ${reach(sql`posts.id`)}
      ) added_up where before < ${BYTES_AT_ONCE}
    )`,
  );
  return { items: rows.map((row) => presentPostFile(row, actor)) };
}
