import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { Context } from "../context.ts";
import { renderForStorage } from "./create-post.ts";
import type { ContentFormat } from "./post-rules.ts";

type Row = { id: string; version: number; content: string; content_format: ContentFormat; content_html: string };

const PICTURE = '%<img src="http%';

const nextShown = (db: Db, after: string | null): Promise<Row | undefined> =>
  db
    .selectFrom("posts")
    .select(["id", "version", "content", "content_format", "content_html"])
    .where("content_html", "like", PICTURE)
    .where(sql<boolean>`(${after}::uuid is null or id > ${after}::uuid)`)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst() as Promise<Row | undefined>;

/**
 * Posts that an earlier release rendered show broken pictures of other sites. Content, version and dates stay. A second run finds nothing.
 * @param signal stops it early; the next start continues @returns how many posts it changed
 */
export async function replaceOffsitePictures(ctx: Context, ownHost: string | undefined, signal?: AbortSignal): Promise<number> {
  let changed = 0;
  for (let row = await nextShown(ctx.db, null); row && !signal?.aborted; row = await nextShown(ctx.db, row.id)) {
    const { content: _, content_format: __, ...shown } = await renderForStorage(ctx, row.content, row.content_format, ownHost);
    if (shown.content_html !== row.content_html) {
      const stillThat = ctx.db.updateTable("posts").set(shown).where("id", "=", row.id).where("version", "=", row.version);
      changed += Number((await stillThat.executeTakeFirst()).numUpdatedRows);
    }
    await breathe();
  }
  return changed;
}
