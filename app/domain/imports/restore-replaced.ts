import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import type { Context } from "../context.ts";
import { mediaAt } from "../media/media-rules.ts";
import { findForEditing } from "../posts/admin-posts.sql.ts";
import { renderForStorage } from "../posts/create-post.ts";
import { CONTENT_WRITES } from "../posts/edit-rules.ts";
import { linkTags, storeChanges, unlinkOtherTags } from "../posts/post-writes.sql.ts";
import { everyPost } from "../posts/reach.sql.ts";
import { recordRevision } from "../posts/revisions/record-revision.ts";
import type { Snapshot } from "../posts/revisions/revision.ts";
import { findRevision } from "../posts/revisions/revisions.sql.ts";
import { ensureTags } from "../tags/manage-tags.ts";
import { tagsFromNames } from "../tags/tag-rules.ts";
import type { ImportJob } from "./import-job.ts";
import { hasCategory, replaceCoauthors, takenIds } from "./imported.sql.ts";
import { Notes } from "./report.ts";
import { forgetUpdate, type ReplacedPost, replacedPosts, resetItem } from "./undo.sql.ts";

/** Each is rendered again, so fewer are read at once. */
const POSTS = 20;

const dateOf = (time: string | null) => (time === null ? null : new Date(time));

async function columnsOf({ db }: Pick<Context, "db">, snapshot: Snapshot, { options }: ReplacedPost) {
  const { category, tags: _, slug: __, content: ___, content_format: ____, featured_image, ...fields } = snapshot;
  const picture = featured_image === null ? undefined : mediaAt(featured_image)?.id;
  const author = options.author_id;
  return {
    ...fields,
    category_id: category && (await hasCategory(db, category.id)) ? category.id : null,
    featured_image: picture && (await takenIds(db, "media", [picture])).size > 0 ? featured_image : null,
    author_id: author && (await takenIds(db, "users", [author])).size > 0 ? author : null,
    comments_open: options.comments_open,
    comments_stay_open: options.comments_stay_open ?? false,
    listed: options.listed,
    created_at: new Date(options.created_at),
    updated_at: new Date(options.updated_at),
    published_at: dateOf(options.published_at),
  };
}

async function restore(job: ImportJob, one: ReplacedPost): Promise<boolean> {
  const { ctx, id, source, actor, tools } = job;
  const revision = await findRevision(ctx.db, one.post_id, one.revision_id, everyPost);
  if (!revision) return false;
  const { snapshot } = revision;
  const writing = await renderForStorage(ctx, snapshot.content, snapshot.content_format, tools.ownHost());
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const before = await findForEditing(db, one.post_id, everyPost, { lock: true });
    if (before?.version !== one.version) return false;
    await storeChanges(db, one.post_id, { ...writing, ...(await columnsOf({ db }, snapshot, one)) });
    const links = (one.options.coauthors ?? []).map((user_id, position) => ({ post_id: one.post_id, user_id, position }));
    await replaceCoauthors(db, [one.post_id], links);
    const tags = await ensureTags(db, tagsFromNames(snapshot.tags));
    await unlinkOtherTags(db, one.post_id, tags);
    await linkTags(db, one.post_id, tags);
    const after = await findForEditing(db, one.post_id, everyPost);
    if (!after) return false;
    const authorId = actor.kind === "user" ? actor.id : null;
    await recordRevision({ ...ctx, db }, { before, after, authorId, kind: "restored" });
    await resetItem(db, source, one.post_id, { hash: one.hash, version: after.version });
    await forgetUpdate(db, id, one.post_id);
    return true;
  });
}

const EDITED = "It was edited here since it was imported";

function reasonToStay({ version, is_edited, is_staged }: ReplacedPost): string | null {
  if (version === null) return "It is in the trash here";
  if (is_edited) return EDITED;
  return is_staged ? "It has unpublished changes here" : null;
}

/** Leaves posts alone that somebody has edited since. */
export async function restoreReplaced(job: ImportJob): Promise<{ settled: number; notes: Notes }> {
  const notes = new Notes();
  const posts = await replacedPosts(job.ctx.db, job.id, job.source, POSTS);
  for (const one of posts) {
    const reason = reasonToStay(one) ?? ((await restore(job, one)) ? null : EDITED);
    if (reason === null) notes.count("posts", "updated");
    else {
      await forgetUpdate(job.ctx.db, job.id, one.post_id);
      notes.count("posts", "unchanged");
      notes.report("kept", `post “${one.title}”`, `${reason}: it doesn’t get its previous text back.`);
    }
  }
  return { settled: posts.length, notes };
}
